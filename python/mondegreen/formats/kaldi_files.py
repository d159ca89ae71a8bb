"""Kaldi's files beside the text: scp, utt2spk, spk2utt, segments, and any other that gives utterances a value."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from mondegreen._core import Strings
from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import read
from mondegreen.formats.format import Format, Reading, is_number, parse_seconds, parse_span
from mondegreen.io.source import decode_text, label, load_file, load_lines, to_utf8
from mondegreen.limits import check_links
from mondegreen.notes import Note

# No file is so large that more digits would lie in it.
PLACE = re.compile(r"(.+):0*([0-9]{1,18})", re.DOTALL)
POINTING = re.compile(r"[^ \t]*[/.][^ \t]*|[^ \t]+:[0-9]+")

# How many files are held at once: those pointed into lie side by side, as the lines that point into them do.
HELD = 4


class Scp(Format):
    """An utterance ID and a file on each line, `utterance FILE` or `utterance FILE:OFFSET`; the file holds the text.

    With an offset, in bytes, the text is the line that begins there; without one it is all of the file, its lines
    joined by blanks. Files are found from the folder in which the program runs, as by Kaldi.
    """

    name = "scp"
    is_writable = False
    holds = ()

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether the name says so, and each line has two fields, of which the second may be a file."""
        found = [line.split() for line in lines if line.strip(" \t")]
        return hinted and all(len(fields) == 2 and POINTING.fullmatch(fields[1]) for fields in found)

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The text that each line points to."""
        keys, texts = [], []
        load = lru_cache(HELD)(load_with_ending)
        for number, line in enumerate(lines, 1):
            key, _, place = line.replace("\t", " ").strip(" ").partition(" ")
            if not key:
                continue
            check_links(place.strip(" "), reading.name, number)
            keys.append(key)
            try:
                texts.append(read_text_at(place.strip(" "), load, reading.encoding))
            except ScoreError as error:
                raise reading.error(str(error), number) from error
        return Corpus(keys, texts, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """Nothing: there is no other file to point into."""
        raise ScoreError("an scp only points into other files and cannot be written", path=corpus.name)


def load_with_ending(path: str) -> tuple[bytes, bytes]:
    """The bytes of a file, and what ends its lines: line feeds, or in a file without any, carriage returns."""
    data = load_file(path)
    return data, b"\n" if b"\n" in data else b"\r"


def read_text_at(place: str, load: Callable[[str], tuple[bytes, bytes]], encoding: str) -> str:
    """The text at a place."""
    if not place:
        raise ScoreError("the utterance has no file")
    if place.endswith("|"):
        raise ScoreError(f"{place} is a command, and commands are not run")
    pointed = PLACE.fullmatch(place)
    if pointed is None:
        return " ".join(Strings.lines(to_utf8(load(place)[0], encoding, place)))
    path, offset = pointed[1], int(pointed[2])
    data, ending = load(path)
    if offset > len(data):
        raise ScoreError(f"the offset {offset} is beyond the end of {path}")
    end = data.find(ending, offset)
    return decode_text(data[offset : end if end >= 0 else None], encoding, path).removesuffix("\r")


TO_THE_END = "-1"


def read_speakers(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The speaker of each utterance, from utt2spk: `utterance speaker`."""
    found: dict[str, str] = {}
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) != 2:
            raise reading.error(f"expected an utterance and its speaker, found {len(fields)} fields", line)
        add_value(found, fields[0], fields[1], reading, line)
    return found


def read_speaker_lists(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The speaker of each utterance, from spk2utt: `speaker utterance utterance...`."""
    found: dict[str, str] = {}
    for reading, line, (speaker, *utterances) in split_rows(path, encoding):
        for utterance in utterances:
            add_value(found, utterance, speaker, reading, line)
    return found


def read_mapping(path: str, encoding: str = "utf-8") -> dict[str, str]:
    """The value of each utterance, from a file of lines `utterance value`; a value may have spaces."""
    found: dict[str, str] = {}
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) < 2:
            raise reading.error("expected an utterance and its value, found 1 field", line)
        add_value(found, fields[0], " ".join(fields[1:]), reading, line)
    return found


def read_segments(path: str, encoding: str = "utf-8") -> Corpus:
    """Utterances without text, from Kaldi's segments: `utterance recording start end [channel]`."""
    found = []
    for reading, line, fields in split_rows(path, encoding):
        if len(fields) not in (4, 5):
            raise reading.error(f"expected utterance, recording, start and end, found {len(fields)} fields", line)
        if fields[3] == TO_THE_END:
            parse_seconds(fields[2], "start", reading, line)
        else:
            parse_span(fields[2], fields[3], reading, line)
        names = ("recording", "start", "end", "channel")
        found.append(Utterance(fields[0], "", dict(zip(names, fields[1:], strict=False))))
    return replace(Corpus.of(found, label(path)), format="segments")


def read_boundaries(path: str, encoding: str = "utf-8") -> Corpus:
    """Utterances with their recordings and times, from Kaldi's segments or a file of another format, such as stm."""
    first = next((line.split() for line in load_lines(path, encoding) if line.strip()), [])
    if len(first) in (4, 5) and is_number(first[2]) and is_number(first[3]):
        return read_segments(path, encoding)
    return read(path, encoding=encoding)


def add_field(corpus: Corpus, name: str, values: Mapping[str, str]) -> Corpus:
    """The corpus with one more field; utterances without a value are reported."""
    missing = [key for key in corpus.keys if key not in values]
    if missing and len(missing) == len(corpus):
        known = join_ids(list(values)) or "none"
        raise ScoreError(
            f"no utterance has a {name}, among them {join_ids(missing)}; known are: {known}", path=corpus.name
        )
    note = Note("field-missing", corpus.name, tuple(missing), {"column": name})
    fields = {**corpus.fields, name: [values.get(key, "") for key in corpus.keys]}
    return replace(corpus, fields=fields).add_notes(*[note] if missing else ())


def split_rows(path: str, encoding: str) -> Iterator[tuple[Reading, int, list[str]]]:
    reading = Reading(label(path), encoding)
    for number, line in enumerate(load_lines(path, encoding), 1):
        if fields := [field for field in line.replace("\t", " ").split(" ") if field]:
            yield reading, number, fields


def add_value(found: dict[str, str], utterance: str, value: str, reading: Reading, line: int) -> None:
    if found.setdefault(utterance, value) != value:
        raise reading.error(f'a second value, "{value}", after "{found[utterance]}"', line, utterance)
