"""Each distinct sentence is asked once, answers are checked, and only what cannot change is kept."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.resources import analysis
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
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 gave 3 universal tags for 2 words: a b$"):
        analyze_texts([[["a", "b"]]], own(Wrong(Analysis((), ("X",) * 3))))
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 gave 1 detailed tags for 2 words: a b$"):
        analyze_texts([[["a", "b"]]], own(Wrong(Analysis(("a", "b"), (), ("X",)))))
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 provides neither lemmas nor tags; choose another pipeline$"):
        analyze_texts([[["a"]]], own(Wrong(Analysis())))
    assert analyze_texts([["a b"]], own(Wrong(Analysis(("x",)))))[0][0].lemmas == ("x",), "a text is cut as it likes"


@pytest.mark.parametrize("portion", [1, 2, 4])
def test_sentences_are_asked_in_portions(portion: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "PORTION", portion)
    tagger, texts = Upper(), ["a", "b c", "d", "e f g"]
    for _ in range(2):
        (found,) = analyze_texts([texts], own(tagger, tmp_path))
        assert [each.lemmas for each in found] == [tuple(text.upper().split()) for text in texts]
    assert tagger.asked == ["a", "d", "b c", "e f g"]


def test_words_that_hold_blanks_are_no_others(tmp_path: Path) -> None:
    """In memory and in the cache: what the analyzer says of two words is not said of one."""
    for words in (["a", "b"], ["a b"], ["a\x1fb"]):
        ((found,),) = analyze_texts([[words]], own(Upper(), tmp_path))
        assert found.lemmas == tuple(word.upper() for word in words)


def test_a_level_that_is_not_there_is_told() -> None:
    given = [Analysis(), Analysis(("a",))]
    assert level_of(given, "lemmas", "wrong-1") == [(), ("a",)], "of no words there are none"
    for level, what in (("universal", "universal tags"), ("detailed", "detailed tags")):
        with pytest.raises(mg.ScoreError, match=rf"^wrong-1 provides no {what}; choose another pipeline$"):
            level_of(given, level, "wrong-1")
    with pytest.raises(mg.ScoreError, match=r"^wrong-1 provides no lemmas; choose another pipeline$"):
        level_of([Analysis((), ("X",))], "lemmas", "wrong-1")
