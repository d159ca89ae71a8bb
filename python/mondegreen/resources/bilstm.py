"""A bidirectional LSTM whose outputs are pooled by their maximum, in numpy, and its training by the chain rule.

Of word vectors x_1 ... x_T, z_t = W x_t + U h_(t-1) + b gives the gates i, f, o and the candidate g;
c_t = f c_(t-1) + i g, h_t = o tanh c_t. The second direction reads each sentence backwards. A sentence is the greatest
value of each dimension of both. O(T h (d + h)) for T words of d numbers and h units a direction.
Sources: S. Hochreiter and J. Schmidhuber, Long short-term memory, 1997; A. Conneau et al., Supervised learning of
universal sentence representations from natural language inference data, 2017.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen.cache import Cache
from mondegreen.digest import file_identity
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

Values = NDArray[np.float64]
DIRECTIONS, PARTS = ("forward", "backward"), ("input", "hidden", "bias")
NAMES = tuple(f"{direction}_{part}" for direction in DIRECTIONS for part in PARTS)


class Padded(NamedTuple):
    """Sentences of several lengths as `vectors[sentence, place, dimension]`, with zeros behind their ends."""

    vectors: Values
    lengths: NDArray[np.intp]

    @classmethod
    def of(cls, sentences: Sequence[NDArray[np.float64]]) -> Padded:
        lengths = np.array([len(each) for each in sentences])
        vectors = np.zeros((len(sentences), lengths.max(), sentences[0].shape[1]))
        for row, sentence in zip(vectors, sentences, strict=True):
            row[: len(sentence)] = sentence
        return cls(vectors, lengths)

    def turned(self) -> Padded:
        """Each sentence read backwards."""
        return Padded.of([row[:length][::-1] for row, length in zip(self.vectors, self.lengths, strict=True)])


class Trace(NamedTuple):
    """What a direction went through: inputs, gates, cells and outputs at each place."""

    padded: Padded
    gates: Values
    cells: Values
    outputs: Values


class Pooled(NamedTuple):
    """The vector of each sentence, the place that each dimension is from, and what led there."""

    vectors: Values
    places: NDArray[np.intp]
    traces: Sequence[Trace]


@dataclass(frozen=True)
class BiLstm:
    """The weights by name: of each direction input[d, 4h], hidden[h, 4h], bias[4h]; gates in the order i, f, o, g."""

    weights: Mapping[str, Values]
    identity: str = ""
    path: str = ""

    @classmethod
    def drawn(cls, width: int, units: int, random: np.random.Generator) -> BiLstm:
        """Weights at random, uniform within 1 / sqrt(units)."""
        shapes = {"input": (width, 4 * units), "hidden": (units, 4 * units), "bias": (4 * units,)}
        edge = units**-0.5
        return cls({name: random.uniform(-edge, edge, shapes[name.partition("_")[2]]) for name in NAMES})

    @property
    def width(self) -> int:
        return len(self.weights["forward_input"])

    def encode(self, sentences: Sequence[NDArray[np.float64]]) -> Values:
        """A vector for each sentence of at least one word, from the vectors of its words."""
        if sentences[0].shape[1] != self.width:
            what = f"the network takes vectors of {self.width} numbers, not of {sentences[0].shape[1]}"
            raise ScoreError(what, path=self.path)
        return self.pool(Padded.of(sentences)).vectors

    def pool(self, padded: Padded) -> Pooled:
        traces = [self.run(name, each) for name, each in zip(DIRECTIONS, (padded, padded.turned()), strict=True)]
        behind = np.arange(padded.vectors.shape[1])[None, :, None] >= padded.lengths[:, None, None]
        outputs = np.where(behind, -np.inf, np.concatenate([trace.outputs for trace in traces], axis=2))
        return Pooled(outputs.max(axis=1), outputs.argmax(axis=1), traces)

    def run(self, direction: str, padded: Padded) -> Trace:
        """One direction over all places."""
        given, hidden, bias = (self.weights[f"{direction}_{part}"] for part in PARTS)
        count, places, _ = padded.vectors.shape
        units = len(hidden)
        gates = padded.vectors @ given + bias
        cells, outputs = np.zeros((2, count, places, units))
        cell = output = np.zeros((count, units))
        for place in range(places):
            gates[:, place] += output @ hidden
            gates[:, place, : 3 * units] = 1 / (1 + np.exp(-gates[:, place, : 3 * units]))
            gates[:, place, 3 * units :] = np.tanh(gates[:, place, 3 * units :])
            enter, keep, show, candidate = np.split(gates[:, place], 4, axis=1)
            cell = keep * cell + enter * candidate
            output = show * np.tanh(cell)
            cells[:, place], outputs[:, place] = cell, output
        return Trace(padded, gates, cells, outputs)

    def gradients(self, pooled: Pooled, wanted: Values) -> dict[str, Values]:
        """The gradients of all weights, of those of the sentences' vectors."""
        found: dict[str, Values] = {}
        units = len(self.weights["forward_hidden"])
        for index, (direction, trace) in enumerate(zip(DIRECTIONS, pooled.traces, strict=True)):
            part = slice(index * units, (index + 1) * units)
            outputs = np.zeros_like(trace.outputs)
            rows = np.arange(len(wanted))[:, None]
            outputs[rows, pooled.places[:, part], np.arange(units)] = wanted[:, part]
            made = self.run_back(direction, trace, outputs)
            found |= {f"{direction}_{name}": each for name, each in zip(PARTS, made, strict=True)}
        return found

    def run_back(self, direction: str, trace: Trace, outputs: Values) -> tuple[Values, Values, Values]:
        """Backpropagation through time."""
        hidden = self.weights[f"{direction}_hidden"]
        count, places, units = outputs.shape
        changes = np.zeros_like(trace.gates)
        above, carried = np.zeros((2, count, units))
        for place in reversed(range(places)):
            enter, keep, show, candidate = np.split(trace.gates[:, place], 4, axis=1)
            before = trace.cells[:, place - 1] if place else np.zeros((count, units))
            shown = np.tanh(trace.cells[:, place])
            total = outputs[:, place] + above
            cell = carried + total * show * (1 - shown**2)
            changes[:, place] = np.concatenate(
                [
                    cell * candidate * enter * (1 - enter),
                    cell * before * keep * (1 - keep),
                    total * shown * show * (1 - show),
                    cell * enter * (1 - candidate**2),
                ],
                axis=1,
            )
            above, carried = changes[:, place] @ hidden.T, cell * keep
        earlier = np.concatenate([np.zeros((count, 1, units)), trace.outputs[:, :-1]], axis=1)
        vectors = trace.padded.vectors
        return (
            np.tensordot(vectors, changes, ([0, 1], [0, 1])),
            np.tensordot(earlier, changes, ([0, 1], [0, 1])),
            changes.sum(axis=(0, 1)),
        )

    def save(self, path: str) -> None:
        """Writes the weights as .npz, which `recurrent:model=FILE` reads."""
        if not path.endswith(".npz"):
            raise ScoreError("a network is saved as .npz; name it so", path=path)
        with binary_output(path) as out:
            arrays: dict[str, Any] = dict(self.weights)
            np.savez(out, **arrays)


def load(path: str, cache: Cache | None = None) -> BiLstm:
    """The network in that file."""
    try:
        with np.load(path, allow_pickle=False) as held:
            weights = {name: np.asarray(held[name], dtype=np.float64) for name in NAMES}
    except (KeyError, ValueError, OSError) as error:
        raise ScoreError("this .npz holds no network; save one by train_encoder", path=path) from error
    width, units = len(weights["forward_input"]), len(weights["forward_hidden"])
    shapes = {"input": (width, 4 * units), "hidden": (units, 4 * units), "bias": (4 * units,)}
    if any(weights[name].shape != shapes[name.partition("_")[2]] for name in NAMES):
        raise ScoreError("the weights of this network do not fit each other", path=path)
    return BiLstm(weights, file_identity(Path(path), cache=cache), path)
