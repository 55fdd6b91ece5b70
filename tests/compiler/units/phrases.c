/* What clang says of a small wrong program, for each phrase that ampcc knows messages by: a libclang
 * that says it otherwise fails here. */
#include "ast/phrases.h"

#include "test.h"

#include <clang-c/Index.h>

#define CXX(source, ...) {.name = "program.cu", .text = source, __VA_ARGS__}
#define C(source) {.name = "program.c", .text = source}

#define MEMBER_TEMPLATE(before) \
	"template <class T> struct b { template <int n> int f(int); }; template <class T> struct d : b<T> { int g() " \
	"{ return " before "this->f<1>(2); } }; int x = d<int>().g();"
/* Of a second operand clang takes the `<` for a comparison, and misses no word. */
#define STATIC_TEMPLATES \
	"template <class T> struct b { template <int n> static int f(int); template <int n> static int f(int *); }; " \
	"template <class T> int g(b<T> *p) { return 1 + b<T>::f<1>(2); } int x = g((b<int> *)0);"

#define LATE_CALL "template <class T> void f(T x) { g(x); } template <class T> void g(T) {} void h() { f(1); }"

#define TWICE_INSTANTIATED "template <class T> struct s {}; template struct s<int>; template struct s<int>;"

#define JUMP "int f(int n) { if (n) goto end; int x = 1; n = x; end: return n; }"

/* Restrictions as ampcc has the parser read them. */
#define HOST "__attribute__((host)) "
#define DEVICE "__attribute__((device)) "
#define SHARED "static __attribute__((shared)) "

#define COMPARED_MEMBER "template <int n> struct s; template <class T> bool f(T x, int n) { return x.s < n; }"

