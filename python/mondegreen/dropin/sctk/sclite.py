"""NIST's `sclite`: aligns hypotheses with references and reports what is wrong.

Reads trn against trn, stm against ctm, ctm against ctm, or with `-P` systems that were aligned before. The core reads
and aligns.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from math import isfinite
from time import asctime
from typing import NamedTuple

from mondegreen._core import Sclite, Scored, atof
from mondegreen.dropin.emulation.streams import ExitError, catch_exit, err, out, write_parts
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.confidence_graphs import GRAPHS
from mondegreen.dropin.sctk.label_tables import format_lur
from mondegreen.dropin.sctk.sclite_options import DISABLED, NEWEST, REFUSAL, Hypothesis, Options, parse_options
from mondegreen.dropin.sctk.summary_tables import format_rsum, format_sum, format_wws
from mondegreen.dropin.sctk.system import SgmlError, System, format_sgml, read_sgml
from mondegreen.dropin.sctk.table import Tables
from mondegreen.dropin.sctk.text_reports import format_dtl, format_pra, format_prf, format_snt, format_spk
from mondegreen.errors import ScoreError

ONE_SEMICOLON = (
    b"Warning: The comment designation is now ;;, the line below\n"
    b"         has only one comment character, this may be an error\n         %b\n"
)

STDOUT = b"-"
ALIGNMENTS = b"string alignments to"
# On these the original crashes where there is no utterance; rates of nothing would look like a score.
RATES = {"sum", "rsum", "wws", "det"}
NOTHING_TO_SCORE = (
    b"sclite: %b: nothing to score: no utterance of the hypothesis and its reference was aligned; see that neither is"
    b" empty, that their last lines end in line feeds, and that not all segments are ignored\n"
)


class WordWeights(NamedTuple):
    """The weights of `-w`: those of the first column, the weight of missing words, and what reports say of it."""

    known: dict[bytes, float]
    missing: float
    source: bytes


@catch_exit
def main(arguments: list[bytes]) -> int:
    options = parse_options(arguments)
    reports = Reports(options)
    log_progress(options, b"sclite: 2.10 TK Version 1.3\n")
    piped: list[System] = []
    for name, system in iterate_systems(options):
        reports.write(system, name)
        if options.piped_out:
            piped.append(system)
    for system in piped:
        reports.pipe(system)
    log_progress(options, b"\nUnsuccessful Completion\n" if reports.has_failed else b"\nSuccessful Completion\n")
    return 0


def log_progress(options: Options, text: bytes) -> None:
    """Says how far the run is, unless it is to be silent."""
    if options.feedback >= 1:
        out(text)


def iterate_systems(options: Options) -> Iterator[tuple[bytes, System]]:
    """Systems that were aligned before, then those that are aligned now; each with the path that names its reports."""
    before = read_piped_systems(options) if options.piped_in else []
    weights = load_weights(options)
    yield from ((system.title, system) for system in before)
    if options.reference is not None:
        aligner = make_aligner(options, weights)
        read_reference = cache(partial(read_file, options.reference))  # read once: it may be a pipe
        for hypothesis in options.hypotheses:
            paths = (options.reference, hypothesis.path)
            log_progress(options, b"Begin alignment of Ref File: '%b' and Hyp File: '%b'\n" % paths)
            system = align_system(options, read_reference, hypothesis, aligner)
            system.weights = None if weights is None else weights.source
            yield hypothesis.path, system


def read_piped_systems(options: Options) -> list[System]:
    log_progress(options, b"Loading Piped input. . . ")
    try:
        systems = read_sgml(sys.stdin.buffer.read())
    except SgmlError:
        raise ExitError(b"load_SCORES_sgml Failed\n") from None
    log_progress(options, b"%d systems loaded.\n" % len(systems))
    for system in systems:
        system.scored.set_coding(options.encoding, options.profile)
    return systems


def make_aligner(
    options: Options,
    weights: WordWeights | None,
    log: Callable[[bytes], object] = out,
    warn: Callable[[bytes], object] = err,
) -> Sclite:
    """The core's aligner with these options."""
    characters = options.characters
    segmented = None
    if options.segmentations:
        lexicon, failure = read_lexicon(options)
        segmented = (b"algo2" in options.segmentations, options.segments_ascii, lexicon, failure)
    return Sclite(
        log,
        warn,
        options.feedback,
        coding=options.encoding,
        profile=options.profile,
        case=options.case_sensitive,
        fragments=options.fragments,
        optional=options.optional,
        timed=options.timed,
        characters=None if characters is None else (b"NOASCII" in characters, b"DH" in characters),
        weights=None if weights is None else weights[:2],
        segmented=segmented,
    )


