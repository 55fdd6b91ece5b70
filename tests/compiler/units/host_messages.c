/* Messages of g++, gcc and clang about host units, in the user's terms. */
#include "base/host_messages.h"

#include "test.h"

static const char *const names[] = {"main_kernel_1_ab", "größe_kernel_1_ab"};

static void check(const char *messages, const char *expected)
{
	struct strings kernels = {0};
	struct host_terms terms = {"/lib/include", &kernels, "lambda", "unnamed_a_12", false};
	struct text out = {0};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		strings_push(&kernels, names[i]);
	amend_host_messages(messages, &terms, &out);
	assert_string_equal(out.data ? out.data : "", expected);
	text_finish(&out);
	strings_finish(&kernels);
}

static void headings(void **state)
{
	(void)state;
	check("a.cpp: In member function ‘void main_kernel_1_ab::operator()(Concurrency::index<1>) const’:\n"
	      "a.cpp:7:49: warning: unused variable ‘x’\n    7 | int x; // main_kernel\n",
	      "a.cpp: In lambda function:\n"
	      "a.cpp:7:49: warning: unused variable ‘x’\n    7 | int x; // main_kernel\n");
	check("\033[01m\033[Ka.cpp:\033[m\033[K In member function ‘\033[01m\033[Kvoid größe_kernel_1_ab::operator()() const\033[m\033[K’:\n",
	      "a.cpp: In lambda function:\n");
	/* of the user's */
	check("a.cpp: In member function ‘void s::operator()(Concurrency::index<1>) const’:\n",
	      "a.cpp: In member function ‘void s::operator()(Concurrency::index<1>) const’:\n");
	check("a.cpp: In function ‘int unnamed_a_12::f(unnamed_a_12::s, my_unnamed_a_12)’:\n",
	      "a.cpp: In function ‘int {anonymous}::f({anonymous}::s, my_unnamed_a_12)’:\n");
	/* of the library's, with a line of the user's behind it */
	check("a.cpp: In static member function ‘static void Concurrency::details::runner<F, N>::run(int) [with F = main_kernel_1_ab]’:\n"
	      "a.cpp:7:61: note: ‘u’ was declared here\n",
	      "a.cpp:7:61: note: ‘u’ was declared here\n");
	/* in another language */
	check("a.cpp: In Elementfunktion »void main_kernel_1_ab<T>::operator()() const«:\n",
	      "a.cpp: In lambda function:\n");
	check("a.cpp: Dans la fonction membre « void main_kernel_1_ab<c<int> >::f() const »:\n",
	      "a.cpp: Dans la fonction membre « void (lambda)::f() const »:\n");
}

static void contexts(void **state)
{
	(void)state;
	check("In member function ‘void main_kernel_1_ab::operator()() const’,\n"
	      "    inlined from ‘decltype (f(i)) Concurrency::call(F)’ at /lib/include/amp/kernel.h:48:22,\n"
	      "    inlined from ‘static void Concurrency::run()’ at /lib/include/amp/cpu_kernel.h:240:8:\n"
	      "a.cpp:7:99: warning: ‘u’ is used uninitialized\n",
	      "In lambda function:\n"
	      "a.cpp:7:99: warning: ‘u’ is used uninitialized\n");
	check("In function ‘f’,\n    inlined from ‘g’ at a.cpp:3:1,\n    inlined from ‘h’ at /lib/include/amp/kernel.h:1:1:\n",
	      "In function ‘f’,\n    inlined from ‘g’ at a.cpp:3:1:\n");
	check("a.cpp: In instantiation of ‘void main_kernel_1_ab<V>::operator()() const [with V = int]’:\n"
	      "/lib/include/amp/kernel.h:48:22:   required from ‘void Concurrency::call(F) [with F = main_kernel_1_ab<int>]’\n"
	      "/lib/include/amp/kernel.h:9:14:   [ skipping 2 instantiation contexts ]\n"
	      "a.cpp:12:3:   required from here\n",
	      "a.cpp: In lambda function:\na.cpp:12:3:   required from here\n");
	check("/lib/include/amp/kernel.h:48:21: note: in instantiation of 'main_kernel_1_ab<view<int>>::operator()' requested here\n"
	      "   48 |         return f(idx);\n      |                ^\n"
	      "/lib/include/amp/kernel.h:5:43: note: (skipping 2 contexts in backtrace)\n"
	      "a.cpp:5:2: note: in instantiation of 'run<1, main_kernel_1_ab<view<int>>>' requested here\n",
	      "a.cpp:5:2: note: in instantiation of 'run<1, (lambda)>' requested here\n");
	/* without the template arguments of a kernel */
	check("a.cpp:4:63:   required from ‘void main_kernel_1_ab<V_t, V>::operator()(P1) const [with P1 = c<int [2]>; V_t = d::captured_view<int>; V = v]’\n"
	      "a.cpp:8:19:   required from ‘void f(V) [with V = v]’\n",
	      "a.cpp:4:63:   required from ‘void (lambda)::operator()(P1) const’\n"
	      "a.cpp:8:19:   required from ‘void f(V) [with V = v]’\n");
	check("required from ‘\033[01m\033[Kvoid main_kernel_1_ab::f() [with \033[32m\033[KV = v [1]\033[m\033[K]\033[m\033[K’\n",
	      "required from ‘\033[01m\033[Kvoid (lambda)::f()\033[m\033[K’\n");
	/* what is about the library itself stays */
	check("/lib/include/amp/kernel.h:48:21: error: no matching function\n   48 |  f(x)\n/lib/include/amp.h:1:1: note: candidate\n",
	      "/lib/include/amp/kernel.h:48:21: error: no matching function\n   48 |  f(x)\n/lib/include/amp.h:1:1: note: candidate\n");
	check("/library/include.h:1:1:   required from here", "/library/include.h:1:1:   required from here");
	check("", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(headings), cmocka_unit_test(contexts)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
