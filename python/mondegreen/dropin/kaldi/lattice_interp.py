"""`lattice-interp`: the paths of two lattices with the same words, and the mean of their costs."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.objects import COMPACT, EXPANDED
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.pairwise import pairwise
from mondegreen.dropin.kaldi.records import records

USAGE = """
Keeps of two lattices of an utterance the paths with the same words, with the transition ids of the first and the mean
of the costs of both.

Usage: lattice-interp [options] <lattice-rspecifier-a> <lattice-rspecifier-b> <lattice-wspecifier>
E.g.: lattice-interp --alpha=0.4 ark:1.lats ark:2.lats ark:mean.lats
"""


@program(
    "lattice-interp",
    USAGE,
    Option("write-compact", default=True, purpose="Write compact lattices, with strings of transition ids"),
    Option("alpha", 0.5, "The share of the first lattice, from 0 to 1"),
    arguments=(3,),
)
def run(call: Call) -> int:
    """Joins utterance by utterance."""
    compact = call.flag("write-compact")
    alpha = call.number("alpha")
    done = empty = missing = 0
    with records(call, call.argument(2), COMPACT if compact else EXPANDED) as out:
        for key, first, second in pairwise(call, compact=False):
            name = printable(key)
            if second is None:
                what = f"No lattice found for utterance {name} in {call.argument(1)}. Not producing output"
                call.console.warn(what)
                missing += 1
                continue
            other = second.contracted().stripped(ids=True).scaled(((1.0 - alpha, 0.0), (0.0, 1.0 - alpha)))
            both = first.scaled(((alpha, 0.0), (0.0, alpha))).composed(other)
            if both.start is None:
                call.console.warn(f"For utterance {name}, composed result is empty.")
                empty += 1
                continue
            out.write(key, both.contracted() if compact else both)
            done += 1
        what = f"{done} had nonempty result, {empty} had empty composition; in {missing}, had empty second lattice."
        call.console.log(f"Done {done + empty} lattices; {what}")
    return 0 if done else 1
