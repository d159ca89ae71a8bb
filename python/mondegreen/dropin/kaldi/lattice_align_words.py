"""`lattice-align-words`: arcs that are words, by the phones that begin and end them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.aligning import KEPT, REORDER, TEST, align_all, model_of, parsed
from mondegreen.dropin.kaldi.lattices import data_of
from mondegreen.dropin.kaldi.options import Call, Option, program

USAGE = """
Makes each arc of lattices a word with the frames it lasts, or a silence. The phones must tell where in a word they
stand, as the file of word boundaries says (phones/word_boundary.int).

Usage: lattice-align-words [options] <word-boundary-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words data/lang/phones/word_boundary.int final.mdl ark:1.lats ark:aligned.lats
"""


@program(
    "lattice-align-words",
    USAGE,
    Option("silence-label", 0, "Number of the word that silences become"),
    Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes"),
    REORDER,
    Option("max-expand", 0.0, "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"),
    KEPT,
    TEST,
    arguments=(4,),
)
def run(call: Call) -> int:
    """Aligns lattice by lattice."""
    from mondegreen._core import WordBoundaries

    name = call.argument(0)
    boundaries = parsed(name, lambda: WordBoundaries(data_of(call, name).decode("utf-8", "replace")))
    model = model_of(call, call.argument(1))
    expansion = call.number("max-expand")
    tally = align_all(
        call,
        lambda lattice: boundaries.align(
            lattice,
            model,
            silence=call.whole("silence-label"),
            partial=call.whole("partial-word-label"),
            reorder=call.flag("reorder"),
            expansion=expansion if expansion > 0 else None,
        ),
    )
    return 0 if tally.done > tally.failed else 1
