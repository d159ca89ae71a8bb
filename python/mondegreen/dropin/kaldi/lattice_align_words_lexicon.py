"""`lattice-align-words-lexicon`: arcs that are words, by the phones that a lexicon gives them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.aligning import KEPT, REORDER, TEST, Align, model_of, parsed
from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.stages import staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Makes each arc of lattices a word with the frames it lasts, or a silence. A lexicon tells which phones words have, a
line each: the word in lattices, the word to write, and phones, all as numbers (phones/align_lexicon.int).

Usage: lattice-align-words-lexicon [options] <lexicon-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words-lexicon data/lang/phones/align_lexicon.int final.mdl ark:1.lats ark:aligned.lats
"""
# By which share the likelihoods of all paths of two lattices may differ that are the same but for rounding.
DOUBT = 1e-4


class AlignWordsLexicon(Align):
    """Aligns lattice by lattice."""

    def __init__(self, call: Call) -> None:
        from mondegreen._core import AlignmentLexicon

        super().__init__(call)
        self.lexicon = parsed(call, call.argument(0), lambda data: AlignmentLexicon(data.decode("utf-8", "replace")))
        self.model = model_of(call, call.argument(1))
        self.duplicates = call.flag("allow-duplicate-paths")
        self.passes_on = call.flag("output-if-empty")

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        """By the phones of words."""
        return self.lexicon.align(
            lattice,
            self.model,
            partial=self.call.whole("partial-word-label"),
            reorder=self.call.flag("reorder"),
            expansion=self.expansion,
        )

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        """Looks for paths that come more than once too: all paths together weigh more then."""
        from mondegreen._core import frame_posteriors

        super().test(lattice, aligned, name)
        before, after = (frame_posteriors(one.expanded().sorted())[1] for one in (lattice, aligned))
        if abs(before - after) > DOUBT * (abs(before) + abs(after)):
            what = f"Likelihoods of all paths differ in the aligned lattice for {name}: {before:g} != {after:g}"
            if not self.duplicates:
                raise KaldiError(what, "TestWordAlignedLattice")
            self.call.console.warn(what, "TestWordAlignedLattice")


run = staged(
    AlignWordsLexicon,
    "lattice-align-words-lexicon",
    USAGE,
    Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes"),
    REORDER,
    Option("max-expand", -1.0, "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"),
    KEPT,
    Option("output-if-empty", default=False, purpose="Write lattices of which nothing came as they were read"),
    TEST,
    Option("allow-duplicate-paths", default=False, purpose="With --test, let words of equal costs come more than once"),
    arguments=(4,),
    source=2,
    target=3,
)
