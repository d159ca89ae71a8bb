"""What stands in Kaldi's tables besides texts: numbers, lists of them, and lattices, each as text and in bytes.

Binary objects but lattices begin with a mark; every number in them with its size.
"""

from __future__ import annotations

from struct import Struct, pack

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from mondegreen._core import Lattice

    Pairs = Sequence[tuple[float, float]]

MARK = b"\0B"
INT, FLOAT = Struct("<bi"), Struct("<bf")
SIZE = 4


def whole(value: int) -> bytes:
    """A whole number in bytes."""
    return INT.pack(SIZE, value)


def real(value: float) -> bytes:
    """A number in bytes."""
    return FLOAT.pack(SIZE, value)


def shown(value: float) -> str:
    """A number as text: a C++ stream's seven digits, of what a `float` holds of it."""
    text = f"{FLOAT.unpack(FLOAT.pack(SIZE, value))[1]:.7g}"
    return "-nan" if text == "nan" else text


def pairs_in_bytes(pairs: Iterable[tuple[float, float]], first: Callable[[float], bytes]) -> bytes:
    """Pairs behind their number."""
    written = [first(left) + real(right) for left, right in pairs]
    return whole(len(written)) + b"".join(written)


class Kind:
    """A kind of object: how it is written."""

    @staticmethod
    def text(value: object) -> str:
        """What follows the key and a blank, to the end of the line or lines."""
        raise NotImplementedError

    @staticmethod
    def binary(value: object) -> bytes:
        """What follows the key and a blank."""
        raise NotImplementedError


class Whole(Kind):
    """A whole number."""

    @staticmethod
    def text(value: int) -> str:  # type: ignore[override] # each kind takes its own values
        """The number."""
        return f"{value} \n"

    @staticmethod
    def binary(value: int) -> bytes:  # type: ignore[override] # as above
        """The number behind its size."""
        return MARK + whole(value)


class Real(Kind):
    """A number of 32 bits."""

    @staticmethod
    def text(value: float) -> str:  # type: ignore[override] # as above
        """The number."""
        return f"{shown(value)} \n"

    @staticmethod
    def binary(value: float) -> bytes:  # type: ignore[override] # as above
        """The number behind its size."""
        return MARK + real(value)


class Wholes(Kind):
    """A list of whole numbers."""

    @staticmethod
    def text(value: Sequence[int]) -> str:  # type: ignore[override] # as above
        """The numbers, a blank behind each."""
        return "".join([f"{number} " for number in value]) + "\n"

    @staticmethod
    def binary(value: Sequence[int]) -> bytes:  # type: ignore[override] # as above
        """The numbers behind how many they are."""
        fields = [field for number in (len(value), *value) for field in (SIZE, number)]
        return MARK + pack("<" + "bi" * (len(value) + 1), *fields)


class Times(Kind):
    """A list of pairs of numbers."""

    @staticmethod
    def text(value: Pairs) -> str:  # type: ignore[override] # as above
        """The pairs, with a semicolon between two."""
        return " ; ".join(f"{shown(begin)} {shown(end)}" for begin, end in value) + (" \n" if value else "\n")

    @staticmethod
    def binary(value: Pairs) -> bytes:  # type: ignore[override] # as above
        """The pairs behind how many they are."""
        return MARK + pairs_in_bytes(value, real)


class Posteriors(Kind):
    """For each place what may stand there, as a number, and how likely that is."""

    @staticmethod
    def text(value: Sequence[Pairs]) -> str:  # type: ignore[override] # as above
        """Each place in brackets."""
        places = ["".join([f"{number} {shown(likely)} " for number, likely in place]) for place in value]
        return "".join([f"[ {place}] " for place in places]) + "\n"

    @staticmethod
    def binary(value: Sequence[Pairs]) -> bytes:  # type: ignore[override] # as above
        """The places behind how many they are, each likewise."""
        first: Callable[[float], bytes] = whole  # type: ignore[assignment] # these first numbers are whole
        return MARK + whole(len(value)) + b"".join([pairs_in_bytes(place, first) for place in value])


class Compact(Kind):
    """A lattice, with strings of transition ids."""

    @staticmethod
    def text(value: Lattice) -> str:  # type: ignore[override] # as above
        """An arc or an end a line."""
        return value.write(text=True).decode()

    @staticmethod
    def binary(value: Lattice) -> bytes:  # type: ignore[override] # as above
        """As OpenFst writes it."""
        return value.write()


class Expanded(Kind):
    """A lattice, with one transition id or none on each arc."""

    @staticmethod
    def text(value: Lattice) -> str:  # type: ignore[override] # as above
        """An arc or an end a line."""
        return value.write(compact=False, text=True).decode()

    @staticmethod
    def binary(value: Lattice) -> bytes:  # type: ignore[override] # as above
        """As OpenFst writes it."""
        return value.write(compact=False)
