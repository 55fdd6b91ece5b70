/* <share.h>: file sharing modes, which have no effect here. */
#ifndef AMP_WINDOWS_SHARE_H
#define AMP_WINDOWS_SHARE_H

#define _SH_DENYRW 0x10
#define _SH_DENYWR 0x20
#define _SH_DENYRD 0x30
#define _SH_DENYNO 0x40
#define _SH_SECURE 0x80

#endif
