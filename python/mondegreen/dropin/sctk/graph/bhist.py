"""`-C bhist`: the percentage of right words by confidence, in 10 bins."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.graph.bins import binned
from mondegreen.dropin.sctk.graph.plotting import announced, saved
from mondegreen.dropin.sctk.statistics import percent_of

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System

BINS = 10
PLOT = b"""## GNUPLOT command file
set samples 1000
set key at 30.000000,90.000000
set xrange [0:1]
set yrange [0:100]
set nogrid
set ylabel '%% Hypothesis Correct'
set xlabel 'Confidence Scores'
set title  'Binned Confidence scores for %(root)b'
set size 0.78,1
set nolabel
plot '%(root)b.bhist.dat1' using 1:2 '%%lf%%lf' title 'True' with boxes,\\
     x*100  title 'Predicted' with lines
set size 1.0, 1.0
"""


def draw(system: "System", root: bytes, feedback: int) -> bool:
    """Writes the files; false if one cannot be."""
    if not announced(b"Binned Histogram", root + b".bhist.[plt,dat1]", system, feedback):
        return True
    lines = []
    for number, (_, _, right, wrong) in enumerate(binned(system, BINS)):
        lines.append(b"%.4f %f 1 1 0.1\n" % (number * 0.1 + 0.05, percent_of(right, right + wrong)))
    data = b"Error: Writing Binned Histogram file '%b.bhist.dat1' for writing." % root
    plot = b"Error: Unable to open Binned HistogramGNUPLOT file '%b.bhist.plt' for writing." % root
    written = saved(root + b".bhist.dat1", b"".join(lines), data)
    return written and saved(root + b".bhist.plt", PLOT % {b"root": root}, plot)
