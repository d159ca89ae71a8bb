"""NIST's timed transcripts: stm, `recording channel speaker start end words`, and ctm, a word on each line."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import (
    IDS,
    TIMES,
    UNSCORED,
    Format,
    Reading,
    are_in_order,
    check_key,
    check_one_line,
    find_losses,
    fold_channel,
    has_content,
    is_number,
    note_alternatives,
    number_duplicates,
    parse_number,
    parse_seconds,
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


CTM_COMMENTS = (";;",)
BEGIN, OTHER, END = "<ALT_BEGIN>", "<ALT>", "<ALT_END>"
MARKS = (BEGIN, OTHER, END)
FIRST = "1"
# Programs that round starts and ends by themselves leave durations that are negative by so little; sclite takes them.
ROUNDING = 0.05


class Ctm(Format):
    """A word on each line: recording, channel, start, duration, word and optional confidence; `;;` begins a comment.

    The words of a recording's channel are one utterance, in order of time. Its key is the recording for channel 1 or
    A, and recording-channel for others: `call`, `call-B`. Of alternatives between <ALT_BEGIN> and <ALT_END> the first
    is taken, with a warning. Ends of words are rounded to microseconds.
    """

    name = "ctm"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:
        """Whether each line has a start and a duration where they belong."""
        found = [split_fields(line) for line in lines if has_content(line, CTM_COMMENTS)]
        if hinted:
            return bool(found) and is_timed(found[0])
        exact = any("." in each for fields in found for each in fields[2:4])
        return exact and all(map(is_timed, found))

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """The words of each channel, in order of time."""
        channels: dict[tuple[str, str], list[TimedWord]] = {}
        branch = alternatives = long_lines = 0  # the branch of alternatives that a line stands in, 0 if in none
        for at, line in enumerate(lines, 1):
            if not has_content(line, CTM_COMMENTS):
                continue
            fields = split_fields(line)
            if len(fields) < 5:
                raise reading.error(
                    f"expected recording, channel, start, duration and word, found {len(fields)} fields", at
                )
            if (mark := fields[4].upper()) in MARKS:
                branch = next_branch(branch, mark, reading, at)
                alternatives += mark == BEGIN
            elif branch < 2:
                channels.setdefault((fields[0], fields[1]), []).append(parse_word(fields, reading, at))
                long_lines += len(fields) > 6
        if branch:
            raise reading.error(f"{BEGIN} without {END}", len(lines))
        notes = []
        if alternatives:
            notes.append(Note("branches", reading.name, detail={"count": alternatives}))
        if long_lines:
            notes.append(Note("long-lines", reading.name, detail={"count": long_lines}))
        return make_corpus(channels, reading, tuple(notes))

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        if corpus.words is None:
            raise ScoreError("ctm needs the time of each word, and this file has none", path=corpus.name)
        for row, (recording, channel) in zip(corpus, find_channels(corpus), strict=True):
            check_utterance(row)
            for word in row.words or ():
                duration = round(word.end - word.start, 9)
                end = () if word.confidence is None else (repr(word.confidence),)
                yield " ".join((recording, channel, repr(word.start), repr(duration), word.word, *end))

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All that the lines do not hold; recordings and channels too, where the utterance IDs are not made of them."""
        supported = {IDS, TIMES}
        named = zip(*(corpus.fields.get(name, ()) for name in ("recording", "channel")), strict=False)
        if list(named) == find_channels(corpus):
            supported |= {"recording", "channel"}
        return find_losses(corpus, supported)


def split_fields(line: str) -> list[str]:
    """The fields of a line; only spaces and tabs part them."""
    return [part for part in line.replace("\t", " ").split(" ") if part]


def is_timed(fields: list[str]) -> bool:
    """Whether a line has a start, a duration and a word, or is a mark of alternatives."""
    if len(fields) < 5 or fields[4].upper() in MARKS:
        return len(fields) >= 5
    confidence = fields[5] if len(fields) > 5 else "NA"
    return is_number(fields[2]) and is_number(fields[3]) and (is_number(confidence) or confidence.upper() == "NA")


def parse_word(fields: list[str], reading: Reading, line: int) -> TimedWord:
    start = parse_seconds(fields[2], "start", reading, line)
    duration = parse_number(fields[3], "duration", reading, line)
    if duration < -ROUNDING:
        raise reading.error(f"the duration, {fields[3]}, is negative", line)
    known = len(fields) > 5 and fields[5].upper() != "NA"
    confidence = parse_number(fields[5], "confidence", reading, line) if known else None
    # Rounded, or 0.1 + 0.2 would end at 0.30000000000000004, and could not be written back.
    return TimedWord(fields[4], start, max(round(start + duration, 6), start), confidence)


def next_branch(branch: int, mark: str, reading: Reading, line: int) -> int:
    if (mark == BEGIN) is (branch > 0):
        raise reading.error(f"{mark} {'within' if branch else 'without'} {BEGIN}", line)
    return 0 if mark == END else branch + 1


def make_corpus(channels: dict[tuple[str, str], list[TimedWord]], reading: Reading, notes: tuple[Note, ...]) -> Corpus:
    """An utterance for each channel."""
    keys: dict[str, None] = {}
    for recording, channel in channels:
        keys[name_channel(recording, channel, keys)] = None
    words = [sorted(timed_words, key=attrgetter("start")) for timed_words in channels.values()]
    return Corpus(
        list(keys),
        [" ".join(word.word for word in timed_words) for timed_words in words],
        reading.name,
        fields={"recording": [recording for recording, _ in channels], "channel": [channel for _, channel in channels]},
        words=words,
        notes=notes,
    )


def name_channel(recording: str, channel: str, used_ids: Collection[str]) -> str:
    """The utterance ID of a channel: the recording for the first, unless another has it."""
    key = recording if fold_channel(channel) == fold_channel(FIRST) else f"{recording}-{channel}"
    while key in used_ids:
        key = f"{key}-{channel}"
    return key


def find_channels(corpus: Corpus) -> list[tuple[str, str]]:
    """The recording and channel of each utterance: its fields if the ID is made of them, else its ID."""
    found: dict[str, tuple[str, str]] = {}
    used = set()
    for row in corpus:
        channel_key = (row.fields.get("recording", ""), row.fields.get("channel", ""))
        fits = all(channel_key) and channel_key not in used and name_channel(*channel_key, found) == row.key
        if row.key in found:
            raise ScoreError("ctm cannot hold two utterances with the same ID", key=row.key)
        found[row.key] = channel_key if fits else (row.key, FIRST)
        used.add(found[row.key])
    return list(found.values())


def check_utterance(row: Utterance) -> None:
    """Refuses an utterance that would read back as another."""
    timed_words = row.words or ()
    check_key(row.key, "ctm")
    if row.key.startswith(CTM_COMMENTS):
        raise ScoreError("ctm would read the ID as a comment", key=row.key)
    if not timed_words:
        raise ScoreError("ctm cannot hold an utterance without words", key=row.key)
    if row.text != " ".join(word.word for word in timed_words):
        raise ScoreError("the text is not that of the timed words", key=row.key)
    if any(later.start < earlier.start for earlier, later in pairwise(timed_words)):
        raise ScoreError("ctm holds words in order of time, and these are out of order", key=row.key)
    for word in timed_words:
        if not word.word or any(blank in word.word for blank in " \t\r\n") or word.word.upper() in MARKS:
            raise ScoreError(f'ctm cannot hold the word "{word.word}"', key=row.key)
        if not are_in_order(word):
            raise ScoreError(f'"{word.word}" has no times in order: {word.start}, {word.end}', key=row.key)
