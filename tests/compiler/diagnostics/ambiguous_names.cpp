// A name that the library and the standard library have, where the program asks for both, and each makes a program,
// stays ambiguous; where one of them does not, it means the other.
// RUN: ! %ampcc -fsyntax-only %s 2>&1 | %FileCheck %s
#include <amp.h>
#include <array>
using namespace std;
using namespace concurrency;

// CHECK: ambiguous_names.cpp:[[# @LINE + 1]]:20: error: reference to 'array' is ambiguous: 'std::array' or 'Concurrency::array'
static void either(array<int, 2> *) {}

// CHECK-NOT: error
int main()
{
	either(nullptr);
}