static const struct program {
	const char *name, *text;
	int first, last; /* versions of clang that say so; 0 for any */
} programs[PHRASE_COUNT] = {
	[PHRASE_CALL_TO_QUOTED] = CXX("void f(long); void f(char); void g() { f(1); }"),
	[PHRASE_IS_AMBIGUOUS] = CXX("void f(long); void f(char); void g() { f(1); }"),
	[PHRASE_REFERENCE_TO_QUOTED] = CXX("namespace a { struct s; } namespace b { struct s; } using namespace a; "
	                                   "using namespace b; s *p;"),
	[PHRASE_REFERENCE_TO_RESTRICTED] = CXX(DEVICE "void f(); void g() { void (*p)() = f; }"),
	[PHRASE_IN_RESTRICTED] = CXX(DEVICE "void f(); void g() { void (*p)() = f; }"),
	[PHRASE_CANNOT_USE] = CXX(DEVICE "void g() { throw 1; }"),
	[PHRASE_IN_DEVICE_FUNCTION] = CXX(DEVICE "void g() { throw 1; }"),
	[PHRASE_CANNOT_OVERLOAD] = CXX(HOST DEVICE "void f(); " DEVICE "void f();"),
	[PHRASE_SHARED_VARIABLES_IN] = CXX("void f() { __attribute__((shared)) int t; }"),
	[PHRASE_SHARED_INITIALIZATION] = CXX("struct s { int n; " HOST DEVICE "s() { n = 1; } }; "
	                                      "__attribute__((global)) void f() { " SHARED "s t; }"),
	[PHRASE_CANNOT_BIND_TO_TEMPORARY] = CXX("struct s {}; s &x = s();"),
	[PHRASE_CANNOT_BIND_TO_UNRELATED] = CXX("struct s {}; int n; s &x = n;"),
	[PHRASE_ADDRESS_OF_TEMPORARY] = CXX("struct s {}; s *x = &s();"),
	[PHRASE_NOT_VISIBLE_IN_TEMPLATE] = CXX(LATE_CALL),
	[PHRASE_TEMPLATE_NOT_DECLARED] = CXX("namespace n { struct s {}; } template <class T> void f(T x) { g<T>(x); } "
	                                     "namespace n { template <class T> void g(T) {} } void h() { f(n::s()); }"),
	[PHRASE_NO_TYPE_NAMED] = CXX("namespace n {} n::x y;"),
	[PHRASE_IN_NAMESPACE] = CXX("namespace n {} n::x y;"),
	[PHRASE_IN_GLOBAL_NAMESPACE] = CXX("int x = ::y;"),
	[PHRASE_INCOMPLETE_TYPE] = CXX("struct s; s f() { s x; return x; }"),
	[PHRASE_UNDEFINED_TEMPLATE] = CXX("template <class T> struct s; s<int> x;"),
	[PHRASE_MATCHES_NONE] = CXX("struct s { void f(); }; void s::f(int) {}"),
	[PHRASE_EXTRA_QUALIFICATION] = CXX("struct s { void s::f(); };"),
	[PHRASE_QUALIFIED_AFTER_TYPENAME] = CXX("template <class T> void f() { typename int x; }"),
	[PHRASE_SHADOWS_PARAMETER] = CXX("template <class T> struct s { template <class T> void f(T); };"),
	[PHRASE_TYPEDEF_WITH_KEY] = CXX("struct s {}; typedef s t; struct u { friend class t; };"),
	[PHRASE_PURE_SPECIFIER] = CXX("struct s { virtual void f() = __null; };"),
	[PHRASE_NO_RETURN_VALUE] = CXX("int f() {}"),
	[PHRASE_THROW_SPECIFICATION] = CXX("void f() throw(int);"),
	[PHRASE_REGISTER] = CXX("void f() { register int n; }"),
	[PHRASE_FORWARD_ENUM] = CXX("enum e;"),
	[PHRASE_DUPLICATE_INSTANTIATION] = CXX(TWICE_INSTANTIATED),
	[PHRASE_PREVIOUS_INSTANTIATION] = CXX(TWICE_INSTANTIATED),
	[PHRASE_JUMP] = CXX(JUMP),
	[PHRASE_BYPASSES_INITIALIZATION] = CXX(JUMP),
	[PHRASE_IN_QUOTED] = CXX("struct s {} x; int y = x.z;"),
	[PHRASE_EXPECTS_LVALUE] = CXX("struct s {}; void f(s &); void g() { f(s()); }"),
	[PHRASE_FOR_ARGUMENT] = CXX("struct s {}; void f(s &); void g() { f(s()); }"),
	[PHRASE_DECLARED_PRIOR] = CXX(LATE_CALL),
	[PHRASE_NO] = CXX("struct s {}; void f(s x) { x = 1; }"),
	[PHRASE_NO_MATCHING] = CXX("void f(int); void f(int *); struct s {}; void g(s x) { f(x); }"),
	[PHRASE_NO_MATCHING_CONSTRUCTOR] = CXX("struct s { s(int *); }; s x(1.0);"),
	[PHRASE_NO_MATCHING_CONVERSION] = CXX("struct s { s(int *); }; void f() { (void)(s)1.0; }"),
	[PHRASE_NO_MATCHING_FUNCTION] = CXX("struct s {}; void f(int); void f(int *); void g(s x) { f(x); }"),
	[PHRASE_NO_MATCHING_MEMBER] = CXX("struct s { void f(int); void f(int *); }; void g(s x) { x.f(x); }"),
	[PHRASE_NO_MATCHING_OBJECT] = CXX("struct s { void operator()(int *); }; void g(s x) { x(1.0); }"),
	[PHRASE_NO_VIABLE_CONVERSION] = CXX("struct s {}; s x = 1;"),
	[PHRASE_NO_VIABLE_OPERATOR] = CXX("struct s {}; void f(s x) { x = 1; }"),
	[PHRASE_NO_VIABLE_SUBSCRIPT] = CXX("struct s { int operator[](int *); }; int f(s x) { return x[1.0]; }"),
	[PHRASE_DEFAULT_CONSTRUCTOR] = CXX("struct s { s() = delete; }; struct t { s x; }; t x;"),
	[PHRASE_INVALID_OPERANDS] = CXX("struct s {}; void f(s x) { x + 1; }"),
	[PHRASE_INVALID_ARGUMENT] = CXX("struct s {}; void f(s x) { -x; }"),
	[PHRASE_CANNOT_INCREMENT] = CXX("struct s {}; void f(s x) { x++; }"),
	[PHRASE_CANNOT_DECREMENT] = CXX("struct s {}; void f(s x) { --x; }"),
	[PHRASE_CANNOT_ASSIGN] = CXX("const int n = 1; void f() { n = 2; }"),
	[PHRASE_CANNOT_ASSIGN_RESULT] = CXX("struct s { const int &operator()(); }; void f(s x) { x() = 1; }"),
	[PHRASE_CANNOT_ASSIGN_CAPTURED] = CXX("void f(int n) { [=] { n = 1; }; }"),
	[PHRASE_READ_ONLY] = C("void f(const int *p) { *p = 1; }"),
	[PHRASE_NOT_ASSIGNABLE] = CXX("int f(); void g() { f() = 1; }"),
	[PHRASE_NO_SUBSCRIPT] = CXX("struct s {}; void f(s x) { x[1]; }"),
	[PHRASE_VARIABLE_LENGTH_STATIC] = CXX("void f(int n) { static int t[n]; }"),
	[PHRASE_STATIC_ASSERTION_FAILED] = CXX("static_assert(sizeof(int) == 1, \"text\");"),
	[PHRASE_STATIC_ASSERTION_REASON] = CXX("static_assert(sizeof(int) == 1, \"text\");"),
	[PHRASE_MEMBER_INITIALIZER] = CXX("template <class T> struct b { int n; }; template <class T> struct d : b<T> { "
	                                  "d() : n(1) {} }; d<int> x;"),
	[PHRASE_MEMBER_MUST_BE_CALLED] = CXX(MEMBER_TEMPLATE("1 + ")),
	[PHRASE_OVERLOADED_NOT_RESOLVED] = CXX(STATIC_TEMPLATES),
	[PHRASE_POSSIBLE_TARGET] = CXX(STATIC_TEMPLATES),
	[PHRASE_MISSING_TEMPLATE] = CXX(MEMBER_TEMPLATE("")),
	[PHRASE_USE_TEMPLATE] = CXX("template <class T> void f(T x) { x.g<int>(); }"),
	[PHRASE_MISSING_TYPENAME] = CXX("template <class T> T::type f();"),
	[PHRASE_UNEXPECTED_TYPE] = CXX("template <class T> struct s { typedef T type; }; template <class T> struct t { int f() "
	                               "{ s<T>::type; return 0; } }; int n = t<int>().f();", .last = 18),
	[PHRASE_FORGOT_TYPENAME] = CXX("template <class T> struct v {}; template <class T> v<T::type> f();"),
	[PHRASE_USE_OF_UNDECLARED] = CXX("int f() { return n; }"),
	[PHRASE_USE_OF_UNDECLARED_OPERATOR] = CXX("template <class B> struct d : B { int f() { return operator()(1); } };"),
	[PHRASE_NO_TEMPLATE] = CXX("v<int> x;"),
	[PHRASE_REQUIRES_ARGUMENTS] = CXX("template <class T> struct s; int i = s[0];"),
	[PHRASE_TEMPLATE_ARGUMENTS_OF_MEMBER] = CXX("template <class T> struct s { s(v<T> *p) {} };"),
	[PHRASE_NEEDS_QUALIFICATION] = CXX("template <class T> struct b { int f(T); }; template <class T> struct d : b<T> { "
	                                   "int g(T x) { return f(x); } }; int x = d<int>().g(1);"),
	[PHRASE_IS_NOT_MARKED_CONST] = CXX("struct s { void f(); }; void g(const s &x) { x.f(); }"),
	[PHRASE_FILE_NOT_FOUND] = CXX("#include \"no_such_file.h\""),
	[PHRASE_CALLED_BY] = CXX("void f() { [] " DEVICE "{}(); }"),
	[PHRASE_INCLUDED_FROM] = {.name = "/program.cu", .text = "#ifdef A\nint x = y;\n#else\n#define A\n"
	                                               "#include \"/program.cu\"\n#endif\n"},
	[PHRASE_CANDIDATE] = CXX("void f(int *); void f(char *); void g() { f(1.0); }"),
	[PHRASE_CANDIDATE_BUILTIN] = CXX("struct s { operator int(); operator float(); }; float f(s x) { return 2 * x; }"),
	[PHRASE_CANDIDATE_IMPLICIT] = CXX("struct s { s(int *); }; s x(1.0);"),
	[PHRASE_CANDIDATE_REQUIRES] = CXX("void f(int *, int); void f(char *); void g() { f(1, 2, 3); }"),
	[PHRASE_CANDIDATE_ARGUMENT] = CXX("void f(int *, int); void f(char *); void g() { f(1, 2, 3); }"),
	[PHRASE_CALL_TO_RESTRICTED] = CXX(HOST "void f(int); " HOST "void f(char *); " DEVICE "void g() { f(1); }"),
	[PHRASE_FROM_RESTRICTED] = CXX(HOST "void f(int); " HOST "void f(char *); " DEVICE "void g() { f(1); }"),
	[PHRASE_NO_KNOWN_CONVERSION] = CXX("void f(int *); void f(char *); void g() { f(1.0); }"),
	[PHRASE_CONFLICTING_DEDUCTION] = CXX("template <class T> void f(T, T); void g() { f(1, 2.0); }"),
	[PHRASE_COULD_NOT_MATCH] = CXX("template <class T> struct v {}; template <class T> void f(v<T>); void g() { f(1); }"),
	[PHRASE_TEMPLATE_PARAMETER] = CXX("template <int n> void f(); void g(int m) { f<m>(); }"),
	[PHRASE_WOULD_LOSE_CONST] = CXX("struct s { s(int *); s(char *); }; const int n = 1; s x(&n);"),
	[PHRASE_WAS_NOT_SATISFIED] = CXX("template <bool, class T> struct e {}; template <class T> struct e<true, T> { typedef "
	                                 "T type; }; template <bool b, class T> using et = typename e<b, T>::type; "
	                                 "template <class T> struct is { static const bool value = false; }; "
	                                 "namespace std { template <bool, class T = void> struct enable_if {}; template <class T> "
	                                 "struct enable_if<true, T> { typedef T type; }; } "
	                                 "template <class T> typename std::enable_if<is<T>::value>::type f(T); void g() { f(1); }"),
	[PHRASE_FOUND_BY_LOOKUP] = CXX("namespace a { struct s; } namespace b { struct s; } using namespace a; "
	                               "using namespace b; s *p;"),
	[PHRASE_IN_INSTANTIATION] = CXX("template <class T> void f() { T x = nullptr; } void g() { f<int>(); }"),
	[PHRASE_INSTANTIATED_FUNCTION] = CXX("template <class T> void f() { T x = nullptr; } void g() { f<int>(); }"),
	[PHRASE_REQUESTED_HERE] = CXX("template <class T> void f() { T x = nullptr; } void g() { f<int>(); }"),
	[PHRASE_EXPECTED_ANGLE] = CXX(COMPARED_MEMBER),
	[PHRASE_TO_MATCH_ANGLE] = CXX(COMPARED_MEMBER),
	[PHRASE_DECLARED_HERE] = CXX("struct s { void f(); }; void g(const s &x) { x.f(); }"),
	[PHRASE_EXPECTED] = C("int f(void) { return 1 }"),
	[PHRASE_EXPECTED_PARENTHESIS] = C("int f(int); int g(void) { return f(1; }"),
	[PHRASE_EXPECTED_PARAMETER] = C("void f(vie(int, 1) x) {}"),
	[PHRASE_EXPECTED_EXPRESSION] = C("int f(void) { return +; }"),
	[PHRASE_EXTRANEOUS] = C("int f(void) { return 1; } }"),
	[PHRASE_DEFINED_WITHIN] = C("int f(void) { int g(void) { return 1; } return 1; }"),
	[PHRASE_UNTERMINATED] = C("#define m(a) a\nint n = m(1;\n"),
	[PHRASE_TOO_FEW_MACRO_ARGUMENTS] = C("#define m(a, b) a\nint n = m(1);"),
	[PHRASE_TOO_MANY_MACRO_ARGUMENTS] = C("#define m(a) a\nint n = m(1, 2);"),
	[PHRASE_TYPE_WITH_NAME] = C("void f(void) { ^(type x) {}; }"),
	[PHRASE_UNDECLARED] = C("int f(void) { return n; }"),
	[PHRASE_UNKNOWN_TYPE] = C("type n;"),
	[PHRASE_MUST_USE_STRUCT] = C("struct s { int n; }; s x;"),
	[PHRASE_REDEFINITION] = C("struct s { int n; }; struct s { int n; };"),
	[PHRASE_CONFLICTING_TYPES] = C("int f(int n); int f(float n) { return 1; }"),
	[PHRASE_NO_GENERIC_ASSOCIATION] = C("int n = _Generic(1.0, int: 1, char: 2);"),
	[PHRASE_INDIRECTION] = C("int f(int n) { return *n; }"),
	[PHRASE_FROM_INCOMPATIBLE] = CXX("struct s {}; void f(int x, s y) { x = y; }"),
	[PHRASE_PARAMETER_OF_INCOMPATIBLE] = C("struct s { int n; }; void f(int); void g(struct s x) { f(x); }"),
	[PHRASE_TOO_FEW_ARGUMENTS] = C("void f(int); void g(void) { f(); }"),
	[PHRASE_CALLED_OBJECT] = C("void f(int n) { n(1); }"),
	[PHRASE_SUBSCRIPTED_VALUE] = C("struct s { int n; }; int f(struct s x) { return x[0]; }"),
	[PHRASE_NO_MEMBER] = C("struct s { int n; }; int f(struct s x) { return x.m; }"),
	[PHRASE_MEMBER_REFERENCE] = C("int f(int n) { return n.m; }"),
	[PHRASE_IS_A_POINTER] = C("struct s { int n; }; int f(struct s *x) { return x.n; }"),
	[PHRASE_INITIALIZING] = C("struct s { int n; }; int f(struct s x) { int n = x; return n; }"),
	[PHRASE_INCOMPATIBLE_POINTERS] = C("void f(float *p) { int *q = p; }"),
	[PHRASE_WITH_EXPRESSION] = C("void f(float *p) { int *q = p; }"),
	[PHRASE_NO_AGGREGATE] = C("int n = {.a = 1};"),
	[PHRASE_MISSING_BLOCK] = C("void f(int n) { ^{ n = 1; }; }"),
	[PHRASE_ARRAY_INSIDE_BLOCK] = C("void f(void) { int a[2]; ^{ return a[0]; }; }"),
	[PHRASE_VOID_DISCARDS_QUALIFIERS] = C("void f(void *); void g(const int *p) { f(p); }"),
	[PHRASE_DISTINCT_POINTERS] = C("int f(int *p, float *q) { return p == q; }"),
	[PHRASE_EXCESS_ELEMENTS] = C("struct s { int n; }; struct s x = {1, 2};"),
	[PHRASE_EXPECTED_NAMESPACE] = CXX("using namespace nowhere;"),
	/* types of expressions */
	[PHRASE_LAMBDA_AT] = CXX("int n = [] {};"),
	[PHRASE_UNNAMED] = CXX("struct { int n; } x; int n = x;"),
	[PHRASE_ANONYMOUS_NAMESPACE] = CXX("namespace { struct s {} x; } int n = x.y;"),
	[PHRASE_BUILTIN_FUNCTION] = CXX("int n = __builtin_abs(1);"),
};

