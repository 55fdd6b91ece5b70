/* The tree of a body (compiler/body/body.h), and what is done with the objects that it names
 * (compiler/body/uses.h): of short functions, without <amp.h>. */
#include "body/uses.h"

#include "unit.h"

/* A source, parsed, and its function `f`. */
struct parsed {
	struct test_unit unit;
	const struct body *body;
	struct uses uses;
};

static void open_source(struct parsed *p, enum language language, const char *source)
{
	open_unit(&p->unit, language, source);
	struct unit *u = &p->unit.unit;
	struct walk w = walk_below(clang_getTranslationUnitCursor(u->tu));

	u->bodies = bodies_create(u);
	while (walk_next(&w) && !(is_function(clang_getCursorKind(w.cursor)) && is_named(w.cursor, "f") &&
	                          clang_isCursorDefinition(w.cursor)))
		;
	CXCursor f = walk_end(&w);

	p->body = body_tree(u->bodies, f);
	assert_non_null(p->body);
	uses_init(&p->uses, u, p->body, f);
}

static void close_source(struct parsed *p)
{
	close_unit(&p->unit);
}

/* The token of f's body that is the n-th `name`. */
static size_t token_of(const struct parsed *p, const char *name, unsigned n)
{
	const struct tokens *tokens = &p->unit.unit.tokens;

	for (size_t i = p->body->first; i < p->body->last; i++) {
		if (token_is(p->unit.unit.text.data, &tokens->items[i], name) && n-- == 0)
			return i;
	}
	fail_msg("no %s", name);
	return 0;
}

/* ---- Uses ---------------------------------------------------------------------- */

/* The uses of each `n` in f: r, w and e for those that it has, - for none. */
static void expect_uses(enum language language, const char *source, const char *expected)
{
	struct parsed p;
	struct text found = {0};

	open_source(&p, language, source);
	for (size_t i = p.body->first; i < p.body->last; i++) {
		if (!token_is(p.unit.unit.text.data, &p.unit.unit.tokens.items[i], "n"))
			continue;
		unsigned use = mention_at(&p.uses, i).use;

		text_printf(&found, "%s%s%s%s%s", found.len ? " " : "", use ? "" : "-",
		            use & USE_READ ? "r" : "", use & USE_WRITTEN ? "w" : "",
		            use & USE_ESCAPES ? "e" : "");
	}
	text_append(&found, "");
	if (strcmp(found.data, expected))
		fail_msg("%s: %s, not %s", source, found.data, expected);
	text_finish(&found);
	close_source(&p);
}

static void expect_cxx(const char *source, const char *expected)
{
	expect_uses(LANGUAGE_CXX, source, expected);
}

static void operators(void **state)
{
	(void)state;
	expect_cxx("int f(int n) { return n + -n; }", "r r");
	expect_cxx("void f(int n) { n; n = 1; n += n; n++; }", "- w rw r rw");
	expect_cxx("int f(int n) { return n = 1; }", "rw");
	expect_cxx("void f(int n) { int m = (n, n); (n = 2) = 3; ++ ++n; }", "- r rwe rwe");
	expect_cxx("int f(bool b, int n, int m) { (b ? n : m) = n ? 1 : n; return n ?: m; }",
	           "w r r r");
	expect_cxx("int f(int n) { return sizeof n + sizeof(n = 2); }", "- -");
	expect_cxx("void f(int n) { int *p = &n; }", "rwe");
	expect_cxx("int f(int *n, int *m) { *n = 1; n[2] = 3; m = n; return n[*n]; }", "r r r r r");
	expect_cxx("void f() { int n[2][2]; n[0][1] = 1; n[1][1] += n[0][0]; }", "rw r r r");
}

static void references(void **state)
{
	(void)state;
	expect_cxx("void f(int n) { int &r = n; int (&s) = n; int &&t = n + 1; const int &u{n}; }",
	           "rwe rwe r rwe");
	expect_cxx("int f(int n) { auto l = [n] { return n; }; return l(); }", "rwe r");
	expect_cxx("int &f(int &n) { return n; }", "rwe");
	expect_cxx("struct s { int n, &r; }; int f(s &v) { v.n = 1; v.r = v.n; return v.n; }",
	           "w r r");
	expect_cxx("struct s { int a; }; s f(s n) { n.a = 1; s m = n; return n; }", "w rw rw");
	expect_cxx("void f(int n) { int a[] = {n, n}; struct { int x; } s = {n}; }", "r r r");
}

