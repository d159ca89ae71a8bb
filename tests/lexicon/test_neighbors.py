"""Neighbors, induced pairs, seeds and doubts against their definitions, written out naively; and who waits."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bars import watched
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon import learn, seeds
from mondegreen.lexicon.mapping import normalize_rows
from mondegreen.lexicon.neighbors import (
    InducedDictionary,
    Inducer,
    decode_neighbors,
    find_nearest,
    measure_neighborhoods,
    rank_by_csls,
)
from mondegreen.lexicon.seeds import RowPairs
from mondegreen.lexicon.space import Space, check_vector_output, list_vector_files, write_vectors

NEAR = 1e-5


def sides(seed: int, left: int = 30, right: int = 40) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    draw = np.random.default_rng(seed)
    return tuple(normalize_rows(draw.standard_normal((count, 8)).astype(np.float32)) for count in (left, right))  # type: ignore[return-value]


@pytest.mark.parametrize("count", [1, 3, 40])
def test_neighbors_are_those_of_the_greatest_products(count: int) -> None:
    left, right = sides(1)
    for less in (None, np.linspace(0, 1, 40, dtype=np.float32)):
        products = left @ right.T - (0 if less is None else less)
        made = find_nearest(left, right, count, less)
        assert made.indices.tolist() == np.argsort(-products, axis=1, kind="stable")[:, :count].tolist()
        assert made.scores == pytest.approx(-np.sort(-products, axis=1)[:, :count], abs=NEAR)


@pytest.mark.parametrize("neighbors", [1, 10])
def test_csls_is_that_of_conneau_et_al(neighbors: int) -> None:
    """Twice the cosine less the mean of each one's nearest on the other side; of 30 and 40 words."""
    left, right = sides(2)
    products = left @ right.T
    means = [np.sort(each, axis=1)[:, -neighbors:].mean(axis=1) for each in (products, products.T)]
    crowded = measure_neighborhoods(left, right, neighbors)
    assert [each.shape for each in crowded] == [(30,), (40,)]
    for ours, theirs in zip(crowded, means, strict=True):
        assert ours == pytest.approx(theirs, abs=NEAR)
    scores = 2 * products - means[0][:, None] - means[1][None, :]
    made = rank_by_csls(left, right, 5, neighbors)
    assert made.indices.tolist() == np.argsort(-scores, axis=1)[:, :5].tolist()
    if neighbors == 10:
        assert [each.tolist() for each in measure_neighborhoods(left, right)] == [each.tolist() for each in crowded]


def test_nothing_is_near_to_nothing() -> None:
    assert decode_neighbors(b"", b"", 0).indices.shape == (0, 0)
    assert decode_neighbors(b"", b"", 3).indices.shape == (3, 0)


def test_pairs_of_both_directions_and_those_that_agree() -> None:
    made = InducedDictionary(np.array([1, 0, 1]), np.array([1, 0, 2, 0]), 0.5)
    left, right = made.union()
    assert list(zip(left.tolist(), right.tolist(), strict=True)) == [
        *((0, 1), (1, 0), (2, 1)),
        *((1, 0), (0, 1), (2, 2), (0, 3)),
    ]
    assert [each.tolist() for each in made.mutual(9)] == [[0, 1], [1, 0]]
    assert [each.tolist() for each in made.mutual(1)] == [[], []]
    assert [each.tolist() for each in made.mutual(2)] == [[0, 1], [1, 0]]
    lopsided = InducedDictionary(np.array([2, 1]), np.array([5, 1, 0]), 0.5)
    assert [each.tolist() for each in lopsided.mutual(2)] == [[1], [1]]  # 0 and 2 agree, but 2 is too rare


def test_a_space_induces_itself() -> None:
    left, _ = sides(3)
    made = Inducer(1).induce(left, left)
    assert made.forward.tolist() == made.backward.tolist() == list(range(30))
    assert [each.tolist() for each in made.mutual(30)] == [list(range(30))] * 2


# --- what a mapping starts from ---


def space(*words: str, name: str = "s") -> Space:
    return Space(list(words), np.eye(len(words), 3, dtype=np.float32), "identity", name)


