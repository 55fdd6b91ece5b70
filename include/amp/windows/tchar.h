/* <tchar.h>: names that denote the narrow or the wide functions, depending on _UNICODE. */
#ifndef AMP_WINDOWS_TCHAR_H
#define AMP_WINDOWS_TCHAR_H

#include <cctype>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cwchar>
#include <cwctype>

#include "corecrt.h"

#ifdef _UNICODE
typedef wint_t _TINT;
#define __T(quoted) L##quoted
#else
typedef int _TINT;
#define __T(quoted) quoted
#endif
#define _T(quoted) __T(quoted)
#define _TEXT(quoted) __T(quoted)
#if !defined(_TCHAR_DEFINED)
#define _TCHAR_DEFINED
#ifdef _UNICODE
typedef wchar_t TCHAR;
#else
typedef char TCHAR;
#endif
#endif
typedef TCHAR _TCHAR, _TSCHAR, _TUCHAR, _TXCHAR;

#ifdef _UNICODE
#define _TEOF WEOF
#define _fgettc fgetwc
#define _fgetts fgetws
#define _fputtc fputwc
#define _fputts fputws
#define _ftprintf fwprintf
#define _ftprintf_s fwprintf_s
#define _ftscanf fwscanf
#define _ftscanf_s fwscanf_s
#define _gettchar getwchar
#define _getts_s _getws_s
#define _i64tot_s _i64tow_s
#define _istalnum iswalnum
#define _istalpha iswalpha
#define _istdigit iswdigit
#define _istlower iswlower
#define _istprint iswprint
#define _istpunct iswpunct
#define _istspace iswspace
#define _istupper iswupper
#define _istxdigit iswxdigit
#define _itot _itow
#define _itot_s _itow_s
#define _ltot_s _ltow_s
#define _puttchar putwchar
#define _putts _putws
#define _sctprintf _scwprintf
#define _sntprintf _snwprintf
#define _sntprintf_s _snwprintf_s
#define _stprintf swprintf
#define _stprintf_s swprintf_s
#define _stscanf swscanf
#define _stscanf_s swscanf_s
#define _tWinMain wWinMain
#define _taccess _waccess
#define _taccess_s _waccess_s
#define _tasctime_s _wasctime_s
#define _tchdir _wchdir
#define _tcscat wcscat
#define _tcscat_s wcscat_s
#define _tcsccmp wcscmp
#define _tcschr wcschr
#define _tcsclen wcslen
#define _tcscmp wcscmp
#define _tcscoll wcscoll
#define _tcscpy wcscpy
#define _tcscpy_s wcscpy_s
#define _tcscspn wcscspn
#define _tcsdup _wcsdup
#define _tcserror_s _wcserror_s
#define _tcsftime wcsftime
#define _tcsicmp _wcsicmp
#define _tcsicoll _wcsicmp
#define _tcslen wcslen
#define _tcslwr _wcslwr
#define _tcslwr_s _wcslwr_s
#define _tcsncat wcsncat
#define _tcsncat_s wcsncat_s
#define _tcsnccmp wcsncmp
#define _tcsncicmp _wcsnicmp
#define _tcsncmp wcsncmp
#define _tcsncpy wcsncpy
#define _tcsncpy_s wcsncpy_s
#define _tcsnicmp _wcsnicmp
#define _tcsnlen wcsnlen
#define _tcspbrk wcspbrk
#define _tcsrchr wcsrchr
#define _tcsrev _wcsrev
#define _tcsspn wcsspn
#define _tcsstr wcsstr
#define _tcstod wcstod
#define _tcstoi64 wcstoll
#define _tcstok_s wcstok_s
#define _tcstol wcstol
#define _tcstoui64 wcstoull
#define _tcstoul wcstoul
#define _tcsupr _wcsupr
#define _tcsupr_s _wcsupr_s
#define _tctime_s _wctime_s
#define _tdupenv_s _wdupenv_s
#define _tfopen _wfopen
#define _tfopen_s _wfopen_s
#define _tfullpath _wfullpath
#define _tgetcwd _wgetcwd
#define _tgetenv _wgetenv
#define _tgetenv_s _wgetenv_s
#define _tmain wmain
#define _tmakepath _wmakepath
#define _tmakepath_s _wmakepath_s
#define _tmkdir _wmkdir
#define _totlower towlower
#define _totupper towupper
#define _tperror _wperror
#define _tprintf wprintf
#define _tprintf_s wprintf_s
#define _tputenv_s _wputenv_s
#define _tremove _wremove
#define _trename _wrename
#define _trmdir _wrmdir
#define _tscanf wscanf
#define _tscanf_s wscanf_s
#define _tsetlocale _wsetlocale
#define _tsplitpath _wsplitpath
#define _tsplitpath_s _wsplitpath_s
#define _tstat _wstat64
#define _tstat64 _wstat64
#define _tstati64 _wstat64
#define _tstof _wtof
#define _tstoi _wtoi
#define _tstol _wtol
#define _tstrdate_s _wstrdate_s
#define _tstrtime_s _wstrtime_s
#define _tsystem _wsystem
#define _ttof _wtof
#define _ttoi _wtoi
#define _ttoi64 _wtoi64
#define _ttol _wtol
#define _tunlink _wunlink
#define _ui64tot_s _ui64tow_s
#define _ultot_s _ultow_s
#define _vftprintf vfwprintf
#define _vsctprintf _vscwprintf
#define _vsntprintf _vsnwprintf
#define _vsntprintf_s _vsnwprintf_s
#define _vstprintf_s vswprintf_s
#define _vtprintf vwprintf
#else
#define _TEOF EOF
#define _fgettc fgetc
#define _fgetts fgets
#define _fputtc fputc
#define _fputts fputs
#define _ftprintf fprintf
#define _ftprintf_s fprintf_s
#define _ftscanf fscanf
#define _ftscanf_s fscanf_s
#define _gettchar getchar
#define _getts_s gets_s
#define _i64tot_s _i64toa_s
#define _istalnum isalnum
#define _istalpha isalpha
#define _istdigit isdigit
#define _istlower islower
#define _istprint isprint
#define _istpunct ispunct
#define _istspace isspace
#define _istupper isupper
#define _istxdigit isxdigit
#define _itot _itoa
#define _itot_s _itoa_s
#define _ltot_s _ltoa_s
#define _puttchar putchar
#define _putts puts
#define _sctprintf _scprintf
#define _sntprintf _snprintf
#define _sntprintf_s _snprintf_s
#define _stprintf sprintf
#define _stprintf_s sprintf_s
#define _stscanf sscanf
#define _stscanf_s sscanf_s
#define _tWinMain WinMain
#define _taccess _access
#define _taccess_s _access_s
#define _tasctime_s asctime_s
#define _tchdir _chdir
#define _tcscat strcat
#define _tcscat_s strcat_s
#define _tcsccmp strcmp
#define _tcschr strchr
#define _tcsclen strlen
#define _tcscmp strcmp
#define _tcscoll strcoll
#define _tcscpy strcpy
#define _tcscpy_s strcpy_s
#define _tcscspn strcspn
#define _tcsdup _strdup
#define _tcserror_s strerror_s
#define _tcsftime strftime
#define _tcsicmp _stricmp
#define _tcsicoll _stricoll
#define _tcslen strlen
#define _tcslwr _strlwr
#define _tcslwr_s _strlwr_s
#define _tcsncat strncat
#define _tcsncat_s strncat_s
#define _tcsnccmp strncmp
#define _tcsncicmp _strnicmp
#define _tcsncmp strncmp
#define _tcsncpy strncpy
#define _tcsncpy_s strncpy_s
#define _tcsnicmp _strnicmp
#define _tcsnlen strnlen
#define _tcspbrk strpbrk
#define _tcsrchr strrchr
#define _tcsrev _strrev
#define _tcsspn strspn
#define _tcsstr strstr
#define _tcstod strtod
#define _tcstoi64 strtoll
#define _tcstok_s strtok_s
#define _tcstol strtol
#define _tcstoui64 strtoull
#define _tcstoul strtoul
#define _tcsupr _strupr
#define _tcsupr_s _strupr_s
#define _tctime_s ctime_s
#define _tdupenv_s _dupenv_s
#define _tfopen fopen
#define _tfopen_s fopen_s
#define _tfullpath _fullpath
#define _tgetcwd _getcwd
#define _tgetenv getenv
#define _tgetenv_s getenv_s
#define _tmain main
#define _tmakepath _makepath
#define _tmakepath_s _makepath_s
#define _tmkdir _mkdir
#define _totlower tolower
#define _totupper toupper
#define _tperror perror
#define _tprintf printf
#define _tprintf_s printf_s
#define _tputenv_s _putenv_s
#define _tremove remove
#define _trename rename
#define _trmdir _rmdir
#define _tscanf scanf
#define _tscanf_s scanf_s
#define _tsetlocale setlocale
#define _tsplitpath _splitpath
#define _tsplitpath_s _splitpath_s
#define _tstat _stat64
#define _tstat64 _stat64
#define _tstati64 _stat64
#define _tstof atof
#define _tstoi atoi
#define _tstol atol
#define _tstrdate_s _strdate_s
#define _tstrtime_s _strtime_s
#define _tsystem system
#define _ttof atof
#define _ttoi atoi
#define _ttoi64 _atoi64
#define _ttol atol
#define _tunlink _unlink
#define _ui64tot_s _ui64toa_s
#define _ultot_s _ultoa_s
#define _vftprintf vfprintf
#define _vsctprintf _vscprintf
#define _vsntprintf _vsnprintf
#define _vsntprintf_s _vsnprintf_s
#define _vstprintf_s vsprintf_s
#define _vtprintf vprintf
#endif

#endif
