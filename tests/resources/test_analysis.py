"""Each distinct sentence is asked once, answers are checked, and only what cannot change is kept."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.resources.analysis import Analysis, Sentence, analyze_texts, level_of


class Upper:
    identity = "upper-1"
    remembered = True

    def __init__(self) -> None:
        self.asked: list[Sentence] = []

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:
        self.asked.extend(sentences)
        for each in sentences:
            yield Analysis(tuple(word.upper() for word in (each.split() if isinstance(each, str) else each)))


def own(tagger: object, folder: Path | None = None) -> mg.Resources:
    return mg.Resources(chosen={"analyzer": tagger}, cache=Cache(folder))


def test_distinct_sentences_are_asked_by_length() -> None:
    tagger = Upper()
    found = analyze_texts([[["c", "d"], ["a"], []], [["a"], ["b"], ["c", "d"]]], own(tagger))
    assert tagger.asked == [("a",), ("b",), ("c", "d")]
    assert [[each.lemmas for each in side] for side in found] == [
        [("C", "D"), ("A",), ()],
        [("A",), ("B",), ("C", "D")],
    ]


def test_a_text_and_its_words_are_different_questions(tmp_path: Path) -> None:
    tagger = Upper()
    analyze_texts([["a b", " a  b "]], own(tagger, tmp_path))
    analyze_texts([[["a", "b"]], [["a b"]]], own(tagger, tmp_path))
    assert tagger.asked == ["a b", ("a b",), ("a", "b")]


def test_what_was_said_is_kept(tmp_path: Path) -> None:
    first, second = Upper(), Upper()
    before = analyze_texts([[["a"], ["été", "\ud800"]]], own(first, tmp_path))
    after = analyze_texts([[["a"], ["été", "\ud800"], ["new"]]], own(second, tmp_path))
    assert after[0][:2] == before[0]
    assert second.asked == [("new",)]


def test_what_an_object_of_the_users_said_is_not_kept(tmp_path: Path) -> None:
    tagger = Upper()
    tagger.remembered = False
    for _ in range(2):
        analyze_texts([[["a"]]], own(tagger, tmp_path))
    assert tagger.asked == [("a",), ("a",)]


class Wrong:
    identity = "wrong-1"

    def __init__(self, *said: Analysis) -> None:
        self.said = said

    def annotate(self, sentences: Sequence[Sentence]) -> Iterable[Analysis]:  # noqa: ARG002
        return self.said


def test_too_few_analyses_or_lemmas_are_told() -> None:
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 gave 0 analyses for 1 sentences$"):
        analyze_texts([[["a"]]], own(Wrong()))
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 gave 1 lemmas for 2 words: a b$"):
        analyze_texts([[["a", "b"]]], own(Wrong(Analysis(("a",)))))


def test_a_level_that_is_not_there_is_told() -> None:
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 gives no universal tags; choose another$"):
        level_of([Analysis(("a",))], "universal", "wrong-1")
