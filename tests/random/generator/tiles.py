"""tile_static variables, barriers, and what the threads of a tile do together.

Between two barriers, a phase, each shared object has one mode: in "own" each thread uses what belongs to
it, in "read" nobody writes it, in "set" each thread writes elements that are not its own, "single" is written by the tile's first thread alone, and "atomic …" is
one kind of atomic operations. The next phase may have another mode, so that there are no races. Where
phases meet without a barrier, at the ends of loops and ifs, their modes have to agree; where they
do not, a barrier is put there.
"""

from . import expressions, types
from .body import POSTFIX, PRIMARY, Loop, Place, Variable
from .constructs import choose, table
from .types import INT, UINT, Array, Scalar

idiom = table("tiles")


class Memory:
    """What a mode is of: a shared object, by whatever names it is used."""

    def __init__(self, is_global=False):
        self.is_global = is_global


class Phase:
    def __init__(self, modes=()):
        self.modes = dict(modes)

    def enter(self, shared, mode):
        """Whether the object may be used so in this phase; from now on it is."""
        return self.modes.setdefault(shared.memory, mode) == mode

    def choose(self, b, shared, write):
        mode = self.modes.get(shared.memory)
        if mode is None:
            mode = "own" if write or not b.want_uniform and b.dice.chance(40) else "read"
        if mode not in ("own", "read") or write and mode == "read" or b.want_uniform and mode == "own":
            return None
        self.enter(shared, mode)
        return mode

    def agrees(self, other):
        return all(self.modes.get(key, mode) == mode for key, mode in other.modes.items())

    def absorb(self, other):
        self.modes.update(other.modes)


class Shared(Variable):
    """A tile_static variable: an array with an element for each thread, or with more or less of them."""

    def __init__(self, name, element, dims, index, *, text=None, memory=None, roots=None):
        super().__init__(name, element, text=text, kind="shared", roots=roots)
        self.element = element
        self.dims = dims
        self.index = index
        self.memory = memory or Memory()
        self.is_set = False  # all of its elements have values
        self.is_array = True # or it is a pointer to the first one

    def is_readable(self, b):
        return True

    def has(self, b, want, write):
        return self.is_set and b.phase is not None and super().has(b, want, write)

    def place(self, b, want, write, depth):
        mode = b.phase.choose(b, self, write)
        if mode is None:
            return None
        if mode == "own":
            text = self.own(b)
            if text is None:
                return None
        else:
            text = self.at([expressions.index(b, n, depth).text for n in self.dims])
        place = Variable(self.name, self.element, text=text, prec=POSTFIX if self.dims else PRIMARY,
                         roots=self.roots).place(b, want, write, depth)
        if place:
            place.variable = self
            place.uniform = b.want_uniform
        return place

    def at(self, components):
        return self.text + "".join(f"[{c}]" for c in components)

    def own(self, b):
        """The element of this thread, or None."""
        if len(self.dims) == self.index.rank:
            if all(n >= m for n, m in zip(self.dims, self.index.tile)):
                return self.at(self.index.local)
        elif len(self.dims) == 1 and self.dims[0] >= size_of(self.index.tile):
            return self.at([linear(b, self.index)])
        return None


def size_of(dims):
    result = 1
    for n in dims:
        result *= n
    return result


def linear(b, index):
    """The number of a thread in its tile."""
    if b.linear and b.linear in b.visible() and b.dice.chance(70):
        return b.linear.name
    text = index.local[0]
    for d in range(1, index.rank):
        text = f"({text}) * {index.tile[d]} + {index.local[d]}" if d > 1 else f"{text} * {index.tile[d]} + {index.local[d]}"
    return text


# ---- Barriers -------------------------------------------------------------------------


def wait(b, kind=None):
    """A barrier: a new phase begins, but for memory that the barrier does not order."""
    if kind is None:
        kind = b.dice.pick(["", "", "", "all", "global", "tile_static"])
    b.line(b.lang.barrier(b, kind))
    kept = {"global": False, "tile_static": True}.get(kind)
    b.phase = Phase((m, mode) for m, mode in b.phase.modes.items() if m.is_global is kept)


def close_loop(b, before):
    """At the end of the body of a loop that began in the phase `before`, and may not run at all. Nothing in code
    that does not wait."""
    if b.phase is not before:
        if not before.agrees(b.phase):
            wait(b, "")
        before.absorb(b.phase)
        b.phase = before


def join(b, phases):
    """Behind an if, whose ways end in these phases. Nothing in code that does not wait."""
    if all(phase is b.phase for phase in phases):
        return
    b.phase = Phase()
    for phase in phases:
        if not b.phase.agrees(phase):
            wait(b, "")
            return
        b.phase.absorb(phase)


