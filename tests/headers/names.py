#!/usr/bin/env python3
"""names.py INCLUDE_DIR COMPILER...: what the headers of C++ AMP put at global scope of a program, macros
and declarations, is named by the specification, by Windows or by CUDA (below), or begins with two
underscores, AMP_ or AMPCC_. No name in them is a common macro of system headers. In the host unit's form and in the parse's."""
import re
import subprocess
import sys

HEADERS = "amp.h amp_math.h amp_graphics.h amp_short_vectors.h amp_cuda.h".split()
NAMES = {
    "Concurrency", "concurrency", "std",
    "HRESULT", "_HRESULT_DEFINED",
    "UNORM_ZERO", "UNORM_MIN", "UNORM_MAX", "NORM_ZERO", "NORM_MIN", "NORM_MAX",
    "CUstream_st", "CUctx_st",
}
OURS = re.compile(r"__|AMP_|AMPCC_")
# Macros of headers that programs include before ours, X11's above all: they would replace our names.
MACROS = set("None Bool Status Success True False Above Below Always Complex Convex Unsorted major minor".split())


def ours(compiler, include, options):
    """The text and the macros of our headers, after preprocessing."""
    source = "".join("#include <%s>\n" % h for h in HEADERS)
    text = subprocess.run([*compiler, "-std=c++17", "-E", "-dD", "-I" + include, *options, "-xc++", "-"],
                          input=source, capture_output=True, text=True, check=True).stdout
    file, lines, macros = "", [], set()
    for line in text.split("\n"):
        marker = re.match(r'# \d+ "(.*?)"', line)
        if marker:
            file = marker[1]
        elif file.startswith(include):
            macro = re.match(r"#define (\w+)", line)
            if macro:
                macros.add(macro[1])
            elif not line.startswith("#"):
                lines.append(line)
    return "\n".join(lines), macros


def global_declarations(text):
    """Each declaration at global scope, without what is in braces."""
    text = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'', '""', text)
    depth, declaration = 0, ""
    for c in text:
        if c == "{" and depth == 0 and declaration.split() == ["extern", '""']:
            declaration = ""  # what is in it is at global scope, too
        elif c == "}" and depth == 0:
            declaration = ""
        elif c == "{":
            depth += 1
            if depth == 1:
                declaration += "{}"
        elif c == "}":
            depth -= 1
            if depth == 0 and not re.match(r"\s*(typedef|template|struct|enum|class|union)\b", declaration):
                yield declaration  # a namespace or a function
                declaration = ""
        elif depth == 0 and c == ";":
            yield declaration
            declaration = ""
        elif depth == 0:
            declaration += c


def declared_name(declaration):
    declaration = " ".join(re.sub(r"__attribute__\s*\(\(.*?\)\)", "", declaration).split())
    if not declaration or declaration.startswith("using namespace std"):
        return None
    if declaration.startswith("using namespace"):
        return declaration  # brings names: never ours
    head = re.sub(r"^template <.*?> (?=struct|class|inline|constexpr|void)", "", declaration)
    named = re.match(r"(?:inline )?(?:namespace|struct|class|union|enum(?: class)?) (\w+)", head)
    if named:
        return named[1]
    function = re.search(r"(operator\S+|\w+) ?\(", head)
    return function[1] if function else re.findall(r"\w+", head)[-1]


def main():
    include, compiler, failed = sys.argv[1], sys.argv[2:], False
    for options in [], ["-D__AMPCC_PARSE__"]:
        text, names = ours(compiler, include, options)
        names |= {n for n in map(declared_name, global_declarations(text)) if n}
        if "Concurrency" not in names:
            sys.exit("names.py found nothing to check")
        for name in sorted(n for n in names if n not in NAMES and not OURS.match(n)):
            print("%s: a program's own name may be this one (%s)" % (name, " ".join(options) or "host"))
            failed = True
        for name in sorted(MACROS.intersection(re.findall(r"\w+", text))):
            print("%s: a system header's macro has this name (%s)" % (name, " ".join(options) or "host"))
            failed = True
    sys.exit(failed)


main()
