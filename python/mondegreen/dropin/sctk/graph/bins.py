"""Words by how sure their recogniser was, in bins of equal width from 0 to 1."""

from typing import TYPE_CHECKING, NamedTuple

from mondegreen.dropin.emulation.numbers import truncate_to_int32
from mondegreen.dropin.sctk.graph.plotting import every_word
from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System


class Bin(NamedTuple):
    """From where to where it reaches, and how many words in it are right and wrong."""

    begin: float
    end: float
    right: int
    wrong: int


def binned(system: "System", count: int) -> list[Bin]:
    """The bins; words outside are told of on standard error, though a little less than 0 is taken for 0."""
    words = [[0, 0] for _ in range(count)]
    outside = 0
    for word in every_word(system):
        exact = word.value * count
        place = min(truncate_to_int32(exact), count - 1) if exact <= count else truncate_to_int32(exact)
        if 0 <= place < count:
            words[place][0 if word.right else 1] += 1
        else:
            outside += 1
    if outside:
        err(b"Warning: %d Confidence scores out of binning range %f:%f\n" % (outside, 0.0, 1.0))
    width = 1.0 / count
    return [Bin(place * width, (place + 1) * width, *of) for place, of in enumerate(words)]
