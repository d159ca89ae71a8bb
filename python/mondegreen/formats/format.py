"""What every format says of itself and can do, what its reader knows beside the lines, and how numbers are read."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import isfinite
from typing import ClassVar, Literal

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.io.source import UTF8, label
from mondegreen.notes import Note

# A number as people write it: not `nan`, not `1_000`, no digits of other scripts, all of which float() takes.
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")

SIDES = {"1": "A", "2": "B"}


@dataclass(frozen=True, slots=True)
class Reading:
    """The file's name for messages, its encoding, and the columns that the user names for utterance IDs and texts.

    `before` is how many lines of the file come before those that are read. `side` is "ref" or "hyp" where the file is
    one of two to be paired, `both` says that one table holds both, of which `other` is the column of the other side,
    and `keyless` that rows need no utterance ID, since they are paired by position.
    """

    name: str
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    before: int = 0
    side: str = ""
    both: bool = False
    other: str | None = None
    keyless: bool = False

    def error(self, what: str, line: int | None = None, key: str | None = None) -> ScoreError:
        """The error of that sentence at that line, or utterance, of the file."""
        return ScoreError(what, path=self.name, line=None if line is None else self.before + line, key=key)


@dataclass(frozen=True, slots=True)
class Side:
    """One of two files that are scored, and what the user says of it; `kind` is "ref" or "hyp".

    `among` says that it is one of several hypotheses, of which one may well be the reference itself.
    """

    path: str
    kind: str
    format: str | None = None
    encoding: str = UTF8
    key: str | None = None
    text: str | None = None
    by_order: bool = False
    among: bool = False

    def reading(self) -> Reading:
        """What the reader of its format knows beside the lines."""
        return Reading(label(self.path), self.encoding, self.key, self.text, side=self.kind, keyless=self.by_order)


def is_number(word: str) -> bool:
    return NUMBER.fullmatch(word) is not None


def parse_number(word: str, what: str, reading: Reading, line: int | None = None, key: str | None = None) -> float:
    if not is_number(word) or not isfinite(value := float(word)):
        raise reading.error(f'the {what}, "{word}", is not a number', line, key)
    return value


def to_decimal(word: str) -> Decimal:
    """A number for sums that binary fractions would round."""
    return Decimal(repr(float(word)))


def parse_seconds(word: str, what: str, reading: Reading, line: int | None = None, key: str | None = None) -> float:
    value = parse_number(word, what, reading, line, key)
    if value < 0:
        raise reading.error(f"the {what}, {word}, is negative", line, key)
    return abs(value)  # -0.0 is 0


def parse_span(
    start: str, end: str, reading: Reading, line: int | None = None, key: str | None = None
) -> tuple[float, float]:
    first, last = parse_seconds(start, "start", reading, line, key), parse_seconds(end, "end", reading, line, key)
    if last < first:
        raise reading.error(f"the end, {end}, is before the start, {start}", line, key)
    return first, last


def fold_channel(channel: str) -> str:
    """A channel by one name: A and 1 are the same, and so are B and 2."""
    return SIDES.get(channel, channel.upper())


def are_in_order(word: TimedWord) -> bool:
    return 0 <= word.start <= word.end < float("inf")


# The field that holds the reference; the text of an utterance is the hypothesis.
REFERENCE_FIELD = "reference"
# How the fields are called that hold hypotheses of further systems, each with the system's name behind it.
SYSTEM_PREFIX = "pred_text_"
IDS, TIMES, UNSCORED = "utterance IDs", "word times", "segments not to be scored"


def find_losses(corpus: Corpus, supported: Collection[str]) -> list[str]:
    """The names of what a corpus has, and a format that holds only these has not."""
    present = {IDS: corpus.keyed, TIMES: corpus.words is not None, UNSCORED: bool(corpus.unscored)}
    present.update({name: any(values) for name, values in corpus.fields.items()})
    known = {*supported}  # which may be all columns of a wide table
    return [name for name, is_there in present.items() if is_there and name not in known]


def check_one_line(line: str, key: str, name: str) -> str:
    """The line, if it stays one line when it is read."""
    if "\n" in line or line.endswith("\r"):
        raise ScoreError(f"{name} holds one utterance per line, and this one has a line break", key=key)
    return line


def check_key(key: str, name: str) -> str:
    if not key or any(blank in key for blank in " \t\n\r"):
        raise ScoreError(f"{name} cannot hold an ID that is empty or has a space", key=key)
    return key


def has_content(line: str, comments: tuple[str, ...]) -> bool:
    return bool(line.strip(" \t")) and not line.startswith(comments)


def number_duplicates(rows: Iterable[Utterance]) -> Iterator[Utterance]:
    """The utterances, with a number behind each utterance ID that comes again."""
    seen = Counter[str]()
    for row in rows:
        seen[row.key] += 1
        yield row if seen[row.key] == 1 else row._replace(key=f"{row.key}-{seen[row.key]}")


ALTERNATIVES = re.compile(r"(?:^|[ \t])\{[^{}]*/")


def note_alternatives(corpus: Corpus) -> Corpus:
    """The corpus, with a note of the utterances whose braces and slashes will count as words."""
    pairs = zip(corpus.keys, corpus.texts, strict=True)
    keys = [key for key, text in pairs if "{" in text and ALTERNATIVES.search(text)]
    return corpus.add_notes(Note("alternatives", corpus.name, tuple(keys))) if keys else corpus


class Format:
    """What a format's class inherits, and overrides with its own facts and methods.

    The docstring of the class is its page: the first sentence says what the format is.
    """

    name: ClassVar[str]
    suffixes: ClassVar[tuple[str, ...]] = ()
    """Ends of file names, for formats of installed packages; ours stand in `FORMATS`."""
    is_tabular: ClassVar[bool] = False
    """Whether it has named columns, of which the user may choose."""
    is_writable: ClassVar[bool] = True
    """Whether a corpus can be written in it: what holds alignments is a report's to write."""
    holds_both: ClassVar[bool] = False
    """Whether it holds references beside hypotheses: the one as the field `reference`, the other as the text."""
    table_format: ClassVar[str] = ""
    """The format that reads its columns where the user chooses those of both sides, or it does not hold both."""
    holds: ClassVar[tuple[str, ...]] = (IDS,)
    """What it holds of a corpus beside the texts: utterance IDs, times of words, segments not to be scored, fields."""
    holds_fields: ClassVar[bool] = False
    """Whether it holds any other field, too."""
    holds_texts: ClassVar[bool] = True
    """Whether it holds texts, and not numbers that were made of them."""
    is_by_line: ClassVar[bool] = False
    """Whether some of its lines can be read without those before and after."""

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether these lines, the first of a file, look like the format.

        `hinted` says that the file's name ends as the format's do. Then a look at the first line will do, so that
        slips further down are found in reading; else plain text must never be taken for the format.
        """
        raise NotImplementedError

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The corpus that these lines hold."""
        raise NotImplementedError

    @classmethod
    def write(cls, corpus: Corpus) -> Iterable[str]:
        """The lines that hold the corpus; what would read back as something else is refused."""
        raise NotImplementedError

    @classmethod
    def list_losses(cls, corpus: Corpus) -> list[str]:
        """What of this corpus, by name, the format does not hold."""
        return find_losses(corpus, (*cls.holds, *(corpus.fields if cls.holds_fields else ())))


