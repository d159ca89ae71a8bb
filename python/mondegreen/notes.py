"""What is worth telling of a run: notes by kind, and the one table of their sentences."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mondegreen.errors import ScoreNote, ScoreWarning, warn
from mondegreen.wording import join_ids, pluralize

# By kind: `count` is the number of IDs unless the detail says another, and `ids` names the first three.
WARNINGS = {
    # reading
    "alternatives": (
        "{count:utterance} of {side} with alternatives {{a / b}}, whose every word, brace and slash is a word to all "
        "metrics but wer:alternatives=yes: {ids}"
    ),
    "branches": "{count:choice} between alternatives in {side}, of which the first is taken",
    "chunks": "{count:recording} of {side} with missing or duplicate chunks: {ids}",
    "column-empty": '{count:utterance} of {side} without "{column}", taken as empty: {ids}',
    "directory": "{count:file} of {side} of which there is something to say, {ids}: {first}",
    "encoding": "{side} is read as {encoding}, and its bytes are valid UTF-8; if that is what they are: {option}",
    "field-missing": "{count:utterance} of {side} without a {column}: {ids}",
    "ignored": "{count:utterance} of {side} marked as not to be scored, skipped: {ids}",
    "labels": (
        "{count:utterance} of {side} begin with a word in angle brackets, unlike most; it is taken for a label: {ids}"
    ),
    "letter-case": "errors are in upper case in {side}, so all of it is read in lower case",
    "lines-skipped": "{count:line} of {side} skipped: {kinds}",
    "long-lines": "{count:line} of {side} with more than six fields, fields after the sixth ignored",
    "members-skipped": "{members} of {side} that are neither text nor number, ignored: {names}",
    "other": "{what}",  # what formats of installed packages say
    "overlapping-texts": "{count:text} of {side} that begin before the one above has ended, taken as they stand",
    "sentences-missing": "{count:sentence} of {side} not shown in it, skipped",
    "suffixes": "of {side} only the files in {suffix} were read, none of those in {others}",
    "times-dropped": "the times of words in {side}, which normalization may join or split, are dropped",
    "words-with-spaces": (
        "{count:utterance} of {side} in which a word of the list has spaces, taken as several words: {ids}"
    ),
    # deciding what two files are
    "column-doubtful": (
        "texts of {side} equal the references, every one; if another column holds the hypotheses: --hyp-column "
        "(columns: {columns})"
    ),
    "file-order": "{side} has no utterance IDs, and is read in the order of its file names (--pair-by id)",
    "file-order-pairs": "{side} is read in the order of its file names, and paired so (--pair-by order)",
    "id-column": "{side} are paired by {column}, since their other IDs differ; else: --id-column",
    "ids-as-words": (
        "the lines of {side} have utterance IDs in front, which count as words; if that is not meant, leave --format "
        "out, or pair {both} by order: --pair-by order"
    ),
    "ids-differ": "{side} are paired by order, though {differ} of the IDs differ (--pair-by order)",
    "ids-guessed": "{side}: the {field} are read as utterance IDs ({ids}); if they are words: {option}",
    "ids-repeated": "utterance IDs of {side} come more than once, so its rows are paired as they stand",
    "ids-respelled": (
        "{count:utterance} of {side} paired without the directory or ending of a file in the ID: {spellings}"
    ),
    "itself": "{side} is compared with itself; for other columns of a table: --ref-column, --hyp-column",
    "no-ids": "{side}: read as lines without utterance IDs; if the {field} are IDs: {option}",
    "one-recording": "{side} is read as the text of the recording {ids}, as it is named",
    "one-system": "{count:file} are read as one system, {side}, {how}",
    "recording-joined": "{count:utterance} of {side} are put together as one recording, in the file's order",
    "repeated-fields": "{side} are read as lines, since their {field} are repeated; if they are IDs: {option}",
    "same-texts": (
        "{side} hold the same texts in the same order under different IDs; if their order pairs them: --pair-by order"
    ),
    # cutting recordings into segments
    "recordings-unsegmented": "{count:word} of {side} in recordings without segments, skipped: {ids}",
    "recordings-wordless": "{count:recording} of {segments} without words in {side}: {ids}",
    "words-ignored": "{count:word} of {side} in segments not to be scored, skipped",
    "words-outside": "{count:word} of {side} in no segment, given to the nearest",
    # pairing
    "duplicate": "{count:duplicate {noun} ID}, kept the {kept} of each: {ids}",
    "extra": "{count:{noun}} of {side} not in {other}, {treatment}: {ids}",
    "missing": "{count:{noun}} of {side} not in {other}, {treatment}: {ids}",
    "similar-ids": (
        "{count:{noun} ID} of {side} spelled nearly as one of {other}; if the same is meant, rename: {spellings}"
    ),
    "silence": "no hypothesis of {side} holds a word, so all of the reference counts as deletions",
    # n-best lists
    "list-empty": "{count:list} of {side} without a hypothesis, taken as an empty text",
    "ranks-missing": "{count:list} of {side} with ranks missing; the others were taken",
    "settings-differ": (
        "compared are the {common} that all settings have, without {count} that one or another lacks: {ids}"
    ),
    "untested": "the test has nothing at {setting}, which was chosen",
    # scoring
    "emptied": (
        "{count:utterance} of {side} empty after normalization, so that whatever was recognized there counts as "
        "insertions: {ids}"
    ),
    "overlapping-speech": "{side}: {speakers} over themselves, words are taken in the order of segments: {ids}",
    "unproven": ("{metric} of {ids}: the best assignment found has {errors} errors, at most {count:error} too many"),
    # results
    "input-changed": "{side} was changed after it was read, so that its digest is not saved",
}
HINTS = {
    "index": "paired by the index of the series, one of which only counts; to pair them by order, give lists",
    "normalization": "{vanished} of {errors} errors vanish with {how} ({rate})",
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
