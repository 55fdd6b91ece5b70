"""How gdb shows C++ AMP, and cuda-gdb in host code: containers with their elements, indices, vectors, textures; and
`info tile`, the variables of a tile's threads on the CPU accelerator. gdb loads this file with libamprt.so
where it is installed for it; otherwise: (gdb) source libamprt-gdb.py

Types are the library's by their names in namespace Concurrency, as printers of other libraries do it. What is
read is memory alone: no function of the program is called, so that a core file will do."""
import re

import gdb
import gdb.printing

HOST_CURRENT = 1  # amp/runtime_api.h


def components(value, count):
    """The integers of an index or an extent."""
    return [int(value["base_"][i]) for i in range(count)]


def braces(numbers):
    return "{" + ", ".join(str(n) for n in numbers) + "}"


def bare(type):
    """A type's name without Concurrency::"""
    return str(type).replace("Concurrency::details::", "").replace("Concurrency::graphics::", "").replace(
        "Concurrency::", "")


def base_named(type, pattern):
    """The class of this name among a type and its bases."""
    type = type.strip_typedefs().unqualified()
    if re.match(pattern, type.tag or type.name or ""):
        return type
    for field in type.fields() if type.code == gdb.TYPE_CODE_STRUCT else []:
        found = base_named(field.type, pattern) if field.is_base_class else None
        if found:
            return found
    return None


def origin(head):
    """Where the first element is, and what there is to say of it; no address without its data."""
    if not int(head["buffer"]):
        data = int(head["data"])  # in a kernel
        return data, "" if data else "moved from"
    buffer = head["buffer"].dereference()
    if not int(buffer["host"]):
        return 0, "on a GPU only"
    stale = "" if int(buffer["host_state"]) & HOST_CURRENT else "as the host saw it last"
    return int(buffer["host"]) + int(head["offset"]), stale


def limit():
    most = gdb.parameter("print elements")
    return 200 if most is None else most


class Components:
    """index<N>, extent<N>, tiled_extent."""

    def __init__(self, value):
        base = base_named(value.type, "^Concurrency::details::components<")
        self.numbers = components(value.cast(base), base.template_argument(1))

    def to_string(self):
        return braces(self.numbers)


class TiledIndex:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        return "tiled_index"

    def children(self):
        for name in "global", "local", "tile", "tile_origin":
            yield name, self.value[name]


class Container:
    """array and array_view, also as kernels capture them."""

    def __init__(self, value):
        base = base_named(value.type, "^Concurrency::array(_view)?<")
        self.value = value.cast(base)
        self.name = bare(base)
        self.element = base.template_argument(0)
        self.rank = int(base.template_argument(1))
        self.shape = components(self.value["extent"], self.rank)
        self.address, self.remark = origin(self.value["amp_head"])

    def to_string(self):
        return f"{self.name} of {braces(self.shape)}" + (f", {self.remark}" if self.remark else "")

    def children(self):
        strides = [int(self.value["strides_"]["value"][d]) for d in range(self.rank - 1)] + [1]
        pointer = gdb.Value(self.address).cast(self.element.pointer())
        count = 1
        for n in self.shape:
            count *= n
        for i in range(min(count, limit() + 1 if limit() else count) if self.address else 0):
            rest, offset = i, 0
            for d in reversed(range(self.rank)):
                offset += rest % self.shape[d] * strides[d]
                rest //= self.shape[d]
            yield str(i), (pointer + offset).dereference()

    def display_hint(self):
        return "array"


class ShortVector:
    def __init__(self, value):
        base = base_named(value.type, "^Concurrency::details::short_vector_members<")
        self.raw = value.cast(base)["raw"]

    def to_string(self):
        low, high = self.raw.type.range()
        numbers = (self.raw[i] for i in range(low, high + 1))
        return braces(n["value"] if n.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT else n for n in numbers)


class Norm:
    def __init__(self, value):
        self.value = value.cast(base_named(value.type, "^Concurrency::details::norm_value<"))["value"]

    def to_string(self):
        return str(self.value)


