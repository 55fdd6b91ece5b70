"""The host's part of a numbered kernel: data, views, launches, and accesses between them. How that is said is
in cpp_host.py and c_host.py."""

from . import expressions, kernels, tiles, types
from .body import Body, Variable
from .constructs import choose, table
from .kernels import Capture, Launch
from .types import INT, UINT
from .views import View

source = table("sources")        # of views
access = table("host accesses")  # between launches


class HostView:
    """A view or array of the host's. `region` is the memory that belongs to nobody else while a kernel writes
    it; None: the view is only a source of others."""

    def __init__(self, name, element, dims, region, const=False, wrapper="array_view", is_dense=True, elements=None):
        self.name = name
        self.element = element
        self.dims = dims
        self.region = region
        self.const = const
        self.wrapper = wrapper
        self.is_dense = is_dense
        self.elements = elements or object()  # the same for views of the same elements


def _covers(dims, domain):
    return len(dims) == len(domain) and all(n >= m for n, m in zip(dims, domain))


class Region:
    def __init__(self):
        self.views = []
        self.roots = frozenset([object()])


class Host:
    def __init__(self, unit, texts):
        self.unit = unit
        self.lang = unit.lang
        self.dice = unit.dice
        self.texts = texts(self)
        self.body = Body(unit, "cpu")  # for names only
        self.data = []                 # lines in front of the views
        self.lines = []                # in their scope
        self.ending = []               # at its end
        self.checks = []               # behind it
        self.regions = []
        self.others = []               # captures that are no views

    def line(self, text):
        self.lines.append("\t\t" + text)

    def write(self):
        """The lines of the function's body."""
        dice = self.dice
        for _ in range(dice.pick([1, 2, 2, 3])):
            choose(self.body, "sources", self).make(self)
        if not any(self._writable(r) for r in self.regions):
            data(self)
        self._scalars()
        for n in range(dice.pick([1, 1, 2, 2, 3])):
            if n:
                self._between()
            self._launch()
        self._between()
        return self.data + ["\t{"] + self.lines + self.ending + ["\t}"] + self.checks

    # ---- Data ----

    def new_data(self, dims, element=None):
        """Host memory with first values: its name and the element's type."""
        dice, unit, given = self.dice, self.unit, element
        alike = [v.element for r in self.regions for v in r.views]
        if not element and alike and dice.chance(30):
            element = given = dice.pick(alike)
        element = element or dice.weighted([(INT, 10), (UINT, 5), (dice.pick(unit.element_types), 10)], lambda p: p[1])[0]
        structs = [s for s in unit.structs if (s.is_aggregate or s.constructor) and tiles.is_element(s)]
        if given is None and structs and dice.chance(25):
            element = dice.pick(structs)
        name, size = unit.fresh("d"), tiles.size_of(dims)
        self.data.append("\t" + self.texts.memory(element, name, size))
        for path, t in tiles.leaves(element):
            every, place = f"for (int at = 0; at < {size}; at++)", f"{name}[at]{path}"
            self.data.append(f"\t{every} {place} = {unit.fill(t, 'at')};")
            self.checks.append(f"\t{every} {self.texts.add(name + path, 'at', place)}")
        return name, element

    def new_region(self):
        region = Region()
        self.regions.append(region)
        return region

    def new_view(self, element, dims, region, const=False, **more):
        v = HostView(self.unit.fresh("v" if region else "all"), element, dims, region, const, **more)
        if region:
            region.views.append(v)
        return v

    def view(self, element, dims, region, data, const=False):
        """A view over data."""
        v = self.new_view(element, dims, region, const)
        self.texts.view(v, data)
        return v

    def _scalars(self):
        """What kernels capture besides views: numbers and objects of the program's classes."""
        dice, unit = self.dice, self.unit
        for _ in range(dice.between(0, 3)):
            t = expressions.pick_type(self.body)
            name = unit.fresh(dice.pick(["n", "size", "scale", "offset"]))
            n = dice.between(0, 1) if t is types.BOOL else dice.between(0, 9) if not t.signed else dice.between(-9, 40)
            text = f"{n}.5{t.suffix}" if t.is_float else str(n)
            self.data.append(f"\t{dice.pick(['', 'const '])}{t.name} {name} = {text};")
            low, high = (None, None) if t.is_float else (n, n)
            self.others.append(Capture(Variable(name, t, low=low, high=high, uniform=True, const=True), t.name))
        for type in unit.structs:
            if dice.chance(50):
                name = unit.fresh("o")
                b = Body(unit, "cpu")
                b.want_uniform = True
                self.data.append("\t" + self.lang.declare_object(b, type, name, self.lang.structure(b, type, 0)))
                self.others.append(Capture(Variable(name, type, uniform=True, const=True), type.spelling))

    # ---- Launches ----

    def _writable(self, region):
        return [v for v in region.views if _covers(v.dims, self.unit.domain) and not v.const]

    def _domain(self, tile):
        """The extents of a launch: those of most views, or less or more."""
        dice, domain = self.dice, self.unit.domain
        form = dice.below(10)
        if form > 2:
            return domain
        if form == 0:
            return tuple(n * dice.between(1, m // n) for n, m in zip(tile, domain)) if tile else \
                tuple(dice.between(1, m) for m in domain)
        return tuple(m + n * dice.below(2) for n, m in zip(tile, domain)) if tile else tuple(m + dice.below(4) for m in domain)

    def _roles(self, tile, domain):
        """A role for each region, one of which is written."""
        roles = {}
        for r in self.regions:
            kinds = [("read", 30), ("none", 8)]
            if self._writable(r):
                kinds += [("own", 45), ("fresh", 15)] + ([("tile", 12)] if tile and _covers(self.unit.domain, domain) else [])
            if any(v.element in (INT, UINT) and not v.const for v in r.views):
                kinds.append(("atomic", 6))
            roles[r] = self.dice.weighted(kinds, lambda p: p[1])[0]
        if not any(role in ("own", "fresh", "tile") for role in roles.values()):
            roles[self.dice.pick([r for r in self.regions if self._writable(r)])] = "own"
        return roles

    def _launch(self):
        dice, unit = self.dice, self.unit
        tile = unit.tile if dice.chance(55) else None
        domain = self._domain(tile)
        views = [c for region, role in self._roles(tile, domain).items() for c in self._captures(region, role, domain)]
        launch = Launch(unit, domain, tile, views, dice.some(self.others, 70))
        unit.statements_left = dice.between(6, 30)
        form = choose(self.body, "kernels", launch)
        self.lines += ["\t" + line for line in form.make(launch, dice.between(3, 12))]

    def _captures(self, region, role, domain):
        """What a kernel gets of a region."""
        dice = self.dice
        if role == "none":
            return []
        if role == "read":
            chosen = dice.shuffled(region.views)[:1 if dice.chance(75) else 2]
        elif role == "atomic":
            chosen = [dice.pick([v for v in region.views if not v.const and v.element in (INT, UINT)])]
        else:
            chosen = [dice.pick(self._writable(region))]
            others = [v for v in region.views if v is not chosen[0] and v.elements is chosen[0].elements]
            if others and role != "fresh" and dice.chance(60):
                chosen.append(dice.pick(others))
        if role in ("own", "fresh") and not _covers(chosen[0].dims, domain):
            role = "guarded"
        owner = self._owner(chosen[0].dims, domain) if role in ("own", "fresh") else None
        # a sum keeps the promise where it is unsigned
        kind = dice.pick([k for k in tiles.KINDS if chosen[0].element is UINT or k[0] in ("max", "min")])
        memory = tiles.Memory(True)
        captures = []
        for v in chosen:
            view = View(v.name, v.element, v.dims, role, region.roots, wrapper=v.wrapper, const=v.const)
            view.owner, view.memory, view.is_dense, view.atomic_kind = owner, memory, v.is_dense, kind
            captures.append(Capture(view, self.texts.type(v), self.texts.is_by_reference(v)))
        if role == "fresh" and chosen[0].wrapper == "array_view" and chosen[0].dims == domain and dice.chance(60):
            self.line(self.texts.discard(chosen[0]))
        return captures

    def _owner(self, dims, domain):
        """Which element is a thread's: None, its own index, or a function that makes its components of those of
        the index."""
        form = self.dice.below(10)
        if form == 0:
            return lambda components: [f"{n - 1} - {c}" for n, c in zip(dims, components)]
        if form == 1 and len(dims) == 2 and dims[0] == dims[1]:
            return lambda components: components[::-1]
        if form == 2:
            return lambda components: [f"({components[0]} + 1) % {dims[0]}"] + components[1:]
        if form < 8 and dims != domain:
            steps = [self.dice.between(0, n - m) for n, m in zip(dims, domain)]
            return lambda components: [f"{c} + {n}" if n else c for c, n in zip(components, steps)]
        return None

    def _between(self):
        for _ in range(self.dice.pick([0, 0, 1, 1, 2])):
            view = self.dice.pick(self.dice.pick(self.regions).views)
            choose(self.body, "host accesses", self, view).make(self, view)

    # ---- Elements ----

    def any_element(self, v):
        return self.texts.element(v, [str(self.dice.below(n)) for n in v.dims])

    def for_each(self, v, statement):
        """A loop over all elements, whose number is `at`; `statement` makes its body of an element's text."""
        names = [f"at{d}" for d in range(len(v.dims))]
        loops = " ".join(f"for (int {k} = 0; {k} < {n}; {k}++)" for k, n in zip(names, v.dims))
        at = names[0]
        for k, n in zip(names[1:], v.dims[1:]):
            at = f"({at}) * {n} + {k}"
        return f"{loops} {{ const int at = {at}; {statement(self.texts.element(v, names))} }}"


# ---- Where views come from ---------------------------------------------------------------


@source(weight=40)
def data(host):
    """array_view<int> v(64, data);"""
    dims = host.unit.domain
    memory, element = host.new_data(dims)
    region = host.new_region()
    v = host.view(element, dims, region, memory)
    for percent, const in (25, True), (15, False):
        if host.dice.chance(percent):
            host.view(element, dims, region, memory, const=const).elements = v.elements


@source(weight=4)
def view_copies(host):
    """array_view<int> v(64, data), w = v;"""
    dims, region = host.unit.domain, host.new_region()
    memory, element = host.new_data(dims)
    v = host.view(element, dims, region, memory)
    host.texts.copied_view(host.new_view(element, dims, region, elements=v.elements), v)


@source(weight=5)
def windows(host):
    """array_view<int> all(100, data), v = all.section(10, 64), w = all.section(12, 64);"""
    domain, dice, region = host.unit.domain, host.dice, host.new_region()
    dims = tuple(n + 3 for n in domain)
    memory, element = host.new_data(dims)
    all = host.view(element, dims, None, memory)
    for _ in range(dice.between(2, 3)):
        host.texts.section(host.new_view(element, domain, region, is_dense=False), all, [dice.below(4) for _ in domain])


@source(weight=8)
def larger(host):
    """array_view<int> v(100, data); of more elements than the domain has points"""
    dims = tuple(n + host.dice.below(5) for n in host.unit.domain)
    memory, element = host.new_data(dims)
    host.view(element, dims, host.new_region(), memory)


@source(weight=15)
def lookup(host):
    """array_view<const int> table(10, data); of some size"""
    dims = tuple(host.dice.between(2, 9) for _ in range(host.dice.pick([1, 1, 2, 3])))
    memory, element = host.new_data(dims)
    host.view(element, dims, host.new_region(), memory, const=host.dice.chance(70))


@source(weight=12)
def section(host):
    """array_view<int> all(100, data), v = all.section(10, 64);"""
    domain, dice = host.unit.domain, host.dice
    before = [dice.below(4) for _ in domain]
    dims = tuple(n + k + dice.below(4) for n, k in zip(domain, before))
    memory, element = host.new_data(dims)
    all = host.view(element, dims, None, memory)
    host.texts.section(host.new_view(element, domain, host.new_region(), is_dense=False), all, before)


@source(weight=8)
def halves(host):
    """array_view<int> all(128, data), low = all.section(0, 64), high = all.section(64, 64);"""
    domain = host.unit.domain
    dims = (2 * domain[0],) + domain[1:]
    memory, element = host.new_data(dims)
    all = host.view(element, dims, None, memory)
    for half in range(2):
        host.texts.section(host.new_view(element, domain, host.new_region()), all,
                           [half * domain[0]] + [0] * (len(domain) - 1))


@source(weight=6)
def projection(host):
    """array_view<int, 2> all(3, 64, data); array_view<int> v = all[1];"""
    domain, dice = host.unit.domain, host.dice
    if len(domain) == 3:
        return data(host)
    n = dice.between(1, 3)
    dims = (n,) + domain
    memory, element = host.new_data(dims)
    all = host.view(element, dims, None, memory)
    for at in dice.shuffled(range(n))[:2]:
        host.texts.project(host.new_view(element, domain, host.new_region()), all, at)


@source(weight=6)
def reshaped(host):
    """array_view<int> flat(64, data); auto v = flat.view_as(extent<2>(8, 8));"""
    dims = (tiles.size_of(host.unit.domain),)
    memory, element = host.new_data(dims)
    region = host.new_region()
    flat = host.view(element, dims, region, memory)
    host.texts.view_as(host.new_view(element, host.unit.domain, region), flat)


@source(weight=5, languages="c++")
def reinterpreted(host):
    """array_view<int> v(64, data); auto u = v.reinterpret_as<unsigned>();"""
    domain = host.unit.domain
    if len(domain) > 1:
        return data(host)
    memory, _ = host.new_data(domain, INT)
    region = host.new_region()
    v = host.view(INT, domain, region, memory)
    host.texts.reinterpret(host.new_view(UINT, domain, region, const=True, elements=v.elements), v)


@source(weight=12)
def array(host):
    """array<int> a(64, data.begin()); … copy(a, data.begin());"""
    memory, element = host.new_data(host.unit.domain)
    region = host.new_region()
    a = host.new_view(element, host.unit.domain, region, wrapper="array")
    host.texts.array(a, memory)
    if host.dice.chance(25):
        host.texts.view_of_array(host.new_view(element, a.dims, region, elements=a.elements), a)


@source(weight=6)
def without_source(host):
    """array_view<int> v(64); v[i] = … on the host"""
    element = host.dice.pick([INT, UINT, types.FLOAT])
    v = host.new_view(element, host.unit.domain, host.new_region())
    host.texts.empty_view(v)
    host.line(host.for_each(v, lambda e: f"{e} = {host.unit.fill(element, 'at')};"))
    host.ending.insert(0, "\t\t" + host.for_each(v, lambda e: host.texts.add(v.name, "at", e)))


# ---- What the host does between launches -----------------------------------------------------


@access(weight=20)
def nothing(host, v):
    """nothing"""


@access(weight=10)
def reads(host, v):
    """r.add(v[3])"""
    if v.wrapper == "array_view":
        path, _ = host.dice.pick(tiles.leaves(v.element))
        host.line(host.texts.add(v.name, "-1", host.any_element(v) + path))


@access(weight=10)
def writes(host, v):
    """v[3] = 4;"""
    if v.wrapper == "array_view" and not v.const:
        path, _ = host.dice.pick(tiles.leaves(v.element))
        host.line(f"{host.any_element(v)}{path} = {host.dice.between(0, 99)};")


@access(weight=5)
def synchronizes(host, v):
    """v.synchronize();"""
    if v.wrapper == "array_view":
        host.line(host.texts.synchronize(v))


@access(weight=4)
def copies(host, v):
    """copy(v, w);"""
    others = [w for r in host.regions for w in r.views
              if r is not v.region and w.dims == v.dims and w.element is v.element and not w.const]
    if others:
        host.line(host.texts.copy(v, host.dice.pick(others)))
