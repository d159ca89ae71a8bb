"""NIST stm: `recording channel speaker start end [<labels>] words...`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import (
    IDS,
    UNSCORED,
    Format,
    Reading,
    check_one_line,
    find_losses,
    has_content,
    is_number,
    note_alternatives,
    number_duplicates,
    parse_span,
)
from mondegreen.notes import Note

COMMENTS = (";;", "**")
PLACE = ("recording", "channel", "speaker", "start", "end")
SEGMENT = re.compile(r"[ \t]*" + r"[ \t]+".join([r"([^ \t]+)"] * 5) + r"(?:[ \t](.*))?", re.DOTALL)
LABELS = re.compile(r"[ \t]*<([^ \t]*)>(?:[ \t](.*))?", re.DOTALL)
LABEL = re.compile(r"label[1-9][0-9]*")
IGNORED = re.compile("IGNORE_TIME_SEGMENT_IN_SCORING|IGNORETIMESEGMENTINSCORING", re.IGNORECASE)
UNKNOWN = {"channel": "1", "speaker": "unknown"}


class Stm(Format):
    """A segment of a recording on each line: speaker, times, labels in angle brackets, words; `;;` begins a comment.

    The key is made of recording, channel, start and end: `talk-1-12.500-14.250`. Fields are `recording`, `channel`,
    `speaker`, `start`, `end`, `labels`, and each label alone as `label1`, `label2`, ... Segments whose text says
    IGNORE_TIME_SEGMENT_IN_SCORING are not scored. Alternatives `{a / b}` are taken as written, with a warning.
    """

    name = "stm"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line has a start and an end where they belong."""
        found = [SEGMENT.fullmatch(line) for line in lines if has_content(line, COMMENTS)]
        if hinted:
            return bool(found) and is_segment(found[0])
        # Without the hint, digits read aloud must not be taken for times, nor the times of a ctm for a speaker.
        is_ambiguous = any(each is None or is_number(each[3]) for each in found)
        exact = any(each and "." in each[4] + each[5] for each in found)
        return exact and not is_ambiguous and all(map(is_segment, found))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A segment from each line."""
        rows: list[Utterance] = []
        unscored: list[Utterance] = []
        for number, line in enumerate(lines, 1):
            if not has_content(line, COMMENTS):
                continue
            row = parse_segment(line, reading, number)
            (unscored if IGNORED.search(row.text) else rows).append(row)
        notes = [Note("ignored", reading.name, tuple(row.key for row in unscored))] if unscored else []
        corpus = replace(Corpus.of(number_duplicates(rows), reading.name), unscored=tuple(unscored))
        labels = zip(corpus.keys, corpus.fields.get("labels", ()), strict=False)
        labeled = tuple(key for key, each in labels if each)
        if 0 < len(labeled) < len(corpus) / 2:  # they may not have been meant as labels
            notes.append(Note("labels", corpus.name, labeled))
        return note_alternatives(corpus.add_notes(*notes))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        # A field that no utterance has may be made up; one that some have may not.
        defaults = {name: value for name, value in UNKNOWN.items() if not any(corpus.fields.get(name, ()))}
        for scored, rows in ((True, corpus), (False, corpus.unscored)):
            for row in rows:
                if bool(IGNORED.search(row.text)) is scored:
                    raise ScoreError("stm marks segments that are not scored by their text", key=row.key)
                yield check_one_line(format_segment(row, defaults, Reading(corpus.name)), row.key, "stm")

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All that has no place on the line, and utterance IDs that are not made of it."""
        supported = {*PLACE, "labels", UNSCORED}
        if "labels" in corpus.fields:
            supported.update(filter(LABEL.fullmatch, corpus.fields))
        if all(row.key.startswith(make_key(row.fields)) for row in corpus):
            supported.add(IDS)
        return find_losses(corpus, supported)


def is_segment(found: re.Match[str] | None) -> bool:
    """Whether a line has two times in order."""
    return found is not None and is_number(found[4]) and is_number(found[5]) and float(found[4]) <= float(found[5])


def parse_segment(line: str, reading: Reading, number: int) -> Utterance:
    """The segment on a line."""
    found = SEGMENT.fullmatch(line)
    if found is None:
        count = len(line.split())
        raise reading.error(f"expected recording, channel, speaker, start and end, found {count} fields", number)
    parse_span(found[4], found[5], reading, number)
    text = found[6] or ""
    labels = LABELS.fullmatch(text)
    if labels:
        text = labels[2] or ""
    fields = dict(zip(PLACE, found.groups(), strict=False))
    if labels and labels[1]:
        fields["labels"] = labels[1]
        fields.update((f"label{place}", label) for place, label in enumerate(labels[1].split(","), 1) if label)
    return Utterance(make_key(fields), text, fields)


def make_key(fields: Mapping[str, str]) -> str:
    """The utterance ID that a place makes; times are written alike, however the file writes them."""
    recording, channel, _, start, end = ((UNKNOWN | dict(fields)).get(name, "") for name in PLACE)
    times = [f"{float(time):.3f}" if is_number(time) else time for time in (start, end)]
    return "-".join([recording, channel, *times])


def format_segment(row: Utterance, defaults: Mapping[str, str], reading: Reading) -> str:
    """The line of a segment; `made` are fields made up."""
    fields = {**defaults, **row.fields}
    for name in (*PLACE, "labels"):
        value = fields.get(name, "")
        if (not value and name != "labels") or any(space in value for space in " \t"):
            what = f'without spaces, found "{value}"' if value else "of each utterance, and this one has none"
            raise ScoreError(f"stm needs the {name} {what}", key=row.key)
    if fields["recording"].startswith(COMMENTS):
        raise ScoreError("stm would read the name of the recording as a comment", key=row.key)
    parse_span(fields["start"], fields["end"], reading, key=row.key)
    labels = fields.get("labels", "")
    # Where there are no labels, empty ones keep a text such as `<unk> a` from being taken for them.
    marked = labels or row.text.lstrip(" \t").startswith("<")
    parts = [*(fields[name] for name in PLACE), *([f"<{labels}>"] if marked else []), *([row.text] if row.text else [])]
    return " ".join(parts)