def read_lexicon(options: Options) -> tuple[bytes, bytes]:
    """A lexicon; or the error that ends the run only once something would be aligned."""
    if len(options.segmentations) > 1:
        return b"", b"Error: unknown alignment procedure\n"
    try:
        return read_file(options.lexicon or b"", b"Error: load_TEXT_LIST open of '%b' failed"), b""
    except ExitError as error:
        return b"", error.message
    except IsADirectoryError:  # sclite opens it, and reads no line
        return b"", b""


def align_system(
    options: Options, read_reference: Callable[[bytes], bytes], hypothesis: Hypothesis, aligner: Sclite
) -> System:
    """A hypothesis against the reference."""
    formats = (options.format, hypothesis.format)
    if formats == (b"stm", b"txt"):
        raise ExitError(read_usage("sclite") + REFUSAL % DISABLED)
    if formats not in {(b"trn", b"trn"), (b"stm", b"ctm"), (b"ctm", b"ctm")}:
        raise ExitError(b"Error: Unable to score '%b' against '%b'\n" % (hypothesis.format, options.format))
    created = asctime().encode()
    hypothesis_data = read_file(hypothesis.path, b"Can't open input hypothesis file %b\n")
    is_trn = options.format == b"trn"
    reference_data = read_reference(b"Can't open input %b file %%b\n" % (b"Reference" if is_trn else b"reference"))
    inputs = (reference_data, options.reference or b""), (hypothesis_data, hypothesis.path)
    comments: list[bytes] = []  # sclite looks for none in two ctm files
    scored: Scored | None
    if is_trn:
        scored, comments = aligner.trn(reference_data, hypothesis_data, options.ids or b"") or (None, [])
    elif options.format == b"stm":
        scored = aligner.stm_ctm(*inputs, (b"ref" in options.reduced, b"hyp" in options.reduced))
        if scored is not None:
            comments = aligner.comments(reference_data) + aligner.comments(hypothesis_data)
    else:
        scored = aligner.ctm_ctm(*inputs, slips=options.version != NEWEST)
    if scored is None:
        raise ExitError(b"")
    system = System(hypothesis.title, scored)
    system.reference, system.hypothesis, system.created = options.reference, hypothesis.path, created
    system.fragments, system.optional = options.fragments, options.optional
    for comment in comments:
        system.add_definition(comment)
    return system


