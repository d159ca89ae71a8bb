"""`nbest-to-ctm`: the words of lattices of one path, with their times."""

from __future__ import annotations

from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.options import Call, Option, program, single
from mondegreen.dropin.kaldi.records import sink

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


@program(
    "nbest-to-ctm",
    USAGE,
    Option("frame-shift", 0.01, "Seconds from a frame to the next"),
    Option("precision", 2, "Decimals of times"),
    Option("print-silence", default=False, purpose="Write words of number 0 too"),
    arguments=(2,),
)
def run(call: Call) -> int:
    """Writes path by path."""
    shift = single(call.number("frame-shift"))
    digits = decimals(shift, call.whole("precision"))
    silence = call.flag("print-silence")
    done = failed = 0
    with lattices(call, call.argument(0)) as table, sink(call, call.argument(1)) as out:
        for key, lattice in table:
            if lattice.only_path() is None:
                call.console.warn(f"Format conversion failed for key {key.decode('utf-8', 'surrogateescape')}")
                failed += 1
                continue
            for word, begin, length in timed(lattice):
                if word or silence:
                    times = (f"{single(shift * frames):.{digits}f}" for frames in (begin, length))
                    out.write(b"%s 1 %s %d\n" % (key, " ".join(times).encode(), word))
            done += 1
        call.console.log(f"Converted {done} linear lattices to ctm format; {failed} had errors.")
    return 0 if done else 1


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
