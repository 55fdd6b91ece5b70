"""A program of one file as a project: its kernels in several sources and headers, in namespaces, classes and templates of other
kinds, with the same names in several sources. It has to compute what the program of one file does."""

import re

from .dice import Dice

_MARK = re.compile(r"^(?:// ---- (k\d+) ----|/\* ---- (k\d+) ---- \*/)\n", re.M)
_FUNCTION = re.compile(r"^((?:template <.*> )?)static (?:inline )?(?=[^=;\n]*\()", re.M)


class Project:
    """Text of its files by their names; `sources` are to be compiled, with the options that each has of its own."""

    def __init__(self, text, seed):
        parts = _MARK.split(text)
        head, tail = parts[0], parts[-1]
        self.is_c = head.startswith("/*")
        self.suffix = ".c" if self.is_c else ".cpp"
        tail_at = tail.index("static const struct {")
        parts[-1], self.main = tail[:tail_at], tail[tail_at:]
        self.dice = Dice(seed, "project")
        self.files = {"common.h": "#ifndef COMMON_H\n#define COMMON_H\n" + head + "#endif\n"}
        self.declarations = []  # for main
        self.bodies = {}        # of sources
        for i in range(1, len(parts) - 2, 3):
            name = parts[i] or parts[i + 1]
            self.name, self.dice = name, Dice(seed, "project", name)
            self.source = name + self.suffix
            form = self.dice.pick(_C_FORMS if self.is_c else _FORMS)
            form(self, parts[i + 2].rstrip() + "\n")
        self.dice = Dice(seed, "project", "files")
        self._join_sources()
        include = '#include "common.h"\n'
        for source, body in self.bodies.items():
            self.files[source] = include + body
        self.files["main" + self.suffix] = include + "\n".join(self.declarations) + "\n" + self.main
        self.sources = {source: self.dice.pick([[], [], ["-O0"], ["-O2"]])
                        for source in self.dice.shuffled([*self.bodies, "main" + self.suffix])}
        self.in_library = self.dice.some([*self.bodies], 50) if self.dice.chance(40) else []
        self.at_once = not self.in_library and self.dice.chance(30)

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in self.files.items():
            (folder / name).write_text(text)

    def _join_sources(self):
        """Some sources have several kernels; those whose names are those of others stay alone."""
        bodies, last = self.bodies, None
        self.bodies = {}
        for source, body in bodies.items():
            alone = "unit" in body.split("\n", 1)[0]
            if last and not alone and self.dice.chance(40):
                self.bodies[last] += body
                continue
            self.bodies[source] = body
            last = None if alone else source

    @property
    def declared(self):
        return f"void {self.name}_run(struct results *r);" if self.is_c else f"namespace {self.name} {{ void run(results &r); }}"

    def header(self, text):
        self.files[self.name + ".h"] = f"#ifndef {self.name}_H\n#define {self.name}_H\n{text}#endif\n"
        return f'#include "{self.name}.h"\n'


def _extern(text):
    return text.replace("static void run(results &r)", "void run(results &r)")


def _inline(text):
    """Functions that several sources may have."""
    return _FUNCTION.sub(r"\1inline ", text)


def _split(text):
    """The declarations of a unit, and the host's function."""
    at = text.index("static void run(results &r)")
    return text[:at] + "}\n", text[at:]


def _source(p, text):
    """In a source."""
    p.declarations.append(p.declared)
    p.bodies[p.source] = _extern(text)


def _unnamed(p, text):
    """In an unnamed namespace, with the same names as in other sources."""
    p.declarations.append(p.declared)
    text = text.replace(f"namespace {p.name} {{", "namespace unit {", 1)
    p.bodies[p.source] = f"namespace {{ // unit\n{text}}}\nnamespace {p.name} {{ void run(results &r) {{ unit::run(r); }} }}\n"


def _nested(p, text):
    """In namespaces within others."""
    outer, inner = p.dice.pick([("namespace outer {", "inline namespace v1 {"), ("namespace outer {", "namespace {"),
                                ("namespace outer { namespace amp {", "namespace details {")])
    p.declarations.append(p.declared)
    path = "::".join(w for w in (outer + inner).replace("inline", "").replace("namespace", "").replace("{", " ").split())
    path = path.replace("::v1", "")
    closing = "}" * (outer + inner).count("{")
    p.bodies[p.source] = f"{outer} {inner}\n{_extern(text)}{closing}\n" \
                         f"namespace {p.name} {{ void run(results &r) {{ {path}::{p.name}::run(r); }} }}\n"


