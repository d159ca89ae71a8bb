"""sclite's command line: its options with their defaults, checks and errors.

Other programs look for sclite's version in its usage text.
"""

import os
from collections.abc import Callable, Collection, Container, Iterator
from typing import NamedTuple

from mondegreen.dropin.emulation.getopt import ArgumentReader, set_flag, set_word, toggle_names
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.sctk import read_usage

# The versions that print alike, and those that print as upstream does today.
NEWEST = b"2.4.12"
VERSIONS = (b"2.4.10", b"2.4.11", NEWEST)

REPORTS = {
    name: {name}
    for name in ["sum", "wws", "rsum", "snt", "spk", "dtl", "lur", "pra", "prf", "sgml", "nl.sgml", "stdout"]
}
REPORTS |= {"pralign": {"pra"}, "all": {"pra", "sum", "rsum"}}
GRAPHS = {name: {name} for name in ("det", "bhist", "sbhist", "hist")}
NONE: dict[str, set[str]] = {"none": set()}
REFUSAL = b"\nsclite: Error, %b\n\n"
DISABLED = b"Alignments via diff have been disabled"
ID_TYPES = (b"swb", b"rm", b"wsj", b"spu_id", b"sp")
ENCODINGS = (b"gb", b"euc", b"utf-8", b"ext_ascii", b"ascii")
LANGUAGES = (b"turkish", b"vietnamese", b"lithuanian", b"kurmanji", b"cebuano", b"kazakh", b"mongolian", b"guarani")
PROFILES = (b"generic", *(b"babel_" + language for language in LANGUAGES))


class Hypothesis(NamedTuple):
    """A file, its format, and the title of its reports."""

    path: bytes
    format: bytes
    title: bytes


class Options:
    """The options of a run, with their defaults."""

    def __init__(self) -> None:
        self.reference: bytes | None = None
        self.format: bytes = b"trn"
        self.hypotheses: list[Hypothesis] = []
        self.ids: bytes | None = None
        self.width = 1000
        self.feedback = 1
        self.reports: set[str] = set()
        self.graphs: set[str] = set()
        self.directory: bytes | None = None
        self.name: bytes | None = None
        self.case_sensitive = False
        self.reduced: set[bytes] = set()
        self.fragments = False
        self.optional = False
        self.characters: set[bytes] | None = None
        self.encoding = b"ascii"
        self.profile = b"generic"
        self.piped_out = False
        self.piped_in = False
        self.timed = False
        self.segmentations: set[bytes] = set()
        self.lexicon: bytes | None = None
        self.segments_ascii = False
        self.weights: bytes | None = None
        self.version = VERSIONS[0]


def parse_options(arguments: list[bytes]) -> Options:
    options, reader = Options(), ArgumentReader(arguments, read_usage("sclite"), REFUSAL)
    reader.read_options(options, READERS)
    if options.piped_out:
        options.feedback = 0
        if "stdout" in options.reports:
            raise reader.refuse(b"Error: output can not be both to stdout and a pipe")
    has_output = bool({b"-o", b"-C", b"-p"} & reader.given)
    if not options.reports and not has_output:
        options.reports = {"sum", "stdout"}
    if "stdout" in options.reports and has_output and b"-f" not in reader.given:
        options.feedback = 0
    for is_wrong, reason in list_checks(options):
        if is_wrong:
            raise reader.refuse(reason)
    return options


def read_reference(options: Options, reader: ArgumentReader) -> None:
    options.reference = read_path(reader, b"Ref")
    given = reader.read_value()
    options.format = options.format if given is None else given


def read_hypothesis(options: Options, reader: ArgumentReader) -> None:
    path = read_path(reader, b"Hyp")
    given, title = reader.read_value(), reader.read_value()
    options.hypotheses.append(Hypothesis(path, b"trn" if given is None else given, path if title is None else title))


def read_path(reader: ArgumentReader, side: bytes) -> bytes:
    path = reader.read_word(b"Not enough %b arguments" % side)
    if path[:1] == b"-":
        raise reader.refuse(b"Req'd %b File name" % side)
    return path


def choose_names(
    attribute: str, known: Container[bytes], unknown: bytes, default: Collection[bytes] = ()
) -> Callable[[Options, ArgumentReader], None]:
    """The reader of an option with names of those known behind it; without any, they are the default."""

    def read(options: Options, reader: ArgumentReader) -> None:
        names = reader.read_values()
        for name in names:
            if name not in known:
                raise reader.refuse(unknown % name)
        setattr(options, attribute, set(names or default))

    return read


def read_encoding(options: Options, reader: ArgumentReader) -> None:
    encoding, profile = reader.read_value(), reader.read_value()
    if encoding is None:
        raise reader.refuse(b"Argument required for character encoding\n")
    if encoding.lower() not in ENCODINGS:
        raise reader.refuse(b"Unrecognized character encoding option '%b'" % encoding)
    options.encoding = encoding
    if profile is not None:
        if profile.lower() not in PROFILES and not (profile.lower() == b"ukrainian" and options.version == NEWEST):
            raise reader.refuse(b"Optional case conversion localization failed /%b/\n" % profile)
        options.profile = profile


