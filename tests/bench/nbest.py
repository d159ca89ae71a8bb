"""Oracles of n-best lists and of a lattice."""

from __future__ import annotations

import random
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import corpus
import jiwer
import lattices
import numpy as np
from rapidfuzz.distance import Levenshtein
from table import Faster, Row, Under, Within
from timing import Effort, best

import mondegreen as mg
from mondegreen.batch import Settings
from mondegreen.lattice import read
from mondegreen.nbest import NBest, metrics, oracle
from mondegreen.nbest.edits import select_lattice_edits
from mondegreen.resources.vectors import WordVectors

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mondegreen.lattice import WordLattice
    from mondegreen.nbest.edits import NearestPath

LISTS, LENGTH, WORDS = 1_000, 1_000, 20
# Of these words at each place a recognizer is not sure.
ALTERNATIVES, DOUBT = 5, 0.2
DIMENSION = 300
# jiwer takes minutes for all.
SHARE = 20
ARCS, SPOKEN = 100_000, 50


def nbest(effort: Effort) -> Iterator[Row]:
    """The best of each list by WER and WER-S, and the best path of a large lattice."""
    words = corpus.Language(corpus.TYPES, seed=1).words
    references, lists = generated(words, effort.size(LISTS), effort.size(LENGTH))
    settings = word_vectors(words)
    few = lists[: max(1, len(lists) // SHARE)]
    runs = {
        "ours": partial(oracle, references, lists, metrics(["wer"]), settings),
        "weighed": partial(oracle, references, lists, metrics(["wer-s"]), settings),
        "rapidfuzz": lambda: [nearest(references[each.key], each.texts) for each in lists],
        "jiwer": lambda: [min(each.texts, key=partial(jiwer.wer, references[each.key])) for each in few],
    }
    times = best(runs, effort.rounds(3))
    work = f"the best by WER of {len(lists)} lists of {len(lists[0].texts)} hypotheses"
    yield Row(work, "rapidfuzz, split(), in a loop", Faster(3), times["ours"], times["rapidfuzz"])
    whole = times["jiwer"] * len(lists) / len(few)
    yield Row(work, f"jiwer in a loop, of a {SHARE}th", Faster(30), times["ours"], whole)
    yield Row("the best by WER-S of the same", "by WER", Within(4), times["weighed"], times["ours"])
    yield from on_lattices(effort, word_vectors([f"w{number}" for number in range(lattices.VOCABULARY + 1)]))


def word_vectors(words: Sequence[str]) -> Settings:
    """One thread, and a vector for each word."""
    values = 0.5 + np.random.default_rng(4).standard_normal((len(words), DIMENSION), dtype=np.float32)
    toys = mg.Resources(None, {"vectors": WordVectors.of(dict(zip(words, values, strict=True)))})
    return Settings(resources=toys, threads=1)


def generated(words: Sequence[str], utterances: int, length: int) -> tuple[Mapping[str, str], list[NBest]]:
    """References and lists, whose hypotheses differ from the reference at some places, each in a few ways."""
    draw = random.Random(3)
    references, lists = {}, []
    for number in range(utterances):
        said = draw.choices(words, k=WORDS)
        others = [draw.choices(words, k=ALTERNATIVES) for _ in said]
        heard = (
            [draw.choice(some) if draw.random() < DOUBT else word for word, some in zip(said, others, strict=True)]
            for _ in range(length)
        )
        references[str(number)] = " ".join(said)
        lists.append(NBest(str(number), [" ".join(each) for each in heard], {}))
    return references, lists


def nearest(reference: str, texts: Sequence[str]) -> int:
    """What one would write without this library."""
    words = reference.split()
    return min(range(len(texts)), key=lambda place: Levenshtein.distance(words, texts[place].split()))


def on_lattices(effort: Effort, settings: Settings) -> Iterator[Row]:
    """A large lattice and its half, against the same reference; and the large one by metrics that weigh errors."""
    draw = random.Random(5)
    times = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "words.txt").write_text(
            "".join(f"w{number} {number}\n" for number in range(lattices.VOCABULARY + 1)), encoding="utf-8"
        )
        said = [draw.randint(1, lattices.VOCABULARY) for _ in range(SPOKEN)]
        reference = " ".join(f"w{number}" for number in said)
        for part in (2, 1):
            data = lattices.lattice(draw, said, effort.size(ARCS) // part)
            (folder / "lat").write_bytes(b"u " + data)
            (held,) = read(folder / "lat", folder / "words.txt")
            times[part] = best({"ours": partial(nearest_by, "wer", reference, held, settings)}, effort.rounds(3))[
                "ours"
            ]
        runs = {label: partial(nearest_by, label, reference, held, settings) for label in ("wer-s", "wer-e")}
        weighed = best(runs, effort.rounds(3))
    work = f"of a lattice of {effort.size(ARCS)} arcs, {SPOKEN} words"
    yield Row(f"the best path by WER {work}", "a lattice half as large", Under(1), times[1], times[2])
    yield Row(f"the best path by WER-S {work}", "by WER", Within(8), weighed["wer-s"], times[1])
    yield Row(f"the best path by WER-E {work}", "by WER-S", Within(4), weighed["wer-e"], weighed["wer-s"])


def nearest_by(label: str, reference: str, lattice: WordLattice, settings: Settings) -> NearestPath | None:
    """The best of all paths by a metric."""
    (metric,) = metrics([label])
    edits = select_lattice_edits(metric, settings)
    assert edits is not None
    return edits.find_nearest_path(reference, lattice, settings)
