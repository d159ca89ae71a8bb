"""Read: every format gives a corpus, and takes one; formats of one toolkit share a file."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import PurePath
from typing import Any, NamedTuple

from mondegreen._core import Strings
from mondegreen.component import Registry
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats import parquet
from mondegreen.formats.columns import HYPOTHESIS, REFERENCE
from mondegreen.formats.format import Format, Reading
from mondegreen.io.source import BYTE_ORDER_MARK, STDIN, expand_pattern, is_pattern, label, load_lines, without_prefix
from mondegreen.progress import progress

FIELDS = r"[ \t]*(?:[^ \t]+[ \t]+)"
COMMENT, NUMBER = ";;", r"[-+.0-9]"
# The first lines of what sclite prints: alignments, or what `-o all stdout` has before them.
SCLITE = r"\s*(?:DUMP OF|SYSTEM SUMMARY|NIST_TEXT_ALIGNMENT|sclite: |Alignments \()"
OBJECT, NEVER = r"\s*\{", r"(?!)"


class Entry(NamedTuple):
    """The class of a format, and what shows a file of it before its module is loaded.

    `suffixes` are ends of file names. `opening` is a pattern of the first line that is not blank: it may match too
    much, since the format itself decides, but never too little. Of a recording in several files of one directory, the
    format of the least `rank` is read.
    """

    target: str
    suffixes: tuple[str, ...] = ()
    opening: str = ""
    rank: int | None = None


class LoadedFile(NamedTuple):
    """The lines of a file, and the format that they are read as; none of a file without lines."""

    path: str
    lines: Strings
    kind: type[Format] | None


# In the order in which they are asked: the first that recognizes a file reads it, and `lines` takes what is left.
FORMATS = Registry(
    "format",
    {
        "sgml": Entry("mondegreen.formats.sclite:Sgml", (".sgml",), "<SYSTEM "),
        "pra": Entry("mondegreen.formats.sclite:Pra", (".pra", ".prf"), SCLITE),
        "icefall": Entry("mondegreen.formats.icefall:Icefall", opening=r".*?:\t(?:timestamp_)?(?:ref|hyp)="),
        "errs": Entry("mondegreen.formats.icefall:Errs", opening="%WER = "),
        "wer-summary": Entry("mondegreen.formats.icefall:WerSummary", opening="settings\tWER$"),
        "wenet": Entry("mondegreen.formats.toolkits:WeNet", opening="utt: "),
        "funasr": Entry("mondegreen.formats.toolkits:FunAsr", opening=r".+\(nwords="),
        "speechbrain": Entry("mondegreen.formats.toolkits:SpeechBrain", opening="%WER "),
        "jiwer": Entry("mondegreen.formats.printed:Jiwer", opening=r"\s*=== SENTENCE "),
        "texterrors": Entry("mondegreen.formats.printed:TextErrors", opening='Per utt details|"'),
        "trn": Entry("mondegreen.formats.plain:Trn", (".trn",), rf"{COMMENT}|\*\*|.*\)[ \t]*$", 8),
        "rttm": Entry("mondegreen.formats.segments:Rttm", (".rttm",), rf"{COMMENT}|\s*[A-Z]"),
        "stm": Entry("mondegreen.formats.timed:Stm", (".stm",), rf"{COMMENT}|\*\*|{FIELDS}{{3}}{NUMBER}", 7),
        "ctm": Entry(
            "mondegreen.formats.timed:Ctm", (".ctm",), rf"{COMMENT}|{FIELDS}{{2}}{NUMBER}|{FIELDS}{{4}}(?i:<alt)", 6
        ),
        "srt": Entry("mondegreen.formats.subtitles:Srt", (".srt",), r"\s*\d+\s*$", 5),
        "vtt": Entry("mondegreen.formats.subtitles:Vtt", (".vtt",), r"\s*WEBVTT", 4),
        "whisper": Entry("mondegreen.formats.whisper:Whisper", (".json",), OBJECT),
        "whisper-cpp": Entry("mondegreen.formats.services:WhisperCpp", (".json",), OBJECT),
        "hf-chunks": Entry("mondegreen.formats.services:Chunks", (".json",), OBJECT),
        "deepgram": Entry("mondegreen.formats.services:Deepgram", (".json",), OBJECT),
        "aws-transcribe": Entry("mondegreen.formats.services:AwsTranscribe", (".json",), OBJECT),
        "speechmatics": Entry("mondegreen.formats.services:Speechmatics", (".json",), OBJECT),
        "google-speech": Entry("mondegreen.formats.services:GoogleSpeech", (".json",), OBJECT),
        "azure-speech": Entry("mondegreen.formats.services:AzureSpeech", (".json",), OBJECT),
        "whisper-tsv": Entry("mondegreen.formats.whisper:WhisperTsv", (".tsv",), "start\tend\ttext$"),
        "textgrid": Entry("mondegreen.formats.tiers:TextGrid", (".textgrid",), r'\s*(?:File type|"ooText)', 9),
        "elan": Entry("mondegreen.formats.tiers:Elan", (".eaf",), r"\s*<", 10),
        "cuts": Entry("mondegreen.formats.lhotse:Cuts", (".jsonl", ".json"), r"\s*[\[{]"),
        "lhotse": Entry("mondegreen.formats.lhotse:Lhotse", (".jsonl", ".json"), r"\s*[\[{]"),
        "leaderboard": Entry("mondegreen.formats.nemo:Leaderboard", (".jsonl",), OBJECT),
        "nemo": Entry("mondegreen.formats.nemo:Nemo", (".json", ".jsonl"), OBJECT),
        "seglst": Entry("mondegreen.formats.segments:SegLst", (".json",), r"\s*\["),
        "json": Entry("mondegreen.formats.json:Json", (".json",), r"\s*[\[{]", 1),
        "jsonl": Entry("mondegreen.formats.json:JsonLines", (".jsonl", ".ndjson"), OBJECT, 2),
        "csv": Entry("mondegreen.formats.csv:Csv", (".csv",), ".*[,;]"),
        "tsv": Entry("mondegreen.formats.csv:Tsv", (".tsv",), ".*\t", 3),
        "scp": Entry("mondegreen.formats.kaldi_files:Scp", (".scp",), NEVER),  # the name must say so
        "kaldi": Entry("mondegreen.formats.plain:KaldiText"),
        "lines": Entry("mondegreen.formats.plain:PlainLines"),
    },
    group="formats",
)
PLAIN = "lines"
# So many characters at both ends of a line are looked at: nobody needs the middle of a long one to tell what it is.
END = 5_000
NO_SUFFIX = "no suffix"
OTHER = {REFERENCE: HYPOTHESIS, HYPOTHESIS: REFERENCE}


def read(
    path: str | os.PathLike[str],
    format: str | None = None,
    encoding: str = "utf-8",
    *,
    key: str | None = None,
    text: str | None = None,
) -> Corpus:
    """The corpus in a file, in the format of that name or else the one that the file looks like.

    `-` is standard input; `ark:FILE`, `ark,t:FILE` and `scp:FILE` are Kaldi's. gzip is decompressed. `key` and `text`
    name the columns to take from a format that has columns. Of a directory, all files of one suffix are read together,
    and so are those of a pattern such as `hyp.*.txt`. Parquet is known by its first bytes, or as the format "parquet".
    """
    return read_as(os.fspath(path), format, Reading("", encoding, key, text))


def read_as(path: str, format: str | None, reading: Reading) -> Corpus:
    """The same, for a reader who knows more: which side the file is, and whether rows need a key."""
    return parse_files(path, format, reading, load_files(path, format, reading.encoding))


def load_files(path: str, format: str | None, encoding: str) -> list[LoadedFile] | None:
    """The lines of each file that a path stands for; nothing of a directory and of what is no text.

    What reads them as several formats, or as two columns, loads them once: a pipe can be read but once.
    """
    format_name, bare_path = split_prefix(path, format)
    if os.path.isdir(bare_path):  # noqa: PTH112 - `-` and what ends in a blank are no paths
        return None
    files = expand_pattern(bare_path)
    if any(parquet.is_parquet(file, format_name) for file in files):
        return None
    named = None if format_name is None else find_format(format_name)
    found = []
    for file in files:
        with show_reading(file):
            lines = load_lines(file, encoding)
            found.append(LoadedFile(file, lines, (named or detect_format(lines, file)) if lines else None))
    return found


def show_reading(path: str) -> AbstractContextManager[object]:
    """Shows on a terminal that a file is being read; of standard input somebody may be typing there."""
    return nullcontext() if without_prefix(path)[1] == STDIN else progress(f"reading {label(path)}")


def parse_files(path: str, format: str | None, reading: Reading, loaded: list[LoadedFile] | None) -> Corpus:
    """The corpus in files that were loaded, in the format of that name or else the one that they look like."""
    format_name, bare_path = split_prefix(path, format)
    if loaded is None and os.path.isdir(bare_path):  # noqa: PTH112 - as above
        from mondegreen.formats.directory import read_directory

        return read_directory(bare_path, format_name, reading)
    if loaded is None:
        parts = [parquet.read(file, replace(reading, name=label(file))) for file in expand_pattern(bare_path)]
    else:
        named = None if format_name is None else find_format(format_name)
        with show_reading(path):
            parts = [
                parse_format(lines, named or kind, replace(reading, name=label(file)))
                if kind
                else make_empty(file, format_name, reading)
                for file, lines, kind in loaded
            ]
    if not is_pattern(bare_path):
        return parts[0]
    from mondegreen.formats.directory import join_shards

    return join_shards(bare_path, parts)


def split_prefix(path: str, format: str | None) -> tuple[str | None, str]:
    """The format that is asked for, by name or by a prefix of Kaldi's, and the path without it."""
    prefixed, bare_path = without_prefix(path)
    if prefixed and format not in (None, prefixed):
        raise ScoreError(f"the prefix says {prefixed}, but --format says {format}", path=path)
    return format or prefixed, bare_path


