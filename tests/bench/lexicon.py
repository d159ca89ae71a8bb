"""Word vectors of two languages: CSLS beside the bare product, VecMap and RCSLS beside their authors' ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import memory
import numpy as np
from table import Faster, Row, Within
from timing import Effort, best

from mondegreen.lexicon import dictionary, space
from mondegreen.lexicon.learn import learn_mapping
from mondegreen.lexicon.mapping import normalize_rows
from mondegreen.lexicon.methods import MethodOptions
from mondegreen.lexicon.neighbors import rank_by_csls

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from numpy.typing import NDArray

WORDS, DIMENSION, GIGABYTE = 50_000, 300, 1_000_000_000
# Iterations that VecMap's own program took on the same data with the same cut-off, and how many are timed of its like.
ITERATIONS, TIMED = 558, 3
CUT = 5_000


def lexicon(effort: Effort) -> Iterator[Row]:
    """CSLS of made vectors; the methods on English and French, where these are there."""
    yield similarities(effort)
    if effort.vectors is None or effort.scale < 1:
        reason = "" if effort.vectors else "without --vectors"
        yield Row("VecMap unsupervised", "its authors' program", Faster(5), skipped=reason or "only at full size")
        return
    source, target = (space.load(str(effort.vectors / f"{name}.f16.npy")) for name in ("en", "fr"))
    yield learning(source, target)
    yield descent(source, target, effort.vectors)


def similarities(effort: Effort) -> Row:
    """CSLS of all words beside the product of all with all by numpy, in blocks."""
    draws = np.random.default_rng(1)
    count = effort.size(WORDS)
    left, right = (normalize_rows(draws.standard_normal((count, DIMENSION), dtype=np.float32)) for _ in range(2))
    before = memory.status("VmRSS")
    memory.REFERENCES.write_text("5")
    times = best(
        {"ours": lambda: rank_by_csls(left, right, 10, threads=1), "numpy": lambda: product(left, right)},
        effort.rounds(2),
    )
    peak = memory.status("VmHWM") - before
    work = f"CSLS, ten best of {count:,} against {count:,}"
    return Row(work, "numpy's product alone", Within(1.5), times["ours"], times["numpy"], peak, GIGABYTE)


def product(left: NDArray[np.float32], right: NDArray[np.float32]) -> None:
    """All products, a block at a time, of which nothing is kept."""
    for begin in range(0, len(left), 1_000):
        left[begin : begin + 1_000] @ right.T


def learning(source: space.Space, target: space.Space) -> Row:
    """VecMap without a dictionary beside numpy iterating as its authors' program does."""
    left, right = (normalize_rows(side.matrix[:CUT]) for side in (source, target))
    runs = {
        "ours": lambda: learn_mapping(source, target, "vecmap", MethodOptions(supervision="none", rank=CUT, threads=1)),
        "numpy": lambda: iterations(left, right),
    }
    times = best(runs, 1)
    peer = f"numpy doing {TIMED} of its authors' {ITERATIONS} iterations, scaled up"
    return Row(
        f"VecMap unsupervised, {CUT:,} words", peer, Faster(5), times["ours"], times["numpy"] * ITERATIONS / TIMED
    )


def iterations(left: NDArray[np.float32], right: NDArray[np.float32]) -> None:
    """Self-learning: a rotation, then each direction's best by CSLS, of products of which nine in ten are dropped."""
    draws = np.random.default_rng(0)
    here = np.arange(len(left)), np.arange(len(right))
    for _ in range(TIMED):
        first, _, second = np.linalg.svd(left[here[0]].T @ right[here[1]])
        one, other = left @ first, right @ second.T
        found = [directed(*sides, draws) for sides in ((one, other), (other, one))]
        rows = np.arange(len(left)), np.arange(len(right))
        here = np.concatenate([rows[0], found[1]]), np.concatenate([found[0], rows[1]])


def directed(one: NDArray[np.float32], other: NDArray[np.float32], draws: np.random.Generator) -> NDArray[np.intp]:
    """The best of each row by blocks, the mean of ten neighbors found by the greatest ten times."""
    halves = np.concatenate([mean_of_ten(other[at : at + 1_000] @ one.T) for at in range(0, len(other), 1_000)]) / 2
    places = []
    for at in range(0, len(one), 1_000):
        block = one[at : at + 1_000] @ other.T
        block.max(axis=1)
        block -= halves
        block *= draws.random(block.shape) < 0.1
        places.append(block.argmax(axis=1))
    return np.concatenate(places)


def mean_of_ten(block: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the greatest ten of each row."""
    total, rows = np.zeros(len(block), np.float32), np.arange(len(block))
    for _ in range(10):
        places = block.argmax(axis=1)
        total += block[rows, places]
        block[rows, places] = -1
    return total / 10


def descent(source: space.Space, target: space.Space, folder: Path) -> Row:
    """Ten iterations of RCSLS beside numpy doing what the authors' program does."""
    pairs = dictionary.load(str(folder / "en-fr.0-5000.txt")).words
    known = [(source.indices[a], target.indices[b]) for a, b in pairs if a in source.indices and b in target.indices]
    left, right = np.array(known).T
    steps = ("unit", "centre", "unit")
    options = MethodOptions(iterations=10, threads=1)
    runs = {
        "ours": lambda: learn_mapping(source, target, "rcsls", options, pairs, steps=steps),
        "numpy": lambda: twin(normalize_rows(source.matrix), normalize_rows(target.matrix), left, right),
    }
    times = best(runs, 1)
    return Row("RCSLS, 10 iterations", "the same by numpy", Faster(3), times["ours"], times["numpy"])


def twin(
    source: NDArray[np.float32], target: NDArray[np.float32], left: NDArray[np.intp], right: NDArray[np.intp]
) -> None:
    """Loss and gradient for each pair, neighbors by partial sorting of whole blocks of products."""
    first, _, second = np.linalg.svd(source[left].T @ target[right])
    matrix = first @ second
    for _ in range(11):
        mapped = source @ matrix
        near_left = greatest(mapped[left], target)
        near_right = greatest(target[right], mapped)
        pulls = 2 * target[right] - target[near_left].mean(axis=1)
        gradient = source[near_right].mean(axis=1).T @ target[right] - source[left].T @ pulls
        matrix = matrix - 4 / len(left) * gradient


def greatest(queries: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.intp]:
    """The ten nearest of each query."""
    blocks = (queries[begin : begin + 500] @ others.T for begin in range(0, len(queries), 500))
    return np.concatenate([np.argpartition(block, -10, axis=1)[:, -10:] for block in blocks])
