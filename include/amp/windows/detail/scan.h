/* scanf and the like with the formats of Microsoft's C library: the types of the arguments determine sizes,
 * and in the _s functions, %s, %c and %[ are followed by the size of the text's buffer. */
#ifndef AMP_WINDOWS_SCAN_H
#define AMP_WINDOWS_SCAN_H

#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

#include "format.h"

namespace amp_windows {

/* An argument of scanf: where to store a value, or the size of a buffer. */
struct scan_argument {
	enum { of_integer, of_float, of_double, of_long_double, of_text, of_wide_text, of_count } kind;
	void *to;
	std::size_t size; /* of the object that `to` points to, in bytes; for of_count, the number */

	scan_argument(float *p) : kind(of_float), to(p), size(sizeof *p) {}
	scan_argument(double *p) : kind(of_double), to(p), size(sizeof *p) {}
	scan_argument(long double *p) : kind(of_long_double), to(p), size(sizeof *p) {}
	scan_argument(char *p) : kind(of_text), to(p), size(1) {}
	scan_argument(wchar_t *p) : kind(of_wide_text), to(p), size(sizeof *p) {}
	template <typename Type, typename std::enable_if<std::is_integral<Type>::value, int>::type = 0>
	scan_argument(Type *p) : kind(of_integer), to(p), size(sizeof *p) {}
	template <typename Type, typename std::enable_if<std::is_integral<Type>::value, int>::type = 0>
	scan_argument(Type n) : kind(of_count), to(nullptr), size(static_cast<std::size_t>(n)) {}
};

/* The source of the characters. */
class scan_source {
public:
	virtual int get() = 0; /* returns a byte or EOF */
	virtual void unget(int c) = 0;
protected:
	~scan_source() {}
};
class scan_file : public scan_source {
public:
	explicit scan_file(std::FILE *file) : file_(file) {}
	int get() override { return std::getc(file_); }
	void unget(int c) override {
		if (c != EOF)
			std::ungetc(c, file_);
	}
private:
	std::FILE *file_;
};
class scan_text : public scan_source {
public:
	explicit scan_text(const char *text) : at_(text) {}
	int get() override { return *at_ ? static_cast<unsigned char>(*at_++) : EOF; }
	void unget(int c) override {
		if (c != EOF)
			at_--;
	}
private:
	const char *at_;
};

inline bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline int skip_space(scan_source &in) {
	int c;

	while (is_space(c = in.get()))
		;
	return c;
}

/* Reads the characters that can be the beginning of a number. */
class number_reader {
public:
	number_reader(scan_source &in, int width) : in_(in), left_(width > 0 ? width : 400), c_(skip_space(in)) {}
	bool is_at_end() const { return c_ == EOF; }

	/* base 0: the prefix determines the base */
	std::string read_integer(int base) {
		take_one_of("+-");
		if (c_ == '0' && left_) {
			take();
			if ((base == 0 || base == 16) && (c_ == 'x' || c_ == 'X') && left_) {
				take();
				base = 16;
			} else if (base == 0) {
				base = 8;
			}
		}
		while (left_ && is_digit(c_, base ? base : 10))
			take();
		in_.unget(c_);
		return taken_;
	}
	std::string read_number() {
		take_one_of("+-");
		if (std::strchr("iInN", c_) && c_ > 0) {
			while (left_ && ((c_ >= 'a' && c_ <= 'z') || (c_ >= 'A' && c_ <= 'Z')))
				take();
		} else {
			take_digits();
			if (take_one_of("."))
				take_digits();
			if (!taken_.empty() && take_one_of("eE")) {
				take_one_of("+-");
				take_digits();
			}
		}
		in_.unget(c_);
		return taken_;
	}

private:
	static bool is_digit(int c, int base) {
		const int value = c >= '0' && c <= '9'   ? c - '0'
		                  : c >= 'a' && c <= 'f' ? c - 'a' + 10
		                  : c >= 'A' && c <= 'F' ? c - 'A' + 10
		                                         : 16;
		return value < base;
	}
	void take() {
		taken_ += static_cast<char>(c_);
		left_--;
		c_ = in_.get();
	}
	void take_digits() {
		while (left_ && is_digit(c_, 10))
			take();
	}
	bool take_one_of(const char *set) {
		const bool is = left_ && c_ > 0 && std::strchr(set, c_);

		if (is)
			take();
		return is;
	}