static void calls(void **state)
{
	(void)state;
	expect_cxx("void g(int, int &, const int &); void f(int n) { g(n, n, n); }", "r rw rw");
	expect_cxx("int &g(int &); void f(int n) { g(n); }", "rwe");
	expect_cxx("__attribute__((annotate(\"amp:amp\"))) int g(const int &a) { return a + 1; } void f(int n) { g(n); }", "r");
	expect_cxx("__attribute__((annotate(\"amp:amp\"))) int g(const int &a) { return (int &)a = 1; } void f(int n) { g(n); }", "rw");
	expect_cxx("__attribute__((annotate(\"amp:amp\"))) const int &g(const int &a) { return a; } int f(int n) { return g(n); }", "r");
	/* for code for both, libclang calls the CPU's overload */
	expect_cxx("int g(const int &a) { return a + 1; } void f(int n) { g(n); }", "rw");
	expect_cxx("struct s { int operator[](int i) const; int k; };"
	           "struct t { s m; int f(int n) { return m[n]; } };",
	           "r");
	expect_cxx("void f(int n, int (*g)(int &)) { g(n); }", "rwe");
	expect_uses(LANGUAGE_C, "void f(int n, int (*g)(int)) { g(n); }", "r");
}

static void templates(void **state)
{
	(void)state;
	expect_cxx("template <class T> T f(T n, int i) { n = i; return n + i; }", "rwe rwe");
	expect_cxx("template <class T> int f(T t, int n) { return t[n] + n; }", "rwe rwe");
	expect_cxx("template <class T> int f(T t, int n) { int i = n + 1; return sizeof(t[n]); }",
	           "r -");
	expect_cxx("template <class T> int f(int n) { auto m = n * 2; return m + n; }", "r r");
}

/* What the tree does not know takes each variable that it names for the worst. */
static void unknown_text(void **state)
{
	(void)state;
	expect_cxx("void f(int n) { asm(\"\" : \"=r\"(n)); }", "rwe");
	expect_uses(LANGUAGE_C, "void g(int n); void f(int n) { void (^b)(void) = ^{ g(n); }; }",
	            "r");
}