/* Whether a diagnostic, or a note of it, has the phrase. */
static bool is_in(CXDiagnostic d, enum phrase p)
{
	CXString s = clang_getDiagnosticSpelling(d);
	CXDiagnosticSet notes = clang_getChildDiagnostics(d);
	bool found = says(clang_getCString(s), p);

	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes) && !found; i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);

		found = is_in(note, p);
		clang_disposeDiagnostic(note);
	}
	clang_disposeString(s);
	return found;
}

struct search {
	enum phrase phrase;
	bool found;
};

static enum CXChildVisitResult find_in_types(CXCursor c, CXCursor parent, CXClientData data)
{
	struct search *search = data;
	CXString s = clang_getTypeSpelling(clang_getCursorType(c));

	(void)parent;
	search->found |= says(clang_getCString(s), search->phrase);
	clang_disposeString(s);
	return CXChildVisit_Recurse;
}

/* The number in front of the first period of "clang version 19.1.7". */
static int clang_version(void)
{
	CXString s = clang_getClangVersion();
	const char *number = strstr(clang_getCString(s), "version ");
	int version = number ? atoi(number + strlen("version ")) : 0;

	clang_disposeString(s);
	return version;
}

/* Whether clang uses the phrase of its program; what it says instead goes to standard error. */
static bool is_said(CXIndex index, enum phrase p)
{
	static const char *const cxx[] = {"-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-host-only", "-std=gnu++17"};
	static const char *const c[] = {"-x", "c", "-fblocks", "-std=gnu11"};
	bool is_c = strstr(programs[p].name, ".c") && !strstr(programs[p].name, ".cu");
	struct CXUnsavedFile file = {programs[p].name, programs[p].text, strlen(programs[p].text)};
	CXTranslationUnit tu = clang_parseTranslationUnit(index, programs[p].name, is_c ? c : cxx, is_c ? 4 : 6,
	                                                  &file, 1, CXTranslationUnit_None);
	struct search search = {.phrase = p};

	clang_visitChildren(clang_getTranslationUnitCursor(tu), find_in_types, &search);
	bool found = search.found;

	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);

		found |= is_in(d, p);
		clang_disposeDiagnostic(d);
	}
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu) && !found; i++) {
		CXDiagnostic d = clang_getDiagnostic(tu, i);
		CXString s = clang_formatDiagnostic(d, CXDiagnostic_DisplaySourceLocation);

		print_error("\"%s\": not in \"%s\"\n", phrase_text(p), clang_getCString(s));
		clang_disposeString(s);
		clang_disposeDiagnostic(d);
	}
	clang_disposeTranslationUnit(tu);
	return found;
}

static void test_phrases(void **state)
{
	CXIndex index = clang_createIndex(0, 0);
	int version = clang_version();
	unsigned missing = 0;

	(void)state;
	for (enum phrase p = 0; p < PHRASE_COUNT; p++) {
		if (!programs[p].text)
			fail_msg("\"%s\" has no program", phrase_text(p));
		if ((programs[p].first && version < programs[p].first) || (programs[p].last && version > programs[p].last))
			continue;
		if (!is_said(index, p)) {
			print_error("clang does not say \"%s\" of: %s\n", phrase_text(p), programs[p].text);
			missing++;
		}
	}
	clang_disposeIndex(index);
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_phrases)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
