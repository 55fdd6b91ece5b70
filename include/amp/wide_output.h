/* wcout, wcerr and wclog together with cout and printf.
 *
 * A C stream has byte or wide orientation, determined by its first use (C11 7.21.2), so with glibc nothing
 * that cout prints appears after wcout has printed. Paths and descriptions of accelerators are wide strings,
 * and programs written for Microsoft's library mix both kinds. So the wide streams write bytes here, in
 * UTF-8, unless the program has made the C stream a wide one. Included if a program names one of them. */
#ifndef AMPCC_WIDE_OUTPUT_H
#define AMPCC_WIDE_OUTPUT_H

#include <cstdio>
#include <cwchar>
#include <iostream>
#include <new>
#include <streambuf>
#include <string>

namespace Concurrency {
namespace details {

class wide_output : public std::wstreambuf {
public:
	explicit wide_output(std::FILE *file) : file_(file) {}

	/* Installs such buffers in the three streams. They are never destroyed, since objects that are
	 * destroyed last may print. */
	static bool use() {
		alignas(wide_output) static unsigned char memory[2][sizeof(wide_output)];
		wide_output *const output = new (memory[0]) wide_output(stdout);
		wide_output *const errors = new (memory[1]) wide_output(stderr);
		std::wcout.rdbuf(output);
		std::wcerr.rdbuf(errors);
		std::wclog.rdbuf(errors);
		return true;
	}

protected:
	int_type overflow(int_type c) override {
		if (traits_type::eq_int_type(c, traits_type::eof()))
			return traits_type::not_eof(c);
		const wchar_t wide = traits_type::to_char_type(c);
		return xsputn(&wide, 1) == 1 ? c : traits_type::eof();
	}
	std::streamsize xsputn(const wchar_t *s, std::streamsize n) override {
		if (std::fwide(file_, 0) > 0) {
			for (std::streamsize i = 0; i < n; i++)
				if (std::fputwc(s[i], file_) == WEOF)
					return i;
			return n;
		}
		std::string bytes;
		for (std::streamsize i = 0; i < n; i++)
			append(bytes, static_cast<unsigned long>(s[i]));
		return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size() ? n : 0;
	}
	int sync() override { return std::fflush(file_); }

private:
	/* Appends a character in UTF-8 (RFC 3629). */
	static void append(std::string &bytes, unsigned long c) {
		static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
		const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
		bytes += static_cast<char>(lead[more] | c >> 6 * more);
		for (int i = more - 1; i >= 0; i--)
			bytes += static_cast<char>(0x80 | (c >> 6 * i & 0x3f));
	}

	std::FILE *file_;
};

inline bool use_wide_output() {
	static const bool used = wide_output::use();
	return used;
}

static const bool wide_output_is_used = use_wide_output();

} // namespace details
} // namespace Concurrency

#endif
