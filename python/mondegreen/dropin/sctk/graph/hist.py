"""`-C hist`: how many words there are by confidence, in 100 bins."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.graph.bins import binned
from mondegreen.dropin.sctk.graph.plotting import announced, saved

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System

BINS = 100
PLOT = b"""set samples 1000
set xrange [0.000000:1.000000]
set autoscale y
set size 0.78, 1.0
set nogrid
set ylabel 'Counts'
set xlabel 'Confidence Measure'
set title  'Confidence scores for %(root)b'
plot '%(root)b.hist.dat' using 1:2 '%%lf%%lf' title 'All Conf.' with lines, \\
     '%(root)b.hist.dat' using 1:2 '%%lf%%*s%%lf' title 'Correct Conf.' with lines, \\
     '%(root)b.hist.dat' using 1:2 '%%lf%%*s%%*s%%lf' title 'Incorrect Conf.' with lines
set size 1.0, 1.0
"""


def draw(system: "System", root: bytes, feedback: int) -> bool:
    """Writes the files; false if one cannot be."""
    if not announced(b"Confidence Histogram", root + b".hist.[plt,dat]", system, feedback):
        return True
    lines = []
    for begin, end, right, wrong in binned(system, BINS):
        counts = b"%f %f %f\n" % (right + wrong, right, wrong)
        lines += [b"%f %b" % (begin, counts), b"%f %b" % (end, counts)]
    # Either failure is told with the name of another graph.
    data = b"Error: Writing Binned Histogram file '%b.bhist.dat1' for writing." % root
    plot = b"Error: Unable to open Binned HistogramGNUPLOT file '%b.bhist.plt' for writing." % root
    written = saved(root + b".hist.dat", b"".join(lines), data)
    return written and saved(root + b".hist.plt", PLOT % {b"root": root}, plot)
