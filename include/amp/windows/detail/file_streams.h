/* The file streams of Microsoft's library, which accept wide names and backslashes. */
#ifndef AMP_WINDOWS_FILE_STREAMS_H
#define AMP_WINDOWS_FILE_STREAMS_H

#include <fstream>
#include <string>

#include "text.h"

namespace amp_windows {

template <typename Stream, std::ios_base::openmode Mode> class file_stream : public Stream {
public:
	file_stream() {}
	explicit file_stream(const char *name, std::ios_base::openmode mode = Mode) : Stream(path(name), mode) {}
	explicit file_stream(const wchar_t *name, std::ios_base::openmode mode = Mode) : Stream(path(name), mode) {}
	explicit file_stream(const std::string &name, std::ios_base::openmode mode = Mode) : file_stream(name.c_str(), mode) {}
	explicit file_stream(const std::wstring &name, std::ios_base::openmode mode = Mode)
	    : file_stream(name.c_str(), mode) {}

	void open(const char *name, std::ios_base::openmode mode = Mode) { Stream::open(path(name), mode); }
	void open(const wchar_t *name, std::ios_base::openmode mode = Mode) { Stream::open(path(name), mode); }
	void open(const std::string &name, std::ios_base::openmode mode = Mode) { open(name.c_str(), mode); }
	void open(const std::wstring &name, std::ios_base::openmode mode = Mode) { open(name.c_str(), mode); }
};

} // namespace amp_windows

namespace std {
typedef amp_windows::file_stream<basic_ifstream<char>, ios_base::in> amp_ifstream;
typedef amp_windows::file_stream<basic_ofstream<char>, ios_base::out> amp_ofstream;
typedef amp_windows::file_stream<basic_fstream<char>, ios_base::in | ios_base::out> amp_fstream;
typedef amp_windows::file_stream<basic_ifstream<wchar_t>, ios_base::in> amp_wifstream;
typedef amp_windows::file_stream<basic_ofstream<wchar_t>, ios_base::out> amp_wofstream;
typedef amp_windows::file_stream<basic_fstream<wchar_t>, ios_base::in | ios_base::out> amp_wfstream;
} // namespace std

/* In the program's text, these names denote the streams here. */
#define ifstream amp_ifstream
#define ofstream amp_ofstream
#define fstream amp_fstream
#define wifstream amp_wifstream
#define wofstream amp_wofstream
#define wfstream amp_wfstream

#endif
