"""Words with times go to the segment they were said in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mondegreen import Corpus, ScoreError
from mondegreen.corpus import TimedWord
from mondegreen.formats.format import Reading
from mondegreen.formats.recordings import Span, Track, segment_words
from mondegreen.formats.timed import Ctm, Stm


def ctm(*lines: str) -> Corpus:
    return Ctm.read(list(lines), Reading("hyp.ctm"))


def stm(*lines: str) -> Corpus:
    return Stm.read(list(lines), Reading("ref.stm"))


# A word from 1.0 to 1.4, so its middle is 1.2; segments a, b; where it goes.
CASES = [
    (["0 1.3", "1.3 2"], "a", "the middle decides"),
    (["0 1.1", "1.1 2"], "b", "the middle decides"),
    (["0 1.2", "1.2 2"], "b", "a segment ends before its end"),
    (["0 1.2", "3 4"], "a", "which is still nearest"),
    (["0 1.3", "1.0 2"], "b", "of two that hold the middle, the one that holds more of the word"),
    (["0 2", "1 3"], "a", "as much of it in both: the first in the file"),
    (["1 3", "0 2"], "a", "which need not be the first in time"),
    (["0 0.5", "2 3"], "a", "the nearest"),
    (["0 0.1", "2 3"], "b", "the nearest"),
    (["0 0.4", "2 3"], "a", "as near: the earlier"),
    (["2 3", "0 9"], "b", "in no order"),
    (["0 0.2", "0.1 0.3"], "b", "the last to end is nearest"),
]


@pytest.mark.parametrize(("spans", "goal", "why"), CASES, ids=[why for *_, why in CASES])
def test_where_a_word_goes(spans: list[str], goal: str, why: str) -> None:
    lines = [f"talk 1 {name} {span}" for name, span in zip("ab", spans)]
    words = {row.fields["speaker"]: row.text for row in segment_words(ctm("talk 1 1.0 0.4 word"), stm(*lines))}
    assert words == {"a": "", "b": ""} | {goal: "word"}


TICKS = st.integers(0, 20)
SPANS = st.lists(st.tuples(TICKS, TICKS).map(sorted), min_size=1, max_size=8)


@settings(derandomize=True, database=None, deadline=None, max_examples=500)
@given(spans=SPANS, word=st.tuples(TICKS, TICKS).map(sorted))
def test_agrees_with_a_search_of_all(spans: list[list[int]], word: list[int]) -> None:
    """Times are whole numbers here, so that sums are exact and ties are many."""
    said, middle = TimedWord("a", word[0], word[1]), (word[0] + word[1]) / 2
    holding = [
        (-(min(end, word[1]) - max(start, word[0])), at)
        for at, (start, end) in enumerate(spans)
        if start <= middle < end
    ]
    near = [(max(start - middle, middle - end, 0), start, at) for at, (start, end) in enumerate(spans)]
    expected = min(holding)[-1] if holding else min(near)[-1]
    inside = bool(holding) or min(near)[0] == 0
    assert Track([Span(start, end, at) for at, (start, end) in enumerate(spans)]).find(said) == (expected, inside)


def test_keys_order_fields_and_times_are_kept() -> None:
    segments = stm("talk 1 eve 5 6 x", "talk 1 bob 0 5 y")
    found = segment_words(ctm("talk A 5.5 0.25 c 0.5", "talk A 1 0.5 a", "talk A 2 0.5 b"), segments)
    assert list(found.keys) == list(segments.keys)
    assert [list(found.texts), found.fields] == [["c", "a b"], segments.fields]
    assert found.words == [[TimedWord("c", 5.5, 5.75, 0.5)], [TimedWord("a", 1, 1.5), TimedWord("b", 2, 2.5)]]
    assert [found.name, found.notes] == ["hyp.ctm", ()]


def test_channels_part_words_where_both_sides_name_them() -> None:
    words = ctm("talk 1 0 1 a", "talk 2 0 1 b")
    assert list(segment_words(words, stm("talk B bob 0 1", "talk A eve 0 1")).texts) == ["b", "a"]
    kaldi = Corpus(["u1"], [""], "segments", fields={"recording": ["talk"], "start": ["0"], "end": ["-1"]})
    assert list(segment_words(words, kaldi).texts) == ["a b"]


def test_a_recording_may_be_named_by_the_key_alone() -> None:
    words = Corpus(["talk"], ["a"], "hyp", words=[[TimedWord("a", 0, 1)]])
    assert list(segment_words(words, stm("talk 1 eve 0 1")).texts) == ["a"]


def test_what_does_not_fit_is_told() -> None:
    words = ctm("talk 1 0 1 a", "talk 1 1 1 b", "talk 1 8 1 c", "odd 1 0 1 x", "odd 1 1 1 y")
    found = segment_words(words, stm("talk 1 eve 0 1", "talk 1 x 1 2 IGNORE_TIME_SEGMENT_IN_SCORING", "mute 1 eve 0 1"))
    assert list(found.texts) == ["a", ""]
    assert found.unscored == ()
    assert [*map(str, found.notes)] == [
        "1 word of hyp.ctm outside all segments, assigned to the nearest",
        "2 words of hyp.ctm in segments not to be scored, skipped",
        "2 words of hyp.ctm in recordings without segments, skipped: odd",
        "1 recording of ref.stm without words in hyp.ctm: mute",
    ]


BAD = [
    (Corpus(["u1"], ["a"], "hyp"), stm("talk 1 eve 0 1"), "hyp: only words with times, as in a CTM, can be split"),
    (ctm("talk 1 0 1 a"), stm("tale 1 eve 0 1"), "hyp.ctm: no recording has a segment in ref.stm; the first are: talk"),
    (
        ctm("talk 1 0 1 a"),
        Corpus(["u1"], ["a"], "ref"),
        "ref: utterance u1: splitting needs the recording, start and end",
    ),
]


@pytest.mark.parametrize(("words", "segments", "sentence"), BAD)
def test_what_cannot_be_cut(words: Corpus, segments: Corpus, sentence: str) -> None:
    with pytest.raises(ScoreError, match=sentence):
        segment_words(words, segments)
