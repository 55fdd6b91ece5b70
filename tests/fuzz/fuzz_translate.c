/* Fuzzes the front end: any text, as a preprocessor would have written it, is
 * translated or refused, and nothing else happens (libFuzzer).
 *
 *   build/tests/fuzz/fuzz-translate -dict=tests/fuzz/tokens.dict FOLDER tests/fuzz/corpus
 *
 * C++ is parsed with the short <amp.h> in include/, or with AMPCC_FUZZ_AMP_H set with
 * the real one. A text that starts with "// C" and a line break is C, others are C++. Besides
 * bytes, whole tokens are changed, so that most texts still are programs. */
#include "source/unit.h"
#include "translate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if !defined(AMP_INCLUDE_DIR) || !defined(FUZZ_INCLUDE_DIR)
#error "where amp.h is, and where a shorter one"
#endif

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct strings none = {0};
	char *source = xstrndup((const char *)data, size);
	bool is_c = !strncmp(source, "// C\n", 5);
	char *preprocessed = xasprintf("# 1 \"%s\"\n%s", is_c ? "fuzz.c" : "fuzz.cpp", source);
	struct translation_request request = {
		.path = is_c ? "fuzz.c" : "fuzz.cpp",
		.display_path = is_c ? "fuzz.c" : "fuzz.cpp",
		.language = is_c ? LANGUAGE_C : LANGUAGE_CXX,
		.host_compiler = &none, /* none is to be started */
		.options = &none,
		.include_dir = is_c || getenv("AMPCC_FUZZ_AMP_H") ? AMP_INCLUDE_DIR
		                                                  : FUZZ_INCLUDE_DIR,
		.has_amp = true,
		.extensions = size % 2,
		/* of C what is written is preprocessed once more */
		.for_people = !is_c && size % 4 / 2,
	};
	struct translation out;
	struct unit unit;

	flatten(&request, preprocessed, &unit);
	translate_unit(&unit, &out);
	print_messages(&unit);
	unit_finish(&unit);
	translation_finish(&out); /* with the unit's memory */
	free(preprocessed);
	free(source);
	return 0;
}

/* ---- Mutation by tokens ------------------------------------------------------ */

static const char *const words[] = {
	"restrict(amp)", "restrict(cpu, amp)", "restrict(cpu)", "restrict(auto)", "tile_static",
	"index<1>", "index<2>", "tiled_index<16>", "tiled_index<4, 4>", "array_view<int, 1>",
	"array<int, 1>", "parallel_for_each", "[=]", "[&]", "[]", "this", "template <typename T>",
	"template <int N>", "namespace", "struct", "class", "operator()", "const", "static", "auto",
	"if", "for", "while", "do", "switch", "case 1:", "return", "break;", "continue;", "else",
	"int", "float", "double", "char", "void", "v", "i", "t", "t.local[0]", "t.barrier.wait();",
	"(", ")", "{", "}", "[", "]", "<", ">", "::", ";", ",", "=", "&", "*", "...", "#line 7 \"x\"\n",
	"extent", "v.extent", "using namespace concurrency;", "typedef", "decltype(v)", "mutable",
	"noexcept", "-> int", "static const int K = 3;", "enum { A };", "friend", "public:", "^",
	"amp_parallel_for_each", "amp_at(v, i)", "amp_index1", "amp_array_view(float, 1)", "0", "1",
	"\"s\"", "'c'", "/* c */", "// c\n", "extern \"C\"", "new int", "goto l;", "l:", "throw 1;",
};

static void replace(struct text *t, const char *data, size_t size, size_t from, size_t to,
                    const char *by, size_t n)
{
	text_append_n(t, data, from);
	text_append_n(t, " ", 1);
	text_append_n(t, by, n);
	text_append_n(t, " ", 1);
	text_append_n(t, data + to, size - to);
}

static unsigned next(unsigned *state)
{
	*state = *state * 1103515245u + 12345u;
	return *state >> 8;
}

/* A token, or a whole pair of brackets. */
static void pick(const struct tokens *t, unsigned *state, size_t *from, size_t *to)
{
	const struct token *first = &t->items[next(state) % (t->count - 1)];
	const struct token *last = first;

	if (first->match > first - t->items && next(state) % 2)
		last = &t->items[first->match];
	*from = first->offset;
	*to = last->offset + last->len;
}

/* Puts a word or a piece of `other` in place of a piece of `data`, or beside it. */
static size_t change(const char *data, size_t size, const char *other, size_t other_size,
                     uint8_t *out, size_t max_size, unsigned seed)
{
	struct tokens tokens = {0}, from_tokens = {0};
	struct text t = {0};
	size_t from, to, a = 0, b = 0;
	unsigned state = seed;

	lex(data, size, &tokens);
	lex(other, other_size, &from_tokens);
	if (tokens.count < 2 || from_tokens.count < 2) {
		tokens_finish(&tokens);
		tokens_finish(&from_tokens);
		return 0;
	}
	pick(&tokens, &state, &from, &to);
	switch (next(&state) % 5) {
	case 0: /* delete */
		replace(&t, data, size, from, to, "", 0);
		break;
	case 1: { /* insert or replace by a word */
		const char *word = words[next(&state) % (sizeof(words) / sizeof(*words))];

		replace(&t, data, size, from, next(&state) % 2 ? to : from, word, strlen(word));
		break;
	}
	case 2: { /* repeat */
		replace(&t, data, size, to, to, data + from, to - from);
		break;
	}
	default:
		pick(&from_tokens, &state, &a, &b);
		replace(&t, data, size, from, next(&state) % 2 ? to : from, other + a, b - a);
		break;
	}
	size_t n = t.len < max_size ? t.len : max_size;

	memcpy(out, t.data, n);
	text_finish(&t);
	tokens_finish(&tokens);
	tokens_finish(&from_tokens);
	return n;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size_t n = 0;

	if (seed % 8) {
		char *copy = xstrndup((const char *)data, size);
		size_t length = strlen(copy);

		n = change(copy, length, copy, length, data, max_size, seed / 8);
		free(copy);
	}
	return n ? n : LLVMFuzzerMutate(data, size, max_size);
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1, const uint8_t *data2,
                                 size_t size2, uint8_t *out, size_t max_size, unsigned seed)
{
	char *a = xstrndup((const char *)data1, size1), *b = xstrndup((const char *)data2, size2);
	size_t n = change(a, strlen(a), b, strlen(b), out, max_size, seed);

	free(a);
	free(b);
	return n;
}