	scan_source &in_;
	int left_, c_;
	std::string taken_;
};

/* Stores an integer with the size of an argument. */
inline void store_integer(const scan_argument &a, unsigned long long n) {
	switch (a.size) {
	case 1: *static_cast<unsigned char *>(a.to) = static_cast<unsigned char>(n); break;
	case 2: *static_cast<unsigned short *>(a.to) = static_cast<unsigned short>(n); break;
	case 4: *static_cast<unsigned int *>(a.to) = static_cast<unsigned int>(n); break;
	default: *static_cast<unsigned long long *>(a.to) = n; break;
	}
}

/* A call of scanf. */
template <typename Char> class scan {
public:
	scan(scan_source &in, const Char *format, const scan_argument *arguments, std::size_t count, bool secure)
	    : in_(in), at_(format), arguments_(arguments), count_(count), next_(0), secure_(secure),
	      stored_(0), ended_(false) {}

	/* Returns the number of arguments that were stored; EOF if the input ended before the first one. */
	int run() {
		while (*at_) {
			bool ok;

			if (is_space(static_cast<int>(*at_))) {
				at_++;
				in_.unget(skip_space(in_));
				ok = true;
			} else if (*at_ != '%' || at_[1] == '%') {
				at_ += *at_ == '%' ? 2 : 1;
				const int c = in_.get();
				ok = c == static_cast<int>(at_[-1]);
				if (!ok) {
					ended_ = c == EOF;
					in_.unget(c);
				}
			} else {
				at_++;
				ok = convert();
			}
			if (!ok)
				return ended_ && !stored_ ? EOF : stored_;
		}
		return stored_;
	}

private:
	bool convert() {
		const bool skips = *at_ == '*';
		conversion c;

		if (skips)
			at_++;
		c.width = *at_ >= '0' && *at_ <= '9' ? read_number(at_) : -1;
		read_length(at_, c);
		c.letter = static_cast<char>(*at_);
		if (*at_)
			at_++;
		switch (c.letter) {
		case 'd': case 'u': return integer(c, skips, 10);
		case 'i': return integer(c, skips, 0);
		case 'o': return integer(c, skips, 8);
		case 'x': case 'X': case 'p': return integer(c, skips, 16);
		case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A': return number(c, skips);
		case 's': case 'S': return text(c, skips, word());
		case 'c': case 'C': return text(c, skips, any());
		case '[': return text(c, skips, set());
		case 'n': return true;
		default: return false;
		}
	}

	const scan_argument *next() { return next_ < count_ ? &arguments_[next_++] : nullptr; }

	bool integer(const conversion &c, bool skips, int base) {
		number_reader reader(in_, c.width);
		ended_ = reader.is_at_end();
		const std::string digits = reader.read_integer(base);
		char *end;
		const unsigned long long n = digits.find('-') == std::string::npos
		    ? std::strtoull(digits.c_str(), &end, base)
		    : static_cast<unsigned long long>(std::strtoll(digits.c_str(), &end, base));

		if (end == digits.c_str())
			return false;
		const scan_argument *a = skips ? nullptr : next();
		if (a && a->to) {
			store_integer(*a, n);
			stored_++;
		}
		return skips || a;
	}

	bool number(const conversion &c, bool skips) {
		number_reader reader(in_, c.width);
		ended_ = reader.is_at_end();
		const std::string digits = reader.read_number();
		char *end;
		const long double n = std::strtold(digits.c_str(), &end);

		if (end == digits.c_str())
			return false;
		const scan_argument *a = skips ? nullptr : next();
		if (a && a->kind == scan_argument::of_float)
			*static_cast<float *>(a->to) = std::strtof(digits.c_str(), &end);
		else if (a && a->kind == scan_argument::of_double)
			*static_cast<double *>(a->to) = std::strtod(digits.c_str(), &end);
		else if (a && a->kind == scan_argument::of_long_double)
			*static_cast<long double *>(a->to) = n;
		else if (!skips)
			return false;
		stored_ += !skips;
		return true;
	}

	/* The characters that a text conversion accepts. */
	struct character_set {
		enum { of_word, of_any, of_set } kind;
		std::string members;
		bool is_negated;
		bool has(int c) const {
			return kind == of_any    ? true
			       : kind == of_word ? !is_space(c)
			                      : (members.find(static_cast<char>(c)) != std::string::npos) != is_negated;
		}
	};
	static character_set word() { return character_set{character_set::of_word, "", false}; }
	static character_set any() { return character_set{character_set::of_any, "", false}; }
	character_set set() {
		character_set s = {character_set::of_set, "", *at_ == '^'};

		if (s.is_negated)
			at_++;
		for (bool first = true; *at_ && (first || *at_ != ']'); first = false, at_++) {
			if (*at_ == '-' && !first && at_[1] && at_[1] != ']') {
				for (int c = static_cast<unsigned char>(s.members.back()) + 1; c <= static_cast<int>(at_[1]); c++)
					s.members += static_cast<char>(c);
				at_++;
			} else {
				s.members += static_cast<char>(*at_);
			}
		}
		if (*at_)
			at_++;
		return s;
	}

	bool text(const conversion &c, bool skips, const character_set &set) {
		const scan_argument *a = skips ? nullptr : next();
		const scan_argument *size = skips || !secure_ ? nullptr : next();
		const bool one = set.kind == character_set::of_any;
		const std::size_t width = c.width > 0 ? static_cast<std::size_t>(c.width) : one ? 1 : ~std::size_t(0);
		std::string taken;
		int ch = set.kind == character_set::of_word ? skip_space(in_) : in_.get();

		ended_ = ch == EOF;
		for (; ch != EOF && taken.size() < width && set.has(ch); ch = in_.get()) {
			taken += static_cast<char>(ch);
			if (taken.size() == width) {
				ch = EOF;
				break;
			}
		}
		in_.unget(ch);
		if (taken.empty() || (one && taken.size() < width))
			return false;
		if (skips)
			return true;
		if (!a || (secure_ && !size))
			return false;
		return store_text(*a, size ? size->size : ~std::size_t(0), taken, !one);
	}

	/* Returns false if the text does not fit, as on Windows: the buffer then contains no text. */
	bool store_text(const scan_argument &a, std::size_t size, const std::string &taken, bool ends) {
		if (a.kind == scan_argument::of_wide_text) {
			const std::wstring wide = to_wide(taken);
			wchar_t *to = static_cast<wchar_t *>(a.to);
			return put(to, size, wide, ends);
		}
		return put(static_cast<char *>(a.to), size, taken, ends);
	}
	template <typename C> bool put(C *to, std::size_t size, const std::basic_string<C> &taken, bool ends) {
		if (taken.size() + ends > size) {
			if (size)
				*to = C();
			return false;
		}
		taken.copy(to, taken.size());
		if (ends)
			to[taken.size()] = C();
		stored_++;
		return true;
	}

	scan_source &in_;
	const Char *at_;
	const scan_argument *arguments_;
	std::size_t count_, next_;
	bool secure_;
	int stored_;
	bool ended_;
};

template <typename Char, typename... Arguments>
int scan_arguments(scan_source &in, bool secure, const Char *format, Arguments... arguments) {
	const scan_argument all[] = {scan_argument(arguments)..., scan_argument(0)};

	return scan<Char>(in, format, all, sizeof...(Arguments), secure).run();
}

} // namespace amp_windows

#endif
