"""`-C sbhist`: the percentage of right words by confidence, in about 20 bins of as many words each."""

from typing import TYPE_CHECKING

from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.sctk.graph.plotting import announced, every_word, saved
from mondegreen.dropin.sctk.statistics import sort_indices

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.confidence import Confidence
    from mondegreen.dropin.sctk.system import System

BINS = 20
# From where SCTK looks for the least and the largest confidence of a bin.
LEAST, MOST = 99999.0, -99999.9
PLOT = b"""## GNUPLOT command file
set samples 1000
set key 30.000000,90.000000
set xrange [0:1]
set yrange [0:100]
set ylabel '%% Hypothesis Correct'
set xlabel 'Confidence Scores'
set title  'Scaled Binned Confidence scores for %(root)b'
set nogrid
set size 0.78,1
set nolabel
plot '%(root)b.sbhist.dat'  title 'True' with boxes, x*100 title 'Expected'
set size 1.0, 1.0
set key
"""


def draw(system: "System", root: bytes, feedback: int) -> bool:
    """Writes the files; false if one cannot be."""
    if not announced(b"Scaled Binned Histogram", root + b".sbhist.[plt,dat]", system, feedback):
        return True
    words = every_word(system)
    words = [words[place] for place in sort_indices([word.value for word in words])]
    lines = [line(words[begin:end]) for begin, end in spans(len(words))]
    data = b"Error: Writing Scaled Binned Histogram file '%b.sbhist.dat' for writing." % root
    plot = b"Error: Unable to open Scaled Binned HistogramGNUPLOT file '%b.sbhist.plt' for writing." % root
    written = saved(root + b".sbhist.dat", b"".join(lines), data)
    return written and saved(root + b".sbhist.plt", PLOT % {b"root": root}, plot)


def spans(words: int) -> "list[tuple[int, int]]":
    """Where the bins begin and end; the last takes what is left. Of fewer words than bins there are none."""
    size = words // BINS
    begins = [size * number for number in range(words // size)] if size else []
    return list(zip(begins, [*begins[1:], words], strict=True)) if begins else []


def line(words: "list[Confidence]") -> bytes:
    """A bin: its middle, the percentage of right words by way of a 32-bit float, and its width."""
    values = [word.value for word in words]
    least, most = min(LEAST, *values), max(MOST, *values)
    right = round_to_float32(sum(word.right for word in words) / len(words)) * 100.0
    return b"%f %f 1 1 %f\n" % ((least + most) / 2, right, most - least)
