"""A BiLSTM trained on inference: gradients beside finite differences, a rule that it learns, and its file."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.encoders import make_encoder
from mondegreen.encoders.training import Learner, train_encoder
from mondegreen.errors import ScoreError
from mondegreen.resources.bilstm import BiLstm, Padded, Values

RNG = np.random.default_rng(2)
WORDS = ["cat", "dog", "sits", "runs", "not", "here", "now"]
VECTORS = mg.WordVectors.of({word: RNG.normal(size=5) for word in WORDS})


def sentences(lengths: list[int]) -> Padded:
    return Padded.of([RNG.normal(size=(length, 5)) for length in lengths])


def reference(network: BiLstm, vectors: Values) -> Values:
    """One sentence, a gate at a time."""

    def sigmoid(value: Values) -> Values:
        found: Values = 1 / (1 + np.exp(-value))
        return found

    found = []
    for direction, words in (("forward", vectors), ("backward", vectors[::-1])):
        given, hidden, bias = (network.weights[f"{direction}_{part}"] for part in ("input", "hidden", "bias"))
        units = len(hidden)
        cell, output, outputs = np.zeros(units), np.zeros(units), []
        for word in words:
            gates = word @ given + output @ hidden + bias
            enter, keep, show = (sigmoid(gates[at * units : (at + 1) * units]) for at in range(3))
            cell = keep * cell + enter * np.tanh(gates[3 * units :])
            output = show * np.tanh(cell)
            outputs.append(output)
        found.append(np.max(outputs, axis=0))
    return np.concatenate(found)


def test_sentences_of_any_length_are_encoded_as_alone() -> None:
    network = BiLstm.drawn(5, 4, np.random.default_rng(1))
    padded = sentences([3, 1, 6])
    made = network.encode([row[:length] for row, length in zip(padded.vectors, padded.lengths, strict=True)])
    for row, vectors, length in zip(made, padded.vectors, padded.lengths, strict=True):
        assert row == pytest.approx(reference(network, vectors[:length]))


def test_gradients_are_those_of_finite_differences() -> None:
    network = BiLstm.drawn(5, 3, np.random.default_rng(1))
    learner = Learner(network, RNG.normal(size=(24, 3)), RNG.normal(size=3))
    sides, labels = [sentences([3, 1, 4]), sentences([2, 5, 1])], np.array([0, 2, 1])
    _, gradients, classifier, bias = learner.gradients(sides, labels)

    def loss(**changes: object) -> float:
        return replace(learner, **changes).gradients(sides, labels)[0]  # type: ignore[arg-type] # by name

    step = 1e-6
    for name, found in gradients.items():
        for place in list(np.ndindex(found.shape))[::7]:
            ends = []
            for sign in (1, -1):
                moved = network.weights[name].copy()
                moved[place] += sign * step
                ends.append(loss(network=replace(network, weights={**network.weights, name: moved})))
            assert found[place] == pytest.approx((ends[0] - ends[1]) / (2 * step), abs=1e-6), (name, place)
    for name, whole, found in (("classifier", learner.classifier, classifier), ("bias", learner.bias, bias)):
        for place in list(np.ndindex(found.shape))[::5]:
            moved = whole.copy()
            moved[place] += step
            assert found[place] == pytest.approx((loss(**{name: moved}) - loss()) / step, abs=1e-4)


def corpus(count: int) -> tuple[list[str], list[str], list[str]]:
    """Pairs that contradict where one side alone says "not"."""
    chance = random.Random(1)
    sides: tuple[list[str], list[str]] = ([], [])
    labels = []
    for _ in range(count):
        said = [chance.random() < 0.5 for _ in sides]
        for side, negated in zip(sides, said, strict=True):
            words = chance.choices(["cat", "dog", "sits", "runs", "here", "now"], k=chance.randint(2, 4))
            side.append(" ".join([*words, "not"] if negated else words))
        labels.append("contradiction" if said[0] != said[1] else "entailment")
    return *sides, labels


def test_a_rule_is_learned_and_read_back(tmp_path: Path) -> None:
    found = train_encoder(*corpus(600), VECTORS, units=12, epochs=40, batch=16, rate=1.0)
    assert max(found.accuracies) > 85
    assert found.labels == ["contradiction", "entailment"]
    assert train_encoder(*corpus(60), VECTORS, units=4, epochs=2).accuracies == (
        train_encoder(*corpus(60), VECTORS, units=4, epochs=2).accuracies
    )
    path = str(tmp_path / "nli.npz")
    found.save(path)
    encoder = make_encoder(f'recurrent:model="{path}"', mg.Resources(chosen={"raw-vectors": VECTORS}))
    made = encoder.encode(["cat not here", "", "Dog runs"])
    assert made[0] == pytest.approx(found.network.encode([VECTORS.rows(["cat", "not", "here"]).astype(float)])[0])
    assert not made[1].any()


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ((["a"], ["b", "c"], ["x"]), "there are 1 premises, 2 hypotheses and 1 labels"),
        ((["cat", "dog"], ["cat", "dog"], ["x", "x"]), "two labels or more"),
        ((["cat", "dog"], ["unknown", "dog"], ["x", "y"]), "two labels or more"),
    ],
)
def test_pairs_that_teach_nothing(sides: tuple[list[str], list[str], list[str]], said: str) -> None:
    with pytest.raises(ScoreError, match=said):
        train_encoder(*sides, VECTORS)


def test_files_that_hold_no_network(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.npz"
    np.savez(wrong, forward_input=np.zeros((2, 4)))
    resources = mg.Resources(chosen={"raw-vectors": VECTORS})
    with pytest.raises(ScoreError, match="holds no network"):
        make_encoder(f'recurrent:model="{wrong}"', resources).encode(["cat"])
    narrow = tmp_path / "narrow.npz"
    BiLstm.drawn(3, 2, np.random.default_rng(1)).save(str(narrow))
    with pytest.raises(ScoreError, match="takes vectors of 3 numbers, not of 5"):
        make_encoder(f'recurrent:model="{narrow}"', resources).encode(["cat"])
    with pytest.raises(ScoreError, match=r"saved as \.npz"):
        BiLstm.drawn(3, 2, np.random.default_rng(1)).save(str(tmp_path / "net.pt"))
