"""`lattice-align-words-lexicon`: arcs that are words, by the phones that a lexicon gives them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.aligning import KEPT, REORDER, TEST, align_all, model_of, parsed
from mondegreen.dropin.kaldi.lattices import data_of
from mondegreen.dropin.kaldi.options import Call, Option, program

USAGE = """
Makes each arc of lattices a word with the frames it lasts, or a silence. A lexicon tells which phones words have, a
line each: the word in lattices, the word to write, and phones, all as numbers (phones/align_lexicon.int).

Usage: lattice-align-words-lexicon [options] <lexicon-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words-lexicon data/lang/phones/align_lexicon.int final.mdl ark:1.lats ark:aligned.lats
"""


@program(
    "lattice-align-words-lexicon",
    USAGE,
    Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes"),
    REORDER,
    Option("max-expand", -1.0, "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"),
    KEPT,
    Option("output-if-empty", default=False, purpose="Write lattices that became empty, too"),
    TEST,
    Option("allow-duplicate-paths", default=False, purpose="With --test, let words of equal costs come more than once"),
    arguments=(4,),
)
def run(call: Call) -> int:
    """Aligns lattice by lattice."""
    from mondegreen._core import AlignmentLexicon

    name = call.argument(0)
    lexicon = parsed(name, lambda: AlignmentLexicon(data_of(call, name).decode("utf-8", "replace")))
    model = model_of(call, call.argument(1))
    expansion = call.number("max-expand")
    tally = align_all(
        call,
        lambda lattice: lexicon.align(
            lattice,
            model,
            partial=call.whole("partial-word-label"),
            reorder=call.flag("reorder"),
            expansion=expansion if expansion > 0 else None,
        ),
        write_empty=call.flag("output-if-empty"),
    )
    return 0 if tally.done > tally.failed else 1
