"""`nbest-to-ctm`: the words of lattices of one path, with their times."""

from __future__ import annotations

from mondegreen.dropin.kaldi.options import Call, Option, single
from mondegreen.dropin.kaldi.stages import Last, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen._core import Lattice

USAGE = """
Writes the words of lattices of one path in CTM format: utterance, 1, begin, length, number of the word. The lattices
should be word-aligned.

Usage: nbest-to-ctm [options] <aligned-linear-lattice-rspecifier> <ctm-wxfilename>
E.g.: lattice-1best ark:1.lats ark:- | lattice-align-words ... ark:- ark:- | nbest-to-ctm ark:- 1.ctm
"""


class NbestToCtm(Last):
    """Writes path by path."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.shift = single(call.number("frame-shift"))
        self.digits = decimals(self.shift, call.whole("precision"))
        self.silence = call.flag("print-silence")
        self.failed = 0

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """The words of a path."""
        if lattice.only_path() is None:
            self.call.console.warn(f"Format conversion failed for key {key.decode('utf-8', 'surrogateescape')}")
            self.failed += 1
            return b""
        written = []
        for word, begin, length in timed(lattice):
            if word or self.silence:
                times = (f"{single(self.shift * frames):.{self.digits}f}" for frames in (begin, length))
                written.append(b"%s 1 %s %d\n" % (key, " ".join(times).encode(), word))
        self.done += 1
        return b"".join(written)

    def end(self) -> int:
        """It failed if it wrote nothing."""
        what = f"Converted {self.done} linear lattices to ctm format; {self.failed} had errors."
        self.call.console.log(what)
        return 0 if self.done else 1


def decimals(shift: float, wanted: int) -> int:
    """Short frames need more decimals. As a `float`, even 0.01 is less than 0.01: by default there are three."""
    if shift < 0.01 and wanted <= 2:
        wanted = 3
    if shift < 0.001 and wanted <= 3:
        wanted = 4
    return wanted


def timed(lattice: Lattice) -> Iterator[tuple[int, int, int]]:
    """Each word of a path with its first frame and how many it has; frames behind the last word are left out."""
    begin = 0
    for _, _, word, _, _, ids in lattice.all_arcs():
        yield word, begin, len(ids)
        begin += len(ids)


run = staged(
    NbestToCtm,
    "nbest-to-ctm",
    USAGE,
    Option("frame-shift", 0.01, "Seconds from a frame to the next"),
    Option("precision", 2, "Decimals of times"),
    Option("print-silence", default=False, purpose="Write words of number 0 too"),
    arguments=(2,),
)
