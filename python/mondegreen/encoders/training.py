"""Training a small encoder of sentences on natural language inference, as InferSent was trained, in numpy.

Of a premise u and a hypothesis v, a softmax over (u, v, |u - v|, u v) tells entailment, neutral and contradiction;
stochastic gradient descent with gradients clipped to a norm, a rate that decays by 1 % an epoch and is divided by five
where the accuracy on held-out pairs falls. Word vectors are not changed.
Source: A. Conneau et al., Supervised learning of universal sentence representations from natural language inference
data, EMNLP 2017.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError
from mondegreen.resources.bilstm import BiLstm, Padded
from mondegreen.resources.vectors import WordVectors

Values = NDArray[np.float64]
DECAY, FALL, LEAST_RATE, CLIP = 0.99, 5.0, 1e-5, 5.0


@dataclass(frozen=True)
class TrainedEncoder:
    """The network, the labels, and the accuracy on held-out pairs after each epoch, in percent."""

    network: BiLstm
    labels: Sequence[str]
    accuracies: Sequence[float]

    def save(self, path: str) -> None:
        """Writes the network for `recurrent:model=FILE`; the labels are of training alone."""
        self.network.save(path)


@dataclass
class Learner:
    """The network and the classifier on top of it."""

    network: BiLstm
    classifier: Values
    bias: Values

    def predict(self, left: Values, right: Values) -> Values:
        """The probability of each label."""
        scores = make_features(left, right) @ self.classifier + self.bias
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        found: Values = scores / scores.sum(axis=1, keepdims=True)
        return found

    def step(self, sides: Sequence[Padded], labels: NDArray[np.intp], rate: float) -> float:
        """One step down the gradient of the cross-entropy of a batch, which is returned."""
        loss, gradients, classifier, bias = self.gradients(sides, labels)
        parts = [*gradients.values(), classifier, bias]
        norm = np.sqrt(sum(float((part**2).sum()) for part in parts))
        pace = rate * min(1.0, CLIP / norm) if norm else 0.0
        weights = {name: weight - pace * gradients[name] for name, weight in self.network.weights.items()}
        self.network = replace(self.network, weights=weights)
        self.classifier, self.bias = self.classifier - pace * classifier, self.bias - pace * bias
        return loss

    def gradients(
        self, sides: Sequence[Padded], labels: NDArray[np.intp]
    ) -> tuple[float, dict[str, Values], Values, Values]:
        """The mean cross-entropy, and its gradients: of the network, of the classifier and of its bias."""
        pooled = [self.network.pool(side) for side in sides]
        left, right = (each.vectors for each in pooled)
        likely = self.predict(left, right)
        rows = np.arange(len(labels))
        loss = float(-np.log(likely[rows, labels]).mean())
        likely[rows, labels] -= 1
        errors = likely / len(labels)
        one, other, apart, product = np.split(errors @ self.classifier.T, 4, axis=1)
        sign = np.sign(left - right)
        wanted = one + apart * sign + product * right, other - apart * sign + product * left
        parts = [self.network.gradients(each, want) for each, want in zip(pooled, wanted, strict=True)]
        gradients = {name: parts[0][name] + parts[1][name] for name in parts[0]}
        return loss, gradients, make_features(left, right).T @ errors, errors.sum(axis=0)


def make_features(left: Values, right: Values) -> Values:
    return np.concatenate([left, right, np.abs(left - right), left * right], axis=1)


def train_encoder(
    premises: Sequence[str],
    hypotheses: Sequence[str],
    labels: Sequence[str],
    vectors: WordVectors,
    *,
    units: int = 256,
    epochs: int = 20,
    batch: int = 64,
    rate: float = 0.1,
    held_out: float = 0.1,
    seed: int = 0,
) -> TrainedEncoder:
    """A BiLSTM of `units` a direction that was trained to tell the labels of pairs, such as those of SNLI.

    Sentences are split at spaces and looked up in lower case; pairs of which a side has no word with a vector are
    left aside. The network is the one of the epoch with the best accuracy on the pairs that were held out.
    """
    if not len(premises) == len(hypotheses) == len(labels):
        raise ScoreError(f"there are {len(premises)} premises, {len(hypotheses)} hypotheses and {len(labels)} labels")
    pairs = [[look_up(text, vectors) for text in side] for side in (premises, hypotheses)]
    known = [at for at in range(len(labels)) if all(len(side[at]) for side in pairs)]
    names = sorted({labels[at] for at in known})
    if len(names) < 2:
        raise ScoreError("training needs pairs of two labels or more whose words have vectors")
    random = np.random.default_rng(seed)
    order = random.permutation(known)
    kept = max(1, round(held_out * len(order)))
    if kept >= len(order):
        raise ScoreError(f"{len(order)} pairs are too few to hold out {held_out:g} of them")
    truth = np.array([names.index(label) if label in names else -1 for label in labels])
    network = BiLstm.drawn(pairs[0][known[0]].shape[1], units, random)
    edge = (8 * units) ** -0.5
    learner = Learner(network, random.uniform(-edge, edge, (8 * units, len(names))), np.zeros(len(names)))
    test, train = order[:kept], order[kept:]
    best, accuracies = network, [-1.0]
    for _ in range(epochs):
        for chosen in iterate_batches(random.permutation(train), batch):
            learner.step(take_sides(pairs, chosen), truth[chosen], rate)
        accuracies.append(measure_accuracy(learner, pairs, truth, test, batch))
        if accuracies[-1] > max(accuracies[:-1]):
            best = learner.network
        rate *= DECAY if accuracies[-1] >= accuracies[-2] else 1 / FALL
        if rate < LEAST_RATE:
            break
    return TrainedEncoder(best, names, accuracies[1:])


def look_up(text: str, vectors: WordVectors) -> Values:
    words = text.lower().split()
    known = [word for word, yes in zip(words, vectors.has(words).tolist(), strict=True) if yes]
    return np.asarray(vectors.rows(known), dtype=np.float64) if known else np.zeros((0, 1))


def take_sides(pairs: Sequence[Sequence[Values]], chosen: NDArray[np.intp]) -> list[Padded]:
    return [Padded.of([side[at] for at in chosen.tolist()]) for side in pairs]


def iterate_batches(order: NDArray[np.intp], size: int) -> Iterator[NDArray[np.intp]]:
    return (order[start : start + size] for start in range(0, len(order), size))


def measure_accuracy(
    learner: Learner, pairs: Sequence[Sequence[Values]], truth: NDArray[np.intp], test: NDArray[np.intp], batch: int
) -> float:
    right = 0
    for chosen in iterate_batches(test, batch):
        sides = (learner.network.pool(side).vectors for side in take_sides(pairs, chosen))
        right += int((learner.predict(*sides).argmax(axis=1) == truth[chosen]).sum())
    return 100 * right / len(test)