def _twice(p, text):
    """In a header of inline functions, which two sources have."""
    text = _inline(text)
    include = p.header(text)
    p.bodies[p.source] = f"{include}namespace {p.name} {{ void again(results &r) {{ run(r); }} }}\n"
    p.declarations.append(f"{include}namespace {p.name} {{ void again(results &r); }}")
    _compared(p, f"{p.name}::again(again)", f"{p.name}::run(r)")


def _compared(p, first, second):
    """Main's table has a function that calls both."""
    p.declarations.append(
        f"static void both_{p.name}(results &r)\n{{\n\tresults again = {{r.sum, false}};\n\t{first};\n\t{second};\n"
        f"\tif (again.sum != r.sum)\n\t\tr.sum = 0;\n}}")
    p.main = p.main.replace(f"{p.name}::run}}", f"both_{p.name}}}")


def _template(p, text):
    """The launches are in a function template, which is instantiated explicitly in one source and implicitly in another."""
    declarations, run = _split(text)
    run = run.replace("static void run(results &r)", "template <int Again> void run(results &r)", 1)
    include = p.header(_inline(declarations.rstrip()[:-1]) + run)
    p.bodies[p.source] = f"{include}template void {p.name}::run<0>(results &);\n"
    p.declarations.append(f"{include}extern template void {p.name}::run<0>(results &);")
    _compared(p, f"{p.name}::run<0>(again)", f"{p.name}::run<1>(r)")


def _class_template(p, text):
    """The launches are in a member function of a class template, with an explicit instantiation."""
    declarations, run = _split(text)
    head = p.dice.pick(["", "static "])
    run = run.replace("static void run(results &r)", f"template <typename Again> struct project_runner {{ {head}void go(results &r); }};\n"
                      "template <typename Again> void project_runner<Again>::go(results &r)", 1)
    include = p.header(_inline(declarations.rstrip()[:-1]) + run)
    p.bodies[p.source] = f"{include}template struct {p.name}::project_runner<int>;\n"
    p.declarations.append(f"{include}extern template struct {p.name}::project_runner<int>;")
    _compared(p, f"{p.name}::project_runner<int>().go(again)", f"{p.name}::project_runner<float>().go(r)")


def _header(p, text):
    """Declarations in a header, launches in a source, in a function or in a member function."""
    declarations, run = _split(text)
    include = p.header(_inline(declarations))
    p.declarations.append(p.declared)
    if p.dice.chance(50):
        run = "struct project_runner { void go(results &r); };\nvoid project_runner::go(results &r)" + run[run.index("\n{"):]
        run = run.rstrip()[:-1] + "void run(results &r) { project_runner().go(r); }\n}\n"
    p.bodies[p.source] = f"{include}namespace {p.name} {{\n{_extern(run)}"


def _textual(p, text):
    """The text of a namespace is included."""
    p.declarations.append(p.declared)
    head, rest = _extern(text).split("\n", 1)
    p.files[p.name + ".inc"] = rest.rstrip()[:-1]
    p.bodies[p.source] = f'{head}\n#include "{p.name}.inc"\n}}\n'


def _c_source(p, text):
    """In a source, with the same names as in other sources."""
    p.declarations.append(p.declared)
    if p.dice.chance(60):
        text = "/* unit */\n" + re.sub(rf"_{p.name}\b", "_unit", text)
    p.bodies[p.source] = text.replace(f"static void {p.name}_run(", f"void {p.name}_run(")


def _c_header(p, text):
    """Declarations in a header, launches in a source; or all of it in a header that two sources have."""
    at = text.index(f"static void {p.name}_run(")
    if p.dice.chance(50):
        include = p.header(text[:at])
        p.declarations.append(p.declared)
        p.bodies[p.source] = include + text[at + len("static "):]
        return
    include = p.header(text)
    p.bodies[p.source] = f"{include}void {p.name}_again(struct results *r) {{ {p.name}_run(r); }}\n"
    p.declarations.append(f"{include}void {p.name}_again(struct results *r);\nstatic void both_{p.name}(struct results *r)\n{{\n"
                          f"\tstruct results again = {{r->sum, false}};\n\t{p.name}_again(&again);\n\t{p.name}_run(r);\n"
                          f"\tif (again.sum != r->sum)\n\t\tr->sum = 0;\n}}")
    p.main = p.main.replace(f"{p.name}_run}}", f"both_{p.name}}}")


_FORMS = [_source, _unnamed, _unnamed, _nested, _twice, _template, _template, _class_template, _class_template, _header, _header,
          _textual]
_C_FORMS = [_c_source, _c_header]
