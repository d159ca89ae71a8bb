"""What a mapping is learned with: options of each method, attempts, outputs, and what is refused before the work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mondegreen.errors import ScoreError
from mondegreen.lexicon.learn import (
    check_outputs,
    learn_from_files,
    learn_mapping,
    list_attempts,
    make_options,
    measure_agreement,
)
from mondegreen.lexicon.mapping import Mapping, SideTransform
from mondegreen.lexicon.methods import MethodOptions
from mondegreen.lexicon.space import Space, check_dimensions
from mondegreen.plan.lexicon import MapPlan
from mondegreen.plan.option import Plan

MUSE, ADVERSARIAL, GIVEN = "--method muse", "--start adversarial", "--method vecmap without a full dictionary"
RANK = "--method muse, or vecmap without a full dictionary"
ITERATES = "iterative methods, which vecmap with a dictionary is not"


def plan(**chosen: Any) -> MapPlan:
    return MapPlan("s.vec", "t.vec", **chosen)


def idle(name: str, user: str) -> str:
    return f"--{name} applies to {user}; remove it"


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"dictionary": "d", "supervision": "none"},
        "--supervision none does not use --dictionary; remove one of them"),
    ({"dictionary": "d", "supervision": "identical"},
        "--supervision identical does not use --dictionary; remove one of them"),
    *(({"method": method, "dictionary": "d", "refinements": 3}, idle("refinements", MUSE))
        for method in ("vecmap", "rcsls")),
    *((chosen, idle("start", f"{MUSE} --supervision none")) for chosen in (
        {"start": "profiles"}, {"method": "muse", "dictionary": "d", "start": "profiles"},
        {"method": "muse", "supervision": "identical", "start": "adversarial"})),
    ({"method": "muse", "epochs": 3}, idle("epochs", ADVERSARIAL)),
    ({"method": "muse", "start": "profiles", "samples": 64}, idle("samples", ADVERSARIAL)),
    *(({"method": method, name: value}, idle(name, "--method rcsls")) for method in ("muse", "vecmap")
        for name, value in (("iterations", 3), ("rate", 2.0), ("spectral", True))),
    *((chosen, idle("patience", GIVEN)) for chosen in (
        {"dictionary": "d", "patience": 3}, {"method": "muse", "patience": 3})),
    *((chosen, idle("rank", RANK)) for chosen in (
        {"dictionary": "d", "rank": 3}, {"method": "rcsls", "dictionary": "d", "rank": 3})),
    ({"dictionary": "d", "select": "split"}, idle("select", ITERATES)),
    *(({"method": method, "select": "split"},
        "--select split applies to given words, and none are given; remove it")
        for method in ("vecmap", "muse")),
    *(({"method": "rcsls", "dictionary": "d", "rate": rate}, f"--rate is {rate:g}; give a number above 0")
        for rate in (0.0, -1.0, float("inf"), float("nan"))),
]  # fmt: skip


@pytest.mark.parametrize(("chosen", "sentence"), REFUSED)
def test_options_that_would_do_nothing(chosen: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ScoreError) as refused:
        make_options(plan(**chosen))
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("chosen", "options"),
    [
        ({}, MethodOptions("none")),
        ({"dictionary": "d"}, MethodOptions("dictionary")),
        ({"dictionary": "d", "supervision": "semi", "patience": 3, "rank": 7, "select": "split"},
            MethodOptions("semi", patience=3, rank=7)),
        ({"supervision": "identical", "rank": 7, "select": "split"}, MethodOptions("identical", rank=7)),
        ({"method": "muse", "start": "adversarial", "epochs": 1, "samples": 32, "refinements": 0, "rank": 9},
            MethodOptions("none", start="adversarial", epochs=1, samples=32, refinements=0, rank=9)),
        ({"method": "muse", "dictionary": "d", "select": "similarity"}, MethodOptions("dictionary")),
        ({"method": "rcsls", "dictionary": "d", "iterations": 2, "rate": 1e-9, "spectral": True, "select": "split"},
            MethodOptions("dictionary", iterations=2, rate=1e-9, spectral=True)),
        ({"neighbors": 3, "seed": 5, "threads": 2}, MethodOptions("none", neighbors=3, seed=5, threads=2)),
    ],
)  # fmt: skip
def test_options_that_do_something(chosen: dict[str, Any], options: MethodOptions) -> None:
    assert make_options(plan(**chosen)) == options


@pytest.mark.parametrize(
    ("method", "options", "tried"),
    [
        ("vecmap", MethodOptions("dictionary"), [(None, 0)]),
        ("vecmap", MethodOptions("none", seed=4), [(None, 4), (50, 5)]),  # as its help says
        ("vecmap", MethodOptions("semi"), [(None, 0), (50, 1)]),
        ("vecmap", MethodOptions("none", patience=7), [(7, 0)]),
        ("muse", MethodOptions("none"), [(None, 0)]),
        ("muse", MethodOptions("none", start="adversarial", seed=2), [(None, 2), (None, 3), (None, 4)]),
        ("muse", MethodOptions("identical", start="adversarial"), [(None, 0)]),
        ("rcsls", MethodOptions("identical"), [(None, 0)]),
    ],
)
def test_what_is_tried(method: str, options: MethodOptions, tried: list[tuple[int | None, int]]) -> None:
    assert [(each.patience, each.seed) for each in list_attempts(method, options)] == tried


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        ({}, "nothing would be written; give --output, --write-source or --write-target"),
        ({"output": "m.npy"}, "m.npy: a mapping is saved as .npz; name it so"),
        ({"write_source": "m.tsv"}, "m.tsv: vectors are written as .vec or .txt, which is text, or as .npy"),
        ({"write_source": "a.vec", "write_target": "a.vec"}, "a.vec: it is named twice as an output"),
        ({"write_source": "a.npy", "write_target": "a.txt"}, "a.txt: it is named twice as an output"),
        ({"write_target": "s.vec"}, "s.vec: it is an input (s.vec) and would be overwritten; name another file"),
    ],
)
def test_outputs_are_looked_at_first(files: Path, chosen: dict[str, Any], sentence: str) -> None:
    (files / "s.vec").touch()
    with pytest.raises(ScoreError) as refused:
        learn_from_files(plan(**chosen))
    assert str(refused.value).startswith(sentence.partition(";")[0])


def test_outputs_that_go_together(files: Path) -> None:
    check_outputs(plan(output="m.npz", write_source="a.npy", write_target="b.vec.gz"))


def test_sides_of_other_dimensions() -> None:
    one, other = (Space(["a"], np.zeros((1, size), np.float32), "i", name) for name, size in (("s", 2), ("t", 3)))
    check_dimensions(one, one)
    with pytest.raises(ScoreError) as refused:
        check_dimensions(one, other)
    assert (
        str(refused.value) == "vectors have 2 numbers in s and 3 in t; a mapping needs the same dimension on both sides"
    )


@pytest.mark.parametrize("refinements", [0, 1, 2])
def test_muse_learns_again_from_what_it_found(refinements: int) -> None:
    """Of a rotation ten pairs find it, and then all words."""
    draw = np.random.default_rng(5)
    rows = draw.standard_normal((40, 5)).astype(np.float32)
    turned = (rows @ np.linalg.qr(draw.standard_normal((5, 5)))[0]).astype(np.float32)
    words = [f"w{at}" for at in range(40)]
    source, target = (Space(words, matrix, name, name) for name, matrix in (("s", rows), ("t", turned)))
    pairs = [(word, word) for word in words[:10]]
    options = MethodOptions(refinements=refinements)
    found = learn_mapping(source, target, "muse", options, pairs, steps=(), select="similarity")
    assert [(trial.iteration, trial.pairs) for trial in found.trials] == [(0, 10), (1, 40), (2, 40)][: refinements + 1]


@pytest.mark.parametrize(("count", "agreement"), [(1, 0.0), (2, 1.0)])
def test_agreement_of_the_fewest_pairs(count: int, agreement: float) -> None:
    """Of one pair nothing is left to find; of two opposite words on a line either turns the other to its place."""
    space = Space(["a", "b"][:count], np.array([[1], [-1]][:count], np.float32), "i", "s")
    side = SideTransform([], np.eye(1, dtype=np.float32))
    assert measure_agreement(Mapping(side, side), space, space, MethodOptions()) == agreement


def test_every_option_of_learning_is_one_of_a_method() -> None:
    own: type[Plan] = MapPlan
    known = {"steps", "select", "supervision", "keep_case", "words"}  # of what is read, and of all methods alike
    learning = {each.name for each in own.options.values() if each.group == "learning"} | {"threads"}
    assert learning - known <= set(MethodOptions.__dataclass_fields__)
