"""icefall's recogs, `cut:<TAB>ref=['A', 'B']` and `cut:<TAB>hyp=['A']`, and its files of errors and rates."""

import re
from ast import literal_eval
from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import (
    IDS,
    REFERENCE_FIELD,
    TIMES,
    Aligned,
    Format,
    Reading,
    are_in_order,
    check_one_line,
    find_losses,
    is_number,
    parse_seconds,
    parse_span,
)
from mondegreen.notes import Note

LINE = re.compile(r"(.*?):\t(ref|hyp|timestamp_ref|timestamp_hyp)=(.*)", re.DOTALL)
TIME = re.compile(r"\(([^(),]*),([^(),]*)\)|([^(),\s]+)")
WHEN_SPOKEN = "timestamp_ref"
# Marks around, what needs no escape, and escapes; a quotation mark of the other kind stands as it is.
QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
WORDS = re.compile(rf"\[\s*(?:(?:{QUOTED})\s*(?:,\s*(?:{QUOTED})\s*)*,?\s*)?\]")
ITEM = re.compile(QUOTED)
# The longest that one word may be when its escapes are resolved.
LONGEST = 100_000


class Icefall(Format):
    """References and hypotheses as lists of words under each cut's ID: icefall's `recogs-*.txt`.

    The text of an utterance is what was recognized, and its field `reference` what was said. Words are timed where
    the file has `timestamp_hyp`: a time alone is the start of a word, and its end as well. `timestamp_ref` is a field.
    """

    name = "icefall"
    holds_both = True

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether each line names a cut and a side."""
        found = [line for line in lines if line.strip()]
        return bool(found) and all(map(LINE.fullmatch, found))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from the lines that follow each other under one id."""
        rows: list[tuple[int, str, dict[str, str]]] = []
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            found = LINE.fullmatch(line)
            if found is None or not found[1]:
                raise reading.error("expected a cut's id, a colon, a TAB, and ref=[...] or hyp=[...]", number)
            if not rows or rows[-1][1] != found[1] or found[2] in rows[-1][2]:
                rows.append((number, found[1], {}))
            rows[-1][2][found[2]] = found[3]
        timed = any("timestamp_hyp" in parts for _, _, parts in rows)
        return make_corpus([parse_utterance(*row, timed=timed, reading=reading) for row in rows], reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """Two lines for each utterance, those of times after them; without the reference only one."""
        for row in corpus:
            if not row.key or "\t" in row.key:
                raise ScoreError("icefall cannot hold an ID that is empty or has a tab", key=row.key)
            has_reference = corpus.fields.get(REFERENCE_FIELD) is not None
            parts = {"ref": format_words(row.fields.get(REFERENCE_FIELD, ""), row.key)} if has_reference else {}
            parts["hyp"] = format_words(row.text, row.key)
            if row.fields.get(WHEN_SPOKEN):
                parts[WHEN_SPOKEN] = f"[{row.fields[WHEN_SPOKEN]}]"
            if row.words:
                parts["timestamp_hyp"] = format_times(row)
            for name, value in parts.items():
                yield check_one_line(f"{row.key}:\t{name}={value}", row.key, "icefall")

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs, both sides and their times."""
        supported = {IDS, REFERENCE_FIELD, WHEN_SPOKEN}
        return find_losses(corpus, supported | {TIMES} if any(corpus.words or ()) else supported)


def make_corpus(rows: Sequence[tuple[Utterance, bool]], reading: Reading) -> Corpus:
    """The corpus of the rows, each with whether some word of it holds a space; told of what is taken otherwise."""
    corpus = Corpus.of([row for row, _ in rows], reading.name)
    with_spaces = tuple(row.key for row, has_space in rows if has_space)
    return corpus.add_notes(Note("words-with-spaces", reading.name, with_spaces)) if with_spaces else corpus


def parse_utterance(
    number: int, key: str, parts: dict[str, str], *, timed: bool, reading: Reading
) -> tuple[Utterance, bool]:
    """The utterance of some lines, the first of this number."""
    lists = {name: parse_words(value, reading, number, key) for name, value in parts.items() if name in ("ref", "hyp")}
    fields = {REFERENCE_FIELD: " ".join(lists["ref"])} if "ref" in lists else {}
    if WHEN_SPOKEN in parts:
        parse_times(parts[WHEN_SPOKEN], lists.get("ref", []), reading, number, key)
        fields[WHEN_SPOKEN] = parts[WHEN_SPOKEN].strip()[1:-1]
    hypothesis = lists.get("hyp", [])
    timed_words = (
        parse_times(parts["timestamp_hyp"], hypothesis, reading, number, key) if "timestamp_hyp" in parts else []
    )
    if timed and hypothesis and not timed_words:
        raise reading.error("has no timestamp_hyp, unlike others", number, key)
    has_space = any(each.split() != [each] for side in lists.values() for each in side)
    return Utterance(key, " ".join(hypothesis), fields, timed_words if timed else None), has_space


def parse_words(value: str, reading: Reading, number: int, key: str) -> list[str]:
    """The words of a list; some recipes print a text instead."""
    if not value.startswith("["):
        return value.split()
    found = parse_list(value.rstrip())
    if found is None:
        raise reading.error("this is not a list of words as Python prints it, ['A', 'B']", number, key)
    return [word for word in found if word]


def parse_times(value: str, words: Sequence[str], reading: Reading, number: int, key: str) -> list[TimedWord]:
    """The words with their times."""
    inner = value.strip()
    if not (inner.startswith("[") and inner.endswith("]")) or TIME.sub("", inner[1:-1]).strip(" ,"):
        raise reading.error("this is not a list of times, [0.04, 0.32] or [(0.04, 0.12), (0.32, 0.48)]", number, key)
    found = TIME.findall(inner[1:-1])
    if len(found) != len(words):
        raise reading.error(f"holds {len(found)} times for {len(words)} words", number, key)
    words_found = []
    for word, (start, end, alone) in zip(words, found, strict=True):
        if alone:
            moment = parse_seconds(alone, "start", reading, number, key)
            words_found.append(TimedWord(word, moment, moment))
        else:
            words_found.append(TimedWord(word, *parse_span(start.strip(), end.strip(), reading, number, key)))
    return words_found


def format_words(text: str, key: str) -> str:
    """The words of a text as Python prints a list."""
    words = text.split()
    if " ".join(words) != text:
        raise ScoreError("icefall holds lists of words, and this text has other whitespace than single spaces", key=key)
    return repr(words)


def format_times(row: Utterance) -> str:
    """The times of an utterance's words: starts alone where ends are the same."""
    timed_words = row.words or ()
    if [word.word for word in timed_words] != row.text.split():
        raise ScoreError("the text is not that of the timed words", key=row.key)
    if not all(map(are_in_order, timed_words)):
        raise ScoreError("icefall holds times in order, and these are out of order", key=row.key)
    if any(word.confidence is not None for word in timed_words):
        raise ScoreError("icefall cannot hold a word's confidence", key=row.key)
    if all(word.start == word.end for word in timed_words):
        return f"[{', '.join(format_moment(word.start) for word in timed_words)}]"
    return f"[{', '.join(f'({format_moment(word.start)}, {format_moment(word.end)})' for word in timed_words)}]"


def format_moment(moment: float) -> str:
    """A time with three places, as icefall has it, or more where it has more."""
    short = f"{moment:.3f}"
    return short if float(short) == moment else repr(moment)


def parse_list(text: str) -> list[str] | None:
    if not WORDS.fullmatch(text):
        return None
    found = [unescape_string(item) for item in ITEM.findall(text)]
    words = [word for word in found if word is not None]
    return words if len(words) == len(found) else None


def unescape_string(item: str) -> str | None:
    """The string that stands between quotation marks; none if an escape is wrong."""
    if "\\" not in item:
        return item[1:-1]
    if len(item) > LONGEST:
        return None
    try:
        word = literal_eval(item)
        word.encode()
    except (SyntaxError, ValueError):  # half a character is a ValueError, too
        return None
    return str(word)


DETAILS = "PER-UTT DETAILS:"
DETAIL = re.compile(r"(.+?):\t(.*)", re.DOTALL)
# A bracket opens before a word and closes after one, with an arrow between.
ERROR = re.compile(r"(?<!\S)\((\S(?:(?! \().)*?)->(.*?\S)\)(?!\S)")
NOTHING = "*"


class Errs(Aligned):
    """Alignments of each cut, from icefall's `errs-*.txt`.

    The text of an utterance is what was recognized, and its field `reference` what was said. `*` alone in brackets is
    no word. Alignments are made anew.
    """

    name = "errs"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        return len(lines) > 1 and lines[0].startswith("%WER = ") and lines[1].startswith("Errors: ")

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line of the details, which an empty line ends."""
        rows: list[Utterance] = []
        inside = False
        for number, line in enumerate(lines, 1):
            if line.startswith(DETAILS):
                inside = True
            elif inside and not line.strip():
                break
            elif inside:
                rows.append(parse_line(line, reading, number))
        if not inside:
            raise reading.error(f"has no line {DETAILS}, which icefall writes before the texts")
        return Corpus.of(rows, reading.name)


def parse_line(line: str, reading: Reading, number: int) -> Utterance:
    found = DETAIL.fullmatch(line)
    if found is None:
        raise reading.error("expected a cut's id, a colon, a TAB, and its words", number)
    reference, hypothesis = (ERROR.sub(rf"\{side}", found[2]) for side in (1, 2))
    return Utterance(found[1], drop_gaps(hypothesis, found[2]), {REFERENCE_FIELD: drop_gaps(reference, found[2])})


def drop_gaps(side: str, line: str) -> str:
    """The words of a side; a star is one only where no bracket says that it is nothing."""
    gaps = bool(ERROR.search(line))
    return " ".join(word for word in side.split() if not (gaps and word == NOTHING))


HEAD = "settings\tWER"


class WerSummary(Format):
    """Word error rates by decoder setting, from icefall's `wer-summary-*.txt`.

    The settings are the keys, and the rates their texts. Nothing here could be scored: for that there are icefall's
    `recogs-*.txt` beside it.
    """

    name = "wer-summary"
    holds_texts = False

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        return lines[0] == HEAD

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A row from each line below the headings."""
        if lines[0] != HEAD:
            raise reading.error("expected icefall's headings, settings and WER with a TAB between", 1)
        rows = []
        for number, line in enumerate(lines[1:], 2):
            settings, _, rate = line.rpartition("\t")
            if not line.strip():
                continue
            if not settings or not (is_number(rate) or rate == "nan"):
                raise reading.error("expected settings, a TAB, and a rate", number)
            rows.append(Utterance(settings, rate))
        return Corpus.of(rows, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        yield HEAD
        for row in corpus:
            if not row.key or not (is_number(row.text) or row.text == "nan"):
                raise ScoreError("a wer-summary holds settings, each with a rate", key=row.key)
            yield check_one_line(f"{row.key}\t{row.text}", row.key, "wer-summary")