def test_pairs_of_a_dictionary_that_have_vectors() -> None:
    source, target = space("a", "b", "c"), space("x", "y", "a")
    made = seeds.look_up_pairs([("a", "x"), ("a", "x"), ("b", "zzz"), ("zzz", "y"), ("c", "y")], source, target, "d")
    assert (made.left.tolist(), made.right.tolist(), len(made)) == ([0, 2], [0, 1], 2)
    with pytest.raises(ScoreError, match=r"d: no pair of this dictionary has both words among the vectors$"):
        seeds.look_up_pairs([("q", "r")], source, target, "d")
    with pytest.raises(ScoreError, match="reversed, it has some: is it in the wrong direction"):
        seeds.look_up_pairs([("x", "b")], source, target, "d")


@pytest.mark.parametrize(("turned", "warned"), [(2, False), (3, True)])
def test_a_dictionary_that_is_mostly_the_wrong_way(turned: int, warned: bool, recwarn: pytest.WarningsRecorder) -> None:
    source, target = space("a", "b", "c"), space("x", "y", "z")
    wrong = [("x", "a"), ("y", "b"), ("z", "c")][:turned]
    assert len(seeds.look_up_pairs([("a", "z"), *wrong], source, target, "d")) == 1
    said = [str(each.message) for each in recwarn if isinstance(each.message, ScoreWarning)]
    assert bool(said) is warned
    assert all("reversed, 3 of its pairs have vectors instead of 1" in each for each in said)


def test_words_that_are_spelled_alike() -> None:
    made = seeds.pair_identical_words(space("c", "a", "b"), space("b", "x", "c"))
    assert list(zip(made.left.tolist(), made.right.tolist(), strict=True)) == [(0, 2), (2, 0)]
    with pytest.raises(ScoreError, match="no word of s is spelled the same in t; give a dictionary"):
        seeds.pair_identical_words(space("a"), space("x", name="t"))


