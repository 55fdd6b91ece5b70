// --amp-msvc: what cannot be had, and places behind edits.
// RUN: ! %ampcc --amp-msvc -c %s -o %t.o 2>%t.err
// RUN: %FileCheck %s <%t.err
#include <amp.h>
using namespace concurrency;

int structured(int n)
{
	__try { n = 1; } __except (1) { n = 2; }
	return n;
}
// CHECK: msvc.cpp:[[@LINE-3]]:2: error: structured exceptions are Windows': use try and catch, or a destructor for __finally

struct P { __declspec(property(get=GetX)) int X; int GetX(); };
// CHECK: msvc.cpp:[[@LINE-1]]:12: error: __declspec(property) has nothing that takes its place: call the functions

int WinMain(void *, void *, char *, int) { return 0; }
// CHECK: msvc.cpp:[[@LINE-1]]:5: error: WinMain is of programs with windows, which are Windows': a console program begins with main
