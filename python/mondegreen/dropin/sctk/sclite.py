"""NIST's `sclite`: aligns hypotheses with references and reports what is wrong.

Reads trn against trn, stm against ctm, ctm against ctm, or with `-P` systems that were aligned before. The core reads
and aligns; each report is a file in `report`.
"""

from __future__ import annotations

import os
import sys
from time import asctime

from mondegreen._core import Sclite
from mondegreen.dropin.sctk.options import NEWEST, Hypothesis, Options, parse
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.sclite_usage import refused
from mondegreen.dropin.sctk.system import System
from mondegreen.dropin.streams import err, out

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mondegreen._core import Scored
    from mondegreen.dropin.sctk.word_weights import WordWeights

    Tell = Callable[[bytes], object]


class Reference:
    """The file of all hypotheses' reference, which is read once: it may come from a pipe."""

    def __init__(self, path: bytes) -> None:
        self.path = path
        self.data: bytes | None = None

    def read(self, refusal: bytes) -> bytes:
        """The whole file."""
        if self.data is None:
            self.data = read(self.path, refusal)
        return self.data


def main(arguments: list[bytes]) -> int:
    """Runs sclite with the words of a command line."""
    try:
        run(parse(arguments))
    except Refusal as refusal:
        err(refusal.told)
        return 1
    return 0


def run(options: Options) -> None:
    """Aligns and reports system by system."""
    from mondegreen.dropin.sctk.reports import Reports

    reports = Reports(options)
    tell(options, b"sclite: 2.10 TK Version 1.3\n")
    kept: list[System] = []
    for name, system in systems(options):
        reports.write(system, name)
        if options.piped_out:
            kept.append(system)
    for system in kept:
        reports.pipe(system)
    tell(options, b"\nUnsuccessful Completion\n" if reports.failed else b"\nSuccessful Completion\n")


def tell(options: Options, text: bytes) -> None:
    """Says how far the run is, unless it is to be silent."""
    if options.feedback >= 1:
        out(text)


def systems(options: Options) -> Iterator[tuple[bytes, System]]:
    """Those that were aligned before, then those that are aligned now; each with the path that names its reports."""
    before = piped_in(options) if options.piped_in else []
    weights = word_weights(options)
    yield from ((system.title, system) for system in before)
    if options.reference is not None:
        aligner = make_aligner(options, weights)
        reference = Reference(options.reference)
        for hypothesis in options.hypotheses:
            tell(options, b"Begin alignment of Ref File: '%b' and Hyp File: '%b'\n" % (reference.path, hypothesis.path))
            yield hypothesis.path, aligned(options, reference, hypothesis, aligner, weights)


def piped_in(options: Options) -> list[System]:
    """The systems on standard input."""
    from mondegreen.dropin.sctk.sgml_reader import UnreadableError, read_sgml

    tell(options, b"Loading Piped input. . . ")
    try:
        found = read_sgml(sys.stdin.buffer)
    except UnreadableError:
        raise Refusal(b"load_SCORES_sgml Failed\n") from None
    tell(options, b"%d systems loaded.\n" % len(found))
    for system in found:
        system.scored.set_coding(options.encoding, options.profile)
    return found


def word_weights(options: Options) -> WordWeights | None:
    """The weights of words, if there are any."""
    if options.weights is None:
        return None
    from mondegreen.dropin.sctk.word_weights import read_weights

    tell(options, b"Loading WWL file '%b'\n" % options.weights)
    return read_weights(options.weights)


def make_aligner(options: Options, weights: WordWeights | None, tell: Tell = out, warn: Tell = err) -> Sclite:
    """What aligns, with the options that say how; it tells of its work and warns by these two functions."""
    characters = options.characters
    segmented = None
    if options.segmented:
        words, refusal = lexicon(options)
        segmented = (b"algo2" in options.segmented, options.ascii_too, words, refusal)
    return Sclite(
        tell,
        warn,
        options.feedback,
        coding=options.encoding,
        profile=options.profile,
        case=options.case,
        fragments=options.fragments,
        optional=options.optional,
        timed=options.timed,
        characters=None if characters is None else (b"NOASCII" in characters, b"DH" in characters),
        weights=None if weights is None else (weights.known, weights.missing),
        segmented=segmented,
    )


