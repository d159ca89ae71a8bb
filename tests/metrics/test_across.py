"""Hypotheses in another language than the references, by vectors of both in one space that can be checked by eye."""

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.metrics.support.weighed import Sides

# `chat` is a cat in French and talk in English; names have no vector.
FRENCH = mg.WordVectors.of({"chat": [1, 0, 0], "maison": [0, 2, 0], "parler": [0, 0, 3], "le": [0, 1, 1]})
ENGLISH = mg.WordVectors.of({"cat": [5, 0, 0], "house": [0, 0.8, 0.6], "chat": [0, 0, 1], "the": [0, 1, 1]})
BOTH = mg.Resources(None, {"vectors": FRENCH, "hyp-vectors": ENGLISH})


def scored(metric: str, reference: str, hypothesis: str, resources: mg.Resources = BOTH) -> mg.Score:
    return mg.score([reference], [hypothesis], [metric], resources=resources)[metric]


@pytest.mark.parametrize(
    ("metric", "reference", "hypothesis", "expected"),
    [
        ("wer-s", "le chat", "the cat", 0),
        ("wer-s", "le chat", "cat the", 100),  # the order counts still: one is removed, one added
        ("wer-s", "chat", "chat", 100),  # spelled alike, and something else
        ("wer-e", "maison", "house", 20),
        ("wer-e", "Paris", "Paris", 0),  # no vector says otherwise
        ("wer-e", "Paris", "house", 100),
        ("ember", "maison", "house", 10),
        ("ember", "chat", "chat", 100),
        ("wer-s", "cat", "cat", 0),  # French does not know the word: it is taken over
        ("semdist:model=words", "le chat", "cat the", 0),  # a mean has no order
        ("semdist:model=words", "chat", "chat", 100),
        ("semdist:model=words", "chat Paris", "cat London", 0),  # words without vectors are left out
        ("semdist:model=words", "Paris", "Paris", 0),
        ("semdist:model=words", "Paris", "the", 100),
        ("semdist:model=words", "maison", "", 100),
        ("semdist:model=words", "", "", 0),
    ],
)
def test_value(metric: str, reference: str, hypothesis: str, expected: float) -> None:
    assert scored(metric, reference, hypothesis).value == pytest.approx(expected, abs=1e-4)


def test_words_without_vectors_are_those_of_their_own_language() -> None:
    rows = scored("ember", "chat Paris parler", "cat Paris parler").rows
    assert rows.values[0, rows.columns.index("oov")] == 3  # Paris twice, and parler, which is no English


def test_means_of_one_language_need_no_other() -> None:
    alone = mg.Resources(None, {"vectors": FRENCH})
    assert scored("semdist:model=words", "chat", "maison", alone).value == pytest.approx(100)
    assert scored("semdist:model=words", "chat maison", "maison", alone).value == pytest.approx(100 - 100 / 2**0.5)


def test_the_signature_names_both() -> None:
    parts = scored("ember", "chat", "cat").signature.split("|")
    assert [part.partition(":")[0] for part in parts][4:6] == ["vectors", "hyp-vectors"]
    parts = scored("ember", "chat", "cat", mg.Resources(None, {"vectors": FRENCH})).signature.split("|")
    assert not any(part.startswith("hyp-vectors") for part in parts)


def test_the_same_vectors_twice_are_one_language() -> None:
    twice = mg.Resources(None, {"vectors": FRENCH, "hyp-vectors": FRENCH})
    assert scored("ember", "chat", "chat", twice).value == 0


def test_single_errors_are_those_of_the_score() -> None:
    from mondegreen.batch import Batch, Settings
    from mondegreen.metrics import make_metric
    from mondegreen.metrics.support.steps import weigh_steps

    weighed = make_metric("wer-s")
    found = weigh_steps(weighed, Batch(["chat maison", "chat"], ["chat house", "chat"], Settings(resources=BOTH)))  # type: ignore[arg-type]
    assert found.weights.tolist() == pytest.approx([1, 0.2, 1])
    assert found.cosines.tolist() == pytest.approx([0, 0.8, 0])


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("ember:only=NOUN", "parts of speech need one language"),
        ("semdist", "the default encoder knows one language; write semdist:model=words"),
        ("semdist:vectors=a.vec", "vectors applies to word vectors; add model=words"),
    ],
)
def test_what_makes_no_sense_is_refused(metric: str, message: str) -> None:
    with pytest.raises(mg.ScoreError, match=message):
        scored(metric, "chat", "cat")


