"""NIST ctm: `recording channel start duration word [confidence]`."""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from operator import attrgetter

from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import (
    IDS,
    TIMES,
    Format,
    Reading,
    are_in_order,
    check_key,
    find_losses,
    fold_channel,
    has_content,
    is_number,
    parse_number,
    parse_seconds,
)
from mondegreen.notes import Note

COMMENTS = (";;",)
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
        found = [split_fields(line) for line in lines if has_content(line, COMMENTS)]
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
            if not has_content(line, COMMENTS):
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
        keys[make_key(recording, channel, keys)] = None
    words = [sorted(timed_words, key=attrgetter("start")) for timed_words in channels.values()]
    return Corpus(
        list(keys),
        [" ".join(word.word for word in timed_words) for timed_words in words],
        reading.name,
        fields={"recording": [recording for recording, _ in channels], "channel": [channel for _, channel in channels]},
        words=words,
        notes=notes,
    )


def make_key(recording: str, channel: str, used_ids: Collection[str]) -> str:
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
        fits = all(channel_key) and channel_key not in used and make_key(*channel_key, found) == row.key
        if row.key in found:
            raise ScoreError("ctm cannot hold two utterances with the same ID", key=row.key)
        found[row.key] = channel_key if fits else (row.key, FIRST)
        used.add(found[row.key])
    return list(found.values())


def check_utterance(row: Utterance) -> None:
    """Refuses an utterance that would read back as another."""
    timed_words = row.words or ()
    check_key(row.key, "ctm")
    if row.key.startswith(COMMENTS):
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