def initialise(b, shared):
    """Statements that give each element a value."""
    size, threads = size_of(shared.dims), size_of(shared.index.tile)
    b.begin()
    own = shared.own(b)
    if not shared.dims:
        with b.block(f"if ({linear(b, shared.index)} == {b.dice.below(threads)})", uniform=False):
            _set(b, shared, shared.text)
        b.phase.enter(shared, "single")
    elif own is None or size != threads and shared.dims != shared.index.tile:
        k = b.unit.fresh("k")
        step = b.dice.pick([f"{k} += {threads}", f"{k} = {k} + {threads}"])
        with b.block(f"for (int {k} = {linear(b, shared.index)}; {k} < {size}; {step})", uniform=False):
            components, rest = [], size
            for n in shared.dims:
                rest //= n
                components.append(f"{k} / {rest} % {n}" if rest > 1 else f"{k} % {n}" if len(shared.dims) > 1 else k)
            b.declare(Variable(k, INT, low=0, high=size - 1, const=True, kind="loop"))
            _set(b, shared, shared.at(components))
        b.phase.enter(shared, "set")
    else:
        _set(b, shared, own)
        b.phase.enter(shared, "own")
    shared.is_set = True


def _set(b, shared, text):
    for path, t in leaves(shared.element):
        b.begin()
        b.line(f"{text}{path} = {expressions.value(b, t, 2).operand(b, 1)};")


def leaves(type):
    """The members of scalar type: how each is named, and its type."""
    if isinstance(type, Scalar):
        return [("", type)]
    if isinstance(type, Array):
        return [(f"[{i}]{path}", t) for i in range(type.size) for path, t in leaves(type.element)]
    return [(f".{f.name}{path}", t) for f in type.fields for path, t in leaves(f.type)]


def declare_shared(b):
    """A tile_static variable for the kernel at hand."""
    names = [n for n in b.unit.shared_names if not b.is_hidden(n)]  # of other functions
    name = b.dice.pick(names) if names and b.dice.chance(30) else b.unit.fresh(b.dice.pick(["s", "cache", "part", "shared"]))
    b.unit.shared_names.append(name)
    element = b.dice.weighted([(INT, 8), (UINT, 4), (b.dice.pick(b.unit.element_types), 4)], lambda p: p[1])[0]
    structs = [s for s in b.unit.structs if is_element(s)]
    if structs and b.dice.chance(12):
        element = b.dice.pick(structs)
    tile = b.index.tile
    dims = b.dice.pick([tile, tile, (size_of(tile),), (size_of(tile) + b.dice.between(1, 3),),
                        tuple(n + b.dice.below(2) for n in tile), (b.dice.between(1, 4),), ()])
    shared = Shared(name, element, dims, b.index)
    bounds = "".join(f"[{b.lang.bound(b, n)}]" for n in dims)
    b.line(f"tile_static {element.name if isinstance(element, Scalar) else b.spell(element)} {name}{bounds};")
    b.declare(shared)
    initialise(b, shared)


@idiom(weight=6, fits=lambda b: b.can_wait)
def declaration(b):
    """t.barrier.wait(); tile_static int s[8]; s[t.local[0]] = …; wait, in a block or a function"""
    if sum(isinstance(v, Shared) for v in b.visible()) > 5:
        return False
    wait(b, "")  # no thread uses it any more, where this is executed again
    declare_shared(b)
    if b.dice.chance(70):
        wait(b)
    return True


def is_element(struct):
    """Whether containers and tile_static arrays may have elements of this class: of whole words, with something in them."""
    types = [t for _, t in leaves(struct)]
    return bool(types) and all(t.bits >= 32 for t in types)


# ---- Statements of tiles ------------------------------------------------------------------


def shared_of(b, types=None, modes=("own", "read", None), whole=False):
    return [v for v in b.visible() if isinstance(v, Shared) and v.is_set and b.phase.modes.get(v.memory) in modes
            and (types is None or v.element in types) and (not whole or v.own(b))]


@idiom(weight=30)
def barrier(b):
    """t.barrier.wait(), …_with_all_memory_fence() and its like"""
    wait(b)
    return True


@idiom(weight=30)
def share(b):
    """s[t.local[0]] = …;"""
    found = shared_of(b, modes=("own", None), whole=True)
    if not found:
        return False
    shared = b.dice.pick(found)
    b.begin()
    path, t = b.dice.pick(leaves(shared.element))
    target = shared.own(b) + path
    b.phase.enter(shared, "own")
    b.read |= shared.roots
    if b.dice.chance(20) and not t.is_float and not t.may_overflow:
        op = b.dice.pick(["+=", "^=", "-=", "|="])
        b.line(f"{target} {op} {expressions.value(b, t, 3).operand(b, 1)};")
    else:
        b.line(f"{target} = {expressions.value(b, t, 3).operand(b, 1)};")
    return True


