/* The console, implemented with a terminal's escape sequences. Without effect if the output is no terminal. */
#ifndef AMP_WINDOWS_CONSOLE_H
#define AMP_WINDOWS_CONSOLE_H

#include <cstdio>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include "file.h"

#define FOREGROUND_BLUE 1
#define FOREGROUND_GREEN 2
#define FOREGROUND_RED 4
#define FOREGROUND_INTENSITY 8
#define BACKGROUND_BLUE 0x10
#define BACKGROUND_GREEN 0x20
#define BACKGROUND_RED 0x40
#define BACKGROUND_INTENSITY 0x80
#define ENABLE_PROCESSED_INPUT 1u
#define ENABLE_LINE_INPUT 2u
#define ENABLE_ECHO_INPUT 4u
#define ENABLE_PROCESSED_OUTPUT 1u
#define ENABLE_WRAP_AT_EOL_OUTPUT 2u
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4u
#define CTRL_C_EVENT 0u
#define CTRL_BREAK_EVENT 1u
#define CTRL_CLOSE_EVENT 2u

typedef struct _COORD {
	SHORT X, Y;
} COORD;
typedef struct _SMALL_RECT {
	SHORT Left, Top, Right, Bottom;
} SMALL_RECT;
typedef struct _CONSOLE_SCREEN_BUFFER_INFO {
	COORD dwSize, dwCursorPosition;
	WORD wAttributes;
	SMALL_RECT srWindow;
	COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO, *PCONSOLE_SCREEN_BUFFER_INFO;
typedef struct _CONSOLE_CURSOR_INFO {
	DWORD dwSize;
	BOOL bVisible;
} CONSOLE_CURSOR_INFO;
typedef BOOL (*PHANDLER_ROUTINE)(DWORD type);

namespace amp_windows {
inline WORD &console_attributes() {
	static WORD attributes = 7;
	return attributes;
}
/* In Windows' colours, red and blue are swapped. */
inline int ansi_color(int color) { return (color & 2) | (color & 4) >> 2 | (color & 1) << 2; }

/* Sends an escape sequence to a console, if it is a terminal. */
template <typename... Arguments> BOOL control_console(HANDLE console, const char *text, Arguments... arguments) {
	const int descriptor = descriptor_of(console);

	if (descriptor < 0)
		return FALSE;
	if (!::isatty(descriptor))
		return TRUE;
	std::FILE *file = descriptor == STDERR_FILENO ? stderr : stdout;
	const std::string sequence = format(text, arguments...);
	std::fwrite(sequence.data(), 1, sequence.size(), file);
	std::fflush(file);
	return TRUE;
}
} // namespace amp_windows

inline BOOL SetConsoleTextAttribute(HANDLE console, WORD attributes) {
	amp_windows::console_attributes() = attributes;
	if (attributes == 7)
		return amp_windows::control_console(console, "\033[0m");
	return amp_windows::control_console(
	    console, "\033[0;%d;%dm", (attributes & FOREGROUND_INTENSITY ? 90 : 30) + amp_windows::ansi_color(attributes & 7),
	    attributes & 0xf0 ? (attributes & BACKGROUND_INTENSITY ? 100 : 40) + amp_windows::ansi_color(attributes >> 4 & 7) : 49);
}
/* A terminal keeps its size. */
inline BOOL SetConsoleScreenBufferSize(HANDLE console, COORD) {
	return amp_windows::descriptor_of(console) >= 0;
}
inline BOOL SetConsoleWindowInfo(HANDLE console, BOOL, const SMALL_RECT *) {
	return amp_windows::descriptor_of(console) >= 0;
}
inline BOOL SetConsoleCursorPosition(HANDLE console, COORD at) {
	return amp_windows::control_console(console, "\033[%d;%dH", at.Y + 1, at.X + 1);
}
inline BOOL GetConsoleScreenBufferInfo(HANDLE console, PCONSOLE_SCREEN_BUFFER_INFO info) {
	winsize size;

	if (::ioctl(amp_windows::descriptor_of(console), TIOCGWINSZ, &size))
		return amp_windows::fail(ERROR_INVALID_HANDLE);
	*info = CONSOLE_SCREEN_BUFFER_INFO();
	info->dwSize = info->dwMaximumWindowSize = COORD{static_cast<SHORT>(size.ws_col), static_cast<SHORT>(size.ws_row)};
	info->srWindow.Right = static_cast<SHORT>(size.ws_col - 1);
	info->srWindow.Bottom = static_cast<SHORT>(size.ws_row - 1);
	info->wAttributes = amp_windows::console_attributes();
	return TRUE;
}
/* Fills the whole screen, whatever the part. */
inline BOOL FillConsoleOutputCharacterA(HANDLE console, CHAR c, DWORD length, COORD, amp_windows::dword_pointer written) {
	*written = length;
	return c == ' ' ? amp_windows::control_console(console, "\033[2J") : TRUE;
}
inline BOOL FillConsoleOutputCharacterW(HANDLE console, WCHAR c, DWORD length, COORD at, amp_windows::dword_pointer written) {
	return FillConsoleOutputCharacterA(console, c == L' ' ? ' ' : '?', length, at, written);
}
inline BOOL FillConsoleOutputAttribute(HANDLE, WORD, DWORD length, COORD, amp_windows::dword_pointer written) {
	*written = length;
	return TRUE;
}
inline BOOL SetConsoleCursorInfo(HANDLE console, const CONSOLE_CURSOR_INFO *info) {
	return amp_windows::control_console(console, info->bVisible ? "\033[?25h" : "\033[?25l");
}
inline BOOL GetConsoleCursorInfo(HANDLE, CONSOLE_CURSOR_INFO *info) {
	*info = CONSOLE_CURSOR_INFO{25, TRUE};
	return TRUE;
}
inline BOOL GetConsoleMode(HANDLE console, amp_windows::dword_pointer mode) {
	*mode = ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT;
	return ::isatty(amp_windows::descriptor_of(console)) ? TRUE : amp_windows::fail(ERROR_INVALID_HANDLE);
}
inline BOOL SetConsoleMode(HANDLE console, DWORD) {
	return ::isatty(amp_windows::descriptor_of(console)) ? TRUE : amp_windows::fail(ERROR_INVALID_HANDLE);
}
inline BOOL SetConsoleTitleA(LPCSTR title) {
	return amp_windows::control_console(GetStdHandle(STD_OUTPUT_HANDLE), "\033]0;%s\007", title);
}
inline BOOL SetConsoleTitleW(LPCWSTR title) { return SetConsoleTitleA(amp_windows::to_narrow(title).c_str()); }
inline BOOL SetConsoleOutputCP(UINT) { return TRUE; }
inline BOOL SetConsoleCP(UINT) { return TRUE; }
inline UINT GetConsoleOutputCP() { return CP_UTF8; }
inline UINT GetConsoleCP() { return CP_UTF8; }
inline BOOL AllocConsole() { return TRUE; }
inline BOOL FreeConsole() { return TRUE; }
inline HWND GetConsoleWindow() { return nullptr; }

inline BOOL WriteConsoleA(HANDLE console, const void *text, DWORD length, amp_windows::dword_pointer written, LPVOID) {
	return WriteFile(console, text, length, written, nullptr);
}
inline BOOL WriteConsoleW(HANDLE console, const void *text, DWORD length, amp_windows::dword_pointer written, LPVOID) {
	const std::string narrow = amp_windows::to_narrow(static_cast<const wchar_t *>(text), length);
	const BOOL ok = WriteFile(console, narrow.data(), static_cast<DWORD>(narrow.size()), nullptr, nullptr);

	if (written)
		*written = ok ? length : 0;
	return ok;
}

namespace amp_windows {
inline std::vector<PHANDLER_ROUTINE> &control_handlers() {
	static std::vector<PHANDLER_ROUTINE> *all = new std::vector<PHANDLER_ROUTINE>;
	return *all;
}
inline void handle_control(int) {
	for (std::size_t i = control_handlers().size(); i--;) {
		if (control_handlers()[i](CTRL_C_EVENT))
			return;
	}
	::_exit(130);
}
} // namespace amp_windows
/* handler NULL: sets whether Ctrl+C is ignored. */
inline BOOL SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add) {
	std::vector<PHANDLER_ROUTINE> &all = amp_windows::control_handlers();

	if (!handler) {
		std::signal(SIGINT, add ? SIG_IGN : SIG_DFL);
		return TRUE;
	}
	if (add)
		all.push_back(handler);
	else
		all.erase(std::remove(all.begin(), all.end(), handler), all.end());
	std::signal(SIGINT, all.empty() ? SIG_DFL : amp_windows::handle_control);
	return TRUE;
}

#endif
