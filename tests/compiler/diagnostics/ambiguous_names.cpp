// A name that the library and the standard library have, where the program asks for both, and each makes a program,
// stays ambiguous; where one of them does not, it means the other. In a template a member's name in front of < is a
// template's.
// RUN: ! %ampcc -fsyntax-only %s 2>&1 | %FileCheck %s
#include <amp.h>
#include <array>
using namespace std;
using namespace concurrency;

// CHECK: ambiguous_names.cpp:[[# @LINE + 1]]:20: error: reference to 'array' is ambiguous: 'std::array' or 'Concurrency::array'
static void either(array<int, 2> *) {}

// CHECK: ambiguous_names.cpp:[[# @LINE + 1]]:56: error: in a template, 'extent' in front of '<' is the class template of that name
template <class T> int compare(T x, int n) { return x->extent < n; }

// CHECK-NOT: error
int main()
{
	either(nullptr);
}
