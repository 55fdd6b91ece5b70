/* <conio.h>: reads single keys from the terminal. */
#ifndef AMP_WINDOWS_CONIO_H
#define AMP_WINDOWS_CONIO_H

#include <cstdio>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include "corecrt.h"

namespace amp_windows {
/* Switches the terminal to input without line buffering, as long as the object lives. */
class raw_terminal {
public:
	explicit raw_terminal(bool echo) : is_terminal_(::tcgetattr(STDIN_FILENO, &before_) == 0) {
		termios raw = before_;

		raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | (echo ? 0 : ECHO));
		if (is_terminal_)
			::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
	}
	~raw_terminal() {
		if (is_terminal_)
			::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
	}
	raw_terminal(const raw_terminal &) = delete;
	raw_terminal &operator=(const raw_terminal &) = delete;
private:
	termios before_;
	bool is_terminal_;
};
/* Returns EOF at the end of the input. */
inline int read_key(bool echo) {
	const raw_terminal raw(echo);

	std::fflush(stdout);
	const int c = std::getchar();
	return c == '\n' ? '\r' : c;
}
} // namespace amp_windows

inline int _getch() { return amp_windows::read_key(false); }
inline int _getche() { return amp_windows::read_key(true); }
inline wint_t _getwch() { return static_cast<wint_t>(_getch()); }
inline int _kbhit() {
	const amp_windows::raw_terminal raw(false);
	pollfd input = {STDIN_FILENO, POLLIN, 0};

	return !std::feof(stdin) && ::poll(&input, 1, 0) > 0; /* the end of the input counts as a key */
}
inline int _putch(int c) { return std::putchar(c); }
inline wint_t _putwch(wchar_t c) { return putwchar(c); }
inline int _cputs(const char *text) { return std::fputs(text, stdout) < 0 ? -1 : 0; }
inline int _cputws(const wchar_t *text) { return fputws(text, stdout); }
template <typename... Arguments> int _cprintf(const char *text, Arguments... arguments) {
	return amp_windows::print(text, arguments...);
}
inline int _ungetch(int c) { return std::ungetc(c, stdin); }
#define getch _getch
#define getche _getche
#define kbhit _kbhit
#define putch _putch
#define cputs _cputs
#define cprintf _cprintf

#endif
