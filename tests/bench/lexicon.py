"""Word vectors of two languages: CSLS beside the bare product, VecMap and RCSLS beside their authors' ways."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import memory
import numpy as np
from table import Faster, Row, Within
from timing import Effort, best, cpu

from mondegreen.lexicon import dictionary, space
from mondegreen.lexicon.learn import learn
from mondegreen.lexicon.methods import Options
from mondegreen.lexicon.nearest import csls
from mondegreen.lexicon.steps import unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

WORDS, DIMENSION, GIGABYTE = 50_000, 300, 1_000_000_000
DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "lexicon" / "bli"
# CPU seconds that VecMap's own program took on the same data with the same cut-off, once, elsewhere.
AUTHORS = 416.09


def lexicon(effort: Effort) -> Iterator[Row]:
    """CSLS of made vectors; the methods on English and French, where these are there."""
    yield similarities(effort)
    if not DATA.is_dir() or effort.scale < 1:
        reason = "" if DATA.is_dir() else "the vectors are not here"
        yield Row("VecMap unsupervised", "its authors' program", Faster(5), skipped=reason or "only at full size")
        return
    source, target = (space.load(str(DATA / f"{name}.f16.npy")) for name in ("en", "fr"))
    begin = cpu()
    learn(source, target, "vecmap", Options(supervision="none", rank=5_000, threads=1))
    yield Row(
        "VecMap unsupervised, 5,000 words", "its authors' program, as recorded", Faster(5), cpu() - begin, AUTHORS
    )
    yield descent(source, target)


def similarities(effort: Effort) -> Row:
    """CSLS of all words beside the product of all with all by numpy, in blocks."""
    draws = np.random.default_rng(1)
    count = effort.size(WORDS)
    left, right = (unit(draws.standard_normal((count, DIMENSION), dtype=np.float32)) for _ in range(2))
    before = memory.status("VmRSS")
    memory.REFERENCES.write_text("5")
    times = best(
        {"ours": lambda: csls(left, right, 10, threads=1), "numpy": lambda: product(left, right)}, effort.rounds(2)
    )
    peak = memory.status("VmHWM") - before
    work = f"CSLS, ten best of {count:,} against {count:,}"
    return Row(work, "numpy's product alone", Within(1.5), times["ours"], times["numpy"], peak, GIGABYTE)


def product(left: NDArray[np.float32], right: NDArray[np.float32]) -> None:
    """All products, a block at a time, of which nothing is kept."""
    for begin in range(0, len(left), 1_000):
        left[begin : begin + 1_000] @ right.T


def descent(source: space.Space, target: space.Space) -> Row:
    """Ten iterations of RCSLS beside numpy doing what the authors' program does."""
    pairs = dictionary.load(str(DATA / "en-fr.0-5000.txt")).words
    known = [(source.places[a], target.places[b]) for a, b in pairs if a in source.places and b in target.places]
    left, right = np.array(known).T
    steps = ("unit", "centre", "unit")
    options = Options(iterations=10, threads=1)
    runs = {
        "ours": lambda: learn(source, target, "rcsls", options, pairs, steps=steps),
        "numpy": lambda: twin(unit(source.matrix), unit(target.matrix), left, right),
    }
    times = best(runs, 1)
    return Row("RCSLS, 10 iterations", "the same by numpy", Faster(3), times["ours"], times["numpy"])


def twin(
    source: NDArray[np.float32], target: NDArray[np.float32], left: NDArray[np.intp], right: NDArray[np.intp]
) -> None:
    """Loss and gradient for each pair, neighbours by partial sorting of whole blocks of products."""
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