def lexicon(options: Options) -> tuple[bytes, bytes]:
    """A lexicon; or why nothing is aligned, once something would be."""
    if len(options.segmented) > 1:
        return b"", b"Error: unknown alignment procedure\n"
    try:
        return read(options.lexicon or b"", b"Error: load_TEXT_LIST open of '%b' failed"), b""
    except Refusal as refusal:
        return b"", refusal.told
    except IsADirectoryError:  # of which sclite cannot read a line
        return b"", b""


def aligned(
    options: Options, reference: Reference, hypothesis: Hypothesis, aligner: Sclite, weights: WordWeights | None
) -> System:
    """A hypothesis against the reference."""
    formats = (options.format, hypothesis.format)
    if formats not in ALIGNING:
        if formats == (b"stm", b"txt"):
            raise refused(b"Alignments via diff have been disabled")
        raise Refusal(b"Error: Unable to score '%b' against '%b'\n" % (hypothesis.format, options.format))
    created = asctime().encode()
    comments: list[bytes] = []
    scored = ALIGNING[formats](options, reference, hypothesis.path, aligner, comments)
    if scored is None:
        raise Refusal(b"")
    system = System(hypothesis.title, scored)
    system.reference, system.hypothesis, system.created = reference.path, hypothesis.path, created
    system.fragments, system.optional = options.fragments, options.optional
    system.weights = None if weights is None else weights.source
    for comment in comments:
        system.define(comment)
    return system


def align_trn(
    options: Options, reference: Reference, hypothesis: bytes, aligner: Sclite, comments: list[bytes]
) -> Scored | None:
    """A transcript against a transcript."""
    heard = read(hypothesis, b"Can't open input hypothesis file %b\n")
    said = reference.read(b"Can't open input Reference file %b\n")
    answer = aligner.trn(said, heard, options.ids or b"")
    if answer is None:
        return None
    comments += answer[1]
    return answer[0]


def align_stm(
    options: Options, reference: Reference, hypothesis: bytes, aligner: Sclite, comments: list[bytes]
) -> Scored | None:
    """Timed words against segments; only behind the alignment are the comments looked at."""
    heard = read(hypothesis, b"Can't open input hypothesis file %b\n")
    said = reference.read(b"Can't open input reference file %b\n")
    reduced = (b"ref" in options.reduced, b"hyp" in options.reduced)
    scored = aligner.stm_ctm((said, reference.path), (heard, hypothesis), reduced)
    if scored is not None:
        comments += aligner.comments(said) + aligner.comments(heard)
    return scored


def align_ctm(
    options: Options,
    reference: Reference,
    hypothesis: bytes,
    aligner: Sclite,
    comments: list[bytes],  # noqa: ARG001 - sclite looks for none here
) -> Scored | None:
    """Timed words against timed words."""
    heard = read(hypothesis, b"Can't open input hypothesis file %b\n")
    said = reference.read(b"Can't open input reference file %b\n")
    return aligner.ctm_ctm((said, reference.path), (heard, hypothesis), slips=options.version != NEWEST)


ALIGNING = {(b"trn", b"trn"): align_trn, (b"stm", b"ctm"): align_stm, (b"ctm", b"ctm"): align_ctm}


def read(path: bytes, refusal: bytes) -> bytes:
    """A whole file; one that cannot be opened is refused in the original's words."""
    try:
        with open(os.fsdecode(path), "rb") as file:
            return file.read()
    except (PermissionError, FileNotFoundError, NotADirectoryError):
        raise Refusal(refusal % path) from None