def read_segmentation(options: Options, reader: ArgumentReader) -> None:
    if len(reader.words) < 2:
        raise reader.refuse(b"Not enough Inferred Segmentation arguments")
    algorithm, options.lexicon, flag = (reader.read_value() for _ in range(3))
    if algorithm is None:
        raise reader.refuse(b"No Inferred Segmentation algorithm")
    if algorithm not in (b"algo1", b"algo2"):
        raise reader.refuse(b"Unrecognize inferred segmentation algorithm '%b'" % algorithm)
    options.segmentations ^= {algorithm}
    if options.lexicon is None:
        raise reader.refuse(b"No Inferred Segmentation lexicon")
    if not os.path.exists(options.lexicon):
        raise reader.refuse(b"Inferred Segmentation lexicon '%b' does not exist" % options.lexicon)
    if flag not in (None, b"ASCIITOO"):
        raise reader.refuse(b"Unrecognized Inferred Segmentation flag '%b'" % flag)
    options.segments_ascii |= flag is not None


def read_version(options: Options, reader: ArgumentReader) -> None:
    """`--compat VERSION`, which the original does not have."""
    version = reader.read_word(b"Not enough compat arguments")
    if version not in VERSIONS:
        raise reader.refuse(b"compat is one of %b, not '%b'" % (b", ".join(VERSIONS), version))
    options.version = version


def refuse_option(reason: bytes) -> Callable[[Options, ArgumentReader], None]:
    """The reader of an option that the distributed sclite was built without."""

    def read(_options: Options, reader: ArgumentReader) -> None:
        raise reader.refuse(reason)

    return read


READERS: dict[bytes, Callable[[Options, ArgumentReader], None]] = {
    b"-r": read_reference,
    b"-h": read_hypothesis,
    b"-i": set_word("ids", b"Not enough ID arguments"),
    b"-P": set_flag("piped_in"),
    b"-e": read_encoding,
    b"-s": set_flag("case_sensitive"),
    b"-d": refuse_option(DISABLED),
    b"-c": choose_names("characters", (b"NOASCII", b"DH"), b"Unrecognized character alignment option '%b'"),
    b"-L": refuse_option(b"-L option used, but SLM toolkit not compiled into sctk\n"),
    b"-S": read_segmentation,
    b"-F": set_flag("fragments"),
    b"-D": set_flag("optional"),
    b"-T": set_flag("timed"),
    b"-w": set_word("weights", b"Word Weight list file not specified"),
    b"-m": choose_names("reduced", (b"ref", b"hyp"), b"Unrecognized -m option '%b'", default=(b"ref",)),
    b"-O": set_word("directory", b"Output directory not specified"),
    b"-f": set_word("feedback", b"Not enough Feedback arguments", parse_c_int),
    # A word wider than the line takes one of its own, where the original hangs; so no width can be too small.
    b"-l": set_word("width", b"Not enough Line Width arguments", lambda word: max(0, parse_c_int(word))),
    b"-p": set_flag("piped_out"),
    b"-o": toggle_names("reports", b"report", b"Not enough Report arguments", REPORTS, NONE),
    b"-C": toggle_names("graphs", b"confidence report", b"Not enough Confidence Report arguments", GRAPHS, NONE),
    b"-n": set_word("name", b"Output name not specified"),
    b"--compat": read_version,
}


def list_checks(options: Options) -> Iterator[tuple[object, bytes]]:
    """What is wrong if it is true, and how sclite says so, in its order."""
    files = options.hypotheses
    formats = [hypothesis.format for hypothesis in files]
    if options.reference is not None and files:
        yield not os.path.exists(options.reference), b"Reference file '%b' does not exist" % options.reference
        for path in [hypothesis.path for hypothesis in files]:
            yield not os.path.exists(path), b"Hypothesis file '%b' does not exist" % path
        is_known = options.format in {b"trn", b"ctm", b"tmk", b"stm"}
        yield not is_known, b"Reference file format '%b' not acceptable" % options.format
        for name in formats:
            is_known = name in {b"trn", b"ctm", b"tmk", b"txt"}
            yield not is_known, b"Hypothesis file format '%b' not acceptable" % name
        is_trn = b"trn" in {options.format, *formats}
        yield options.ids is None and is_trn, b"Required utterance id (option -i) for transcript mode"
        for side, names in ((b"reference", {options.format}), (b"hypothesis", set(formats))):
            reason = b"Time-mediated alignments require the %b file to be in CTM format" % side
            yield options.timed and names != {b"ctm"}, reason
    else:
        yield not options.piped_in, b"Input not specified, use transcription input or piped input"
        yield files, b"Hypothesis input(s) specified, but no reference file"
        yield options.reference is not None, b"Reference input specified, but no Hypothesis input(s)."
    is_known = options.ids is None or options.ids in ID_TYPES
    yield not is_known, b"Utterance id type '%b' not acceptable" % (options.ids or b"")
    yield options.reduced and options.format != b"stm", b"-m flag requires stm format reference file"
    yield options.reduced and set(formats) - {b"ctm"}, b"-m flag requires ctm format hypothesis file"
    is_diff = options.format == b"stm" and formats[:1] == [b"txt"]
    yield options.characters is not None and is_diff, b"Unable to do character alignments using diff\n"
    is_weighted = options.weights is not None
    others = {b"-T": options.timed, b"-c": options.characters is not None, b"-S": options.segmentations}
    for name, is_given in others.items():
        yield is_weighted and is_given, b"Flags '%b' and '-w' are mutually exclusive\n" % name
    reason = b"-o wws option specified without a word weight file (via -w) or LM file (via -L) specified\n"
    yield not is_weighted and "wws" in options.reports, reason