class Aligned(Format):
    """A format of alignments, which are made anew when it is read; to write them is a report's business."""

    is_writable = False
    holds_both = True
    holds = (IDS, REFERENCE_FIELD)
    output_format: ClassVar[str] = ""
    """How `--as` names the format, if not by its name."""

    @classmethod
    def write(cls, corpus: Corpus) -> Iterator[str]:
        how = f"`mondegreen score --output-format {cls.output_format or cls.name}` writes it"
        raise ScoreError(f"{cls.name} holds alignments, not texts; {how}", path=corpus.name)


def holds_both(corpus: Corpus) -> bool:
    """Whether the file holds the reference, too; in other formats a field of that name may mean anything."""
    from mondegreen.formats import format_of

    return REFERENCE_FIELD in corpus.fields and format_of(corpus.format).holds_both


def take_side(corpus: Corpus, side: Literal["ref", "hyp"]) -> Corpus:
    """One side of a file that may hold both; rates, which are no texts, are refused."""
    from mondegreen.formats import format_of

    if not format_of(corpus.format).holds_texts:
        raise ScoreError(
            f"is a {corpus.format} and holds rates, not texts; give the texts that were scored", path=corpus.name
        )
    if not holds_both(corpus):
        return corpus
    found = replace(corpus, fields=drop_sides(corpus))
    return replace(found, texts=corpus.fields[REFERENCE_FIELD], words=None) if side == "ref" else found


def split_sides(corpus: Corpus) -> tuple[Corpus, list[Corpus]]:
    """The reference that the file holds, and the hypothesis of each of its systems."""
    reference = replace(take_side(corpus, "ref"), notes=())
    if not holds_both(corpus):
        what = f"is read as {corpus.format} and holds" if corpus.format else "holds"
        raise ScoreError(f"{what} one text per utterance; give the hypotheses as well", path=corpus.name)
    systems = list(list_systems(corpus))
    if all(each.texts is not corpus.texts for each in systems):
        systems.insert(0, take_side(corpus, "hyp"))
    return reference, [replace(systems[0], notes=corpus.notes), *systems[1:]]


def list_systems(corpus: Corpus) -> Iterator[Corpus]:
    """Hypotheses of further systems, if the file tells."""
    for name, texts in corpus.fields.items():
        if name.startswith(SYSTEM_PREFIX):
            called = f"{corpus.name}:{name.removeprefix(SYSTEM_PREFIX)}"
            yield replace(corpus, texts=texts, fields=drop_sides(corpus), words=None, name=called, notes=())


def drop_sides(corpus: Corpus) -> dict[str, list[str]]:
    fields = corpus.fields.items()
    return {
        name: list(values) for name, values in fields if name != REFERENCE_FIELD and not name.startswith(SYSTEM_PREFIX)
    }
