"""Sessions: the segments of a recording on both sides, from corpora whose fields say who speaks when."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from mondegreen.batch import Settings
from mondegreen.corpus import Corpus, Segment, Session, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Reading, parse_span
from mondegreen.normalization import normalize
from mondegreen.notes import Note
from mondegreen.pairs import Join, Pairs, pair
from mondegreen.tokenization import tokenize_texts

# What a pair is, in messages.
SESSION = "session"
# Fields that may name the session, the best first.
NAMES = ("session", "session_id", "recording")
# No recording ends later, in seconds: such a number is something else, such as samples.
LATEST = 1e9
# More speakers are utterances, and comparing all with all would take too long.
MOST_SPEAKERS = 500
# `talk7_spk2`, `talk7-2`: a session, and its speaker.
SUFFIXED = re.compile(r"(.+)[-_]([^-_]+)")


def group_by_speaker(segments: Iterable[Segment]) -> dict[str, list[Segment]]:
    """The segments of each speaker, in the order of their first ones."""
    found: dict[str, list[Segment]] = {}
    for segment in segments:
        found.setdefault(segment.speaker, []).append(segment)
    return found


def list_words(segments: Iterable[Segment]) -> list[str]:
    return [word for segment in segments for word in segment.words]


def pair_sessions(reference: Corpus, hypothesis: Corpus, settings: Settings, join: Join) -> Pairs:
    """The sessions of both corpora, paired as if each were one utterance."""
    left, right = group_segments(reference, settings, "references"), group_segments(hypothesis, settings, "hypotheses")
    sides = (make_corpus(reference, left), make_corpus(hypothesis, right))
    pairs = pair(*sides, join, SESSION)
    return replace(pairs, sessions=[Session(key, left.get(key, ()), right.get(key, ())) for key in pairs.keys])


def group_segments(corpus: Corpus, settings: Settings, side: str) -> dict[str, list[Segment]]:
    """The segments of each session, in order of their starts where all have times."""
    rows = list(split_timed_words(corpus))
    texts = normalize([row.text for row in rows], settings.normalize, side)
    words = tokenize_texts(texts, "words", settings.tokenize)
    found: dict[str, list[Segment]] = {}
    for row, (session, speaker), tokens in zip(rows, list_speakers(corpus, rows), words, strict=True):
        found.setdefault(session, []).append(make_segment(row, speaker, tokens, corpus.name))
    for session, segments in found.items():
        if (count := len({each.speaker for each in segments})) > MOST_SPEAKERS:
            what = f"{count} speakers in the session {session}; are these utterances?"
            raise ScoreError(what, path=corpus.name, key=segments[0].key)
        if all(each.timed for each in segments):
            segments.sort(key=lambda each: each.start)
    return found


def make_segment(row: Utterance, speaker: str, words: Sequence[str], name: str) -> Segment:
    """An utterance as a segment, with its times if it has any."""
    start, end = row.fields.get("start", ""), row.fields.get("end", "")
    if not (start or end):
        return Segment(row.key, speaker, words)
    times = parse_span(start, end, Reading(name), key=row.key)
    if times[1] > LATEST:
        raise ScoreError(f"the end, {end}, is not a time in seconds", path=name, key=row.key)
    return Segment(row.key, speaker, words, *times, timed=True)


def split_timed_words(corpus: Corpus) -> Iterable[Utterance]:
    """The utterances; of recordings with timed words each word alone, by its speaker or else its channel."""
    if corpus.words is None or (any(corpus.fields.get("speaker", ())) and any(corpus.fields.get("start", ()))):
        yield from corpus
        return
    for row in corpus:
        fields = dict(row.fields) | {"recording": row.fields.get("recording", row.key)}
        fields["speaker"] = row.fields.get("speaker") or row.fields.get("channel", "1")
        for word in row.words or ():
            yield Utterance(row.key, word.word, fields | {"start": repr(word.start), "end": repr(word.end)})


def list_speakers(corpus: Corpus, rows: Sequence[Utterance]) -> list[tuple[str, str]]:
    """The session and the speaker of each utterance: by its fields, or by its key, `SESSION-SPEAKER`."""
    if not rows or any("speaker" in row.fields for row in rows):
        return [get_speaker(corpus, row) for row in rows]
    found = [SUFFIXED.fullmatch(row.key) for row in rows]
    if any(each is None for each in found) or not corpus.keyed:
        what = "has no speakers: no field names them, and the utterance IDs do not end in one, as `talk7_spk2` does"
        raise ScoreError(what, path=corpus.name)
    return [(each[1], each[2]) for each in found if each is not None]


def get_speaker(corpus: Corpus, row: Utterance) -> tuple[str, str]:
    """The session and the speaker that the fields of an utterance name."""
    # In files of one speaker each the utterance IDs are those of the sessions.
    session = next((row.fields[name] for name in NAMES if name in row.fields), row.key)
    if "speaker" not in row.fields:
        raise ScoreError("the speaker is missing, unlike elsewhere", path=corpus.name, key=row.key)
    return session, row.fields["speaker"]


def make_corpus(corpus: Corpus, segments: Mapping[str, Sequence[Segment]]) -> Corpus:
    texts = [" ".join(list_words(each)) for each in segments.values()]
    notes = (*corpus.notes, *note_overlaps(corpus.name, segments))
    return Corpus(list(segments), texts, corpus.name, format=corpus.format, notes=notes)


def note_overlaps(name: str, segments: Mapping[str, Sequence[Segment]]) -> Iterable[Note]:
    """A note on speakers whose segments overlap, so that the order of their words is undefined."""
    found = []
    for session, each in segments.items():
        for speaker, own in group_by_speaker(each).items():
            latest, over = 0.0, 0.0
            for segment in own:
                over += max(0.0, min(latest, segment.end) - segment.start)
                latest = max(latest, segment.end)
            if over > 0:
                found.append(f"{speaker} in {session} for {over:.2f} s")
    if found:
        whom = f"segments of {'a speaker' if len(found) == 1 else f'{len(found)} speakers'} overlap"
        yield Note("overlapping-speech", name, tuple(found), {"speakers": whom})


def merge_corpora(corpora: Sequence[Corpus]) -> Corpus:
    """The corpus of files of one speaker each, `text_spk1` and `text_spk2`; utterance IDs are those of sessions."""
    if len(corpora) == 1:
        return corpora[0]
    rows = []
    for number, corpus in enumerate(corpora, 1):
        if duplicates := corpus.repeated():
            raise ScoreError("the file of a speaker has this utterance ID twice", path=corpus.name, key=duplicates[0])
        rows += [row._replace(fields={"speaker": str(number), **row.fields}) for row in corpus]
    name = ",".join(corpus.name for corpus in corpora)
    notes = tuple(note for corpus in corpora for note in corpus.notes)
    return replace(Corpus.of(rows, name), notes=notes, format=corpora[0].format)
