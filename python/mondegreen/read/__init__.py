"""Read: every format gives a corpus, and takes one; one format, one file."""

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import ClassVar, Protocol

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read import parquet, shards
from mondegreen.read.columns import HYPOTHESIS, REFERENCE
from mondegreen.read.reading import Reading
from mondegreen.read.source import BYTE_ORDER_MARK, label, load_lines, without_prefix
from mondegreen.registry import find, load

# In the order of the sniff: the first that recognises a file reads it, and `lines` takes what is left.
FORMATS = {
    "sgml": "mondegreen.read.sgml:Sgml",
    "icefall": "mondegreen.read.icefall:Icefall",
    "errs": "mondegreen.read.errs:Errs",
    "wer-summary": "mondegreen.read.wersummary:WerSummary",
    "wenet": "mondegreen.read.wenet:WeNet",
    "funasr": "mondegreen.read.funasr:FunAsr",
    "speechbrain": "mondegreen.read.speechbrain:SpeechBrain",
    "jiwer": "mondegreen.read.jiwer:Jiwer",
    "texterrors": "mondegreen.read.texterrors:TextErrors",
    "trn": "mondegreen.read.trn:Trn",
    "rttm": "mondegreen.read.rttm:Rttm",
    "stm": "mondegreen.read.stm:Stm",
    "ctm": "mondegreen.read.ctm:Ctm",
    "srt": "mondegreen.read.srt:Srt",
    "vtt": "mondegreen.read.vtt:Vtt",
    "whisper": "mondegreen.read.whisper:Whisper",
    "whisper-tsv": "mondegreen.read.whispertsv:WhisperTsv",
    "cuts": "mondegreen.read.cuts:Cuts",
    "lhotse": "mondegreen.read.lhotse:Lhotse",
    "leaderboard": "mondegreen.read.leaderboard:Leaderboard",
    "nemo": "mondegreen.read.nemo:Nemo",
    "seglst": "mondegreen.read.seglst:SegLst",
    "json": "mondegreen.read.json:Json",
    "jsonl": "mondegreen.read.jsonl:JsonLines",
    "csv": "mondegreen.read.csv:Csv",
    "tsv": "mondegreen.read.tsv:Tsv",
    "scp": "mondegreen.read.scp:Scp",
    "kaldi": "mondegreen.read.kaldi:KaldiText",
    "lines": "mondegreen.read.lines:PlainLines",
}
# What holds alignments, which are a report's to write, or points elsewhere is only read.
ALIGNED = ("sgml", "errs", "wenet", "funasr", "speechbrain", "jiwer", "texterrors")
WRITTEN = [name for name in FORMATS if name not in (*ALIGNED, "scp")]
# What holds no texts, but numbers that were made of them.
NUMBERS = ("wer-summary",)
# What holds what was said beside what was recognised: the one as the field `reference`, the other as the text.
BOTH = (*ALIGNED, "icefall", "leaderboard", "nemo")
OTHER = {REFERENCE: HYPOTHESIS, HYPOTHESIS: REFERENCE}


class Format(Protocol):
    """What a format's class can do. Its docstring is its page: the first sentence says what the format is."""

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]]
    tabular: ClassVar[bool]
    """Whether it has named columns, of which the user may choose."""

    @staticmethod
    def recognises(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether these lines, the first of a file, look like the format.

        `hinted` says that the file's name ends as the format's do. Then a look at the first line will do, so that
        slips further down are found in reading; else plain text must never be taken for the format.
        """

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The corpus that these lines hold."""

    @staticmethod
    def write(corpus: Corpus) -> Iterable[str]:
        """The lines that hold the corpus; what would read back as something else is refused."""

    @staticmethod
    def loses(corpus: Corpus) -> Sequence[str]:
        """What of this corpus, by name, the format has no place for."""


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    encoding: str = "utf-8",
    *,
    key: str | None = None,
    text: str | None = None,
) -> Corpus:
    """The corpus in a file, in the format of that name or else the one that the file looks like.

    `-` is standard input; `ark:FILE`, `ark,t:FILE` and `scp:FILE` are Kaldi's. gzip is unpacked. `key` and `text`
    name the columns to take from a format that has columns. Of a folder, all files of one ending are read together, and
    so are those of a pattern such as `hyp.*.txt`. Parquet is known by its first bytes, or as the format "parquet".
    """
    return read_as(os.fspath(path), format, Reading("", encoding, key, text))


def read_as(path: str, format: str | None, reading: Reading) -> Corpus:
    """The same, for a reader who knows more: which side the file is, and whether rows need a key."""
    return read_loaded(path, format, reading, loaded(path, format, reading.encoding))