@idiom(weight=8)
def loop(b):
    """a loop with barriers in it"""
    from . import statements
    if not b.can_wait or len(b.loops) > 1:
        return False
    n = b.dice.between(1, 4)
    before = b.phase
    k = b.unit.fresh("k")
    b.begin()
    with b.uniformly():
        bound = statements.bound(b, n)
    step = b.dice.pick([f"{k}++", f"++{k}", f"{k} += 1"])
    head = f"for (int {k} = 0; {k} < {bound}; {step})"
    with b.block(head, times=n, loop=Loop(True), waits=True):
        b.declare(Variable(k, INT, low=0, high=n - 1, const=True, kind="loop", uniform=True))
        statements.some(b, b.dice.between(1, 4))
        if b.phase is before:
            wait(b)
        statements.some(b, b.dice.between(1, 3))
        close_loop(b, before)
    return True


@idiom(weight=3)
def bare_loop(b):
    """for (int k = 0; k < n; k++, x += k) t.barrier.wait();"""
    if not b.can_wait or len(b.loops) > 1:
        return False
    k, x, n = b.unit.fresh("k"), b.unit.fresh("x"), b.dice.between(1, 4)
    b.line(f"int {x} = {n};")
    b.line(f"for (int {k} = 0; {k} < {n}; {k}++, {x} += {k})")
    wait(b)
    total = n + n * (n + 1) // 2
    b.declare(Variable(x, INT, low=total, high=total, const=True, uniform=True))
    return True


@idiom(weight=6)
def while_loop(b):
    """a while or do loop with barriers in it, whose variable the body changes"""
    from . import statements
    if not b.can_wait or len(b.loops) > 1:
        return False
    n = b.dice.between(1, 4)
    before = b.phase
    k = b.unit.fresh("n")
    b.line(f"int {k} = {n};")
    b.declare(Variable(k, INT, low=-1, high=n, const=True, kind="loop", uniform=True))
    is_do = b.dice.chance(40)
    test = b.dice.pick([f"--{k} > 0", f"{k}-- > 1"]) if is_do else b.dice.pick([f"{k}-- > 0", f"{k} > 0"])
    loop = Loop(True)
    with b.block("do" if is_do else f"while ({test})", f"}} while ({test});" if is_do else "}", times=n, loop=loop, waits=True):
        loop.may_continue = is_do or "--" in test
        statements.some(b, b.dice.between(0, 2))
        wait(b)
        if not loop.may_continue:
            b.line(b.dice.pick([f"{k}--;", f"{k} -= 1;", f"{k} = {k} - 1;"]))
            loop.may_continue = True
        statements.some(b, b.dice.between(1, 3))
        close_loop(b, before)
    return True


@idiom(weight=8)
def condition(b):
    """an if with barriers in it, on what is the same in all threads"""
    from . import statements
    if not b.can_wait:
        return False
    b.begin()
    e = expressions.condition(b, 2, uniform=True)
    if not e.uniform:
        return False
    before = b.phase
    with b.block(f"if ({e.text})", waits=True):
        _phases(b)
    taken, b.phase = b.phase, before
    if b.dice.chance(40):
        with b.block("else", waits=True):
            _phases(b)
    join(b, [taken, b.phase])
    return True


def _phases(b):
    from . import statements
    statements.some(b, b.dice.between(0, 2))
    wait(b)
    statements.some(b, b.dice.between(1, 3))


@idiom(weight=5)
def switch(b):
    """a switch with barriers in it, on what is the same in all threads"""
    from . import statements
    n = b.dice.between(2, 4)
    with b.uniformly():
        e = expressions.remainder(b, expressions.make(b, INT, 2), n)
    if not e.uniform:
        return False
    before, phases = b.phase, []
    labels = b.dice.shuffled([f"case {x}:" for x in range(n)])[:b.dice.between(1, n)]
    has_default = b.dice.chance(60)
    if has_default:
        labels.insert(b.dice.below(len(labels) + 1), "default:")
    with b.block(f"switch ({e.text})", loop=Loop(True, in_switch=True)):
        for label in labels:
            b.level -= 1
            b.line(label)
            b.level += 1
            b.phase = before
            with b.block("", waits=True):
                if b.dice.chance(70):
                    _phases(b)
                else:
                    statements.some(b, 1)
            b.line("break;")
            phases.append(b.phase)
    b.phase = before
    join(b, phases if has_default else phases + [before])
    return True


