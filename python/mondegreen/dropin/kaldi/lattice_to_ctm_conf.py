"""`lattice-to-ctm-conf`: words with their times and how likely each is."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError
from mondegreen.dropin.kaldi.decoding import decoded
from mondegreen.dropin.kaldi.lattices import lattices
from mondegreen.dropin.kaldi.options import Call, Option, program, single
from mondegreen.dropin.kaldi.records import sink
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, INVERSE, Scales
from mondegreen.dropin.kaldi.specifiers import Wspecifier
from mondegreen.dropin.kaldi.values import lists

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Decoded

USAGE = """
Decodes lattices for the least expected number of word errors, or around words that are given, and writes the words in
CTM format: utterance, 1, begin, length, number of the word, likelihood. The lattices should be word-aligned.

Usage: lattice-to-ctm-conf [options] <lattice-rspecifier> [ <1best-rspecifier> [ <times-rspecifier> ] ] <ctm-wxfilename>
E.g.: lattice-to-ctm-conf --acoustic-scale=0.1 ark:1.lats 1.ctm
"""


@program(
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
)
def run(call: Call) -> int:
    """Decodes lattice by lattice."""
    scales = Scales(call)
    given = dict(lists(call, call.argument(1))) if len(call.arguments) > 2 else None
    name = call.arguments[-1]
    refuse_table(name)
    done = words = 0
    risk = 0.0
    with lattices(call, call.argument(0)) as table, sink(call, name) as out:
        for key, lattice in table:
            utterance = key.decode("utf-8", "surrogateescape")
            if given is not None and key not in given:
                call.console.warn(f"1-best not present for utterance {utterance}")
                continue
            found = decoded(
                scales.apply(lattice),
                decode=call.flag("decode-mbr"),
                keep_silence=call.flag("print-silence"),
                words=None if given is None else given[key],
            )
            out.write(lines(call, key, found))
            mean = sum(found.confidences) / len(found.words) if found.words else 0.0
            what = f"Bayes Risk {found.risk:g}, avg. confidence per-word {mean:g}"
            call.console.log(f"For utterance {utterance}, {what}")
            done += 1
            words += len(found.words)
            risk += found.risk
        call.console.log(f"Done {done} lattices.")
        per_lattice, per_word = (f"{risk / count:g}" if count else "-nan" for count in (done, words))
        call.console.log(f"Overall average Bayes Risk per sentence is {per_lattice} and per word, {per_word}")
    return 0 if done else 1


def refuse_table(name: str) -> None:
    """Refuses an archive in the place of a file."""
    try:
        Wspecifier(name)
    except KaldiError:
        return
    what = f"Please use things like 1.ctm istead of {name}"
    raise KaldiError(f"The output ctm file should not be a wspecifier. {what}")


def lines(call: Call, key: bytes, found: Decoded) -> bytes:
    """The words of an utterance."""
    shift, digits = single(call.number("frame-shift")), call.whole("confidence-digits")
    written = []
    for word, (begin, end), likely in zip(found.words, found.times, found.confidences, strict=True):
        start, length = single(shift * begin), single(shift * single(end - begin))
        numbers = f"{start:.{digits}f} {length:.{digits}f} {word} {likely:.{digits}f}"
        written.append(b"%s 1 %s\n" % (key, numbers.encode()))
    return b"".join(written)
