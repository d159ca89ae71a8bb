"""Whisper's transcripts: JSON, an object with `text`, `segments` and `language`, or columns between tabs."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import TIMES, Format, Reading, are_in_order, find_losses, is_number, parse_span
from mondegreen.formats.members import Item, JsonNumber, as_number, as_text, dump_json, parse_json
from mondegreen.formats.subtitles import TIMES as WHEN
from mondegreen.formats.subtitles import Cue, find_times, from_milliseconds, iter_cues, make_corpus

# Members of a segment that say where and what it is, or for the model itself; the rest are fields.
OWN = ("id", "seek", *WHEN, "text", "words", "tokens", "segments")
NUMERIC = frozenset(("temperature", "avg_logprob", "compression_ratio", "no_speech_prob"))
LANGUAGE = "language"
BEGIN = re.compile(r'\s*\{\s*(?:"text"\s*:|"segments"\s*:\s*\[)')
SEGMENTS = re.compile(r'"segments"\s*:\s*\[|\]\s*,\s*"language"\s*:\s*(?:"\w*"|null)\s*\}\s*$')


class Whisper(Format):
    """Whisper's `--output_format json`, one recording per file; also whisperX's.

    Each segment is an utterance with the fields `start`, `end`, `language` and what else is text or number, such as
    `avg_logprob`; numbers of tokens are left out. Words are timed where the file has them: pieces of one word are put
    together, and the confidence is that of the least probable. There are no keys but the places in the file.
    """

    name = "whisper"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        """Whether it begins with a text, or with segments, and has a list of segments."""
        beginning = "\n".join(lines[:200])
        return BEGIN.match(beginning) is not None and SEGMENTS.search(beginning) is not None

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each segment."""
        whole = parse_json("\n".join(lines), reading)
        found = whole.get("segments") if isinstance(whole, dict) else None
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise reading.error('this has no list of "segments", each an object, { ... }')
        language = as_text(whole.get(LANGUAGE)) or ""
        items = [Item(each, place=f"segment {at}: ") for at, each in enumerate(found, 1)]
        words = [parse_words(item, reading) for item in items]
        known = [each for each in words if each is not None]
        cues = [parse_segment(item, language, reading) for item in items]
        return make_corpus(cues, reading, known if known and len(known) == len(words) else None)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        languages = set(corpus.fields.get(LANGUAGE, ()))
        shared = len(languages) == 1
        segments = [make_segment(at, row, shared=shared) for at, row in enumerate(corpus)]
        whole = {"text": "".join(each["text"] for each in segments), "segments": segments}
        yield dump_json({**whole, LANGUAGE: languages.pop() if shared else None})

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """Keys, and fields by the name of a member that the format has for itself."""
        return find_losses(corpus, {TIMES, *WHEN, *corpus.fields} - (set(OWN) - set(WHEN)))


def parse_segment(item: Item, language: str, reading: Reading) -> Cue:
    """A segment's text, times and fields."""
    text = item.members.get("text")
    if not isinstance(text, str):
        raise item.error('"text" is missing or no text', reading)
    start, end = (as_text(item.members.get(name)) or "" for name in WHEN)
    item.check_span(start, end, reading)
    cells = {name: as_text(value) for name, value in item.members.items() if name not in OWN}
    fields = {name: value for name, value in cells.items() if value is not None}
    return Cue(start, end, text.strip(), {LANGUAGE: language, **fields} if language else fields)


def parse_words(item: Item, reading: Reading) -> list[TimedWord] | None:
    """The timed words of a segment; none if it has none, or some word has no times in order."""
    found = item.members.get("words")
    if not isinstance(found, list):
        return None
    pieces: list[TimedWord] = []
    for each in found:
        if not isinstance(each, dict) or not isinstance(each.get("word"), str):
            raise item.error("a word is not an object with a text", reading)
        start, end = (as_text(each.get(name)) or "" for name in WHEN)
        if not (is_number(start) and is_number(end)):
            return None
        sure = next((each[name] for name in ("probability", "score") if isinstance(each.get(name), str)), "")
        one = TimedWord(each["word"], float(start), float(end), float(sure) if is_number(sure) else None)
        pieces.append(one)
    words = join_pieces(pieces)
    return words if all(are_in_order(word) for word in words) else None


