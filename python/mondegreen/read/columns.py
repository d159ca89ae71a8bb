"""Which columns of a table hold the key and the text; the rest are fields."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.read.reading import Reading

# The names that columns go by, in the order in which they are looked for. The first of each is what we write.
KEY_NAMES = (
    "utterance", "utterance_id", "utterance-id", "utt", "utt_id", "utt-id", "uttid", "key", "id", "segment_id", "path",
    "audio_filepath", "audio", "file",
)  # fmt: skip
TEXT_NAMES = ("text", "txt", "sentence", "transcript", "transcription")


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns of a table; `key` is none where rows have no key but their position."""

    key: str | None
    text: str
    fields: tuple[str, ...]


def chosen(names: Sequence[str], reading: Reading, line: int | None = None) -> Columns:
    """The columns that the user names, or else those that go by a usual name."""
    text = found(names, reading.text, TEXT_NAMES)
    if text is None:
        raise lacking("text", names, reading.text, reading, line)
    if reading.key is None and list(names) == [text]:
        return Columns(None, text, ())
    key = found([name for name in names if name != text], reading.key, KEY_NAMES)
    if key is None:
        raise lacking("key", names, reading.key, reading, line)
    return Columns(key, text, tuple(name for name in names if name not in (key, text)))


def found(names: Sequence[str], asked: str | None, usual: Sequence[str]) -> str | None:
    """The name that the user gave, if it is there, or else the most usual."""
    if asked is not None:
        return asked if asked in names else None
    return next((name for each in usual for name in names if name.lower() == each), None)


def lacking(what: str, names: Sequence[str], asked: str | None, reading: Reading, line: int | None) -> ScoreError:
    """The error where there is no such column; `line` is that which names the columns."""
    header = "the first line is to name the columns, and" if line else "of the columns,"
    missing = "none goes by a usual name" if asked is None else f'none is named "{asked}"'
    hint = f"; name it by --{what}-column" if asked is None else ""
    there = ", ".join(f'"{name}"' for name in names) or "none"
    return reading.error(f"{header} {missing} for the {what}{hint}; they are: {there}", line)


def has_usual(names: Iterable[str]) -> bool:
    """Whether there is a usual name for the key, and another for the text."""
    lower = {name.lower() for name in names}
    return not lower.isdisjoint(KEY_NAMES) and not lower.isdisjoint(TEXT_NAMES)


def check(corpus: Corpus, reserved: Iterable[str] = (KEY_NAMES[0], TEXT_NAMES[0])) -> None:
    """Refuses fields that would hide a column of ours, and keys that are empty."""
    for name in reserved:
        if name in corpus.fields:
            raise ScoreError(f'there is a field named "{name}", as the column of ours', path=corpus.name)
    if "" in corpus.keys:
        raise ScoreError("an utterance's key is empty", path=corpus.name)


def table(corpus: Corpus) -> Mapping[str, Sequence[str]]:
    """The columns to write: no keys where they are mere positions and nothing else stands beside the texts."""
    check(corpus)
    bare = not (corpus.keyed or corpus.fields)
    keys = {} if bare else {KEY_NAMES[0]: corpus.keys}
    return {**keys, TEXT_NAMES[0]: corpus.texts, **corpus.fields}


def corpus_of(rows: Sequence[tuple[int, Sequence[str]]], names: Sequence[str], reading: Reading) -> Corpus:
    """The corpus that rows of cells make, each with the number of its line; the first line names the columns."""
    if repeated := {name for name in names if names.count(name) > 1}:
        raise reading.error(f'two columns are named "{min(repeated)}"', 1)
    columns = chosen(names, reading, 1)
    for line, row in rows:
        if len(row) != len(names):
            raise reading.error(f"found {len(row)} cells where the first line names {len(names)} columns", line)
    cells = {name: [row[place] for _, row in rows] for place, name in enumerate(names)}
    if columns.key is None:
        return Corpus.by_position(cells[columns.text], reading.name)
    keys = cells[columns.key]
    if "" in keys:
        raise reading.error(f'the key, in the column "{columns.key}", is empty', rows[keys.index("")][0])
    return Corpus(keys, cells[columns.text], reading.name, fields={name: cells[name] for name in columns.fields})
