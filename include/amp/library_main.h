/* --amp-msvc: calls a DLL's DllMain, in the unit that defines it, behind the definition: when the library is
 * loaded, and when it is unloaded or the process ends. DllMain is not called for threads. */
#ifndef AMPCC_LIBRARY_MAIN_H
#define AMPCC_LIBRARY_MAIN_H

namespace amp_msvc {

/* DLL_PROCESS_ATTACH and DLL_PROCESS_DETACH. The last argument tells that LoadLibrary was not used. */
struct library {
	library() { DllMain(nullptr, 1, reinterpret_cast<void *>(1)); }
	~library() { DllMain(nullptr, 0, reinterpret_cast<void *>(1)); }
};
static library library_of_unit;

}

#endif
