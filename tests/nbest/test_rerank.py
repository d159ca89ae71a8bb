"""Choices without a reference, against what their definitions say."""

import math
import random
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.metrics import make_metric
from mondegreen.nbest.lists import NBest, format_weights, parse_weights
from mondegreen.nbest.rerank import fill_undefined, find_least_risk, least_risk, rerank
from mondegreen.resources.sentence_models import Sentences
from mondegreen.resources.vectors import WordVectors

LIST = NBest("u", ["a b c", "a b", "d"], {"am": [-3.0, -2.0, -4.0], "lm": [-1.0, -5.0, -1.0]}, [1, 2, 5])
TOYS = mg.Resources(
    None,
    {
        "vectors": WordVectors.of({"a": [1, 0], "b": [0.6, 0.8], "c": [0, 1], "d": [-1, 0]}),
        "sentences": Sentences.of({"a b c": [1, 0], "a b": [0.6, 0.8], "d": [0, 1], "b": [0.8, 0.6], "": [1, 1]}),
    },
    mg.Cache(None),
)


@pytest.mark.parametrize(
    ("weights", "text", "rank", "score"),
    [
        ("am=1", "a b", 2, -2.0),
        ("am=1,lm=1", "a b c", 1, -4.0),
        ("lm=1", "a b c", 1, -1.0),  # the first of equals
        ("am=1,lm=0.3,length=-2", "d", 5, -6.3),  # against -9.3 and -7.5
        ("am=-1", "d", 5, 4.0),
    ],
)
def test_weighted_scores(weights: str, text: str, rank: int, score: float) -> None:
    (found,) = rerank([LIST], parse_weights(weights))
    assert (found.text, found.rank) == (text, rank)
    assert found.score == pytest.approx(score)
    assert parse_weights(format_weights(parse_weights(weights))) == parse_weights(weights)


def test_a_weight_is_given_once() -> None:
    with pytest.raises(mg.ScoreError, match='"am" is given twice'):
        parse_weights("am=1,am=2")


def test_an_empty_list_says_nothing_and_an_unknown_score_is_named() -> None:
    assert [each.text for each in rerank([NBest("u", [], {})], {"am": 1.0})] == [""]
    with pytest.raises(mg.ScoreError, match='utterance u: there is no score "ac"; known are am, lm, length'):
        list(rerank([LIST], {"ac": 1.0}))


@pytest.mark.parametrize("text", ["am", "am=x", "am=nan", "=1", "", "am=inf"])
def test_weights_that_are_none(text: str) -> None:
    with pytest.raises(mg.ScoreError, match="is not a weight"):
        parse_weights(text)


@pytest.mark.parametrize("label", ["wer", "cer", "wer-s", "semdist", "ser"])
def test_the_risk_is_the_expected_loss(label: str) -> None:
    settings = Settings(resources=TOYS)
    draw = random.Random(5)
    judge = make_metric(label)
    for _ in range(9):
        texts = draw.choices(["a b c", "a b", "d", "b", ""], k=6)
        scores = [draw.uniform(-2, 2) for _ in texts]
        (found,) = least_risk([NBest("u", texts, {"s": scores})], judge, {"s": 1.0}, settings, 0.7)
        odds = [math.exp(0.7 * score) for score in scores]
        loss = {
            (said, chosen): mg.score([said], [chosen], [label], resources=TOYS)[label].rows.values[0, 0]
            for said in texts
            for chosen in texts
        }
        risks = [
            sum(odd * loss[said, text] for odd, said in zip(odds, texts, strict=True)) / sum(odds) for text in texts
        ]
        assert found.score == pytest.approx(min(risks))
        assert risks[texts.index(found.text)] == pytest.approx(min(risks))


@pytest.mark.parametrize("label", ["wil", "wip", "chrf", "both=wer+cer"])
def test_silence_is_chosen_where_it_is_all_but_certain(label: str) -> None:
    texts = NBest("u", ["a b", "", "a"], {"s": [0, 9, 0]})
    (found,) = least_risk([texts], make_metric(label), {"s": 1.0}, Settings())
    assert (found.text, found.rank) == ("", 2)
    assert [
        each.text for each in least_risk([NBest("u", [""], {})], make_metric(label), {"length": 1.0}, Settings())
    ] == [""]


def test_scores_beyond_all_numbers_are_refused() -> None:
    texts = NBest("u", ["a", "b"], {"s": [1e308, -1e308]})
    with pytest.raises(mg.ScoreError, match="utterance u: a weighted score is too large to represent"):
        list(rerank([texts], {"s": 100.0}))
    with pytest.raises(mg.ScoreError, match="utterance u: a weighted score is too large to represent"):
        list(least_risk([texts], make_metric("wer"), {"s": 1.0}, Settings(), 100.0))
    assert [each.text for each in least_risk([texts], make_metric("wer"), {"s": 1.0}, Settings())] == ["a"]


def test_consensus_beats_the_likeliest() -> None:
    """Three texts that nearly agree, against one that is a little likelier than each."""
    texts = NBest("u", ["x y z", "a b c", "a b d", "a b e"], {"s": [1.2, 1, 1, 1]})
    assert [each.text for each in rerank([texts], {"s": 1.0})] == ["x y z"]
    assert [each.text for each in least_risk([texts], make_metric("wer"), {"s": 1.0}, Settings())] == ["a b c"]


def test_lattices_too(tmp_path: Path) -> None:
    (tmp_path / "lat").write_text("u \n0 1 1 1,5,1_1\n0 1 2 2,3,1_1\n1 0,0,\n\n", encoding="utf-8")
    (tmp_path / "words.txt").write_text("<eps> 0\nun 1\ndeux 2\n", encoding="utf-8")
    lists = nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"))
    assert [each.text for each in rerank(lists, {"lm": 1.0})] == ["un"]
    assert [each.text for each in rerank(lists, {"lm": 1.0, "am": 1.0})] == ["deux"]


@pytest.mark.parametrize(
    ("label", "gap", "index"),
    [
        ("wer", 1e-10, 0),  # sums of posteriors are never exact
        ("wer", 1e-8, 1),
        ("semdist", 5e-7, 0),  # a loss is a share, of which 1e-4 points are 1e-6
        ("semdist", 5e-6, 1),
        ("bertscore", 5e-5, 0),  # a loss in points
        ("bertscore", 5e-4, 1),
    ],
)
def test_of_losses_within_the_noise_the_first_is_least(label: str, gap: float, index: int) -> None:
    assert find_least_risk(np.array([1 + gap, 1.0]), make_metric(label)) == index


NAN = math.nan


@pytest.mark.parametrize(
    ("losses", "filled"),
    [
        ([[0, 2], [NAN, NAN]], [[0, 2], [2, 0]]),  # exchanged; and two empty texts agree as others do
        ([[-100, -3], [NAN, NAN]], [[-100, -3], [-3, -100]]),
        ([[NAN]], [[0]]),
        ([[1, 2], [3, 4]], [[1, 2], [3, 4]]),
    ],
)
def test_losses_of_empty_references(losses: list[list[float]], filled: list[list[float]]) -> None:
    assert fill_undefined(np.array(losses, dtype=np.float64)).tolist() == filled


def test_a_list_without_texts_is_one_empty_text() -> None:
    empty, texts = NBest("u", [], {}), NBest("v", ["a"], {})
    for made in (
        rerank([empty, texts], {"length": 1.0}),
        least_risk([empty, texts], make_metric("wer"), {"length": 1.0}, Settings()),
    ):
        assert [(each.key, each.text, each.rank) for each in made] == [("u", "", 0), ("v", "a", 1)]
