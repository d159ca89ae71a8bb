"""`lattice-confidence`: how much worse the second best path is."""

from __future__ import annotations

from math import exp, log

from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.objects import Real
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Writes for each lattice how much more its second best path costs than its best one; 1e+10 where there is no other.

Usage: lattice-confidence [options] <lattice-rspecifier> <confidence-wspecifier>
E.g.: lattice-confidence --acoustic-scale=0.08333 ark:- ark,t:-
"""
# What stands for no second path, and for no path at all.
CERTAIN, EMPTY = 1e10, 0.0


@program(
    "lattice-confidence",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("read-compact-lattice", default=True, purpose="Read compact lattices, in which words come once"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Searches lattice by lattice."""
    scales = Scales(call)
    compact = call.flag("read-compact-lattice")
    done = single_path = empty = 0
    summed = 0.0
    with lattices(call, call.argument(0), compact=compact) as table, records(call, call.argument(1), Real) as out:
        for key, lattice in table:
            found = confidence(scales.apply(lattice))
            if found is None:
                empty += 1
            elif found == CERTAIN:
                single_path += 1
            out.write(key, EMPTY if found is None else found)
            summed += exp(-(EMPTY if found is None else found))
            done += 1
        what = f"{single_path} contained only one sentence. {empty} were equivalent to the empty lattice."
        call.console.log(f"Done {done} lattices, of which {what}")
        if done:
            mean = -log(summed / done) if summed else float("inf")
            call.console.log(f"Average confidence (averaged in negative-log space) is {mean:g}")
    return 0 if done else 1


def confidence(lattice: Lattice) -> float | None:
    """What the second best path costs more than the best; none where there is no path."""
    from mondegreen._core import best_paths

    costs = [graph + acoustic for path in best_paths(lattice, 2) for _, _, graph, acoustic in [path.only_path()]]
    if len(costs) < 2:
        return CERTAIN if costs else None
    return costs[1] - costs[0]
