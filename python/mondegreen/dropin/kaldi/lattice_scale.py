"""`lattice-scale`: costs times factors."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import COMPACT, EXPANDED
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, INVERSE, acoustic_scale

USAGE = """
Scales the graph and acoustic costs of lattices.

Usage: lattice-scale [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-scale --lm-scale=0.0 ark:1.lats ark:scaled.lats
"""


@program(
    "lattice-scale",
    USAGE,
    Option("write-compact", default=True, purpose="Write compact lattices, with strings of transition ids"),
    ACOUSTIC,
    INVERSE,
    GRAPH,
    Option("acoustic2lm-scale", 0.0, "How much of the acoustic cost is added to the graph cost"),
    Option("lm2acoustic-scale", 0.0, "How much of the graph cost is added to the acoustic cost"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Scales lattice by lattice."""
    compact = call.flag("write-compact")
    graph = (call.number("lm-scale"), call.number("acoustic2lm-scale"))
    acoustic = (call.number("lm2acoustic-scale"), acoustic_scale(call))
    done = 0
    with (
        Lattices(call, call.argument(0), compact=compact) as table,
        records(call, call.argument(1), COMPACT if compact else EXPANDED) as out,
    ):
        for key, lattice in table:
            out.write(key, lattice.scaled((graph, acoustic)))
            done += 1
        call.console.log(f"Done {done} lattices.")
    return 0 if done else 1
