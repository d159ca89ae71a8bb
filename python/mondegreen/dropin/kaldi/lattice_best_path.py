"""`lattice-best-path`: the words and transition ids of the path that costs least."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.lattices import Lattices
from mondegreen.dropin.kaldi.objects import WHOLES
from mondegreen.dropin.kaldi.options import Call, Option, program
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, Scales
from mondegreen.dropin.kaldi.symbols import spelled, symbols

USAGE = """
Finds the path that costs least in each lattice, and writes its words and transition ids.

Usage: lattice-best-path [options] <lattice-rspecifier> [ <transcriptions-wspecifier> [ <alignments-wspecifier> ] ]
E.g.: lattice-best-path --acoustic-scale=0.1 ark:1.lats ark,t:1.tra ark:1.ali
"""


@program(
    "lattice-best-path",
    USAGE,
    ACOUSTIC,
    GRAPH,
    Option("word-symbol-table", "", "Words and their numbers, to show words on standard error"),
    arguments=(1, 2, 3),
)
def run(call: Call) -> int:
    """Searches lattice by lattice."""
    scales = Scales(call)
    words_of = symbols(call.text("word-symbol-table"))
    sums = Sums()
    failed = 0
    with (
        Lattices(call, call.argument(0)) as table,
        records(call, call.argument(1), WHOLES) as transcripts,
        records(call, call.argument(2), WHOLES) as alignments,
    ):
        for key, lattice in table:
            path = scales.apply(lattice).best_path().only_path()
            name = printable(key)
            if path is None:
                call.console.warn(f"Best-path failed for key {name}")
                failed += 1
                continue
            words, ids, graph, acoustic = path
            call.console.log(f"For utterance {name}, best cost {sums.add(graph, acoustic, len(ids))}")
            transcripts.write(key, words)
            alignments.write(key, ids)
            if words_of is not None:
                call.console.raw(f"{name} ")
                call.console.raw(f"{spelled(words, words_of)}\n")
        call.console.log(f"Overall cost per frame is {sums.overall()}")
        call.console.log(f"Done {sums.paths} lattices, failed for {failed}")
    return 0 if sums.paths else 1


class Sums:
    """What all paths cost together."""

    def __init__(self) -> None:
        self.paths = self.frames = 0
        self.graph = self.acoustic = 0.0

    def add(self, graph: float, acoustic: float, frames: int) -> str:
        """Adds a path; tells what it costs."""
        self.paths += 1
        self.frames += frames
        self.graph += graph
        self.acoustic += acoustic
        return f"{graph:g} + {acoustic:g} = {graph + acoustic:g} over {frames} frames."

    def overall(self) -> str:
        """The mean cost of a frame."""
        parts = (self.graph + self.acoustic, self.graph, self.acoustic)
        total, graph, acoustic = (f"{part / self.frames:g}" if self.frames else "-nan" for part in parts)
        return f"{total} = {graph} [graph] + {acoustic} [acoustic] over {self.frames} frames."