class Reports:
    """The reports of a run, whose tables remember each other."""

    def __init__(self, options: Options, write: Callable[[bytes], object] = out) -> None:
        self.options = options
        self.out = write
        self.tables = Tables()
        self.has_failed = False

    def write(self, system: System, path: bytes) -> None:
        """Writes all that was asked for, beside the hypothesis, whose path this is, or to standard output."""
        options = self.options
        if not system.scored.speakers() and RATES & {*options.reports, *options.graphs}:
            raise ExitError(NOTHING_TO_SCORE % path)
        own, slash, name = path.rpartition(b"/")
        directory = (own if slash else b".") if options.directory is None else options.directory
        name = name if options.name is None else options.name
        root = name if options.directory is None and directory == b"." else directory + b"/" + name
        for report, suffix, title, parts in self._list_reports(system):
            if report == "wws" and report in options.reports and system.weights is None:
                self.out(b"    Skipping WWS Report, no word weights supplied.\n")
            elif report in options.reports:
                self._write_report(STDOUT if "stdout" in options.reports else root, suffix, title, parts)
        for graph, draw in GRAPHS.items():
            if graph in options.graphs:
                self.has_failed |= not draw(system, root, options.feedback)

    def pipe(self, system: System) -> None:
        """Writes a system to standard output for another program (`-p`)."""
        for part in format_sgml(system, b"\n", b"\n"):
            self.out(part)

    def _list_reports(self, system: System) -> Iterator[tuple[str, bytes, bytes, Iterable[bytes]]]:
        """The name, suffix, title and parts of each file in sclite's order; parts are made when they are read."""
        width, table = self.options.width, ([system], [self.tables])
        speakers, newest = system.scored.speakers(), self.options.version == NEWEST
        yield "sum", b".sys", b"scoring report to", map(format_sum, *table)
        yield "wws", b".wws", b"scoring report to", map(format_wws, *table)
        yield "rsum", b".raw", b"raw scoring report to", map(format_rsum, *table)
        for number, name in enumerate(speakers):
            title = b"sentence scoring report for speaker '%b' to" % name
            yield "snt", b".snt." + name, title, format_snt(system, number)
        for number, name in enumerate(speakers):
            title = b"speaker scoring report for '%b' to" % name
            yield "spk", b".spk." + name, title, format_spk(system, number, newest=newest)
        yield "dtl", b".dtl", b"overall detailed scoring report", format_dtl(system, newest=newest)
        yield "lur", b".lur", b"LUR scoring report to", map(format_lur, *table)
        yield "pra", b".pra", ALIGNMENTS, format_pra(system, width)
        yield "prf", b".prf", ALIGNMENTS, format_prf(system, width)
        yield "sgml", b".sgml", b"SGML string alignments to", format_sgml(system, b":", b",")
        title = b"Newline Separated SGML string alignments to"
        yield "nl.sgml", b".nl.sgml", title, format_sgml(system, b"\n", b"\n")

    def _write_report(self, root: bytes, suffix: bytes, title: bytes, parts: Iterable[bytes]) -> None:
        """Announces a report and writes it, to standard output if its file cannot be opened."""
        path = root + suffix
        if root != STDOUT and write_parts(path, parts, lambda: self._announce(title, path)):
            return
        if title == ALIGNMENTS:
            self._announce(title, b"stdout")
        for part in parts:
            self.out(part)

    def _announce(self, title: bytes, path: bytes) -> None:
        """Says what is written, unless the run is to be silent."""
        if self.options.feedback >= 1:
            self.out(b"    Writing %b '%b'\n" % (title, path))


def read_file(path: bytes, failure: bytes) -> bytes:
    """A whole file; one that cannot be opened is refused in the original's words."""
    try:
        with open(os.fsdecode(path), "rb") as file:
            return file.read()
    except (PermissionError, FileNotFoundError, NotADirectoryError):
        raise ExitError(failure % path) from None


def load_weights(options: Options) -> WordWeights | None:
    if options.weights is None:
        return None
    log_progress(options, b"Loading WWL file '%b'\n" % options.weights)
    if options.weights == b"unity":  # no file, but 1 for every word
        return WordWeights({}, 1.0, b'unity Column "Unity Weighting"')
    return read_weights(options.weights)


def read_weights(path: bytes) -> WordWeights:
    failure = ExitError(b"Error: Unable to read WWL file '%b'\n" % path)
    try:
        with open(path, "rb") as file:
            lines = list(file)
    except OSError:
        err(b"Warning: Could not open Word-weight file: %b No words loaded ! ! ! !\n" % path)
        raise failure from None
    known: dict[bytes, float] = {}
    missing, titles = 0.0, []
    for number, line in enumerate(lines, start=1):
        if line[:1] == b";" and line[:2] != b";;":
            err(ONE_SEMICOLON % line)
        words, lower = line.split(), line.lower()
        if words and line[:2] != b";;":
            if len(words) < 2:
                err(b"Error: Unable to parse line %d of WWF file '%b'\n" % (number, line))
                raise failure
            known.setdefault(words[0], parse_weight(words[1], path, number))
        elif b"'headings'" in lower:  # a comment with the titles of columns
            index = lower.find(b"'word spelling'", lower.index(b"'headings'"))
            if index < 0:
                err(b"Warning: Unable to parse label line %b" % line)
            else:
                titles += line[index + len(b"'word spelling'") :].split(b"'")[1::2]
        elif b"default missing weight" in lower:
            quoted = line.split(b"'")
            if len(quoted) < 3:
                err(b"Warning: Failure to parse 'Default missing weight' %b" % line)
            else:
                missing = parse_weight(quoted[1], path, number)
    return WordWeights(known, missing, b'%b Column "%b"' % (path, titles[0] if titles else b"%b Col 1" % path))


def parse_weight(text: bytes, path: bytes, line: int) -> float:
    """A weight, which must be finite: nothing can be aligned by another."""
    value = atof(text)
    if not isfinite(value):
        shown = text.decode("utf-8", "replace")
        raise ScoreError(f"{shown!r} is no weight; give a number", path=os.fsdecode(path), line=line)
    return value
