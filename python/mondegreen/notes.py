"""What is worth telling of a run: notes by kind, and the one table of their sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mondegreen.errors import ScoreNote, ScoreWarning, join_ids, pluralize, warn

# By kind: `count` is the number of IDs unless the detail says another, and `ids` names the first three.
WARNINGS = {
    # reading
    "alternatives": (
        "{count:utterance} of {side} with alternatives {{a / b}}, whose braces and slashes count as words except in "
        "wer:alternatives=yes: {ids}"
    ),
    "branches": "{count:choice} of alternatives in {side}, read as the first one",
    "chunks": "{count:recording} of {side} with missing or duplicate chunks: {ids}",
    "column-empty": '{count:utterance} of {side} without "{column}", read as empty: {ids}',
    "directory": "{count:file} of {side} with a warning, {ids}: {first}",
    "encoding": "{side} is read as {encoding} but is valid UTF-8; if it is UTF-8: {option}",
    "field-missing": "{count:utterance} of {side} without a {column}: {ids}",
    "ignored": "{count:utterance} of {side} marked as not to be scored, skipped: {ids}",
    "labels": (
        "{count:utterance} of {side} begin with a word in angle brackets, unlike most; it is read as a label: {ids}"
    ),
    "letter-case": "{side} marks errors in upper case, so all of it is read in lower case",
    "lines-skipped": "{count:line} of {side} skipped: {kinds}",
    "long-lines": "{count:line} of {side} with more than six fields, of which the rest is ignored",
    "members-skipped": "{side}: {members} ignored, neither text nor number: {names}",
    "other": "{what}",  # what formats of installed packages say
    "overlapping-texts": "{count:text} of {side} that begin before the previous one has ended, kept as they are",
    "sentences-missing": "{count:sentence} that {side} does not show, skipped",
    "suffixes": "only the {suffix} files of {side} were read, not those in {others}",
    "times-dropped": "word times in {side} are dropped, since normalization may join or split words",
    "words-with-spaces": (
        "{count:utterance} of {side} with spaces inside a word of the list, read as several words: {ids}"
    ),
    # deciding what two files are
    "column-doubtful": (
        "{side}: every text equals its reference; if another column holds the hypotheses: --hyp-column "
        "(columns: {columns})"
    ),
    "file-order": "{side} has no utterance IDs; its files are read in the order of their names (--pair-by id)",
    "file-order-pairs": "{side}: files are paired in the order of their names (--pair-by order)",
    "id-column": "{side} are paired by {column}, since their other IDs differ; to choose another: --id-column",
    "ids-as-words": (
        "the lines of {side} begin with utterance IDs, which count as words; if that is not intended, remove --format, "
        "or pair {both} by order: --pair-by order"
    ),
    "ids-differ": "{side} are paired by order, though {differ} of their IDs differ (--pair-by order)",
    "ids-guessed": "{side}: the {field} are read as utterance IDs ({ids}); if they are words: {option}",
    "ids-repeated": "utterance IDs of {side} repeat, so its rows are paired in order",
    "ids-respelled": (
        "{count:utterance} of {side} paired after removing a directory or file ending from the ID: {spellings}"
    ),
    "itself": "{side} is compared with itself; to compare columns of a table: --ref-column, --hyp-column",
    "no-ids": "{side}: read as lines without utterance IDs; if the {field} are IDs: {option}",
    "one-recording": "{side} is read as the text of the recording {ids}, by its name",
    "one-system": "{count:file} read as one system, {side}: {how}",
    "recording-joined": "{count:utterance} of {side} joined into one recording, in the order of the file",
    "repeated-fields": "{side} are read as lines, since their {field} repeat; if they are IDs: {option}",
    "same-texts": (
        "{side} hold the same texts in the same order under different IDs; if their order pairs them: --pair-by order"
    ),
    # cutting recordings into segments
    "recordings-unsegmented": "{count:word} of {side} in recordings without segments, skipped: {ids}",
    "recordings-wordless": "{count:recording} of {segments} without words in {side}: {ids}",
    "words-ignored": "{count:word} of {side} in segments not to be scored, skipped",
    "words-outside": "{count:word} of {side} outside all segments, assigned to the nearest",
    # regions to score
    "outside-regions": "{count:segment} of {side} outside the regions of {regions}, not scored: {ids}",
    "recordings-whole": "{count:recording} of {side} not in {regions}, scored whole: {ids}",
    "words-outside-regions": "{count:word} of {side} outside the regions of {regions}, not scored",
    # pairing
    "duplicate": "{count:duplicate {noun} ID}, kept the {kept} of each: {ids}",
    "extra": "{count:{noun}} of {side} not in {other}, {treatment}: {ids}",
    "missing": "{count:{noun}} of {side} not in {other}, {treatment}: {ids}",
    "similar-ids": (
        "{count:{noun} ID} of {side} spelled almost like one of {other}; if they are the same, rename: {spellings}"
    ),
    "silence": "{side}: every hypothesis is empty, so all reference words count as deletions",
    # n-best lists
    "list-empty": "{count:list} of {side} without a hypothesis, read as an empty text",
    "ranks-missing": "{count:list} of {side} with ranks missing; the others were used",
    "settings-differ": (
        "settings are compared over the {common} that all of them have; {count} missing from some: {ids}"
    ),
    "untested": "the test set has nothing at the chosen setting {setting}",
    # scoring
    "emptied": (
        "{count:utterance} of {side} empty after normalization, so that all hypothesis words there count as "
        "insertions: {ids}"
    ),
    "overlapping-speech": "{side}: {speakers}; words are taken in the order of segments: {ids}",
    "unproven": (
        "{metric} of {ids}: the best assignment found has {errors} errors, at most {count:error} above the optimum"
    ),
    # results
    "input-changed": "{side} changed after it was read, so its digest is not saved",
}
HINTS = {
    "index": "paired by the index of the series, one of which only numbers the rows; to pair by order, give lists",
    "normalization": "{vanished} of {errors} errors vanish with {how} ({rate})",
    "spaces": "{vanished} of {errors} character errors are spaces; to ignore them: {how} ({rate})",
    "normalization-sampled": (
        "in {utterances} utterances at even distances, {vanished} of {errors} errors vanish with {how} (their {rate})"
    ),
}


class Count(int):
    """A number that a sentence shows with its noun."""

    def __format__(self, noun: str) -> str:
        return pluralize(self, noun) if noun else str(int(self))


@dataclass(frozen=True, slots=True)
class Note:
    """What happened, of which file or run, to which IDs, and what else its sentence says; `str` gives the sentence."""

    kind: str
    side: str = ""
    ids: tuple[str, ...] = ()
    detail: Mapping[str, str | int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if self.kind not in WARNINGS and self.kind not in HINTS:
            raise ValueError(f'no kind of notes is called "{self.kind}"')

    def __str__(self) -> str:
        sentence = WARNINGS.get(self.kind) or HINTS[self.kind]
        detail = {name: Count(value) if isinstance(value, int) else value for name, value in self.detail.items()}
        values = {"count": Count(len(self.ids)), "noun": "utterance", **detail}
        return sentence.format(side=self.side, ids=join_ids(self.ids), **values)


def report_notes(notes: Iterable[Note], of: str = "") -> None:
    """Warns of each note; with `of`, the sentences name the run that they are of."""
    for note in notes:
        warn(f"{of}: {note}" if of else note, ScoreNote if note.kind in HINTS else ScoreWarning, note)


def restore_notes(saved: Iterable[Mapping[str, Any]]) -> tuple[Note, ...]:
    """The notes that `asdict` made plain data of."""
    return tuple(Note(each["kind"], each["side"], tuple(each["ids"]), each["detail"]) for each in saved)
