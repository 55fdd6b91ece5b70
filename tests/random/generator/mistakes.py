"""What breaks one rule of restrict(amp), as text: a statement that is put at a random place of amp code, and a
declaration in front of the kernel. The error has to be on the line with MARK."""

MARK = "/* mistake */"


class Mistake:
    """`fits` is called with the body. `{i}` in the statement is the index of the thread."""

    def __init__(self, name, statement="", declaration="", languages="c++ c", without_extensions=False,
                 fits=lambda b: True):
        self.name = name
        self.statement = statement
        self.declaration = declaration
        self.languages = languages.split()
        self.without_extensions = without_extensions
        self.fits = fits

    def is_for(self, program):
        return program.lang.name in self.languages and not (self.without_extensions and program.extensions)


def _is_tiled(b):
    """In a kernel with tiles of more than one thread along the first dimension."""
    return b.is_kernel and b.tile is not None and b.tile[0] > 1


MISTAKES = [
    # types
    Mistake("char", f"char zz = 3; {MARK}", languages="c++", without_extensions=True),
    Mistake("short", f"short zz = 3; {MARK}", languages="c++", without_extensions=True),
    Mistake("long long", f"long long zz = 3; {MARK}", languages="c++", without_extensions=True),
    Mistake("long double", f"long double zz; {MARK}"),
    Mistake("volatile", f"volatile int zz = 3; {MARK}"),
    Mistake("pointer to pointer", f"int **zz; {MARK}", languages="c++"),
    Mistake("pointer to function", f"int (*zz)(int); {MARK}"),
    Mistake("bit-field", f"struct zz_bits zz; {MARK}", "struct zz_bits { int zz : 3; };"),
    Mistake("array without length", f"int zz_n = 3; int zz[zz_n]; {MARK}", languages="c"),
    Mistake("virtual", f"zz_base zz; {MARK}", "struct zz_base { int zz; virtual int zz_f() const; };", languages="c++"),
    # expressions and statements
    Mistake("new", f"int *zz = new int; {MARK}", languages="c++"),
    Mistake("delete", f"int *zz = nullptr; delete zz; {MARK}", languages="c++"),
    Mistake("throw", f"throw 3; {MARK}", languages="c++"),
    Mistake("try", f"try {{ }} catch (...) {{ }} {MARK}", languages="c++"),
    Mistake("label", f"zz_end: ; {MARK}"),
    Mistake("asm", f'asm(""); {MARK}', languages="c++"),
    Mistake("typeid", f"(void)typeid(int); {MARK}", languages="c++"),
    # variables
    Mistake("static", f"static int zz = 3; {MARK}"),
    Mistake("thread_local", f"thread_local int zz = 3; {MARK}", languages="c++"),
    Mistake("global", f"int zz = zz_global; {MARK}", "static int zz_global = 3;"),
    Mistake("written global", f"zz_global = 3; {MARK}", "static int zz_global;"),
    Mistake("global array", f"int zz = zz_global[2]; {MARK}", "static int zz_global[] = {1, 2, 3};"),
    Mistake("initialized tile_static", f"tile_static int zz = 3; {MARK}", fits=_is_tiled),
    Mistake("static tile_static", f"static tile_static int zz; {MARK}", fits=_is_tiled),
    Mistake("tile_static parameter", "", f"static int zz_f(tile_static int *zz) restrict(amp) {{ return *zz; }} {MARK}"),
    Mistake("constant without value", f"int zz = zz_class::zz; {MARK}", "struct zz_class { static const int zz; };",
            languages="c++"),
    # calls that nobody writes
    Mistake("default constructor of the CPU's", f"zz_class zz; {MARK}", "struct zz_class { int zz; zz_class() : zz(3) {} };",
            languages="c++"),
    Mistake("destructor of the CPU's", f"zz_class zz = {{3}}; {MARK}", "struct zz_class { int zz; ~zz_class() {} };",
            languages="c++"),
    Mistake("range of the CPU's", f"zz_range zz_r = {{{{3, 4}}}}; for (int zz : zz_r) {{ (void)zz; }} {MARK}",
            "struct zz_range { int zz[2]; int *begin() { return zz; } int *end() { return zz + 2; } };", languages="c++"),
    # calls
    Mistake("call of the CPU's", f"int zz = zz_f(3); {MARK}", "static int zz_f(int zz) { return zz; }"),
    Mistake("undeclared", f"int zz = zz_f(3); {MARK}"),
    Mistake("wrong argument", f"int zz = zz_f(3, 4); {MARK}", "static int zz_f(int zz) restrict(amp) { return zz; }"),
    Mistake("recursion", "", f"static int zz_f(int zz) restrict(amp) {{ return zz > 0 ? zz_f(zz - 1) : 0; }} {MARK}"),
    # clauses
    Mistake("unknown restriction", "", f"static int zz_f(int zz) restrict(gpu) {{ return zz; }} {MARK}"),
    Mistake("clause of a variable", f"int zz restrict(amp) = 3; {MARK}", languages="c++"),
    Mistake("empty clause", "", f"static int zz_f(int zz) restrict() {{ return zz; }} {MARK}", languages="c++"),
    # barriers
    Mistake("divergent barrier", f"if ({{i}}.local[0] == 0) {{i}}.barrier.wait(); {MARK}", languages="c++", fits=_is_tiled),
    Mistake("divergent barrier", f"if ({{i}}.local.i == 0) amp_barrier_wait({{i}}.barrier); {MARK}", languages="c",
            fits=_is_tiled),
]


class Injection:
    """Puts a mistake in front of the n-th statement that it fits; n None: counts those."""

    def __init__(self, mistake, n=None):
        self.mistake = mistake
        self.n = n
        self.count = 0

    def before_statement(self, b):
        # templates, and lambdas that are, may not be instantiated; statements in expressions have no lines
        if b.restriction != "amp" or b.is_lambda or b.spellings or b.first_scope or not self.mistake.fits(b):
            return
        if self.count == self.n:
            for line in self.mistake.statement.replace("{i}", b.index.name if b.index else "").splitlines():
                b.line(line)
        self.count += 1