def join_pieces(pieces: Sequence[TimedWord]) -> list[TimedWord]:
    """The words of which these are pieces: each begins with a space, unless none does."""
    spaced = any(piece.word[:1].isspace() for piece in pieces)
    words: list[TimedWord] = []
    for piece in pieces:
        if words and spaced and not piece.word[:1].isspace():
            last = words.pop()
            sure = [each for each in (last.confidence, piece.confidence) if each is not None]
            piece = TimedWord(last.word + piece.word, last.start, piece.end, min(sure, default=None))  # noqa: PLW2901
        words.append(piece)
    return [word._replace(word=word.word.strip()) for word in words if word.word.strip()]


def make_segment(at: int, row: Utterance, *, shared: bool) -> dict[str, Any]:
    """The segment of an utterance; the language is left to the whole where all share it."""
    if row.text != row.text.strip():
        raise ScoreError("whisper cannot hold spaces at the ends of a text", key=row.key)
    start, end = find_times(row, "whisper")
    others = {
        name: value for name, value in row.fields.items() if name not in OWN and not (shared and name == LANGUAGE)
    }
    return {
        "id": JsonNumber(at),
        "seek": JsonNumber(0),
        "start": format_number(start),
        "end": format_number(end),
        "text": f" {row.text}",
        **{name: as_number(value) if name in NUMERIC else value for name, value in others.items()},
        **({} if row.words is None else {"words": [format_word(each, row.key) for each in row.words]}),
    }


def format_word(each: TimedWord, key: str) -> dict[str, str]:
    if not each.word or each.word != each.word.strip() or not are_in_order(each):
        raise ScoreError(f'whisper cannot hold the word "{each.word}" from {each.start} to {each.end}', key=key)
    sure = {} if each.confidence is None else {"probability": JsonNumber(repr(each.confidence))}
    return {"word": f" {each.word}", "start": JsonNumber(repr(each.start)), "end": JsonNumber(repr(each.end)), **sure}


def format_number(time: str) -> str:
    found = as_number(time)
    return found if isinstance(found, JsonNumber) else JsonNumber(repr(float(time)))


HEAD = "start\tend\ttext"
LONGEST = 15  # digits of a time


class WhisperTsv(Format):
    """Whisper's `--output_format tsv`, one recording per file.

    Fields are `start` and `end`, in seconds. There are no keys but the places in the file.
    """

    name = "whisper-tsv"
    holds = WHEN

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        return lines[0] == HEAD

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line after the first."""
        if lines[0] != HEAD:
            raise reading.error("the first line must be start, end and text, separated by tabs", 1)
        cues = []
        for number, line in enumerate(lines[1:], 2):
            if not line:
                continue
            cells = line.split("\t")
            if len(cells) != 3:
                raise reading.error(f"expected start, end and text, found {len(cells)} cells", number)
            cues.append(Cue(*parse_times(cells, reading, number), cells[2].strip()))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        yield HEAD
        for row, start, end in iter_cues(corpus, "whisper-tsv"):
            if "\t" in row.text:
                raise ScoreError("a cell of TSV cannot hold a tab", key=row.key)
            yield f"{start}\t{end}\t{row.text}"


def parse_times(cells: Sequence[str], reading: Reading, number: int) -> tuple[str, str]:
    for name, cell in zip(("start", "end"), cells, strict=False):
        if not (cell.isascii() and cell.isdigit() and len(cell) <= LONGEST):
            raise reading.error(f'the {name}, "{cell}", is not a number of milliseconds', number)
    start, end = (from_milliseconds(int(cell)) for cell in cells[:2])
    parse_span(start, end, reading, number)
    return start, end
