"""What stands in Kaldi's tables besides texts: numbers, lists of them, and lattices, each as text and in bytes.

Binary objects but lattices begin with a mark; every number in them with its size.
"""

from __future__ import annotations

from struct import Struct, pack

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

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


def pairs_in_bytes(pairs: Pairs, first: Callable[[Any], bytes]) -> bytes:
    """Pairs behind their number."""
    written = [first(left) + real(right) for left, right in pairs]
    return whole(len(written)) + b"".join(written)


class Kind:
    """A kind of object: what follows its key and a blank, as text to the end of the line or lines, and in bytes."""

    def __init__(self, text: Callable[[Any], str], binary: Callable[[Any], bytes]) -> None:
        self.text = text
        self.binary = binary


def wholes_as_text(numbers: Sequence[int]) -> str:
    """The numbers, a blank behind each."""
    return "".join([f"{number} " for number in numbers]) + "\n"


def wholes_in_bytes(numbers: Sequence[int]) -> bytes:
    """The numbers behind how many they are."""
    fields = [field for number in (len(numbers), *numbers) for field in (SIZE, number)]
    return MARK + pack("<" + "bi" * (len(numbers) + 1), *fields)


def times_as_text(pairs: Pairs) -> str:
    """The pairs, with a semicolon between two."""
    return " ; ".join(f"{shown(begin)} {shown(end)}" for begin, end in pairs) + (" \n" if pairs else "\n")


def posteriors_as_text(places: Sequence[Pairs]) -> str:
    """Each place in brackets."""
    written = ["".join([f"{number} {shown(likely)} " for number, likely in place]) for place in places]
    return "".join([f"[ {place}] " for place in written]) + "\n"


def posteriors_in_bytes(places: Sequence[Pairs]) -> bytes:
    """The places behind how many they are, each likewise."""
    return MARK + whole(len(places)) + b"".join([pairs_in_bytes(place, whole) for place in places])


# A whole number; a number of 32 bits.
WHOLE = Kind(lambda number: f"{number} \n", lambda number: MARK + whole(number))
REAL = Kind(lambda number: f"{shown(number)} \n", lambda number: MARK + real(number))
# A list of whole numbers; a list of pairs of times; for each place what may stand there, and how likely that is.
WHOLES = Kind(wholes_as_text, wholes_in_bytes)
TIMES = Kind(times_as_text, lambda pairs: MARK + pairs_in_bytes(pairs, real))
POSTERIORS = Kind(posteriors_as_text, posteriors_in_bytes)
# A lattice with strings of transition ids; one with a transition id or none on each arc.
COMPACT = Kind(lambda lattice: lattice.write(text=True).decode(), lambda lattice: lattice.write())
EXPANDED = Kind(
    lambda lattice: lattice.write(compact=False, text=True).decode(), lambda lattice: lattice.write(compact=False)
)