class Texture:
    """Textures and their views: the texels of the most detailed level, where their bits are those of the
    element type; of other formats only what they are."""

    def __init__(self, value):
        base = base_named(value.type, "^Concurrency::details::texture_storage<")
        self.name = bare(value.type.strip_typedefs().unqualified())
        self.value = value.cast(base)
        self.texel = base.template_argument(0)
        self.rank = int(base.template_argument(1))
        self.shape = components(self.value["extent"], self.rank)
        self.bits = int(self.value["bits_per_scalar_element"])
        self.levels = int(self.value["mipmap_levels"])
        self.address, self.remark = origin(self.value["amp_head"])
        if int(self.value["amp_head"]["buffer"]) and self.address:  # a view of a level
            first = int(self.value["shape_"]["first"])
            base_shape = components(self.value["shape_"]["base"], self.rank)
            for level in range(first):
                size = self.bits // 8 * self.scalars()
                for n in base_shape:
                    size *= max(n >> level, 1)
                self.address += size

    def scalars(self):
        vector = base_named(self.texel, "^Concurrency::details::short_vector_members<")
        return int(vector.template_argument(1)) if vector else 1

    def to_string(self):
        levels = f", {self.levels} levels" if self.levels > 1 else ""
        remark = f", {self.remark}" if self.remark else ""
        return f"{self.name} of {braces(self.shape)}, {self.bits} bits a scalar{levels}{remark}"

    def children(self):
        if not self.address or self.texel.sizeof * 8 != self.bits * self.scalars():
            return
        if re.search("norm", str(self.texel.strip_typedefs())) and self.bits != 32:
            return
        count = 1
        for n in self.shape:
            count *= n
        pointer = gdb.Value(self.address).cast(self.texel.pointer())
        for i in range(min(count, limit() + 1 if limit() else count)):
            yield str(i), (pointer + i).dereference()

    def display_hint(self):
        return "array"


PRINTERS = [
    ("Components", "^Concurrency::(index|extent|tiled_extent)<", Components),
    ("TiledIndex", "^Concurrency::tiled_index<", TiledIndex),
    ("Container", "^Concurrency::(array|array_view|details::(captured_view|borrowed_view|(const_)?array_ref))<",
     Container),
    ("ShortVector", "^Concurrency::(graphics|details)::short_vector<", ShortVector),
    ("Norm", "^Concurrency::graphics::u?norm$", Norm),
    ("Texture", "^Concurrency::graphics::((writeonly_)?texture_view|texture)<", Texture),
]


class InfoTile(gdb.Command):
    """The tile that a tiled kernel runs on the CPU accelerator as loops over its threads: which thread is at
work, and the variables of all threads of the tile that live across a barrier, as each left them there.
In a kernel that runs otherwise the variables are those of the thread: `info locals` shows them, and
cuda-gdb's `info cuda threads` which threads there are."""

    def __init__(self):
        super().__init__("info tile", gdb.COMMAND_DATA)

    @staticmethod
    def variables(frame):
        """The variables of a frame's function by name, the innermost of each; inlined functions have frames of
        their own."""
        found = {}
        try:
            block = frame.block()
        except RuntimeError:  # without debug information
            return found
        while block and not block.is_global and not block.is_static:
            for symbol in block:
                if symbol.is_variable:
                    found.setdefault(symbol.name, symbol)
            if block.function:
                break
            block = block.superblock
        return found

    def invoke(self, argument, from_tty):
        frame, symbols = gdb.selected_frame(), {}
        while frame and "amp_x" not in symbols:
            symbols = self.variables(frame)
            last, frame = frame, frame.older()
        if "amp_x" not in symbols:
            raise gdb.GdbError("No tiled kernel runs here as loops over its threads.")
        x, y, z = (int(symbols[name].value(last)) for name in ("amp_x", "amp_y", "amp_z"))
        gdb.write(f"thread x = {x}, y = {y}, z = {z} of the tile\n")
        for name, symbol in symbols.items():
            if name.startswith("amp_kept_"):
                value = symbol.value(last)
                if value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
                    value = value["values"]  # tile_values of amp/cpu_kernel.h
                gdb.write(f"{name[len('amp_kept_'):]} of the threads [z][y][x] = {value}\n")


def made_by(printer):
    def make(value):
        is_reference = value.type.strip_typedefs().code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)
        return printer(value.referenced_value() if is_reference else value)
    return make


def register():
    collection = gdb.printing.RegexpCollectionPrettyPrinter("ampcc")
    for name, pattern, printer in PRINTERS:
        collection.add_printer(name, pattern, made_by(printer))
    gdb.printing.register_pretty_printer(gdb.current_objfile(), collection, replace=True)


register()
InfoTile()
