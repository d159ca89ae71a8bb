"""sclite's command line: every option, and what is said of one that is wrong."""

from __future__ import annotations

import os

from mondegreen.dropin.sctk.atoi import atoi
from mondegreen.dropin.sctk.checks import check, settle
from mondegreen.dropin.sctk.refusal import Refusal
from mondegreen.dropin.sctk.sclite_usage import USAGE, refused
from mondegreen.dropin.streams import err, out

# The versions that print alike, and those that print as upstream does today.
NEWEST = b"2.4.12"
VERSIONS = (b"2.4.10", b"2.4.11", NEWEST)

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Callable

REPORTS = {
    b"sum": ("sum",),
    b"wws": ("wws",),
    b"rsum": ("rsum",),
    b"pralign": ("pra",),
    b"pra": ("pra",),
    b"prf": ("prf",),
    b"lur": ("lur",),
    b"stdout": ("stdout",),
    b"sgml": ("sgml",),
    b"nl.sgml": ("nl.sgml",),
    b"snt": ("snt",),
    b"spk": ("spk",),
    b"dtl": ("dtl",),
    b"all": ("pra", "sum", "rsum"),
}
GRAPHS: dict[bytes, tuple[str, ...]] = {name.encode(): (name,) for name in ("det", "bhist", "sbhist", "hist")}
ENCODINGS = (b"gb", b"euc", b"utf-8", b"ext_ascii", b"ascii")
LANGUAGES = (b"turkish", b"vietnamese", b"lithuanian", b"kurmanji", b"cebuano", b"kazakh", b"mongolian", b"guarani")
PROFILES = (b"generic", *(b"babel_" + language for language in LANGUAGES))


class Hypothesis:
    """A file, its format, and the title of its reports."""

    __slots__ = ("format", "path", "title")

    def __init__(self, path: bytes, format: bytes, title: bytes) -> None:
        self.path = path
        self.format = format
        self.title = title


class Options:
    """What was asked."""

    def __init__(self) -> None:
        self.reference: bytes | None = None
        self.format: bytes = b"trn"
        self.hypotheses: list[Hypothesis] = []
        self.ids: bytes | None = None
        self.width = 1000
        self.feedback = 1
        self.told = False
        self.reports: set[str] = set()
        self.graphs: set[str] = set()
        self.chosen = False
        self.folder: bytes | None = None
        self.name: bytes | None = None
        self.case = False
        self.reduced: set[bytes] = set()
        self.fragments = False
        self.optional = False
        self.characters: set[bytes] | None = None
        self.encoding = b"ascii"
        self.profile = b"generic"
        self.piped_out = False
        self.piped_in = False
        self.timed = False
        self.segmented: set[bytes] = set()
        self.lexicon: bytes | None = None
        self.ascii_too = False
        self.weights: bytes | None = None
        self.version = VERSIONS[0]


class Words:
    """The words of a command line, one after the other."""

    def __init__(self, words: list[bytes]) -> None:
        self.words = words
        self.place = 0

    def option(self) -> bytes | None:
        """The next word if it is an option."""
        if self.place < len(self.words) and self.words[self.place][:1] == b"-":
            self.place += 1
            return self.words[self.place - 1]
        return None

    def any(self, missing: bytes) -> bytes:
        """The next word, whatever it is."""
        if self.place == len(self.words):
            raise refused(missing)
        self.place += 1
        return self.words[self.place - 1]

    def value(self) -> bytes | None:
        """The next word unless it is an option."""
        if self.place < len(self.words) and self.words[self.place][:1] != b"-":
            self.place += 1
            return self.words[self.place - 1]
        return None

    def values(self) -> list[bytes]:
        """All words up to the next option."""
        found = []
        while (word := self.value()) is not None:
            found.append(word)
        return found


def parse(arguments: list[bytes]) -> Options:
    """The options; whatever comes behind the first word that is none is not looked at."""
    if not arguments:
        raise refused(b"Arguments reguired")
    options, words = Options(), Words(arguments)
    while (option := words.option()) is not None:
        if option not in TAKING:
            out(b"Illegal argument: %b\n" % option)
            raise Refusal(USAGE.encode())
        TAKING[option](options, words)
    settle(options)
    check(options)
    return options


def take_reference(options: Options, words: Words) -> None:
    """`-r file [format]`."""
    options.reference = file_name(words, b"Ref")
    kind = words.value()
    options.format = options.format if kind is None else kind


def take_hypothesis(options: Options, words: Words) -> None:
    """`-h file [format [title]]`."""
    path = file_name(words, b"Hyp")
    kind = words.value()
    title = words.value()
    options.hypotheses.append(Hypothesis(path, b"trn" if kind is None else kind, path if title is None else title))


def file_name(words: Words, side: bytes) -> bytes:
    """The name of an input."""
    path = words.any(b"Not enough %b arguments" % side)
    if path[:1] == b"-":
        raise refused(b"Req'd %b File name" % side)
    return path


def listed(words: Words, what: bytes) -> list[bytes]:
    """The names after an option, of which there may be none unless the line ends."""
    if words.place == len(words.words):
        raise refused(b"Not enough %b arguments" % what)
    return words.values()