static void structure(void **state)
{
	static const struct {
		const char *source;
		bool is_structured;
	} cases[] = {
	    {"void f(int n) { for (;;) { if (n) break; switch (n) { case 1: n++; default:; } } }",
	     true},
	    {"void f(int n) { l: if (n--) goto l; }", false},
	    {"int f(int n) { return ({ n; }); }", false},
	    {"int f(int n) { [[likely]] if (n) return 1; return 0; }", true},
	    {"void f() { asm(\"\"); }", false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct parsed p;

		open_source(&p, LANGUAGE_CXX, cases[i].source);
		assert_int_equal(is_structured(p.body), cases[i].is_structured);
		close_source(&p);
	}
}

/* ---- The tree -------------------------------------------------------------------- */

static const struct tree *named(const struct parsed *p, const char *name, unsigned n)
{
	const struct tree *t = tree_named(p->body, token_of(p, name, n));

	assert_non_null(t);
	return t;
}

static void objects_and_arguments(void **state)
{
	struct parsed p;

	(void)state;
	/* the object of an operator may be a member, which is not the member that is called */
	open_source(&p, LANGUAGE_CXX,
	            "struct v { int operator[](int); int at(int); };"
	            "struct k { v to; int f(int i) { return to[i] + to.at(i); } };");
	const struct tree *object = named(&p, "to", 0), *other = named(&p, "to", 1);

	assert_int_equal(object->role, ROLE_OBJECT);
	assert_int_equal(object->parent->kind, TREE_CALL);
	assert_int_equal(tree_part(object->parent, ROLE_ARGUMENT)->position, 0);
	assert_int_equal(other->parent->kind, TREE_MEMBER);
	assert_int_equal(other->parent->role, ROLE_CALLEE);
	close_source(&p);
	/* an object that is copied without its constructor's being written */
	open_source(&p, LANGUAGE_CXX,
	            "struct s { s(const s &); }; s &g(int); struct v { s &operator[](int); };"
	            "void f(v &o) { s a = g(1); s b = o[2]; }");
	assert_int_equal(named(&p, "g", 0)->parent->parent->kind, TREE_CALL);
	assert_int_equal(named(&p, "o", 0)->parent->kind, TREE_CALL);
	close_source(&p);
}

static void statements(void **state)
{
	struct parsed p;

	(void)state;
	open_source(&p, LANGUAGE_CXX,
	            "void f(int n) { do n--; while (n); switch (n) { case 1 ... "
	            "2: n = 3; } }");
	const struct tree *loop = p.body->root->children, *label = tree_part(loop->next, ROLE_BODY)->children;

	assert_int_equal(loop->kind, TREE_DO);
	assert_int_equal(tree_part(loop, ROLE_BODY)->kind, TREE_EXPRESSION);
	assert_non_null(tree_part(loop, ROLE_CONDITION));
	assert_int_equal(loop->last, token_of(&p, "switch", 0));
	assert_int_equal(label->kind, TREE_CASE);
	assert_int_equal(tree_part(label, ROLE_VALUE)->next->role, ROLE_VALUE);
	assert_int_equal(tree_part(label, ROLE_BODY)->kind, TREE_EXPRESSION);
	close_source(&p);
}

static void conditionals(void **state)
{
	struct parsed p;

	(void)state;
	open_source(&p, LANGUAGE_CXX, "int f(int n, int m) { return n ?: m; }");
	const struct tree *t = tree_strip(tree_operand(p.body->root->children));

	assert_int_equal(t->kind, TREE_CONDITIONAL);
	assert_int_equal(tree_part(t, ROLE_CONDITION)->first, token_of(&p, "n", 0));
	assert_int_equal(tree_part(t, ROLE_BODY)->first, token_of(&p, "n", 0));
	assert_int_equal(tree_part(t, ROLE_OTHERWISE)->first, token_of(&p, "m", 0));
	close_source(&p);
}

/* Arguments of a template are nodes, too. */
static void template_arguments(void **state)
{
	struct parsed p;

	(void)state;
	open_source(&p, LANGUAGE_CXX,
	            "template <int> int g(int); int f(int i) { const int n = 2; "
	            "return g<n>(i); }");
	assert_int_equal(named(&p, "n", 1)->kind, TREE_NAME);
	assert_int_equal(mention_at(&p.uses, token_of(&p, "n", 1)).use, USE_READ);
	close_source(&p);
	/* behind a member, too, which has an object or none */
	open_source(
	    &p, LANGUAGE_CXX,
	    "struct s { template <int> int g(int); int f(s &o) { return o.g<1>(2) + g<3>(4); } };");
	const struct tree *one = named(&p, "g", 0), *other = named(&p, "g", 1);

	assert_int_equal(tree_part(one, ROLE_OBJECT)->first, token_of(&p, "o", 0));
	assert_int_equal(tree_operand(one)->kind, TREE_LITERAL);
	assert_null(tree_part(other, ROLE_OBJECT));
	assert_int_equal(tree_operand(other)->kind, TREE_LITERAL);
	close_source(&p);
}

/* An operator in front of its operand, in a template where others have it, too. */
static void open_operators(void **state)
{
	struct parsed p;

	(void)state;
	open_source(&p, LANGUAGE_CXX,
	            "struct s { }; s operator-(s); s operator+(s, s);"
	            "template <class T> T f(T n, T m) { return -n + T(m); }");
	const struct tree *n = named(&p, "n", 0);

	assert_int_equal(n->parent->kind, TREE_UNARY);
	assert_int_equal(n->parent->parent->kind, TREE_BINARY);
	assert_true(n->parent->is_open && n->parent->parent->is_open);
	assert_int_equal(named(&p, "m", 0)->parent->kind, TREE_CONSTRUCTION);
	close_source(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(operators),
	    cmocka_unit_test(references),
	    cmocka_unit_test(calls),
	    cmocka_unit_test(templates),
	    cmocka_unit_test(unknown_text),
	    cmocka_unit_test(structure),
	    cmocka_unit_test(objects_and_arguments),
	    cmocka_unit_test(statements),
	    cmocka_unit_test(conditionals),
	    cmocka_unit_test(template_arguments),
	    cmocka_unit_test(open_operators),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
