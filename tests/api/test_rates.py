"""Error rates as fractions: jiwer's numbers, from whatever a program holds."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import jiwer
import pandas as pd  # type: ignore[import-untyped]
import pytest

import mondegreen as mg

RATES = ("wer", "cer", "mer", "wil", "wip")
WORDS = ["a", "b", "cat", "caf\u00e9", "\u6771\u4eac", "the", "them", "x"]


def draw_texts(seed: int, count: int) -> Iterator[tuple[str, str]]:
    """Pairs of a few words, some empty, one space between two words."""
    draw = random.Random(seed)
    for _ in range(count):
        yield tuple(" ".join(draw.choices(WORDS, k=draw.randrange(7))) for _ in range(2))  # type: ignore[misc]


@pytest.mark.parametrize("name", RATES)
def test_rates_are_those_of_jiwer(name: str) -> None:
    """One pair at a time, empty sides included, and all as one corpus."""
    ours, theirs = getattr(mg, name), getattr(jiwer, name)
    pairs = list(draw_texts(3, 400))
    for reference, hypothesis in pairs:
        assert ours(reference, hypothesis) == pytest.approx(theirs(reference, hypothesis), abs=1e-15)
    references, hypotheses = map(list, zip(*pairs))
    assert ours(references, hypotheses) == pytest.approx(theirs(references, hypotheses), abs=1e-15)
    assert ours(references, hypotheses) != 0


@pytest.mark.parametrize("name", RATES)
def test_score_gives_the_same_in_percent(name: str) -> None:
    pairs = [each for each in draw_texts(5, 60) if each[0]]
    references, hypotheses = map(list, zip(*pairs))
    run = mg.score(references, hypotheses, [name], policy="rapidfuzz")
    assert run[name].fraction == pytest.approx(getattr(mg, name)(references, hypotheses), abs=1e-15)


def test_sentences_count_once() -> None:
    """By hand: of four one has two errors, one differs by spaces alone."""
    assert mg.ser(["a b", "c", "d  e", ""], ["x y", "c", "d e", ""]) == 0.25
    assert mg.ser([], []) == 0.0


def test_both_sides_have_the_names_of_other_packages() -> None:
    for function in (mg.wer, mg.cer, mg.mer, mg.wil, mg.wip, mg.ser):
        given: Callable[..., float] = function
        rate = given("a b", "a c")
        assert given(reference="a b", hypothesis="a c") == rate
        assert given(references=["a b"], predictions=["a c"]) == rate
        assert given("a b", hypotheses="a c") == rate


@pytest.mark.parametrize(
    ("references", "hypotheses"),
    [
        ({"u": "a b", "v": "c"}, {"v": "c", "u": "a x"}),
        (pd.Series(["a b", "c"], index=["u", "v"]), pd.Series(["c", "a x"], index=["v", "u"])),
        (("a b", "c"), ("a x", "c")),
        ((each for each in ["a b", "c"]), iter(["a x", "c"])),
        ([["a", "b"], ["c"]], ["a x", "c"]),
        ([[1, 2], [3]], [[1, 9], [3]]),
    ],
)
def test_whatever_holds_texts_is_taken(references: Any, hypotheses: Any) -> None:
    assert mg.wer(references, hypotheses) == pytest.approx(1 / 3)


def test_texts_may_be_normalized_first() -> None:
    assert mg.wer("The cat.", "the cat") == 1.0
    assert mg.wer("The cat.", "the cat", normalize="lower,punctuation") == 0.0
    assert mg.wer(["The cat."], ["the cat"], normalize=[str.lower]) == 0.5


def test_spaces_may_be_left_out_of_characters() -> None:
    assert mg.cer("ice cream", "icecream") == pytest.approx(1 / 9)
    assert mg.cer("ice cream", "icecream", spaces=False) == 0


def test_the_policy_breaks_ties() -> None:
    """By hand: two errors are two substitutions in three positions, or a deletion and an insertion in four."""
    assert mg.mer("c a c", "c c a", policy="sub-first") == pytest.approx(2 / 3)
    assert mg.mer("c a c", "c c a", policy="kaldi") == 2 / 4
    with pytest.raises(mg.ScoreError, match=r'there is no policy "klaid"; did you mean kaldi\?'):
        mg.wer("a", "b", policy="klaid")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("references", "hypotheses", "sentence"),
    [
        (["a", None], ["a", "b"], r'references\[1\] is None; where nothing was recognized, write ""'),
        (["a", "b"], ["a", float("nan")], r"hypotheses\[1\] is nan"),
        (["a", b"b"], ["a", "b"], r"references\[1\] is bytes; decode them first"),
        (["a"], 3, "hypotheses are of type int; give a list of texts"),
        (["a"], [3], r"hypotheses\[0\] is of type int; an utterance is a text or a list of tokens"),
        (["a", "b"], ["a"], "must come in pairs, but there are 2 and 1"),
        ([["a b"]], ["a b"], r'references\[0\] has the token "a b", which is not one word'),
        ({"u": "a"}, ["a"], "only references have utterance IDs"),
        ({"u": "a"}, {"v": "a"}, "not in the hypotheses"),
        ({"u": "a", "v": None}, {"u": "a", "v": "b"}, r"references\['v'\] is None"),
        (pd.DataFrame({"a": ["x"], "b": ["y"]}), ["x"], "references are a table"),
    ],
)
def test_what_is_no_text_is_told_by_its_place(references: Any, hypotheses: Any, sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        mg.wer(references, hypotheses)


def test_each_side_is_given_once() -> None:
    with pytest.raises(mg.ScoreError, match=r"^references and reference are names of the same side; give one of them$"):
        mg.wer("a", "b", reference="a")
    with pytest.raises(mg.ScoreError, match=r"^hypotheses must be given: a text, or a list of texts$"):
        mg.wer("a")
