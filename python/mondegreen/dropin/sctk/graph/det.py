"""`-C det`: detection error trade-off, how many right words go if wrong ones are told by their confidence.

Source: A. Martin et al., The DET curve in assessment of detection task performance, 1997; the normal deviates are by
algorithm AS 111 of J. D. Beasley and S. G. Springer, 1977.
"""

import math
from itertools import islice
from typing import TYPE_CHECKING

from mondegreen.dropin.emulation.numbers import divide_as_c
from mondegreen.dropin.sctk.graph.plotting import announced, every_word, saved
from mondegreen.dropin.sctk.statistics import sort_indices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.sctk.system import System

LEAST = 2.2204e-16
FIRST = b"-3.290527 0.000000\n"  # where the curve begins: 0.05 % and 50 %
TICKS = (
    b'("0.1" -3.08, "0.5" -2.57, "2" -2.05, "5" -1.64, "10" -1.28, "20" -0.84, "30" -0.52, "40" -0.25, "50" 0.0,'
    b' "60" 0.25, "70" 0.52, "80" 0.84, "90" 1.28, "95" 1.64, "98" 2.05, "99.5" 2.57, "99.9" 3.08)'
)
HEAD = b"""## GNUPLOT command file
set style data lines
set size 0.78, 1.0
set noxtics
set noytics
"""
MIDDLE = b"""set ylabel "Correct Words Removed (in %%)"
set xlabel "Incorrect Words Retained (in %%)"
set grid
set ytics %(ticks)b
set xtics %(ticks)b
plot [-3.290527:3.290527] [-3.290527:3.290527] \\
""" % {b"ticks": TICKS}
TAIL = b"set ytics\nset xtics\nset size 1.0, 1.0\nset key\n"


def draw(systems: "Sequence[System]", root: bytes, feedback: int, test: bytes = b"") -> bool:
    """Writes the files; false if one cannot be."""
    if not announced(b"DET Curve", root + b".det.[plt,dat]", systems[0], feedback, b" to "):
        return True
    failure = b"Error: Unable to open DET Curve GNUPLOT file '%b.det.plt' for writing." % root
    if not saved(root + b".det.plt", plot(systems, root, test), failure):
        return False
    right, wrong = 0, 0
    for number, system in enumerate(systems):
        words = every_word(system)
        # The scores of later systems begin with as many zeros as those of earlier ones were.
        rights = [0.0] * right + [word.value for word in words if word.right]
        wrongs = [0.0] * wrong + [word.value for word in words if not word.right]
        right, wrong = len(rights), len(wrongs)
        path = b"%b.det.dat.%02d" % (root, number)
        failure = b"Error: Unable to open DET Curve data file '%b' for writing." % path
        curve = islice(points(ordered(rights), ordered(wrongs)), max(0, right + wrong - 1))
        if not saved(path, b"".join(curve), failure):
            return False
    return True


def ordered(scores: list[float]) -> list[float]:
    """The scores from small to large."""
    return [scores[place] for place in sort_indices(scores)]


def plot(systems: "Sequence[System]", root: bytes, test: bytes) -> bytes:
    """The commands for gnuplot."""
    if len(systems) == 1:
        title = b"set title 'DET plot for %b'\nset nokey\n" % root
    else:
        title = b"set title 'DET plot for %b Test'\n" % test if test else b"set title 'DET plot'\n"
    curves = [
        b" '%b.det.dat.%02d' using 2:1 title \"%b\" with lines" % (root, number, system.title)
        for number, system in enumerate(systems)
    ]
    return HEAD + title + MIDDLE + b", \\\n".join(curves) + b"\n" + TAIL


def points(rights: list[float], wrongs: list[float]) -> "Iterator[bytes]":
    """The points of the curve: what is missed and what is let through at each threshold.

    The first score of either side is never a threshold. Where no word is right, what is missed is no number; where
    none is wrong, what is let through is none, and SCTK may crash.
    """
    yield FIRST
    missed, passed = 1, 1
    while missed < len(rights) or passed < len(wrongs):
        if missed < len(rights) and (passed >= len(wrongs) or rights[missed] <= wrongs[passed]):
            missed += 1
        else:
            passed += 1
        miss = divide_as_c(missed - 1, len(rights))
        passing = divide_as_c(len(wrongs) - passed + 1, len(wrongs))
        yield b"%f %f\n" % (deviate(miss), deviate(passing))


def deviate(chance: float) -> float:
    """The point below which a standard normal variable lies with that chance; 0 and 1 are taken for almost that."""
    chance = 1 - LEAST if chance >= 1.0 else LEAST if chance <= 0.0 else chance
    offset = chance - 0.5
    if abs(offset) <= 0.42:
        r = offset * offset
        above = ((-25.4410604963 * r + 41.3911977353) * r - 18.6150006252) * r + 2.5066282388
        below = (((3.1308290983 * r - 21.0622410182) * r + 23.0833674374) * r - 8.4735109309) * r + 1.0
        return offset * above / below
    r = math.sqrt(-math.log(1.0 - chance if offset > 0.0 else chance))
    above = ((2.3212127685 * r + 4.8501412713) * r - 2.2979647913) * r - 2.7871893113
    below = (1.6370678189 * r + 3.5438892476) * r + 1.0
    return above / below if offset > 0.0 else -above / below
