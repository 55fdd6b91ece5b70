// See unused.cpp.
static const int limit = 3;
static inline int limited(int x) restrict(cpu, amp) { return x; }
static int left_over(int x) { return x; }
template <typename T> static T left_over_of(T x) { return x; }
