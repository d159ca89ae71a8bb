"""`-t mapsswe_seg`: how many segments an utterance has by how many right words part them; on standard output."""

from typing import TYPE_CHECKING

from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float
from mondegreen.dropin.sctk.pad import pad, padded
from mondegreen.dropin.sctk.statistics import add_up
from mondegreen.dropin.sctk.stats.mapsswe import cut_systems
from mondegreen.dropin.sctk.stats.outcome import pairs
from mondegreen.dropin.streams import err

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.dropin.sctk.system import System

BUFFERS = 10
Counts = list[dict[tuple[int, int], float]]  # by buffer and pair of systems


def report(systems: "Sequence[System]", test: bytes) -> bytes:
    """Both tables; what is worked on is told on standard error."""
    err(b"Doing segmentation analysis. This is slow so . . . \n\n")
    counts: Counts = []
    for buffer in range(BUFFERS):
        err(b"   calculating buffer of  %d\n" % buffer)
        found = {}
        for first, second in pairs(len(systems)):
            found[first, second] = cut_systems(systems[first], systems[second], buffer + 1).per_utterance()
        counts.append(found)
    return by_pair(counts, [system.title for system in systems], test) + averages(counts, test)


def by_pair(counts: Counts, titles: list[bytes], test: bytes) -> bytes:
    """Every pair by itself."""
    text = padded(b"Number of Segments Per Sentence Report for Changing") + padded(b"Numbers of Buffer Words")
    text += (padded(test) if test else b"") + b"\n"
    indent = pad((len(titles) + 1) * 15)
    blank = b"             |"
    rule = indent + b"|-------------" + b"-" * 14 * len(titles) + b"|\n"
    text += b"\n" + rule + indent + b"|" + blank + b"".join(b"     %4b    |" % title for title in titles) + b"\n"
    for first, title in enumerate(titles):
        text += indent + b"|" + b"+".join([b"-" * 13] * (len(titles) + 1)) + b"|\n"
        for buffer, found in enumerate(counts):
            text += indent + (b"|         %2d  |" % buffer if buffer else b"|  %4b    0  |" % title)
            for second in range(len(titles)):
                count = found.get((first, second))
                text += blank if count is None else b"    %b    |" % format_c_float(b"%5.3f", count)
            text += b"\n"
    return text + rule + b"\f"


def averages(counts: Counts, test: bytes) -> bytes:
    """The means over all pairs."""
    text = padded(b"Average Number of Segments Per Sentence Report for") + padded(b"Changing Numbers of Buffer Words")
    text += (padded(test) if test else b"") + b"\n\n"
    rule = b"-" * 32
    indent = pad(len(rule))
    text += indent + rule + b"\n" + indent + b"|   Num Buf   |  Ave Seg/Sent  |\n"
    text += indent + b"|-------------+----------------|\n"
    for buffer, found in enumerate(counts):
        mean = format_c_float(b"%5.3f", divide_as_c(add_up(list(found.values())), len(found)))
        text += indent + b"|      %2d     |     %b      |\n" % (buffer + 1, mean)
    return text + indent + rule + b"\n\f"
