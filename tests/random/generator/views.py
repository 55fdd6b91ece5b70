"""Indices and views, in kernels and in functions that get them.

No two threads may race. So in each launch a view has a role:
  read     nobody writes the elements, everybody reads any of them
  own      each thread reads and writes the element that belongs to it, and no other
  guarded  own, where the index is found to be in the view (elements.py, guard)
  fresh    own, once the thread has written it: there is nothing in it before
  tile     own or read, by phases: between two barriers of a tile's threads (tiles.py)
  atomic   added to, or whatever else one kind of atomic operation does
"""

from . import expressions, rows, tiles
from .body import POSTFIX, PRIMARY, Place, Variable
from .types import INT


class Index(Variable):
    """The index of a thread: i[0]; in a tile t.local[0], t.global[1], t.tile[0], t.tile_origin[0]."""

    def __init__(self, lang, name, domain, tile=None):
        super().__init__(name, INT, const=True, kind="index")
        self.domain = domain
        self.tile = tile
        self.rank = len(domain)
        self.parts = []  # text, largest value, uniform
        for d, size in enumerate(domain):
            if tile is None:
                self.parts.append((lang.component(name, d), size - 1, False))
                continue
            self.parts += [
                (lang.component(f"{name}.local", d), tile[d] - 1, tile[d] == 1),
                (lang.component(f"{name}.local", d), tile[d] - 1, tile[d] == 1),
                (lang.component(f"{name}.global", d), size - 1, False),
                (lang.component(f"{name}.tile", d), size // tile[d] - 1, True),
                (lang.component(f"{name}.tile_origin", d), size - tile[d], True)]
        whole = name if tile is None else f"{name}.global"
        self.whole = [whole]
        self.components = [lang.component(whole, d) for d in range(self.rank)]
        if tile is not None:
            self.local = [lang.component(f"{name}.local", d) for d in range(self.rank)]
            self.origin = [lang.component(f"{name}.tile_origin", d) for d in range(self.rank)]

    def is_readable(self, b):
        return not b.want_uniform or self.tile is not None

    def has(self, b, want, write):
        return not write and want(INT)

    def place(self, b, want, write, depth):
        parts = [p for p in self.parts if p[2] or not b.want_uniform]
        if not parts:
            return None
        text, high, uniform = b.dice.pick(parts)
        place = Place(text, POSTFIX, INT, self, 0, high)
        place.uniform = uniform
        place.is_bindable = False
        return place


class View(Variable):
    """An array_view, array or the like. `dims` are its extents, `owner` says in terms of the index which
    element is the thread's."""

    def __init__(self, name, element, dims, role, roots, *, text=None, index=None, owner=None, wrapper="array_view",
                 const=False):
        super().__init__(name, element, text=text, roots=roots, kind="view", const=const)
        self.dims = dims
        self.rank = len(dims)
        self.role = role
        self.index = index
        self.owner = owner      # makes its components of those of the index; None: they are the same
        self.wrapper = wrapper  # "array_view", "array"
        self.memory = tiles.Memory(True)
        self.is_dense = True
        self.is_uniform = True  # the same container in all threads of a tile
        self.accessor = None    # of the program's, which gets the index
        self.atomic_kind = None

    def renamed(self, name, dims=None):
        """A copy with another name, or of a part of it, that is read."""
        v = View(name, self.type, dims or self.dims, self.role, self.roots, index=self.index, owner=self.owner,
                 wrapper="array_view", const=self.const)
        v.memory, v.atomic_kind, v.is_uniform = self.memory, self.atomic_kind, self.is_uniform
        v.is_dense = self.is_dense and dims is None
        return v

    def is_readable(self, b):
        return not b.want_uniform or self.is_uniform and self.role in ("read", "tile")

    def has(self, b, want, write):
        if self.role in ("fresh", "guarded", "atomic", "none") or write and self.role == "read":
            return False
        return super().has(b, want, write)

    def place(self, b, want, write, depth):
        mode = self.role
        if mode == "tile":
            mode = b.phase.choose(b, self, write) if b.phase is not None else None
            if mode is None:
                return None
        if mode == "own" and b.want_uniform:
            return None
        text = self.own(b) if mode == "own" else self.any(b, depth)
        place = self.element(b, text, want, write, depth)
        if place:
            place.uniform = b.want_uniform
        return place

    def element(self, b, text, want, write, depth):
        variable = Variable(self.name, self.type, text=text, prec=POSTFIX, roots=self.roots, const=self.const)
        place = variable.place(b, want, write, depth)
        if place:
            place.variable = self
        return place

    def own(self, b):
        """The element of this thread."""
        components = self.index.components
        if self.owner is None:
            return b.lang.element(b, self, components, self.index)
        return b.lang.element(b, self, self.owner(components))

    def any(self, b, depth):
        """Any element; in phases, any of the tile's."""
        if b.straight and self.role == "read" and self.index is not None and b.dice.chance(90):
            if not b.loops and self.rank == self.index.rank and b.dice.chance(80) and \
                    all(n >= m for n, m in zip(self.dims, self.index.domain)):
                return b.lang.element(b, self, self.index.components, self.index)
            return b.lang.element(b, self, [rows.component(b, self.index, n, d == self.rank - 1) for d, n in enumerate(self.dims)])
        if self.role != "tile":
            return b.lang.element(b, self, [self._component(b, n, depth) for n in self.dims])
        tile = self.index.tile
        return b.lang.element(b, self, [f"{o} + {self._component(b, n, depth, 12)}"
                                        for o, n in zip(self.index.origin, tile)])

    @staticmethod
    def _component(b, n, depth, prec=1):
        e = expressions.index(b, n, depth)
        if e.type.kind != "int" or not e.type.signed or e.type.bits != 32:
            e = b.lang.cast(b, INT, e)
        return e.operand(b, prec)
