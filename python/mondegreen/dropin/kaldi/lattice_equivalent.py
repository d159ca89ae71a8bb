"""`lattice-equivalent`: whether two lattices have the same paths."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.pairwise import pairwise

USAGE = """
Tells whether two lattices of each utterance have the same words at the same costs: paths of each are drawn, and what
their words cost in the other is looked up. It fails unless all lattices are equivalent.

Usage: lattice-equivalent [options] <lattice-rspecifier1> <lattice-rspecifier2>
E.g.: lattice-equivalent ark:1.lats ark:2.lats
"""


@program(
    "lattice-equivalent",
    USAGE,
    Option("num-paths", 20, "How many paths are drawn"),
    Option("delta", 0.1, "How much costs may differ"),
    Option("max-error-proportion", 0.0, "Which share of utterances may differ"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Compares utterance by utterance."""
    from mondegreen._core import are_equivalent

    drawn = max(call.whole("num-paths"), 0)
    same = different = missing = 0
    for key, first, second in pairwise(call, compact=True):
        name = printable(key)
        if second is None:
            call.console.warn(f"No second lattice available for utterance {name}")
            missing += 1
        elif are_equivalent(first, second, paths=drawn, delta=call.number("delta")):
            same += 1
            call.console.log(f"Lattices were equivalent for utterance {name}")
        else:
            different += 1
            call.console.log(f"Lattices were not equivalent for utterance {name}")
    done = same + different
    what = f"{same} were equivalent, {different} were not; for {missing}, could not find 2nd lattice."
    call.console.log(f"Done {done} lattices, {what}")
    return 0 if done and different <= call.number("max-error-proportion") * done else 1