def toggle(chosen: set[str], names: list[bytes], known: dict[bytes, tuple[str, ...]], kind: bytes) -> None:
    """Asks for what is named, or no longer for what was asked for before; `none` forgets all."""
    for name in names:
        if name == b"none":
            chosen.clear()
        elif name in known:
            chosen.symmetric_difference_update(known[name])
        else:
            err(b"Unknown %b '%b'\n" % (kind, name))


def take_reports(options: Options, words: Words) -> None:
    """`-o names`."""
    toggle(options.reports, listed(words, b"Report"), REPORTS, b"report")
    options.chosen = True


def take_graphs(options: Options, words: Words) -> None:
    """`-C names`."""
    toggle(options.graphs, listed(words, b"Confidence Report"), GRAPHS, b"confidence report")
    options.chosen = True


def take_reduced(options: Options, words: Words) -> None:
    """`-m [ref] [hyp]`."""
    options.reduced = set()
    for name in words.values():
        if name not in (b"ref", b"hyp"):
            raise refused(b"Unrecognized -m option '%b'" % name)
        options.reduced.add(name)
    options.reduced = options.reduced or {b"ref"}


def take_characters(options: Options, words: Words) -> None:
    """`-c [NOASCII] [DH]`."""
    options.characters = set()
    for name in words.values():
        if name not in (b"NOASCII", b"DH"):
            raise refused(b"Unrecognized character alignment option '%b'" % name)
        options.characters.add(name)


def take_encoding(options: Options, words: Words) -> None:
    """`-e encoding [profile]`."""
    name = words.value()
    if name is None:
        raise refused(b"Argument required for character encoding\n")
    if name.lower() not in ENCODINGS:
        raise refused(b"Unrecognized character encoding option '%b'" % name)
    options.encoding = name
    profile = words.value()
    if profile is not None:
        known = (*PROFILES, b"ukrainian") if options.version == NEWEST else PROFILES
        if profile.lower() not in known:
            raise refused(b"Optional case conversion localization failed /%b/\n" % profile)
        options.profile = profile


def take_segmentation(options: Options, words: Words) -> None:
    """`-S algorithm lexicon [ASCIITOO]`."""
    if len(words.words) - words.place < 2:
        raise refused(b"Not enough Inferred Segmentation arguments")
    algorithm = words.value()
    if algorithm is None:
        raise refused(b"No Inferred Segmentation algorithm")
    if algorithm not in (b"algo1", b"algo2"):
        raise refused(b"Unrecognize inferred segmentation algorithm '%b'" % algorithm)
    options.segmented ^= {algorithm}
    lexicon = words.value()
    if lexicon is None:
        raise refused(b"No Inferred Segmentation lexicon")
    if not os.path.exists(lexicon):
        raise refused(b"Inferred Segmentation lexicon '%b' does not exist" % lexicon)
    options.lexicon = lexicon
    flag = words.value()
    if flag not in (None, b"ASCIITOO"):
        raise refused(b"Unrecognized Inferred Segmentation flag '%b'" % flag)
    options.ascii_too |= flag is not None


def take_feedback(options: Options, words: Words) -> None:
    """`-f level`."""
    options.feedback = atoi(words.any(b"Not enough Feedback arguments"))
    options.told = True


def take_version(options: Options, words: Words) -> None:
    """`--compat version`, which the original does not have."""
    version = words.any(b"Not enough compat arguments")
    if version not in VERSIONS:
        raise refused(b"compat is one of %b, not '%b'" % (b", ".join(VERSIONS), version))
    options.version = version


def setting(name: str, missing: bytes) -> Callable[[Options, Words], None]:
    """An option that takes a word."""

    def take(options: Options, words: Words) -> None:
        setattr(options, name, words.any(missing))

    return take


def flag(*names: str) -> Callable[[Options, Words], None]:
    """An option that takes none."""

    def take(options: Options, words: Words) -> None:  # noqa: ARG001 - options of all kinds are called alike
        for name in names:
            setattr(options, name, True)

    return take


def disabled(why: bytes) -> Callable[[Options, Words], None]:
    """An option of which the distributed version says that it was built without."""

    def take(options: Options, words: Words) -> None:  # noqa: ARG001 - as above
        raise refused(why)

    return take


def take_width(options: Options, words: Words) -> None:
    """`-l width`."""
    options.width = atoi(words.any(b"Not enough Line Width arguments"))


TAKING: dict[bytes, Callable[[Options, Words], None]] = {
    b"-r": take_reference,
    b"-h": take_hypothesis,
    b"-i": setting("ids", b"Not enough ID arguments"),
    b"-l": take_width,
    b"-L": disabled(b"-L option used, but SLM toolkit not compiled into sctk\n"),
    b"-f": take_feedback,
    b"-o": take_reports,
    b"-C": take_graphs,
    b"-O": setting("folder", b"Output directory not specified"),
    b"-n": setting("name", b"Output name not specified"),
    b"-d": disabled(b"Alignments via diff have been disabled"),
    b"-s": flag("case"),
    b"-m": take_reduced,
    b"-F": flag("fragments"),
    b"-D": flag("optional"),
    b"-c": take_characters,
    b"-e": take_encoding,
    b"-p": flag("piped_out", "chosen"),
    b"-P": flag("piped_in"),
    b"-T": flag("timed"),
    b"-S": take_segmentation,
    b"-w": setting("weights", b"Word Weight list file not specified"),
    b"--compat": take_version,
}
