// Macros mean what they mean to the host compiler.
// RUN: mkdir -p %t && printf '#pragma push_macro("TEXT")\n#undef TEXT\n#pragma pop_macro("TEXT")\n' >%t/pushes.h
// RUN: echo >%t/plain.h
// RUN: %ampcc -I%t -DHEADER='"plain.h"' -DGIVEN=3 --amp-save=%t -c -o %t/o.o %s && sed -E '/[/][/] (CHECK|RUN)/d' %t/macros.amp.cpp | %FileCheck %s
// RUN: %ampcc -I%t -DHEADER='"pushes.h"' -DGIVEN=3 --amp-save=%t -c -o %t/o.o %s && sed -E '/[/][/] (CHECK|RUN)/d' %t/macros.amp.cpp | %FileCheck %s
#define TEXT(x) #x
#include HEADER
#include <amp.h>

// CHECK: const char *text = "a b";
const char *text = TEXT(a b);

// CHECK: int given = 3, line = [[@LINE+1]];
int given = GIVEN, line = __LINE__;

#undef GIVEN
#define GIVEN 4
// CHECK: int redefined = 4;
int redefined = GIVEN;

#if __has_include(<vector>) && !defined(NOTHING)
// CHECK: int active;
int active;
#else
// CHECK-NOT: int inactive;
int inactive;
#endif

// CHECK: const char *raw = R"(// no comment
const char *raw = R"(// no comment
#include <nothing>)";

/* What is in a comment or a literal is no directive:
#define __extension__ 5
# 7 "nowhere.cpp"
*/
#include <cstring>
// CHECK-NOT: #define __extension__
// CHECK: const char *directives = R"(
// CHECK-NEXT: #define GIVEN 6
// CHECK-NEXT: #pragma once
// CHECK-NEXT: # 8 "nowhere.cpp"
// CHECK-NEXT: )";
const char *directives = R"(
#define GIVEN 6
#pragma once
# 8 "nowhere.cpp"
)";

// CHECK: int at_100 = 100;
#line 100 "other.y"
int at_100 = __LINE__;
