"""`lattice-align-words`: arcs that are words, by the phones that begin and end them."""

from __future__ import annotations

from mondegreen.dropin.kaldi.aligning import KEPT, REORDER, TEST, Align, model_of, parsed
from mondegreen.dropin.kaldi.options import Call, Option
from mondegreen.dropin.kaldi.stages import staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Makes each arc of lattices a word with the frames it lasts, or a silence. The phones must tell where in a word they
stand, as the file of word boundaries says (phones/word_boundary.int).

Usage: lattice-align-words [options] <word-boundary-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words data/lang/phones/word_boundary.int final.mdl ark:1.lats ark:aligned.lats
"""


class AlignWords(Align):
    """Aligns lattice by lattice."""

    def __init__(self, call: Call) -> None:
        from mondegreen._core import WordBoundaries

        super().__init__(call)
        self.boundaries = parsed(call, call.argument(0), lambda data: WordBoundaries(data.decode("utf-8", "replace")))
        self.model = model_of(call, call.argument(1))

    def align(self, lattice: Lattice) -> tuple[Lattice, str | None]:
        """By the boundaries of words."""
        return self.boundaries.align(
            lattice,
            self.model,
            silence=self.call.whole("silence-label"),
            partial=self.call.whole("partial-word-label"),
            reorder=self.call.flag("reorder"),
            expansion=self.expansion,
        )

    def test(self, lattice: Lattice, aligned: Lattice, name: str) -> None:
        """Looks past the word that silences became."""
        silence = self.call.whole("silence-label")
        super().test(lattice, without(aligned, silence) if silence else aligned, name)


def without(lattice: Lattice, word: int) -> Lattice:
    """The lattice with none in the place of a word, for comparing."""
    from io import BytesIO

    from mondegreen._core import LatticeArchive

    lines = [line.split(b"\t") for line in lattice.write(text=True).split(b"\n")]
    written = (b"\t".join([*line[:2], b"0", *line[3:]] if line[2:3] == [b"%d" % word] else line) for line in lines)
    return LatticeArchive(BytesIO(b"\n".join(written))).object("aligned")


run = staged(
    AlignWords,
    "lattice-align-words",
    USAGE,
    Option("silence-label", 0, "Number of the word that silences become"),
    Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes"),
    REORDER,
    Option("max-expand", 0.0, "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"),
    KEPT,
    TEST,
    arguments=(4,),
    source=2,
    target=3,
)
