// C that is not C++, and macros that gcc and clang expand differently, on the host.
// options: -lm -w -std=gnu11
#include <amp.h>
#include <stdatomic.h>
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
#include <assert.h>
#include <signal.h>
#include <pthread.h>

struct node { struct node *next; int template; } *list;
typedef int (*callback)(void *this, const char *restrict name);
static _Atomic int total;
static void copy(char *restrict to, const char *restrict from) { while ((*to++ = *from++)); }
static int old_style(a, b) int a; double b; { return a + (int)b; }
#define NAME(x) _Generic((x), int: "int", float: "float", default: "other")
static void vla(int n, int m[n][n]) { int sum[n]; for (int i = 0; i < n; i++) sum[i] = m[i][i]; total += sum[n - 1]; }
static int call(callback f) { return f(&total, "x"); }
static int on_call(void *this, const char *restrict name) { return *(int *)this + (int)strlen(name); }
static const struct { const char *new; int delete; } table[] = {{"a", 1}, {.delete = 2, .new = "b"}};
union word { unsigned u; struct { unsigned short low, high; }; };
static void use(struct node list[static 1]) { list->template++; }

/* macros that name what they expand to */
static volatile sig_atomic_t sender;
static void on_signal(int number, siginfo_t *info, void *context)
{
	sender = number == SIGUSR1 && !context ? 0 : info->si_pid;
}
static int raised(void)
{
	struct sigaction action = {.sa_sigaction = on_signal}, before;
	action.sa_flags = SA_SIGINFO;
	return sigaction(SIGUSR1, &action, &before) || before.sa_handler != SIG_DFL || raise(SIGUSR1) || !sender;
}

typedef enum { RED, GREEN } color;
struct material { color c; float k[2]; };
static float lookup(const struct material m, color wanted) restrict(amp)
{
	switch (m.c) {
	case RED:
		return m.k[0];
	case GREEN:
		break;
	}
	return wanted == GREEN ? m.k[1] : 0.0f;
}

int main(int argc, char *argv[])
{
	char buffer[32];
	copy(buffer, argc > 5 ? argv[0] : "hello");
	double complex z = 1.0 + 2.0 * I;
	atomic_fetch_add(&total, old_style(1, 2.0));
	int m[2][2] = {{1, 2}, {3, 4}};
	vla(2, m);
	struct node n = {.template = 3};
	list = &n;
	if (raised())
		return 1;
	use(list);
	union word w = {.u = 0x10002};
	struct material mats[2] = {{RED, {1, 2}}, {GREEN, {3, 4}}};
	struct material mat = mats[1];
	struct { float a; int b; } local = {1.5f, 2};
	float a = local.a;
	int b = local.b;
	float out[10];
	amp_array_view(float, 1) v = amp_view(out, 10);
	if (amp_discard(v) != AMP_OK || amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) {
		int x = 1, y = 2;
		color c = i.i % 2;
		for (int k = 0; k < b; k++, x++)
			y += x;
		amp_at(v, i) = lookup(mat, c) + a * (float)x + (float)y + (i.i > 5 ? INFINITY : 0);
	}) != AMP_OK)
		return 1;
	printf("%s %s %g %d %d %d %u %s %d\n", buffer, NAME(1.0f), cimag(z), total, call(on_call), n.template, w.high, table[1].new, table[1].delete);
	for (int i = 0; i < 10; i++)
		printf("%g ", amp_at(v, i));
	puts("");
	amp_release(v);
	errno = 0;
	assert(!errno && "fine");
	return 0;
}
