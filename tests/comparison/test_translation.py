"""Scores of translations by sacrebleu, on texts whose scores are known by hand."""

import sys
from collections.abc import Callable

import pytest

from mondegreen import ScoreError, ScoreWarning
from mondegreen.comparison.downstream import compare_sentences, find_shift, find_translations, warn_of_shift
from mondegreen.comparison.meteor import load_meteor

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


def test_scores_of_sentences() -> None:
    """Of all scores more is better; METEOR is that of words, stems and, where they are known, synonyms."""
    how = Translations("none")
    assert how.gains("ter", ["a b c", "a x c"], ["a b c"] * 2) == pytest.approx([0, -100 / 3])
    assert how.gains("meteor", ["q r s t", "x"], ["q r s t", "y"]) == pytest.approx([100 * (1 - 0.5 / 64), 0])
    assert how.gains("chrf", ["abc"], ["abc"]) == [100]
    assert how.gains("bleu", ["a b"], ["a b"]) == how.sentences(["a b"], ["a b"])
    assert how.corpus("meteor", ["q r", "x"], ["q r", "y"]) == pytest.approx(100 * (1 - 0.5 / 8) * 2 / 3)
    assert "stems" in how.list_notes(["meteor"])[0]
    assert how.list_notes(["bleu"]) == []


WORDS = [f"one{at} two{at} three{at} four{at}" for at in range(60)]


@pytest.mark.parametrize(
    ("references", "shift"),
    [
        (WORDS, None),
        ([*WORDS[:25], "a line too much", *WORDS[25:-1]], (25, 1)),
        ([*WORDS[:25], *WORDS[26:], "x"], (25, -1)),
        ([*WORDS[:45], "a line too much", *WORDS[45:-1]], None),  # 15 lines at the end may be chance
        ([each.replace("two", "2") for each in WORDS], None),
        (["other words"] * 60, None),
    ],
)
def test_references_that_are_shifted(references: list[str], shift: tuple[int, int] | None) -> None:
    assert find_shift(WORDS, references) == shift


@pytest.mark.parametrize(("lacking", "shift"), [(0, None), (1, (24, -3)), (-1, (24, 3))])
def test_a_sentence_of_three_speakers_may_lack(lacking: int, shift: tuple[int, int] | None) -> None:
    texts = [word for word in WORDS for _ in range(3)]
    references = {0: texts, 1: [*texts[:24], *texts[27:], *"xyz"], -1: [*texts[:24], *"xyz", *texts[24:-3]]}[lacking]
    assert find_shift(texts, references) == shift


def test_a_shift_is_told() -> None:
    keys = [f"u{at}" for at in range(60)]
    with pytest.warns(ScoreWarning, match=r"^ref\.en: from u25 on, translations fit the next reference far better"):
        warn_of_shift(keys, WORDS, [*WORDS[:25], "a line too much", *WORDS[25:-1]], "ref.en")
    texts = [word for word in WORDS for _ in range(3)]
    keys = [f"u{at}" for at in range(180)]
    for references, where in (
        ([*texts[:24], *texts[27:], *"xyz"], "3 lines back"),
        ([*"xyz", *texts[:-3]], "3 lines on"),
    ):
        with pytest.warns(ScoreWarning, match=f"translations fit the reference {where} far better than their own"):
            warn_of_shift(keys, texts, references, "ref.en")


@pytest.mark.parametrize("shift", [1, -1])
@pytest.mark.parametrize(("count", "own"), [(0, 0), (19, 0), (20, 0), (20, 2), (21, 2), (22, 2)])
def test_references_are_shifted_in_twenty_texts_at_least(shift: int, count: int, own: int) -> None:
    """Each word stands in one translation, and beside the next or the one before; the first few fit their own.

    The last of these may fit the next reference, too, and then counts as shifted.
    """
    texts = [f"w{at}" for at in range(count)]
    references = [f"w{at - shift if at >= own else at}" for at in range(count)]
    start = own - 1 if shift == 1 and own else own
    assert find_shift(texts, references) == ((start, shift) if count - start >= 20 else None)


@pytest.mark.parametrize(
    ("module", "load", "what"),
    [
        ("nltk.stem.porter", load_meteor.__wrapped__, "METEOR needs nltk, for the stems of words"),
        ("sacrebleu.metrics", Translations.library, "scores of translations need sacrebleu"),
    ],
)
def test_what_is_not_installed_is_said(
    module: str, load: Callable[[], object], what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (module.partition(".")[0], module):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ScoreError, match=rf"{what}: pip install 'mondegreen\[translation\]'"):
        load()
