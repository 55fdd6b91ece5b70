/* --amp-msvc: main for a program that begins with wmain, included behind wmain's definition. */
#ifndef AMPCC_WIDE_MAIN_H
#define AMPCC_WIDE_MAIN_H

#include <clocale>
#include <cwchar>
#include <cstdlib>
#include <string>
#include <vector>

namespace amp_msvc {

inline std::wstring wide_argument(const char *s) {
	std::wstring wide;
	std::mbstate_t state = std::mbstate_t();
	const std::size_t n = std::char_traits<char>::length(s);

	for (std::size_t i = 0; i < n;) {
		wchar_t c;
		const std::size_t taken = std::mbrtowc(&c, s + i, n - i, &state);

		if (taken == 0 || taken > n - i) { /* not valid in this locale: take the bytes */
			state = std::mbstate_t();
			c = static_cast<unsigned char>(s[i]);
			i++;
		} else {
			i += taken;
		}
		wide += c;
	}
	return wide;
}

struct arguments {
	std::vector<std::wstring> texts;
	std::vector<wchar_t *> pointers;

	explicit arguments(char **list) {
		for (; *list; ++list)
			texts.push_back(wide_argument(*list));
		for (std::wstring &text : texts)
			pointers.push_back(&text[0]);
		pointers.push_back(nullptr);
	}
};

template <typename Result> int call(Result (*f)(), int, wchar_t **, wchar_t **) { return f(); }
inline int call(void (*f)(), int, wchar_t **, wchar_t **) { return f(), 0; }
template <typename Result, typename Argument>
int call(Result (*f)(int, Argument), int n, wchar_t **arguments, wchar_t **) {
	return f(n, const_cast<Argument>(arguments));
}
template <typename Argument> int call(void (*f)(int, Argument), int n, wchar_t **arguments, wchar_t **) {
	return f(n, const_cast<Argument>(arguments)), 0;
}
template <typename Result, typename Argument>
int call(Result (*f)(int, Argument, Argument), int n, wchar_t **arguments, wchar_t **environment) {
	return f(n, const_cast<Argument>(arguments), const_cast<Argument>(environment));
}
template <typename Argument>
int call(void (*f)(int, Argument, Argument), int n, wchar_t **arguments, wchar_t **environment) {
	return f(n, const_cast<Argument>(arguments), const_cast<Argument>(environment)), 0;
}

}

int main(int n, char **list, char **environment) {
	std::setlocale(LC_CTYPE, "");
	amp_msvc::arguments arguments(list), variables(environment);
	std::setlocale(LC_CTYPE, "C");
	return amp_msvc::call(wmain, n, arguments.pointers.data(), variables.pointers.data());
}

#endif