@pytest.mark.parametrize(("share", "held"), [(0.01, 1), (0.25, 1), (0.5, 2), (0.75, 3)])
def test_pairs_to_choose_by(share: float, held: int) -> None:
    """Of four words a share, one at least; the pairs of a word stay together."""
    pairs = RowPairs.from_rows([(0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (3, 5)])
    learn, choose = seeds.hold_out_pairs(pairs, share, 7)
    assert len(set(choose.left.tolist())) == held
    assert set(learn.left.tolist()).isdisjoint(choose.left.tolist())
    both = [*zip(learn.left, learn.right, strict=True), *zip(choose.left, choose.right, strict=True)]
    assert sorted(both) == sorted(zip(pairs.left, pairs.right, strict=True))
    with pytest.raises(ScoreError, match="a dictionary of 4 known words is too small to hold out a part of it"):
        seeds.hold_out_pairs(pairs, 1.0, 7)


# --- whether a mapping is one ---


def mapping(**about: Any) -> Any:
    usual = {"transfer": None, "agreement": 0.95, "target": {"words": 1000}, "method": "muse", "chosen": 2}
    trials = [SimpleNamespace(iteration=at, criterion=at / 10) for at in (1, 2, 3)]
    return SimpleNamespace(about={**usual, **about}, trials=trials)


@pytest.mark.parametrize(
    ("about", "trusted"),
    [
        ({"agreement": 0.9}, True),
        ({"agreement": 0.89}, False),
        ({"transfer": 0.04, "agreement": 0.0}, True),  # 2 % and twice what luck finds: ten of a thousand words
        ({"transfer": 0.039}, False),
        ({"transfer": 0.2, "target": {"words": 100}}, False),
        ({"transfer": 0.22, "target": {"words": 100}}, True),
        ({"transfer": 1.0, "target": {"words": 5}}, False),
    ],
)
def test_a_mapping_is_trusted_where_it_finds_more_than_luck(about: dict[str, Any], trusted: bool) -> None:
    assert learn.is_trusted(mapping(**about)) is trusted


def test_why_a_mapping_is_doubted() -> None:
    assert learn.describe_failure(mapping(agreement=0.5)) == (
        "only 50 % of its pairs are retrieved when held out, criterion 0.20000"
    )
    assert learn.describe_failure(mapping(transfer=0.0123, chosen=9)) == (
        "half of the dictionary retrieves only 1.2 % of the other half among the 10 best; does the dictionary fit, and "
        "is it large enough?"
    )
    with pytest.warns(ScoreWarning, match=r"attempt 2 \(seed 5\) has most likely failed: only 50 .*; trying once"):
        learn.warn_of_failed_attempt(mapping(agreement=0.5, attempts=2, seed=5))


@pytest.mark.parametrize(
    ("method", "start", "supervision", "hint"),
    [
        ("muse", "profiles", "none", "; try more --refinements, --method vecmap, more words, or a small dictionary"),
        ("muse", "adversarial", "none", "; try another --seed, more words, or a small dictionary"),
        ("vecmap", None, "semi", "; try another --seed, more words, or a small dictionary"),
        ("vecmap", None, "dictionary", ""),
    ],
)
def test_what_may_help(method: str, start: str | None, supervision: str, hint: str) -> None:
    options = cast("Any", SimpleNamespace(start=start, supervision=supervision))
    with pytest.warns(ScoreWarning) as caught:
        learn.warn_of_failure(mapping(agreement=0.5, method=method), options)
    assert str(caught[0].message).endswith(f"criterion 0.20000{hint}")
    learn.warn_of_failure(mapping(), options)
    assert len(caught) == 1


def test_a_rotation_finds_all_of_a_rotated_dictionary_and_a_random_one_little() -> None:
    draw = np.random.default_rng(5)
    left = normalize_rows(draw.standard_normal((200, 8)).astype(np.float32))
    turned = (left @ np.linalg.qr(draw.standard_normal((8, 8)))[0]).astype(np.float32)
    options = SimpleNamespace(seed=0, threads=None)
    pairs = RowPairs.from_rows([(at, at) for at in range(100)])

    def measure_transfer(right: NDArray[np.float32]) -> float:
        task = SimpleNamespace(left=left, right=right, pairs=pairs, options=options)
        return learn.measure_transfer(cast("Any", task))

    assert measure_transfer(turned) == 1.0
    other = normalize_rows(draw.standard_normal((200, 8)).astype(np.float32))
    assert measure_transfer(other) < 0.25


# --- what is written, and who waits ---


@pytest.mark.parametrize("word", ["", " ", " a", "a ", "a 1", "a 1 2.5"])
def test_words_that_a_text_would_read_as_others(tmp_path: Path, word: str) -> None:
    for name, fine in (("x.vec", False), ("x.npy", True)):
        if fine:
            write_vectors(space("a", word), str(tmp_path / name))
        else:
            with pytest.raises(ScoreError, match=r"would be read back as another word; write the vectors as \.npy"):
                write_vectors(space("a", word), str(tmp_path / name))
    write_vectors(space("a b", "1", "a 1 b"), str(tmp_path / "fine.txt"))
    lines = (tmp_path / "fine.txt").read_text(encoding="utf-8").splitlines()
    assert lines == ["3 3", "a b 1 0 0", "1 0 1 0", "a 1 b 0 0 1"]
    assert list_vector_files("x.npy") == ["x.npy", "x.txt"]
    assert list_vector_files("x.vec") == ["x.vec"]
    for name in ("x", "x.npz", "vec"):
        with pytest.raises(ScoreError, match=r"vectors are written as \.vec or \.txt, which is text, or as \.npy"):
            check_vector_output(name)


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    bars = watched(monkeypatch)
    left, right = sides(4)
    find_nearest(left, right, 3)
    assert bars.pop("neighbors") == (30, 30)
    measure_neighborhoods(left, right)
    assert bars.pop("neighborhoods") == (30, 30)
    rank_by_csls(left, right, 3)
    assert bars.pop("neighbors") == (30, 30)
    Inducer().induce(left, right[:30])
    assert bars.pop("dictionary") == (60, 60)
    path = str(tmp_path / "x.vec")
    write_vectors(Space([f"w{at}" for at in range(2500)], np.zeros((2500, 2), np.float32), "s"), path)
    assert bars.pop(path) == (2500, 2500)