def make_empty(bare_path: str, format_name: str | None, reading: Reading) -> Corpus:
    """No utterances: a recognizer that recognized nothing leaves an empty file; a reference must hold something."""
    if reading.side != HYPOTHESIS:
        raise ScoreError("the file is empty", path=label(bare_path))
    return Corpus([], [], label(bare_path), format=format_name or "")


def parse_format(lines: Sequence[str], kind: type[Format], reading: Reading) -> Corpus:
    if (reading.text or (reading.key and not reading.side)) and not kind.is_tabular:
        hint = f"; give the column of the other file alone (--{OTHER[reading.side]}-column)" if reading.side else ""
        raise reading.error(f"is read as {kind.name}, which has no columns to choose from{hint}")
    return replace(kind.read(lines, reading), format=kind.name)


def write(corpus: Corpus, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Writes a corpus to a file, in the format of that name or else the one that the file's name ends as."""
    from mondegreen.output import text_output

    _, bare_path = split_prefix(os.fspath(path), None)
    kind = find_output_format(os.fspath(path), format)
    lines = iter(kind.write(corpus))
    with text_output(bare_path) as stream:
        for line in lines:
            if line.startswith(BYTE_ORDER_MARK):
                raise ScoreError("the first character, U+FEFF, would be read as a byte order mark", path=bare_path)
            stream.write(f"{line}\n")
            break
        stream.writelines(f"{line}\n" for line in lines)


def find_output_format(path: str, format: str | None = None) -> type[Format]:
    """The format in which a file is to be written."""
    prefixed, bare_path = split_prefix(path, None)
    if format_name := format or prefixed:
        return find_format(format_name)
    # Of formats that share a suffix the plainest is asked last for what it reads, and written first.
    for name, entry in reversed(FORMATS.items()):
        if get_suffix(bare_path) in entry.suffixes:
            return find_format(name)
    for kind in load_installed():
        if get_suffix(bare_path) in kind.suffixes:
            return kind
    why = "the ending does not name a format; choose one with --to"
    raise ScoreError(f"{why}: {', '.join(list_writable())}", path=path)


def detect_format(lines: Sequence[str], path: str = "") -> type[Format]:
    """The first format that recognizes the beginning of a file; those that its name hints at are asked first.

    Formats of installed packages are asked where the suffix is none of ours, and where ours would be plain lines.
    """
    beginning = [line if len(line) <= 2 * END else f"{line[:END]} {line[-END:]}" for line in lines[:1000]]
    suffix = get_suffix(path)
    for name, entry in FORMATS.items():
        if suffix in entry.suffixes and (kind := find_format(name)).recognizes(beginning, hinted=True):
            return kind
    if not (suffix in (NO_SUFFIX, ".txt") or is_known_suffix(suffix)):
        for kind in load_installed():
            if suffix in kind.suffixes and kind.recognizes(beginning, hinted=True):
                return kind
    opening = next((line for line in beginning if line.strip()), "")
    for name, entry in FORMATS.items():
        if name == PLAIN or not re.match(entry.opening, opening, re.DOTALL):
            continue
        if (kind := find_format(name)).recognizes(beginning, hinted=False):
            return kind
    return next((kind for kind in load_installed() if kind.recognizes(beginning, hinted=False)), find_format(PLAIN))


def find_format(name: str) -> type[Format]:
    found: type[Format] = FORMATS.find(name)
    return found


def format_of(name: str) -> type[Format]:
    """The format of that name, for its facts; of what was not read as lines of a format, those that most have."""
    if name in FORMATS:
        return find_format(name)
    if name in ("", "segments"):
        return Format
    if name == parquet.NAME:
        return parquet.Parquet
    return next((kind for kind in load_installed() if kind.name == name), Format)


def load_formats() -> Iterator[type[Format]]:
    return map(find_format, FORMATS)


def load_installed() -> Iterator[type[Format]]:
    """Formats of installed packages, under the entry point group `mondegreen.formats`."""
    for point in FORMATS.list_installed():
        yield load_point(point)


def load_point(point: Any) -> type[Format]:  # noqa: ANN401 - an entry point
    try:
        found: type[Format] = point.load()
    except Exception as error:  # whatever a stranger's module raises
        what = f'the format "{point.name}" of an installed package cannot be loaded: {error}'
        raise ScoreError(f"{what}; name the format of the file (--format), or remove that package") from error
    return found


def list_writable() -> list[str]:
    return [kind.name for kind in load_formats() if kind.is_writable]


def is_known_suffix(suffix: str) -> bool:
    return any(suffix in entry.suffixes for entry in FORMATS.values())


def get_suffix(path: str) -> str:
    """What a name ends in, leaving gzip aside."""
    return PurePath(path.lower().removesuffix(".gz")).suffix or NO_SUFFIX