@idiom(weight=6, fits=lambda b: b.loops and not b.loops[-1].in_switch)
def uniform_jump(b):
    """wait; if (c) break; in a loop with barriers, where c is the same in all threads"""
    if not _test(b):
        return False
    word = b.dice.pick(["break", "continue"]) if b.loops[-1].may_continue else "break"
    b.line(f"if ({_test_name(b)}) {word};")
    return True


@idiom(weight=2, fits=lambda b: b.result is None)
def uniform_return(b):
    """wait; if (c) return; where c is the same in all threads"""
    if any(v.kind == "view" and v.role == "fresh" for v in b.visible()) or not _test(b):
        return False
    b.line(f"if ({_test_name(b)}) return;")
    return True


def _test(b):
    """Declares a condition that is the same in all threads, and begins a phase, in which nothing is used yet."""
    b.begin()
    e = expressions.condition(b, 2, uniform=True)
    if not e.uniform:
        return False
    name = b.unit.fresh("c")
    b.line(f"const int {name} = {e.operand(b, 1) if e.type is INT else '(' + e.text + ') ? 1 : 0'};")
    b.declare(Variable(name, INT, low=0, high=1, const=True, uniform=True))
    wait(b, "")
    return True


def _test_name(b):
    return b.scopes[-1][-1].name


@idiom(weight=4)
def reduction(b):
    """for (int h = 8; h > 0; h /= 2) { if (l < h) s[l] += s[l + h]; wait }"""
    found = [s for s in shared_of(b, [INT, UINT, types.FLOAT], whole=True) if len(s.dims) == 1]
    n = size_of(b.index.tile)
    if not found or not b.can_wait or n & (n - 1) or n == 1:
        return False
    s = b.dice.pick(found)
    if b.phase.modes:
        wait(b, "")
    h, me = b.unit.fresh("h"), linear(b, b.index)
    me = me if me.isidentifier() else f"({me})"
    step = b.dice.pick([f"{h} /= 2", f"{h} >>= 1"])
    with b.block(f"for (int {h} = {n // 2}; {h} > 0; {step})"):
        total = f"{s.text}[{me}] + {s.text}[{me} + {h}]"
        if s.element is INT:
            total = f"({total}) % 65521"
        with b.block(f"if ({me} < {h})"):
            if s.element is INT or b.dice.chance(50):
                b.line(f"{s.text}[{me}] = {total};")
            else:
                b.line(f"{s.text}[{me}] += {s.text}[{me} + {h}];")
        b.line(b.lang.barrier(b, ""))
    b.phase = Phase()
    return True


@idiom(weight=5)
def single(b):
    """if (l == 0) s[0] = …: the tile's first thread alone"""
    found = shared_of(b, modes=("single", None))
    if not found:
        return False
    s = b.dice.pick(found)
    b.phase.enter(s, "single")
    me = linear(b, b.index)
    with b.block(f"if ({me} == 0)", uniform=False):
        for _ in range(b.dice.between(1, 2)):
            b.begin()
            path, t = b.dice.pick(leaves(s.element))
            target = s.at([str(b.dice.below(n)) for n in s.dims]) + path
            b.line(f"{target} = {expressions.value(b, t, 2).operand(b, 1)};")
    return True


KINDS = [["add", "sub", "inc", "dec"], ["and"], ["or"], ["xor"], ["max"], ["min"]]


@idiom(weight=6)
def atomics(b):
    """atomic_fetch_add(&s[…], …) and its like, with results that nobody uses"""
    found = [s for s in shared_of(b, [INT, UINT], modes=tuple(f"atomic {k[0]}" for k in KINDS) + (None,))]
    if not found:
        return False
    s = b.dice.pick(found)
    mode = b.phase.modes.get(s.memory)
    kinds = [k for k in KINDS if mode in (None, f"atomic {k[0]}")]
    # a sum keeps the promise where it is unsigned
    kind = b.dice.pick([k for k in kinds if s.element is UINT or k[0] in ("max", "min")] or [None])
    if kind is None:
        return False
    b.phase.enter(s, f"atomic {kind[0]}")
    b.begin()
    place = s.at([expressions.index(b, n, 2).text for n in s.dims])
    atomic(b, place, s.element, kind)
    return True


def atomic(b, place, element, kind):
    op = b.dice.pick(kind)
    operand = None if op in ("inc", "dec") else expressions.exactly(b, element, 2).operand(b, 1)
    b.line(b.lang.atomic(b, "fetch_" + op, place, operand) + ";")