def loaded(path: str, format: str | None, encoding: str) -> list[tuple[str, Strings]] | None:
    """The lines of each file that a path stands for; nothing of a directory and of what is no text.

    What reads them as several formats, or as two columns, loads them once: a pipe can be read but once.
    """
    wanted, place = format_and_place(path, format)
    if os.path.isdir(place):  # noqa: PTH112 - `-` and what ends in a blank are no paths
        return None
    files = shards.files(place)
    if any(is_parquet(file, wanted) for file in files):
        return None
    if wanted is not None:
        find("format", wanted, FORMATS)
    return [(file, load_lines(file, encoding)) for file in files]


def read_loaded(path: str, format: str | None, reading: Reading, held: list[tuple[str, Strings]] | None) -> Corpus:
    """The corpus in files that were loaded."""
    wanted, place = format_and_place(path, format)
    if held is None and os.path.isdir(place):  # noqa: PTH112 - as above
        from mondegreen.read.folder import read as read_folder

        return read_folder(place, wanted, reading)
    if held is None:
        parts = [parquet.read(file, replace(reading, name=label(file))) for file in shards.files(place)]
    else:
        parts = [of_lines(lines, file, wanted, reading) for file, lines in held]
    return shards.joined(place, parts) if shards.is_pattern(place) else parts[0]


def of_lines(lines: Strings, file: str, wanted: str | None, reading: Reading) -> Corpus:
    """The corpus in the lines of a file."""
    if not lines:
        return nothing(file, wanted, reading)
    kind: type[Format] = sniff(lines, file) if wanted is None else find("format", wanted, FORMATS)
    return parsed(lines, kind, replace(reading, name=label(file)))


def format_and_place(path: str, format: str | None) -> tuple[str | None, str]:
    """The format that is asked for, by name or by a prefix of Kaldi's, and the path without it."""
    prefixed, place = without_prefix(path)
    if prefixed and format not in (None, prefixed):
        raise ScoreError(f"the prefix says {prefixed}, and the format asked for is {format}", path=path)
    return format or prefixed, place


def is_parquet(place: str, wanted: str | None) -> bool:
    """Whether a file is to be read as Parquet."""
    return wanted == parquet.NAME or (wanted is None and parquet.is_parquet(place))


def nothing(place: str, wanted: str | None, reading: Reading) -> Corpus:
    """No utterances: a recognizer that recognized nothing leaves an empty file; a reference must hold something."""
    if reading.side != HYPOTHESIS:
        raise ScoreError("the file is empty", path=label(place))
    return Corpus([], [], label(place), format=wanted or "")


def parsed(lines: Sequence[str], kind: "type[Format]", reading: Reading) -> Corpus:
    """The corpus in these lines of that format."""
    if (reading.text or (reading.key and not reading.side)) and not kind.tabular:
        hint = f"; give the column of the other file alone (--{OTHER[reading.side]}-column)" if reading.side else ""
        raise reading.error(f"is read as {kind.name}, which has no columns to choose from{hint}")
    return replace(kind.read(lines, reading), format=kind.name)


def write(corpus: Corpus, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Writes a corpus to a file, in the format of that name or else the one that the file's name ends as."""
    from mondegreen.output import output

    _, place = without_prefix(os.fspath(path))
    kind = written(os.fspath(path), format)
    lines = iter(kind.write(corpus))
    with output(place) as stream:
        for line in lines:
            if line.startswith(BYTE_ORDER_MARK):
                raise ScoreError("the first character, U+FEFF, would be taken for a mark of the encoding", path=place)
            stream.write(f"{line}\n")
            break
        stream.writelines(f"{line}\n" for line in lines)


def written(path: str, format: str | None = None) -> type[Format]:
    """The format in which a file is to be written."""
    prefixed, place = without_prefix(path)
    if wanted := format or prefixed:
        named: type[Format] = find("format", wanted, FORMATS)
        return named
    # Of formats that share an ending the plainest is asked last for what it reads, and written first.
    for kind in reversed(list(known())):
        if ending(place) in kind.suffixes:
            return kind
    why = "the name does not tell in which format to write; name one (--to)"
    raise ScoreError(f"{why}: {', '.join(WRITTEN)}", path=path)


def sniff(lines: Sequence[str], path: str = "") -> type[Format]:
    """The first format that recognises the beginning of a file; those that its name hints at are asked first."""
    beginning = [shortened(line) for line in lines[:1000]]
    for kind in known():
        if ending(path) in kind.suffixes and kind.recognises(beginning, hinted=True):
            return kind
    return next(kind for kind in known() if kind.recognises(beginning, hinted=False))


def shortened(line: str) -> str:
    """Both ends of a line, if it is very long: nobody needs its middle to tell what it is."""
    return line if len(line) <= 10_000 else f"{line[:5_000]} {line[-5_000:]}"


def known() -> Iterable[type[Format]]:
    """Our formats, loaded one by one."""
    return map(load, FORMATS.values())


def ending(path: str) -> str:
    """What a name ends in, leaving gzip aside."""
    return PurePath(path.lower().removesuffix(".gz")).suffix or "no suffix"
