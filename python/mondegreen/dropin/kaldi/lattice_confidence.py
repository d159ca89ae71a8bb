"""`lattice-confidence`: how much worse the second best path is."""

from __future__ import annotations

from math import exp, log

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import REAL
from mondegreen.dropin.kaldi.options import Call, Option, program, single
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
# What stands for no second path, and for one that costs more still.
CERTAIN = 1e10


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
    find = two_best if compact else two_sentences
    done = lone = empty = same = 0
    summed = 0.0
    with Lattices(call, call.argument(0), compact=compact) as table, records(call, call.argument(1), REAL) as out:
        for key, lattice in table:
            paths = find(scales.apply(lattice))
            name = printable(key)
            if not paths:
                call.console.warn(f"Lattice for utterance {name} is equivalent to the empty lattice.")
                empty += 1
                continue
            if len(paths) == 2 and paths[0][0] == paths[1][0]:
                what = "Best and second-best sentences were identical: confidence is meaningless."
                call.console.warn(f"{what}  You should call with --read-compact-lattice=false.")
                same += 1
            worse = max(0.0, single(paths[1][1] - paths[0][1])) if len(paths) == 2 else CERTAIN
            confidence = min(CERTAIN, worse)
            out.write(key, confidence)
            lone += len(paths) == 1
            summed += exp(-confidence)
            done += 1
        what = f"{lone} contained only one sentence. {empty} were equivalent to the empty lattice."
        call.console.log(f"Done {done} lattices, of which {what}")
        if done:
            mean = -log(summed / done) if summed else float("inf")
            call.console.log(f"Average confidence (averaged in negative-log space) is {mean:g}")
    if same:
        call.console.warn(f"{same} lattices had the same sentence on different paths (likely an error)")
    return 0 if done and not same else 1


def two_best(lattice: Lattice, count: int = 2) -> list[tuple[list[int], float]]:
    """The words and the costs of the best paths, costs in single precision."""
    from mondegreen._core import best_paths

    lines = [path.only_path() for path in best_paths(lattice, count)]
    return [(words, single(graph + acoustic)) for words, _, graph, acoustic in filter(None, lines)]


def two_sentences(lattice: Lattice) -> list[tuple[list[int], float]]:
    """The words and the costs of the best path, and of the best one with other words.

    In a cycle the same words might come without end: that is an error, as with Kaldi.
    """
    lattice.sorted()
    count = 2
    while True:
        paths = two_best(lattice, count)
        others = [path for path in paths if path[0] != paths[0][0]]
        if others or len(paths) < count:
            return paths[:1] + others[:1]
        count *= 2
