"""Types of the generated programs, and the ranges of their values.

Programs must not overflow signed integers. So each object of a signed type of 32 or 64 bits has
a promise, [low, high], which is much smaller than its type: expressions know the range of what they
compute, assignments cut it down to `assigned`, and statements such as k++ may add the rest, step
by step (see Body.may_drift). Objects of unsigned and of narrow types may have any value: what
is converted to these is cut by the conversion.
"""


class Scalar:
    def __init__(self, name, kind, bits, signed=True, rank=0, is_extension=False, suffix=""):
        self.name = name
        self.kind = kind  # "int", "bool", "float"
        self.bits = bits
        self.signed = signed
        self.rank = rank
        self.is_extension = is_extension  # of --amp-extensions, in C++
        self.suffix = suffix  # of literals
        if kind == "float":
            self.full = None
        elif kind == "bool":
            self.full = (0, 1)
        elif signed:
            self.full = (-(1 << bits - 1), (1 << bits - 1) - 1)
        else:
            self.full = (0, (1 << bits) - 1)
        # of objects, and of what is assigned to them
        self.promise = self.assigned = self.full
        if kind == "int" and signed and bits >= 32:
            self.promise = (-(1 << 20), 1 << 20) if bits == 32 else (-(1 << 40), 1 << 40)
            self.assigned = (-65535, 65535) if bits == 32 else (-(1 << 30), 1 << 30)

    def __repr__(self):
        return self.name

    @property
    def is_float(self):
        return self.kind == "float"

    @property
    def may_overflow(self):
        return self.promise != self.full


BOOL = Scalar("bool", "bool", 8, False, 0)
INT = Scalar("int", "int", 32, True, 3)
UINT = Scalar("unsigned", "int", 32, False, 3, suffix="u")
LONG = Scalar("long", "int", 64, True, 4, suffix="L")
ULONG = Scalar("unsigned long", "int", 64, False, 4, suffix="UL")
FLOAT = Scalar("float", "float", 32, suffix="f")
DOUBLE = Scalar("double", "float", 64)
SCHAR = Scalar("signed char", "int", 8, True, 1, True)
UCHAR = Scalar("unsigned char", "int", 8, False, 1, True)
SHORT = Scalar("short", "int", 16, True, 2, True)
USHORT = Scalar("unsigned short", "int", 16, False, 2, True)
LLONG = Scalar("long long", "int", 64, True, 5, True, "LL")
ULLONG = Scalar("unsigned long long", "int", 64, False, 5, True, "ULL")

BASIC = [INT, UINT, LONG, ULONG, FLOAT, DOUBLE, BOOL]
EXTENDED = [SCHAR, UCHAR, SHORT, USHORT, LLONG, ULLONG]
# of elements of views: a multiple of 4 bytes
ELEMENTS = [INT, UINT, FLOAT, DOUBLE, LONG, ULONG]


class Array:
    def __init__(self, element, size):
        self.element = element
        self.size = size


class Field:
    def __init__(self, name, type):
        self.name = name
        self.type = type


class Struct:
    """A class of the program's. `spelling` is how C says it."""

    def __init__(self, name, fields, spelling=None):
        self.name = name
        self.fields = fields
        self.spelling = spelling or name
        self.is_aggregate = True
        self.constructor = False       # of its fields
        self.changes_argument = False  # one more constructor, whose last but one argument is an int & that it steps
        self.own_fields = fields       # the others are a base's


def promoted(t):
    """The type of +x."""
    return INT if t.kind == "bool" or t.kind == "int" and t.bits < 32 else t


def common(a, b):
    """The usual arithmetic conversions."""
    if a.is_float or b.is_float:
        return DOUBLE if DOUBLE in (a, b) else FLOAT
    a, b = promoted(a), promoted(b)
    if a.signed == b.signed:
        return a if a.rank >= b.rank else b
    unsigned, signed = (b, a) if a.signed else (a, b)
    if unsigned.rank >= signed.rank:
        return unsigned
    if signed.bits > unsigned.bits:
        return signed
    return {LONG: ULONG, LLONG: ULLONG, INT: UINT}[signed]


def within(low, high, limits):
    return limits[0] <= low and high <= limits[1]


def converted(low, high, t):
    """The range of integers in [low, high] as values of the integer type t; bool is none of these."""
    return (low, high) if within(low, high, t.full) else t.full


def signed_bits(low, high):
    """The least k with both in [-2^k, 2^k)."""
    return max(low.bit_length() if low >= 0 else (-low - 1).bit_length(),
               high.bit_length() if high >= 0 else (-high - 1).bit_length())
