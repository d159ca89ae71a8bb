"""Scores of translations by sacrebleu, on texts whose scores are known by hand."""

import pytest

from mondegreen import ScoreError
from mondegreen.comparison.downstream import compare_sentences, find_translations

pytest.importorskip("sacrebleu")
from mondegreen.comparison.downstream import SCORES, Translations

SAID, HEARD = ["a b c d e", "f"], ["A b c d e", "f"]


@pytest.mark.parametrize(
    ("name", "same", "one_of_six"), [("bleu", 100, None), ("ter", 0, 100 / 6), ("chrf", 100, None)]
)
def test_case_counts_unless_it_is_said_not_to(name: str, same: float, one_of_six: float | None) -> None:
    assert name in SCORES
    assert Translations(lowercase=True).corpus(name, HEARD, SAID) == pytest.approx(same)
    found = Translations().corpus(name, HEARD, SAID)
    assert found == pytest.approx(one_of_six) if one_of_six else found < same
    assert Translations().corpus(name, SAID, SAID) == pytest.approx(same)


def test_bleu_of_sentences_has_one_more_of_longer_ngrams() -> None:
    """Of two words one is right: 1/2; of their one pair none is, and one is added to both: 1/2; longer ones: 1/1."""
    half = 100 * (1 / 2 * 1 / 2) ** (1 / 4)
    assert Translations().sentences(["a c", "a b", "x y"], ["a b", "a b", "a b"]) == pytest.approx([half, 100, 0])
    assert Translations().sentences(["A b"], ["a b"]) == pytest.approx([half])
    assert Translations(lowercase=True).sentences(["A b"], ["a b"]) == pytest.approx([100])


def test_the_tokenizer_is_that_of_wmt_unless_another_is_named() -> None:
    """13a sets marks apart, and `none` does not: of two words one is right, of three tokens two, and so on."""
    assert Translations() == Translations("13a", lowercase=False)
    found = [Translations(each).sentences(["a b."], ["a b!"])[0] for each in ("13a", "none")]
    assert found == pytest.approx([100 * (2 / 3 * 2 / 3 * 1 / 2) ** (1 / 4), 100 * (1 / 2 * 1 / 2) ** (1 / 4)])
    with pytest.raises(ScoreError, match='the tokenizer of BLEU is "13b"; choose from none, '):
        Translations("13b")
    with pytest.raises(ScoreError, match='"rouge" is not a score of translations; choose from '):
        Translations().metric("rouge")


def test_wins_are_those_of_the_first() -> None:
    found = compare_sentences([3, 1, 2, 5], [1, 2, 2, 1])
    assert [found.plus, found.minus, found.ties] == [2, 1, 1]


def test_every_utterance_must_be_translated() -> None:
    assert find_translations(["u2", "u1"], {"u1": "a", "u2": "b", "u3": "c"}, "file") == ["b", "a"]
    with pytest.raises(ScoreError, match=r"^file: 2 of 3 utterances have no translation, such as u2$"):
        find_translations(["u1", "u2", "u3"], {"u1": "a"}, "file")