def test_spaces_of_different_dimension_are_refused() -> None:
    flat = mg.Resources(None, {"vectors": FRENCH, "hyp-vectors": mg.WordVectors.of({"cat": [1, 0]})})
    for metric in ("wer-s", "semdist:model=words"):
        with pytest.raises(mg.ScoreError, match="vectors of 3 numbers and of 2 cannot share a space; map them first"):
            scored(metric, "chat", "cat", flat)


def test_the_wrong_order_is_told() -> None:
    turned = mg.Resources(None, {"vectors": ENGLISH, "hyp-vectors": FRENCH})
    with pytest.warns(mg.ScoreWarning, match="0 words have vectors, and 4 would .* are they swapped"):
        scored("wer-s", "le maison", "the house", turned)


@pytest.mark.parametrize(("others", "told"), [(2, False), (3, True)])
def test_more_than_twice_as_many_words_tell_the_wrong_order(others: int, told: bool) -> None:
    """Of the words of the references one has a vector on its own side, and these on the other."""
    one = mg.WordVectors.of({"a": [1, 0]})
    other = mg.WordVectors.of({f"w{at}": [0, 1] for at in range(others)})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Sides(one, other).tell(["a", *(f"w{at}" for at in range(others))], [])
    sentence = f"1 words have vectors, and 3 would with {other.identity} for the references and {one.identity} for the"
    assert [str(each.message) for each in caught] == ([f"{sentence} hypotheses; are they swapped?"] if told else [])


def test_hypotheses_among_themselves_have_one_language() -> None:
    from mondegreen.batch import Settings
    from mondegreen.metrics import make_metric
    from mondegreen.nbest.rerank import least_risk

    with pytest.raises(mg.ScoreError, match="hypotheses are compared with each other"):
        list(least_risk([], make_metric("wer-s"), {}, Settings(resources=BOTH)))


def test_mapped_vectors_score_translations(files: Path, command: Callable[..., Answer]) -> None:
    """From raw vectors of two languages to scores: what `lexicon map` writes is what metrics take."""
    draws = np.random.default_rng(2)
    french = draws.standard_normal((30, 6))
    rotation, _ = np.linalg.qr(draws.standard_normal((6, 6)))
    for name, rows in (("f", french), ("e", french @ rotation)):
        lines = [f"{name}{place} {' '.join(map(str, row))}\n" for place, row in enumerate(rows)]
        (files / f"{name}.vec").write_text("".join(lines), encoding="utf-8")
    (files / "d.txt").write_text("".join(f"e{place} f{place}\n" for place in range(20)), encoding="utf-8")
    mapped = ("--write-source", "em.vec", "--write-target", "fm.vec")
    assert command("lexicon", "map", "e.vec", "f.vec", "--dictionary", "d.txt", *mapped).code == 0
    (files / "ref").write_text("u1 f21 f22 f23\n", encoding="utf-8")
    (files / "hyp").write_text("u1 e21 e22 e1\n", encoding="utf-8")
    both = ("--vectors", "fm.vec", "--hyp-vectors", "em.vec", "--no-cache", "--as", "json")
    found = command("score", "ref", "hyp", "--metrics", "ember,wer-e,wer-s,semdist:model=words", *both)
    assert found.code == 0, found.err
    import json

    metrics = json.loads(found.out)["systems"][0]["metrics"]
    # Two right translations of near-zero distance; the third is of another word.
    assert metrics["ember"]["score"] >= 100 * 0.3 / 3 - 1e-9
    third = metrics["wer-e"]["score"] / 100 * 3
    e1, f23 = french[1], french[23]
    assert third == pytest.approx(1 - e1 @ f23 / np.linalg.norm(e1) / np.linalg.norm(f23), abs=0.25)
    assert "hyp-vectors:em.vec-" in metrics["wer-s"]["signature"]


def test_weights_take_words_of_two_languages() -> None:
    weights = mg.Weights.from_vectors(["chat"], [[1, 0]], others=(["chat", "cat"], [[0, 1], [1, 0]]))
    assert mg.align(["chat", "chat"], ["chat", "cat"], weights=weights).weights.tolist() == [1, 0]
    with pytest.raises(mg.ScoreError, match="others have 1 numbers each, and vectors 2"):
        mg.Weights.from_vectors(["chat"], [[1, 0]], others=(["cat"], [[1]]))
