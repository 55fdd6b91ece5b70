// Text, four characters in a word: changes of case, and words counted by an automaton in each thread, which reads its
// part of the text byte by byte.
#include "pair.h"

using namespace concurrency;

void twin_bytes(const unsigned *text, unsigned *upper, unsigned *words, int n);

static unsigned byte_at(const array_view<const unsigned> &text, int i) restrict(amp)
{
	return text[i / 4] >> i % 4 * 8 & 255u;
}

static bool is_letter(unsigned c) restrict(amp, cpu)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

BENCHMARK(bytes)
{
	const int n = size(1 << 26, 1 << 22, 4096), each = 64;
	std::vector<unsigned> text(n / 4), upper(n / 4), words(n / each);
	const std::vector<unsigned> letters = bench::random<unsigned>(n, 0, 32); // from 26 on: blanks
	for (int i = 0; i < n; i++)
		text[i / 4] |= (letters[i] < 26 ? 'a' + letters[i] : ' ') << i % 4 * 8;
	array_view<const unsigned> vt(text);
	array_view<unsigned> vu(upper), vw(words);
	bench::memory<unsigned> tt(text), tu(upper.size()), tw(words.size());
	run_pair("bytes", [&](const accelerator_view &av) {
		parallel_for_each(av, vu.extent, [=](index<1> i) restrict(amp) {
			const unsigned w = vt[i];
			unsigned result = 0;
			for (int k = 0; k < 4; k++) {
				unsigned c = w >> 8 * k & 255u;
				if (c >= 'a' && c <= 'z')
					c -= 32;
				result |= c << 8 * k;
			}
			vu[i] = result;
		});
		parallel_for_each(av, vw.extent, [=](index<1> i) restrict(amp) {
			unsigned count = 0;
			bool inside = false;
			for (int k = 0; k < each; k++) {
				const bool letter = is_letter(byte_at(vt, i[0] * each + k));
				if (letter && !inside)
					count++;
				inside = letter;
			}
			vw[i] = count;
		});
	}, [&] {
		twin_bytes(tt, tu, tw, n);
	}, {out<unsigned>(vu, upper, tu), out<unsigned>(vw, words, tw)}, 0);
}
