/* <SDKDDKVer.h>: the newest version of Windows, of which programs ask for less. */
#ifndef AMP_WINDOWS_SDKDDKVER_H
#define AMP_WINDOWS_SDKDDKVER_H

#define _WIN32_WINNT_WIN7 0x0601
#define _WIN32_WINNT_WIN8 0x0602
#define _WIN32_WINNT_WINBLUE 0x0603
#define _WIN32_WINNT_WIN10 0x0a00
#define NTDDI_WIN7 0x06010000
#define NTDDI_WIN8 0x06020000
#define NTDDI_WIN10 0x0a000000
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0a00
#endif
#ifndef WINVER
#define WINVER _WIN32_WINNT
#endif
#ifndef NTDDI_VERSION
#define NTDDI_VERSION 0x0a000000
#endif

#endif
