/* <shlwapi.h>: path functions. They accept both slashes, and write '/'. */
#ifndef AMP_WINDOWS_SHLWAPI_H
#define AMP_WINDOWS_SHLWAPI_H

#include "windows.h"

namespace amp_windows {

/* Returns the part behind the last slash. */
template <typename Char> Char *file_part(Char *path) {
	Char *name = path;

	for (; *path; path++) {
		if (*path == '/' || *path == '\\')
			name = path + 1;
	}
	return name;
}
/* Returns the last dot of the name, or the name's end. */
template <typename Char> Char *extension_part(Char *path) {
	Char *dot = nullptr;

	for (path = file_part(path); *path; path++) {
		if (*path == '.')
			dot = path;
	}
	return dot ? dot : path;
}
template <typename Char> bool is_slash(Char c) { return c == '/' || c == '\\'; }
template <typename Char> BOOL remove_file_part(Char *path) {
	Char *end = file_part(path);
	const bool removes = *path != 0;

	if (end > path + 1)
		end--;
	*end = Char();
	return removes;
}
/* Writes to a buffer of MAX_PATH characters. */
template <typename Char> BOOL put_path(Char *to, const std::basic_string<Char> &path) {
	return put_part(to, MAX_PATH, path) == 0;
}
template <typename Char> std::basic_string<Char> combined(const Char *folder, const Char *more) {
	std::basic_string<Char> path = folder ? folder : more;

	if (!folder || !more || is_slash(*more))
		return more ? std::basic_string<Char>(more) : path;
	if (*more && !path.empty() && !is_slash(path.back()))
		path += Char('/');
	return path + more;
}
inline bool is_folder(const std::string &name) {
	struct stat st;

	return ::stat(name.c_str(), &st) == 0 && S_ISDIR(st.st_mode);
}

} // namespace amp_windows

#define AMP_WINDOWS_PATH_FUNCTIONS(A, Char)                                                         \
	inline BOOL PathFileExists##A(const Char *name) { return ::access(amp_windows::path(name).c_str(), F_OK) == 0; } \
	inline BOOL PathIsDirectory##A(const Char *name) { return amp_windows::is_folder(amp_windows::path(name)); } \
	inline BOOL PathIsRelative##A(const Char *name) { return !amp_windows::is_slash(*name); }       \
	inline Char *PathFindFileName##A(const Char *name) { return amp_windows::file_part(const_cast<Char *>(name)); } \
	inline Char *PathFindExtension##A(const Char *name) { return amp_windows::extension_part(const_cast<Char *>(name)); } \
	inline BOOL PathRemoveFileSpec##A(Char *name) { return amp_windows::remove_file_part(name); }   \
	inline void PathRemoveExtension##A(Char *name) { *amp_windows::extension_part(name) = Char(); } \
	inline void PathStripPath##A(Char *name) {                                                      \
		const std::basic_string<Char> part = amp_windows::file_part(name);                          \
		amp_windows::put_path(name, part);                                                          \
	}                                                                                               \
	inline BOOL PathRenameExtension##A(Char *name, const Char *extension) {                         \
		const std::basic_string<Char> path(name, amp_windows::extension_part(name));                \
		return amp_windows::put_path(name, path + extension);                                       \
	}                                                                                               \
	inline BOOL PathAddExtension##A(Char *name, const Char *extension) {                            \
		return *amp_windows::extension_part(name) ? FALSE                                           \
		                                          : amp_windows::put_path(name, std::basic_string<Char>(name) + extension); \
	}                                                                                               \
	inline Char *PathAddBackslash##A(Char *name) {                                                  \
		std::basic_string<Char> path = name;                                                        \
		if (!path.empty() && !amp_windows::is_slash(path.back()))                                   \
			path += Char('/');                                                                      \
		return amp_windows::put_path(name, path) ? name + path.size() : nullptr;                    \
	}                                                                                               \
	inline Char *PathCombine##A(Char *to, const Char *folder, const Char *more) {                   \
		return amp_windows::put_path(to, amp_windows::combined(folder, more)) ? to : nullptr;       \
	}                                                                                               \
	inline BOOL PathAppend##A(Char *name, const Char *more) {                                       \
		while (amp_windows::is_slash(*more))                                                        \
			more++;                                                                                 \
		return amp_windows::put_path(name, amp_windows::combined<Char>(name, more));                \
	}                                                                                               \
	inline BOOL PathCanonicalize##A(Char *to, const Char *name) {                                   \
		return amp_windows::put_path(to, amp_windows::as<Char>(amp_windows::full_path(amp_windows::path(name)))); \
	}
AMP_WINDOWS_PATH_FUNCTIONS(A, char)
AMP_WINDOWS_PATH_FUNCTIONS(W, wchar_t)
#undef AMP_WINDOWS_PATH_FUNCTIONS

#define PathAddBackslash AMP_WINDOWS_AW(PathAddBackslash)
#define PathAddExtension AMP_WINDOWS_AW(PathAddExtension)
#define PathAppend AMP_WINDOWS_AW(PathAppend)
#define PathCanonicalize AMP_WINDOWS_AW(PathCanonicalize)
#define PathCombine AMP_WINDOWS_AW(PathCombine)
#define PathFileExists AMP_WINDOWS_AW(PathFileExists)
#define PathFindExtension AMP_WINDOWS_AW(PathFindExtension)
#define PathFindFileName AMP_WINDOWS_AW(PathFindFileName)
#define PathIsDirectory AMP_WINDOWS_AW(PathIsDirectory)
#define PathIsRelative AMP_WINDOWS_AW(PathIsRelative)
#define PathRemoveExtension AMP_WINDOWS_AW(PathRemoveExtension)
#define PathRemoveFileSpec AMP_WINDOWS_AW(PathRemoveFileSpec)
#define PathRenameExtension AMP_WINDOWS_AW(PathRenameExtension)
#define PathStripPath AMP_WINDOWS_AW(PathStripPath)

#endif
