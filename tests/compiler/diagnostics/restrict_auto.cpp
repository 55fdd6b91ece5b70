// What restrict(auto) comes to where the body complies with less than all (C++ AMP 13.1.1).
// RUN: ! %ampcc -c -o %t.o %s 2> %t; %FileCheck --implicit-check-not=error: %s < %t
#include <amp.h>

int host() { return 3; }
int device() restrict(amp) { return 3; }
int like_host() restrict(auto) { return host(); }

// What the clause names in addition, the function complies with.
// CHECK: restrict_auto.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'host', which is restrict(cpu)
int amp_and_more() restrict(amp, auto) { return host(); }
// CHECK: restrict_auto.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: call to 'device', which is restrict(amp)
int cpu_and_more() restrict(auto) restrict(cpu) { return device(); }
// CHECK: restrict_auto.cpp:[[# @LINE + 1]]:{{[0-9]+}}: error: use of undeclared identifier 'unknown'
int wrong() restrict(auto) { return unknown; }

// CHECK: restrict_auto.cpp:[[# @LINE + 3]]:{{[0-9]+}}: error: call to 'like_host', which is restrict(cpu)
// CHECK: restrict_auto.cpp:7:{{[0-9]+}}: note: 'like_host' is declared here
// CHECK: restrict_auto.cpp:7:{{[0-9]+}}: note: restrict(auto) becomes restrict(cpu) because of this
int kernel() restrict(amp) { return like_host(); }
