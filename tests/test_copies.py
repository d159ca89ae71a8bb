"""Policies, alignments and weights survive pickling, copying and the way to another process, checked as when made."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen import _core as core
from mondegreen.resources.vectors import load

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(lambda it, protocol=protocol: pickle.loads(pickle.dumps(it, protocol)) for protocol in range(6)),
]
WORDS = st.sampled_from(["a", "b", "c", "é", "日本", "x y", ""])
TEXTS = st.lists(st.text("abc é", max_size=8), max_size=5)
COST = st.floats(0, 1000)
NUMBER = st.floats(-1e3, 1e3, width=32)


@given(COST, COST, COST, st.permutations(["match", "substitution", "insertion", "deletion"]), st.booleans())
def test_policies(substitution: float, insertion: float, deletion: float, ties: list[str], trims: bool) -> None:
    policy = mg.Policy(substitution, insertion, deletion, ties=" ".join(ties), trims=trims)
    for made in COPIES:
        found = made(policy)
        assert found == policy
        assert repr(found) == repr(policy)


@given(TEXTS, st.booleans())
def test_alignments(texts: list[str], weighed: bool) -> None:
    weights = mg.Weights.from_vectors(["a", "b"], np.eye(2)) if weighed else None
    alignment = mg.align(texts, texts[::-1], weights=weights)
    for made in COPIES:
        found = made(alignment)
        assert len(found) == len(alignment)
        for name in ("steps", "offsets", "counts", "weights", "unknown"):
            mine, theirs = getattr(alignment, name), getattr(found, name)
            assert mine.dtype == theirs.dtype
            assert mine.tolist() == theirs.tolist()


@given(st.data())
@settings(max_examples=50)
def test_weights(data: st.DataObject) -> None:
    weights = data.draw(st.one_of(by_vectors(), by_vectors(across=True), by_table()))
    texts = [data.draw(st.lists(st.sampled_from(["a", "b", "c", "é"]), max_size=6)) for _ in range(2)]
    expected = weighed(weights, texts)
    for made in COPIES:
        again = made(weights)
        assert weighed(again, texts) == expected
        assert pickle.dumps(again) == pickle.dumps(weights)


@st.composite
def by_vectors(draw: st.DrawFn, *, across: bool = False) -> mg.Weights:
    """Words may come twice, and have vectors of any length."""
    named = draw(st.fixed_dictionaries({"insertion": COST, "deletion": COST, "missing": COST, "close": COST}))
    if draw(st.booleans()):
        named["above"] = draw(st.floats(-1, 1))
    sides = [draw(st.lists(st.tuples(WORDS, NUMBER, NUMBER), min_size=1, max_size=6)) for _ in range(1 + across)]
    (words, rows), *others = [([word for word, *_ in side], [row for _, *row in side]) for side in sides]
    return mg.Weights.from_vectors(words, np.array(rows), others=others[0] if others else None, **named)


@st.composite
def by_table(draw: st.DrawFn) -> mg.Weights:
    words = ["a", "b", "c", "é", *draw(st.lists(WORDS, max_size=2))]
    others = [*draw(st.lists(WORDS, max_size=2)), "é", "c", "b", "a"]
    costs = [[draw(COST) for _ in others] for _ in words]
    return mg.Weights.from_table(words, others, costs, insertion=draw(COST), deletion=draw(COST))


def weighed(weights: mg.Weights, texts: list[list[str]]) -> list[list[float]]:
    left, right = texts
    alignment = mg.align([left], [right], weights=weights)
    return [alignment.weights.tolist(), alignment.unknown.tolist(), alignment.steps.tolist()]


def test_weights_of_a_file_are_copied_with_their_numbers(tmp_path: Path) -> None:
    """The copy needs neither the file nor the cache."""
    file, store = tmp_path / "v.vec", mg.Cache(tmp_path / "cache")
    file.write_text("3 2\na 1 2\nb 3 1\né -1 7\n", encoding="utf-8")
    weights = load(str(file), None, store).weights([])
    again = pickle.loads(pickle.dumps(weights))
    assert weighed(again, [["a", "é", "z"], ["b", "b"]]) == weighed(weights, [["a", "é", "z"], ["b", "b"]])


def test_another_process_gets_them() -> None:
    policy = mg.Policy(3, 2, 2, ties="deletion insertion diagonal")
    weights = core.Weights.from_vectors(["a", "b"], np.array([[1, 2], [2, 1]], "<f4").tobytes(), 2)
    call = (["a b c"], ["b a"], "words", policy, 1, weights, "total")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = pool.submit(core.align, *call).result()
    mine = core.align(*call)
    assert [bytes(found.steps), bytes(found.weights)] == [bytes(mine.steps), bytes(mine.weights)]


def numbers(kind: str, *values: int) -> bytes:
    return np.array(values, kind).tobytes()


@pytest.mark.parametrize(
    ("steps", "offsets", "weights", "unknown"),
    [
        (bytes([0, 4]), numbers("<u8", 0, 2), b"", b""),  # there is no step 4
        (bytes([0, 1]), numbers("<u8"), b"", b""),
        (bytes([0, 1]), numbers("<u8", 1, 2), b"", b""),
        (bytes([0, 1]), numbers("<u8", 0, 1), b"", b""),
        (bytes([0, 1]), numbers("<u8", 0, 3), b"", b""),
        (bytes([0, 1]), numbers("<u8", 0, 2, 1, 2), b"", b""),
        (bytes([0, 1]), numbers("<u8", 0, 2**63, 2), b"", b""),
        (bytes([0, 1]), numbers("<u8", 0, 2), bytes(8), b""),
        (bytes([0, 1]), numbers("<u8", 0, 2), bytes(16), bytes(8)),
    ],
)
def test_a_forged_alignment_is_none(steps: bytes, offsets: bytes, weights: bytes, unknown: bytes) -> None:
    with pytest.raises(ValueError, match="are of no alignment"):
        core.Alignment.from_bytes(steps, offsets, weights, unknown)


@pytest.mark.parametrize("row", [[3, 4], [np.nan, 0], [0.9, 0], [np.inf, 0]])
def test_vectors_that_were_not_scaled_are_told(row: list[float]) -> None:
    values = np.array([[1, 0], [0, 0], row], "<f4").tobytes()
    with pytest.raises(ValueError, match="vector 2 holds a value"):
        core.Weights.from_vectors(["a", "b", "c"], values, 2, scaled=True)
    with pytest.raises(ValueError, match="a table of 2 rows and 2 columns needs 4 values, but 6 were given"):
        core.Weights.from_vectors(["a", "b"], values, 2, scaled=True)
