"""Utterances put together to the recordings that both sides have."""

from dataclasses import replace

import pytest

from mondegreen import Corpus
from mondegreen.corpus import TimedWord
from mondegreen.formats.recordings import fit_segments, join_recordings, join_texts, pair_recordings

A, B, C = TimedWord("a", 0, 1), TimedWord("b", 1, 2), TimedWord("c", 2, 3)
PLACED = Corpus(
    ["1", "2", "3"], ["c", "x", "a b"], "hyp", fields={"recording": ["r", "s", "r"], "speaker": ["eve", "", ""]}
)


def test_texts_of_a_recording_are_joined_in_their_order() -> None:
    found = join_recordings(PLACED)
    assert [found.keys, found.texts, found.keyed] == [["r", "s"], ["c a b", "x"], True]
    assert [found.fields, found.words, found.name] == [{"recording": ["r", "s"]}, None, "hyp"]


def test_words_of_a_recording_are_in_order_of_time() -> None:
    found = join_recordings(replace(PLACED, words=[[C], [], [A, B]]))
    assert found.words == [[A, B, C], []]


def test_without_recordings_all_is_one() -> None:
    for corpus in (
        Corpus(["u", "v"], ["a", "b"], "hyp", fields={"speaker": ["eve", "bob"]}),
        Corpus(["u", "v"], ["a", "b"], "hyp", fields={"recording": ["r", ""]}),  # not all have one
    ):
        found = join_recordings(corpus)
        assert [found.keys, found.texts, found.keyed, found.fields] == [["1"], ["a b"], False, {}]


LANGUAGES = [
    (["zh", "zh"], "今天很好"),
    (["ja", "yue"], "今天很好"),
    (["th", "lo"], "今天很好"),
    (["my", "my"], "今天很好"),
    (["zh", "en"], "今天 很好"),
    (["ko", "ko"], "今天 很好"),
    (["", "zh"], "今天 很好"),
]


@pytest.mark.parametrize(("languages", "text"), LANGUAGES)
def test_languages_without_spaces(languages: list[str], text: str) -> None:
    corpus = Corpus(["u", "v"], ["今天", "很好"], "hyp", fields={"language": languages})
    assert join_recordings(corpus).texts == [text]
    assert join_recordings(replace(corpus, fields={})).texts == ["今天 很好"]


JOINED = [
    (["a", "", "b"], False, "a b"), (["a", "b"], True, "a b"), (["今", "b"], True, "今b"), (["a", "今"], True, "a今"),
    (["今", "天"], True, "今天"), (["今", "", "天"], False, "今 天"), ([], True, ""), (["", "a"], True, "a"),
]  # fmt: skip


@pytest.mark.parametrize(("texts", "unspaced", "expected"), JOINED)
def test_texts_are_joined(texts: list[str], unspaced: bool, expected: str) -> None:
    assert join_texts(texts, unspaced=unspaced) == expected


def keyed(*keys: str, **fields: list[str]) -> Corpus:
    return Corpus(list(keys), [f"said {key}" for key in keys], "ref", fields=fields)


PAIRED = [
    (keyed("u", "v", recording=["r", "s"]), keyed("r", "s"), ["r", "s"], True, [], "IDs that are recordings"),
    (keyed("r", "s"), keyed("u", "v", recording=["r", "s"]), ["r", "s"], True, [], "on the other side"),
    (keyed("r", "s"), keyed("s", "r"), ["r", "s"], True, [], "IDs of both that are the same"),
    (keyed("u", recording=["r"]), keyed("v", recording=["s"]), ["1"], False, [], "one beside one"),
    (keyed("u", recording=["r"]), keyed("v", recording=["r"]), ["r"], True, [], "of one name"),
    (keyed("u", "v"), keyed("x", "y"), ["1"], False, ["recording-joined"] * 2, "utterances of no common ID"),
    (keyed("u", "v"), keyed("x"), ["1"], False, ["recording-joined"], "one of which is whole"),
    (Corpus.by_position(["a", "b"], "l"), Corpus.by_position(["a"], "l"), ["1"], False, [], "lines"),
    (Corpus.by_position(["a", "b"], "l"), keyed("u", "v"), ["1"], False, ["recording-joined"], "lines and IDs"),
]


@pytest.mark.parametrize(("left", "right", "keys", "named", "notes", "why"), PAIRED, ids=[why for *_, why in PAIRED])
def test_whole_recordings_of_both_sides(
    left: Corpus, right: Corpus, keys: list[str], named: bool, notes: list[str], why: str
) -> None:
    ours, theirs = pair_recordings(left, right)
    assert sorted(theirs.keys) == list(ours.keys) == keys, why
    assert [ours.keyed, theirs.keyed] == [named, named]
    assert [note.kind for note in (*ours.notes, *theirs.notes)] == notes


def test_joined_utterances_are_named() -> None:
    ours, _ = pair_recordings(keyed("u", "v"), keyed("x", "y"))
    assert ours.notes[0].ids == ("u", "v")
    assert ours.notes[0].side == "ref"
    assert ours.fields == {}


def test_a_ctm_is_cut_into_the_segments_of_an_stm_alone() -> None:
    segments = Corpus(["s"], ["a"], "ref", fields={"recording": ["r"], "start": ["0"], "end": ["9"]})
    words = Corpus(["r"], ["a b"], "hyp", words=[[A, B]])
    assert list(fit_segments(segments, words).keys) == ["s"]
    for reference, hypothesis in (
        (segments, replace(words, words=None)),  # no times of words
        (replace(segments, fields={"recording": ["r"], "start": ["0"]}), words),  # no ends
        (replace(segments, words=[[A]]), words),  # times of words on both sides
        (replace(segments, keys=["r"]), words),  # IDs that fit
    ):
        assert fit_segments(reference, hypothesis) is hypothesis
