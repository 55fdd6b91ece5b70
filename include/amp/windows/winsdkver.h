/* <WinSDKVer.h>: the newest versions that there are. <SDKDDKVer.h> has the one that a program asks for. */
#ifndef AMP_WINDOWS_WINSDKVER_H
#define AMP_WINDOWS_WINSDKVER_H

#define _WIN32_MAXVER 0x0a00
#define _WIN32_WINNT_MAXVER 0x0a00
#define _WIN32_WINDOWS_MAXVER 0x0a00
#define _WIN32_IE_MAXVER 0x0a00
#define NTDDI_MAXVER 0x0a00
#define WINVER_MAXVER 0x0a00

#endif
