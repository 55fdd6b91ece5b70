/* <WinSDKVer.h>: the newest existing versions. <SDKDDKVer.h> has the one that a program requests. */
#ifndef AMP_WINDOWS_WINSDKVER_H
#define AMP_WINDOWS_WINSDKVER_H

#define _WIN32_MAXVER 0x0a00
#define _WIN32_WINNT_MAXVER 0x0a00
#define _WIN32_WINDOWS_MAXVER 0x0a00
#define _WIN32_IE_MAXVER 0x0a00
#define NTDDI_MAXVER 0x0a00
#define WINVER_MAXVER 0x0a00

#endif
