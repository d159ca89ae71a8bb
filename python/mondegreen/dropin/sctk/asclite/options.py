"""asclite's command line: its options with their defaults, checks and errors."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from mondegreen._core import atof
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.emulation.streams import ExitError, err, out
from mondegreen.dropin.sctk import read_usage

BAD_ARGUMENTS = 4
SIDES = (b"ref", b"hyp", b"both")
REPORTS = (b"sum", b"rsum", b"sgml", b"stdout")
MOST_REPORTS = 4
# Formats of hypothesis and reference that go together.
PAIRS = {(b"trn", b"trn"), (b"ctm", b"stm"), (b"rttm", b"stm"), (b"rttm", b"rttm")}
# The largest memory without compression; a cell of the original takes four bytes.
HARD_LIMIT = b"2.0"
CELL = 4


class Hypothesis(NamedTuple):
    """A file with its format and its title."""

    path: bytes
    format: bytes
    title: bytes


@dataclass
class Options:
    """The options of a run, with their defaults; numbers stay as they are written, as messages show them."""

    reference: bytes = b""
    reference_format: bytes = b""
    hypotheses: list[Hypothesis] = field(default_factory=list)
    generic: bool = False
    ids: bytes = b"spu_id"
    case_sensitive: bool = False
    fragments: bool = False
    optional: bytes = b"none"
    time_prune: bytes | None = None
    word_time: bytes | None = None
    mapping: bytes | None = None
    adaptive: bool = False
    spelling: bool = False
    time_based: bool = False
    most_speakers: bytes = b"4"
    fewest_speakers: bytes = b"0"
    only_group: bytes | None = None
    memory: bytes = b"1"
    difficulty: bytes | None = None
    least_difficulty: bytes | None = None
    compression: bytes | None = None
    compresses: bool = False
    uem: bytes | None = None
    uem_sides: bytes = b""
    overlap_sides: bytes | None = None
    gaps: bool = True
    directory: bytes = b""
    feedback: int = 4
    reports: list[bytes] = field(default_factory=list)

    @property
    def hypothesis(self) -> Hypothesis:
        """The only one."""
        return self.hypotheses[0]

    def takes_optional(self, side: bytes) -> bool:
        """Whether parentheses of a side make a word optional."""
        return self.optional in (side, b"both")


def count_cells(gigabytes: bytes) -> int:
    """How many cells fit into some memory."""
    import math

    cells = 2.0**30 * atof(gigabytes) / CELL
    return math.ceil(cells) if math.isfinite(cells) and cells > 0 else 0


class Refusal(Exception):  # noqa: N818 - it ends the reading of arguments, and is no error by itself
    """Why the arguments are not read further."""


class Reader:
    """The words of a command line, one after the other."""

    def __init__(self, words: list[bytes]) -> None:
        self.words = words
        self.index = 0
        self.options = Options()
        self.given: set[bytes] = set()

    def peek(self) -> bytes | None:
        """The next word unless it is an option or missing."""
        following = self.words[self.index : self.index + 1]
        return following[0] if following and following[0][:1] != b"-" else None

    def take(self) -> bytes | None:
        word = self.peek()
        self.index += word is not None
        return word

    def take_any(self, missing: bytes) -> bytes:
        """The next word, even if it looks like an option."""
        if self.index == len(self.words):
            raise Refusal(missing)
        self.index += 1
        return self.words[self.index - 1]

    def take_of(self, known: tuple[bytes, ...], default: bytes) -> bytes:
        """The next word if it is known."""
        if self.peek() in known:
            return self.take() or default
        return default


def read_hypothesis(reader: Reader) -> None:
    path = reader.take_any(b"Hypothesis filename missing!")
    is_known = reader.peek() in (b"ctm", b"rttm", b"trn")
    kind = reader.take_of((b"ctm", b"rttm", b"trn"), b"trn")
    # Without a format, a title is taken for an unknown option.
    title = (reader.take() if is_known else None) or path
    reader.options.hypotheses.append(Hypothesis(path, kind, title))


def read_reference(reader: Reader) -> None:
    reader.options.reference = reader.take_any(b"Reference filename missing!")
    reader.options.reference_format = reader.take_of((b"stm", b"rttm", b"trn"), b"trn")
    reader.given.add(b"-r")


def read_uem(reader: Reader) -> None:
    reader.options.uem = reader.take_any(b"UEM filename missing!")
    reader.options.uem_sides = reader.take_of(SIDES, b"both")


def read_overlap(reader: Reader) -> None:
    reader.options.overlap_sides = reader.take_of(SIDES, b"both")


def read_optional(reader: Reader) -> None:
    """The next word, whatever it says."""
    reader.options.optional = reader.take() or b"both"


def read_directory(reader: Reader) -> None:
    check_follows(reader, b"Output dir missing!")
    reader.options.directory = reader.take() or reader.options.directory


def read_feedback(reader: Reader) -> None:
    check_follows(reader, b"Feedback value missing!")
    level = reader.take()
    reader.options.feedback = reader.options.feedback if level is None else parse_c_int(level)


def read_width(reader: Reader) -> None:
    check_follows(reader, b"Width value missing!")
    reader.take()


def read_threads(reader: Reader) -> None:
    check_follows(reader, b"Number of threads missing!")
    count = reader.take()
    if count is not None and parse_c_int(count) < 1:
        raise Refusal(b"Number of threads must be >= 1!")


def check_follows(reader: Reader, missing: bytes) -> None:
    if reader.index == len(reader.words):
        raise Refusal(missing)


def read_reports(reader: Reader) -> None:
    for _ in range(MOST_REPORTS):
        word = reader.peek()
        if word is None:
            break
        if word not in REPORTS:
            raise Refusal(b"Parameter incorrect!")
        reader.options.reports.append(word)
        reader.index += 1
    if not reader.options.reports:
        raise Refusal(b"Report missing!")


def refuse_option(reader: Reader) -> None:
    raise Refusal(b"Parameter unknown: " + reader.words[reader.index - 1])


def set_value(name: str, missing: bytes) -> Callable[[Reader], None]:
    """The reader of an option with a value, which may be missing where the option was given before."""

    def read(reader: Reader) -> None:
        word = reader.take()
        if word is None and name.encode() not in reader.given:
            raise Refusal(missing)
        if word is not None:
            setattr(reader.options, name, word)
            reader.given.add(name.encode())

    return read


def set_flag(name: str, value: object = True) -> Callable[[Reader], None]:  # noqa: FBT002 - it is the value that is set
    return lambda reader: setattr(reader.options, name, value)


READERS: dict[bytes, Callable[[Reader], None]] = {
    b"-h": read_hypothesis,
    b"-r": read_reference,
    b"-uem": read_uem,
    b"-spkrautooverlap": read_overlap,
    b"-noisg": set_flag("gaps", value=False),
    b"-spkrmap": lambda _: None,
    b"-i": set_value("ids", b"Utterance missing!"),
    b"-time-prune": set_value("time_prune", b"Optimization prune threshold missing!"),
    b"-word-time-align": set_value("word_time", b"Optimization word threshold missing!"),
    b"-spkr-align": set_value("mapping", b"Speaker Optimization file missing!"),
    b"-memory-limit": set_value("memory", b"Max GB missing!"),
    b"-difficulty-limit": set_value("difficulty", b"Difficulty GB missing!"),
    b"-min-difficulty-limit": set_value("least_difficulty", b"Min Difficulty GB missing!"),
    b"-memory-compression": set_value("compression", b"block KB missing!"),
    b"-force-memory-compression": set_flag("compresses"),
    b"-overlap-limit": set_value("most_speakers", b"Max number of overlaping speaker missing!"),
    b"-overlap-min": set_value("fewest_speakers", b"Min number of overlaping speaker missing!"),
    b"-only-SG": set_value("only_group", b"Segment Group ID missing!"),
    b"-s": set_flag("case_sensitive"),
    b"-adaptive-cost": set_flag("adaptive"),
    b"-generic-cost": set_flag("generic"),
    b"-time-base-cost": set_flag("time_based"),
    b"-wordalign-cost": set_flag("spelling"),
    b"-F": set_flag("fragments"),
    b"-D": read_optional,
    b"-O": read_directory,
    b"-f": read_feedback,
    b"-l": read_width,
    b"-o": read_reports,
    b"-threads": read_threads,
}


def parse_options(arguments: list[bytes]) -> Options:
    """The options, or the end of the program with all that is wrong."""
    if not arguments:
        out(read_usage("asclite"))
        raise ExitError(b"", 0)
    reader, wrong = Reader(arguments), []
    try:
        while reader.index < len(arguments):
            word = arguments[reader.index]
            reader.index += 1
            READERS.get(word, refuse_option)(reader)
    except Refusal as refusal:
        wrong.append(refusal.args[0])
    options = reader.options
    has_reference = b"-r" in reader.given
    wrong += list_generic_faults(options) if options.generic else list_faults(options, has_reference=has_reference)
    for each in wrong:
        err(b"[  ERROR  ] %b\n" % each)
    if options.generic:
        drop_reference(options, has_reference=has_reference)
    if wrong:
        raise ExitError(b"[  FATAL  ] type 'asclite' to display the help.\n", BAD_ARGUMENTS)
    options.reports = options.reports or ([] if options.generic else [b"sum", b"stdout"])
    return options


def list_faults(options: Options, *, has_reference: bool) -> list[bytes]:
    """What is wrong with all options together."""
    has_both = bool(has_reference and options.hypotheses)
    faults = [] if has_both else [b"A least one hypothesis and one reference are needed!"]
    if len(options.hypotheses) > 1:
        faults.append(b"Only one hypothesis can be aligned in a run!")  # the original crashes at its end
    formats = (options.hypotheses[0].format if options.hypotheses else b"trn", options.reference_format)
    if options.time_based and (formats[0] == b"trn" or formats[1] in (b"trn", b"stm")):
        allowed = b"input format allowing token time: (ctm and rttm)."
        faults.append(b"Time based alignment can only be done with " + allowed)
    if has_both and formats not in PAIRS:
        faults += [
            b"(H) %b vs. (R) %b" % formats,
            b"Hyp must be a ctm  and Ref a stm  or",
            b"Hyp must be a rttm and Ref a stm  or",
            b"Hyp must be a rttm and Ref a rttm or",
            b"Hyp and Ref must be trn's.",
        ]
    return faults


def list_generic_faults(options: Options) -> list[bytes]:
    """What is wrong with options for hypotheses alone; the original crashes where speakers of a reference are named."""
    faults = [] if options.hypotheses else [b"A least one hypothesis is needed!"]
    return faults + ([b"-spkr-align needs a reference!"] if options.mapping is not None else [])


def drop_reference(options: Options, *, has_reference: bool) -> None:
    """Leave out what concerns a reference, and what is ignored else."""
    if has_reference:
        err(b"[  INFO   ] The generic process requires only hypothesis files, the reference will be ignored.\n")
    if options.gaps:
        err(b"[  INFO   ] ISG will be ignored.\n")
    options.gaps = False
    # The original means to take the hypotheses of both sides, and crashes.
    if options.uem_sides == b"ref":
        options.uem = None
    if options.overlap_sides is not None:
        options.overlap_sides = None if options.overlap_sides == b"ref" else b"hyp"
    options.uem_sides = b"hyp"
    options.optional = b"hyp" if options.optional == b"both" else options.optional
