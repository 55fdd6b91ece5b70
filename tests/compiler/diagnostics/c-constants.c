// Constants that kernels use, apart from their definitions.
// RUN: ! %ampcc -c -o %t.o %s 2>%t && %FileCheck --match-full-lines %s <%t && test ! -e %t.o
// RUN: ! %ampcc -DDECIMAL -c -o %t.o %s 2>%t && %FileCheck --check-prefix=DECIMAL %s <%t && %ampcc -DDECIMAL -DUNUSED -c -o %t.o %s
#include <amp.h>
#ifdef DECIMAL
// Only a kernel that uses a type needs it to be one that GPUs have.
// DECIMAL: c-constants.c:[[# @LINE + 1]]:18: error: a kernel uses this declaration, and restrict(amp) code does not have it:
struct account { _Decimal64 balance; int number; };
// DECIMAL-NOT: error:
typedef struct account account;
AMP_DECLARE_TYPE(account);
void number(amp_array_view(account, 1) a, amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
#ifndef UNUSED
		amp_at(a, i).number = 1;
#endif
		amp_at(v, i) = 2;
	});
}
#else

// CHECK: {{.*}}:[[# @LINE + 1]]:18: error: a constant that a kernel uses must be defined in the same unit
extern const int elsewhere;
// CHECK: {{.*}}:[[# @LINE + 1]]:1: error: a constant that a kernel uses, and that is defined elsewhere, must be declared by itself
extern const struct inline_type { int x; } with_type;
const struct inline_type with_type = {1};
struct plain_type { char c; int x; };
extern const int of_plain, of_packed;

void run(amp_array_view(int, 1) v)
{
	amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		amp_at(v, i) = elsewhere + with_type.x + of_plain + of_packed;
	});
}

#pragma pack(1)
// CHECK: {{.*}}:[[# @LINE + 1]]:1: error: behind a #pragma pack, this cannot be used by the definition of a constant that is declared in front of it
struct packed_type { char c; int x; };
const int of_packed = sizeof(struct packed_type);
const int of_plain = sizeof(struct plain_type);
// CHECK-NOT: error:
#endif
