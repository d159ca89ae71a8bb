"""Kaldi scp: where the text of each utterance is."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from mondegreen._core import Strings
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Format
from mondegreen.formats.reading import Reading
from mondegreen.io.source import decode_text, load_file, to_utf8
from mondegreen.limits import check_links

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
