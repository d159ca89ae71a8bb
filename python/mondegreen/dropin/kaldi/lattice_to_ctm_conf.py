"""`lattice-to-ctm-conf`: words with their times and how likely each is."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.decoding import decoded
from mondegreen.dropin.kaldi.options import Call, Option, single
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, INVERSE, Scales
from mondegreen.dropin.kaldi.specifiers import Wspecifier
from mondegreen.dropin.kaldi.stages import Last, staged
from mondegreen.dropin.kaldi.values import lists, times

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Decoded, Lattice

USAGE = """
Decodes lattices for the least expected number of word errors, or around words that are given, and writes the words in
CTM format: utterance, 1, begin, length, number of the word, likelihood. The lattices should be word-aligned.

Usage: lattice-to-ctm-conf [options] <lattice-rspecifier> [ <1best-rspecifier> [ <times-rspecifier> ] ] <ctm-wxfilename>
E.g.: lattice-to-ctm-conf --acoustic-scale=0.1 ark:1.lats 1.ctm
"""


class ToCtmConf(Last):
    """Decodes lattice by lattice."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.scales = Scales(call)
        self.given = dict(lists(call, call.argument(1))) if len(call.arguments) > 2 else None
        # Times of the words that are given: Kaldi finds them anew, and only insists that they are there.
        self.timed = {key for key, _ in times(call, call.argument(2))} if len(call.arguments) > 3 else None
        refuse_table(call.argument(-1))
        self.words = 0
        self.risk = 0.0

    def lines(self, key: bytes, lattice: Lattice) -> bytes:
        """The words of an utterance."""
        utterance = printable(key)
        if self.given is not None and key not in self.given:
            self.call.console.warn(f"1-best not present for utterance {utterance}")
            return b""
        if self.timed is not None and key not in self.timed:
            self.call.console.warn(f"Times not present for utterance {utterance}")
            return b""
        found = decoded(
            self.scales.apply(lattice),
            decode=self.call.flag("decode-mbr"),
            keep_silence=self.call.flag("print-silence"),
            words=None if self.given is None else self.given[key],
        )
        mean = sum(found.confidences) / len(found.words) if found.words else 0.0
        what = f"Bayes Risk {found.risk:g}, avg. confidence per-word {mean:g}"
        self.call.console.log(f"For utterance {utterance}, {what}")
        self.done += 1
        self.words += len(found.words)
        self.risk += found.risk
        return written(self.call, key, found)

    def end(self) -> int:
        """It failed if it decoded nothing."""
        self.call.console.log(f"Done {self.done} lattices.")
        means = (f"{self.risk / count:g}" if count else "-nan" for count in (self.done, self.words))
        self.call.console.log("Overall average Bayes Risk per sentence is {} and per word, {}".format(*means))
        return 0 if self.done else 1


def refuse_table(name: str) -> None:
    """Refuses an archive in the place of a file."""
    try:
        Wspecifier(name)
    except KaldiError:
        return
    what = f"Please use things like 1.ctm istead of {name}"
    raise KaldiError(f"The output ctm file should not be a wspecifier. {what}")


def written(call: Call, key: bytes, found: Decoded) -> bytes:
    """Words as lines."""
    shift, digits = single(call.number("frame-shift")), call.whole("confidence-digits")
    lines = []
    for word, (begin, end), likely in zip(found.words, found.times, found.confidences, strict=True):
        start, length = single(shift * begin), single(shift * single(end - begin))
        numbers = f"{start:.{digits}f} {length:.{digits}f} {word} {likely:.{digits}f}"
        lines.append(b"%s 1 %s\n" % (key, numbers.encode()))
    return b"".join(lines)


run = staged(
    ToCtmConf,
    "lattice-to-ctm-conf",
    USAGE,
    ACOUSTIC,
    INVERSE,
    GRAPH,
    Option("frame-shift", 0.01, "Seconds from a frame to the next"),
    Option("confidence-digits", 2, "Decimals of all numbers"),
    Option(
        "decode-mbr", default=True, purpose="Look for the words of least expected errors, not those of the best path"
    ),
    Option("print-silence", default=False, purpose="Write words of number 0 too"),
    arguments=(2, 3, 4),
    target=-1,
)
