#!/usr/bin/env python3
"""check_layers.py BUILD-FOLDER: calls between the folders of compiler/ run downward only.

Reads the symbols of the object files. Fails where a function of one folder calls or names one of a
folder above, where more than MOST files call each other in a circle, or where a folder has more than
SOURCES files.
"""
import json
import os
import subprocess
import sys

# Each folder may use those below it in this list. Files of compiler/ itself are folders of their own.
LAYERS = """
driver device translate emit msvc lower_c lower tile_loops rewrite access analyse check overload body messages parse ast
source base
""".split()
MOST = 8
SOURCES = 12


def object_files(build):
    """Yields (file in compiler/ without its ending, object file)."""
    with open(os.path.join(build, "compile_commands.json")) as f:
        commands = json.load(f)
    for command in commands:
        path = os.path.normpath(os.path.join(command["directory"], command["file"]))
        folders = path.split(os.sep)
        output = command["output"]
        if output.startswith("compiler/") and "compiler" in folders:
            name = "/".join(folders[folders.index("compiler") + 1:])
            yield os.path.splitext(name)[0], os.path.join(command["directory"], output)


def symbols(paths):
    """Of each object file, the symbols that it defines, and those that it needs."""
    found = {path: (set(), set()) for path in paths}
    lines = subprocess.run(["nm", "-A", *paths], check=True, capture_output=True, text=True).stdout
    for line in lines.splitlines():
        path, rest = line.split(":", 1)
        *_, kind, name = rest.split()
        if kind == "U":
            found[path][1].add(name)
        elif kind.isupper():
            found[path][0].add(name)
    return found


def circles(calls):
    """Strongly connected components of more than one file (Tarjan, 1972)."""
    index, low, stack, found = {}, {}, [], []

    def visit(v):
        index[v] = low[v] = len(index)
        stack.append(v)
        for w in calls.get(v, ()):
            if w not in index:
                visit(w)
                low[v] = min(low[v], low[w])
            elif w in stack:
                low[v] = min(low[v], index[w])
        if low[v] == index[v]:
            at = stack.index(v)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for v in calls:
        if v not in index:
            visit(v)
    return found


def main():
    where, needs = {}, {}
    names = {path: name for name, path in object_files(sys.argv[1])}
    if not names:
        sys.exit("no object files of compiler/ in " + sys.argv[1])
    for path, (defined, needed) in symbols(list(names)).items():
        name = names[path]
        where.update(dict.fromkeys(defined, name))
        needs[name] = needed
    errors = []
    calls = {}
    for name, needed in sorted(needs.items()):
        folder = name.split("/")[0]
        if folder not in LAYERS:
            errors.append(f"{name}: its folder is not in LAYERS")
            continue
        for symbol in sorted(needed):
            to = where.get(symbol, name)
            if to == name:
                continue
            calls.setdefault(name, set()).add(to)
            if to.split("/")[0] in LAYERS[:LAYERS.index(folder)]:
                errors.append(f"{name} uses {symbol} of {to}, which is above it")
    for circle in circles(calls):
        print(f"a circle of {len(circle)}: {' '.join(circle)}")
        if len(circle) > MOST:
            errors.append(f"{len(circle)} files call each other in a circle")
    folders = [name.split("/")[0] for name in needs if "/" in name]
    for folder in sorted(set(folders)):
        if folders.count(folder) > SOURCES:
            errors.append(f"{folder} has {folders.count(folder)} sources, more than {SOURCES}")
    print("\n".join(errors))
    sys.exit(bool(errors))


if __name__ == "__main__":
    main()
