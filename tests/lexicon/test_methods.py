"""Methods on vectors whose answer is known: the target side is the source side, turned and in another order."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mondegreen.cache import Cache
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon import mapping, neighbors
from mondegreen.lexicon.learn import learn_mapping, list_attempts
from mondegreen.lexicon.mapping import normalize_rows
from mondegreen.lexicon.methods import MethodOptions
from mondegreen.lexicon.neighbors import Retriever, measure_neighborhoods
from mondegreen.lexicon.space import Space, load, write_vectors

SIZE, DIMENSION = 600, 20


def turned(noise: float = 0.1) -> tuple[Space, Space, list[tuple[str, str]]]:
    """Two spaces and their whole dictionary."""
    draws = np.random.default_rng(3)
    # Words of a language lie in clusters, and some directions matter more: without that nothing tells words apart.
    centres = draws.standard_normal((40, DIMENSION)) * np.linspace(2, 0.3, DIMENSION)
    source = centres[draws.integers(40, size=SIZE)] + 0.6 * draws.standard_normal((SIZE, DIMENSION))
    rotation, _ = np.linalg.qr(draws.standard_normal((DIMENSION, DIMENSION)))
    order = draws.permutation(SIZE)
    target = (source @ rotation + noise * draws.standard_normal((SIZE, DIMENSION)))[order]
    names = [f"s{place}" for place in range(SIZE)], [f"t{place}" for place in order]
    left, right = (
        Space(words, matrix.astype(np.float32), "test", name)
        for words, matrix, name in zip(names, (source, target), ("one", "other"))
    )
    return left, right, [(f"s{place}", f"t{place}") for place in range(SIZE)]


def accuracy(source: Space, target: Space, found: mapping.Mapping, way: str = "csls") -> float:
    retriever = Retriever(*found.map_spaces(source, target))
    places = retriever.translate(source.words, 1, way).indices[:, 0]
    return float(np.mean([target.words[place][1:] == word[1:] for word, place in zip(source.words, places)]))


@pytest.mark.parametrize(
    ("method", "options"),
    [
        ("muse", {"refinements": 1}),
        ("vecmap", {}),
        ("vecmap", {"supervision": "semi", "patience": 5}),
        ("vecmap", {"supervision": "none", "patience": 5}),
        ("muse", {"supervision": "none", "refinements": 2}),
        ("rcsls", {"iterations": 3}),
    ],
)
def test_what_was_turned_is_turned_back(method: str, options: dict[str, Any]) -> None:
    source, target, pairs = turned()
    known = None if options.get("supervision") == "none" else pairs[:200]
    found = learn_mapping(source, target, method, MethodOptions(threads=1, **options), known)
    assert accuracy(source, target, found) > 0.9
    assert found.about["agreement"] > 0.8
    again = learn_mapping(source, target, method, MethodOptions(threads=2, **options), known)
    assert np.array_equal(again.source.matrix, found.source.matrix), "the same seed gives the same mapping"


def test_words_spelled_alike_start_a_mapping() -> None:
    source, target, _ = turned()
    alike = Space(
        [f"t{word[1:]}" if place < 100 else word for place, word in enumerate(source.words)], source.matrix, ""
    )
    found = learn_mapping(alike, target, "vecmap", MethodOptions(supervision="identical", patience=5))
    assert found.about["pairs"] == 100
    assert accuracy(source, target, found) > 0.9


def test_rcsls_never_climbs() -> None:
    """A first step far too long is taken back until the loss falls; the authors' program would go on from there."""
    source, target, pairs = turned()
    losses: list[float] = []
    options = MethodOptions(rate=1e4, iterations=6)
    learn_mapping(
        source, target, "rcsls", options, pairs[:100], report_trial=lambda trial: losses.append(-trial.criterion)
    )
    assert len(losses) > 2
    assert losses == sorted(losses, reverse=True)


def test_spectral_steps_make_nothing_longer() -> None:
    source, target, pairs = turned()
    found = learn_mapping(source, target, "rcsls", MethodOptions(spectral=True, iterations=3), pairs[:100])
    assert np.linalg.norm(found.source.matrix.astype(float), 2) < 1 + 1e-5


def test_the_iteration_is_chosen_by_words_kept_back() -> None:
    source, target, pairs = turned(noise=0.5)
    seen: list[float] = []
    found = learn_mapping(
        source,
        target,
        "muse",
        MethodOptions(refinements=3),
        pairs[:200],
        report_trial=lambda trial: seen.append(trial.criterion),
    )
    assert found.about["chosen"] == seen.index(max(seen))
    assert all(0 <= value <= 1 for value in seen)


def strangers() -> tuple[Space, Space]:
    """Two spaces that have nothing in common."""
    draws = np.random.default_rng(0)
    one, other = (
        Space(
            [f"{name}{place}" for place in range(400)], draws.standard_normal((400, 30)).astype(np.float32), name, name
        )
        for name in "ab"
    )
    return one, other


def test_a_dictionary_that_fits_nothing_is_said() -> None:
    source, target = strangers()
    pairs = list(zip(source.words, target.words))
    for method in ("vecmap", "muse"):
        with pytest.warns(ScoreWarning, match=r"half of the dictionary retrieves only \d\.\d % of the other half"):
            learn_mapping(source, target, method, MethodOptions(), pairs[:200], select="similarity")


def test_a_distant_pair_with_a_dictionary_is_not_said_to_have_failed() -> None:
    """Halves of what it finds need not agree where little is alike: the dictionary says that something is."""
    source, target, pairs = turned(noise=1.8)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = learn_mapping(source, target, "muse", MethodOptions(), pairs[:300], select="similarity")
    assert found.about["agreement"] < 0.85
    assert found.about["transfer"] > 0.1


def test_directions_that_no_word_of_a_small_dictionary_takes_drown_nothing() -> None:
    """Words outside the dictionary must not be blown up where it says nothing."""
    source, target, pairs = turned(noise=0.01)
    wide = np.random.default_rng(8).standard_normal((SIZE, 2 * DIMENSION)) * 0.05
    sides = [
        side.with_matrix(np.hstack([side.matrix, wide[order]]).astype(np.float32))
        for side, order in ((source, range(SIZE)), (target, [int(word[1:]) for word in target.words]))
    ]
    with pytest.warns(ScoreWarning, match="the dictionary has 50 words for vectors of 60 numbers, too few for vecmap"):
        found = learn_mapping(sides[0], sides[1], "vecmap", MethodOptions(), pairs[:50])
    assert accuracy(sides[0], sides[1], found, "cosine") > 0.5


def test_a_failure_is_said() -> None:
    with pytest.warns(ScoreWarning, match="most likely failed: .* try another --seed"):
        learn_mapping(*strangers(), "vecmap", MethodOptions(supervision="none", patience=1))
    with pytest.warns(
        ScoreWarning, match="most likely failed: .*, criterion 0.* try more --refinements, --method vecmap"
    ):
        learn_mapping(*strangers(), "muse", MethodOptions(supervision="none", refinements=1))


@pytest.mark.parametrize(
    ("method", "options", "seeds"),
    [
        ("vecmap", MethodOptions("none", seed=4), [4, 5]),
        ("vecmap", MethodOptions("none", patience=3), [0]),
        ("muse", MethodOptions("none", start="adversarial"), [0, 1, 2]),
        ("muse", MethodOptions("none"), [0]),
        ("vecmap", MethodOptions("dictionary"), [0]),
    ],
)
def test_what_is_drawn_is_tried_with_other_seeds(method: str, options: MethodOptions, seeds: list[int]) -> None:
    assert [each.seed for each in list_attempts(method, options)] == seeds


def test_what_failed_is_tried_with_more_patience() -> None:
    begun: list[int] = []
    with (
        pytest.warns(ScoreWarning, match="the mapping has most likely failed: .*, criterion 0"),
        pytest.warns(ScoreWarning, match=r"attempt 1 \(seed 0\) has most likely failed: .*; trying once more"),
    ):
        learn_mapping(
            *strangers(),
            "vecmap",
            MethodOptions(supervision="none", rank=100),
            report_trial=lambda trial: begun.append(trial.iteration),
        )
    first, second = (place for place, iteration in enumerate(begun) if iteration == 1)
    assert len(begun) - second > 2 * (second - first)
    source, target, _ = turned()
    assert learn_mapping(source, target, "vecmap", MethodOptions(supervision="none")).about["attempts"] == 1


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (None, "needs a dictionary"),
        ([("x", "y")], "no pair of this dictionary has both words"),
        ([("t1", "s1")], "is it in the wrong direction"),
    ],
)
def test_dictionaries_that_do_not_fit(pairs: list[tuple[str, str]] | None, message: str) -> None:
    source, target, _ = turned()
    with pytest.raises(ScoreError, match=message):
        learn_mapping(source, target, "vecmap", MethodOptions(), pairs)


def test_a_dictionary_that_is_mostly_the_wrong_way_is_suspected() -> None:
    source, target, pairs = turned()
    mixed = [*pairs[:10], *((target, source) for source, target in pairs[10:100])]
    with pytest.warns(ScoreWarning, match="reversed, 90 of its pairs"):
        learn_mapping(source, target, "muse", MethodOptions(), mixed, select="similarity")


def test_dimensions_must_fit() -> None:
    source, target, pairs = turned()
    with pytest.raises(ScoreError, match="20 numbers in one and 19 in other"):
        learn_mapping(source, target.with_matrix(target.matrix[:, :19]), "vecmap", MethodOptions(), pairs)


def test_a_mapping_is_read_back(tmp_path: Path) -> None:
    source, target, pairs = turned()
    found = learn_mapping(source, target, "vecmap", MethodOptions(), pairs[:100])
    path = str(tmp_path / "m.npz")
    found.save(path)
    back = mapping.load(path)
    assert np.array_equal(back.source.map_vectors(source.matrix), found.source.map_vectors(source.matrix))
    assert back.about == found.about
    (tmp_path / "bad.npz").write_bytes((tmp_path / "m.npz").read_bytes()[:200])
    (tmp_path / "text.npz").write_text("none", encoding="utf-8")
    np.savez(tmp_path / "other.npz", a=np.eye(2))
    for name in ("bad", "text", "other", "absent"):
        with pytest.raises(ScoreError, match=f"{name}.npz: (not a mapping|cannot be read)"):
            mapping.load(str(tmp_path / f"{name}.npz"))
    with pytest.raises(ScoreError, match="vectors with 20 numbers, not 3"):
        back.source.map_vectors(np.ones((1, 3), np.float32))


@pytest.mark.parametrize("name", ["m.vec", "m.npy", "m.txt.gz"])
def test_written_vectors_are_read_back(tmp_path: Path, name: str) -> None:
    source, _, _ = turned()
    write_vectors(source, str(tmp_path / name))
    if name.endswith(".gz"):
        return
    back = load(str(tmp_path / name), keep_case=True)
    assert list(back.words) == list(source.words)
    assert np.allclose(back.matrix, source.matrix, atol=1e-4)


def test_inverted_softmax_is_that_of_the_definition() -> None:
    draws = np.random.default_rng(1)
    one, other = (
        Space([f"{name}{place}" for place in range(30)], draws.standard_normal((30, 5)).astype(np.float32), name)
        for name in "ab"
    )
    retriever = Retriever(one.with_matrix(normalize_rows(one.matrix)), other.with_matrix(normalize_rows(other.matrix)))
    cosines = retriever.source.matrix.astype(float) @ retriever.target.matrix.astype(float).T
    shares = np.exp(30 * cosines) / np.exp(30 * cosines).sum(axis=0)
    found = retriever.translate(one.words, 3, "softmax").indices
    assert np.array_equal(found, np.argsort(-shares, axis=1)[:, :3])


def test_means_are_kept_and_damage_is_mended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target, _ = turned()
    sides = source.with_matrix(normalize_rows(source.matrix)), target.with_matrix(normalize_rows(target.matrix))
    asked: list[int] = []

    def counted(left: Any, right: Any, count: int, threads: int | None) -> Any:
        asked.append(count)
        return measure_neighborhoods(left, right, count, threads)

    monkeypatch.setattr(neighbors, "measure_neighborhoods", counted)
    right = Retriever(*sides).neighborhood_means
    found = [Retriever(*sides, cache=Cache(tmp_path)).neighborhood_means for _ in range(3)]
    assert len(asked) == 2, "found without a cache, then once with one"
    assert all(np.array_equal(each, right) for each in found)
    # Other vectors, in another order, or another number of neighbors have means of their own.
    Retriever(sides[0], sides[1].with_matrix(sides[1].matrix[::-1].copy()), cache=Cache(tmp_path)).compute_penalties(
        "csls"
    )
    Retriever(*sides, 5, cache=Cache(tmp_path)).compute_penalties("csls")
    assert len(asked) == 4
    for file in tmp_path.iterdir():
        file.write_bytes(file.read_bytes()[:2000])
    assert np.array_equal(Retriever(*sides, cache=Cache(tmp_path)).neighborhood_means, right)
    assert np.array_equal(Retriever(*sides, cache=Cache(tmp_path)).neighborhood_means, right)
    assert len(asked) == 5, "what was damaged is found once more, and kept again"


def test_torch_is_asked_for_only_where_it_is_needed() -> None:
    source, target, _ = turned()
    try:
        import torch
    except ImportError:
        with pytest.raises(ScoreError, match=r"pip install 'mondegreen\[transformers\]'"):
            learn_mapping(source, target, "muse", MethodOptions(supervision="none", start="adversarial"))
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = MethodOptions(supervision="none", start="adversarial", epochs=1, samples=320, refinements=1)
        found = learn_mapping(source, target, "muse", options)
    product = found.source.matrix @ found.source.matrix.T
    assert np.allclose(product, np.eye(DIMENSION), atol=0.2), torch.__version__


def test_torch_draws_and_works_afterwards_as_before() -> None:
    torch = pytest.importorskip("torch")
    source, target, _ = turned()
    options = MethodOptions("none", start="adversarial", epochs=1, samples=32, refinements=1, threads=1, seed=5)
    threads = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        before = torch.get_rng_state()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            first, second = (learn_mapping(source, target, "muse", options).source.matrix for _ in range(2))
        assert (first == second).all()
        assert torch.equal(torch.get_rng_state(), before)
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(threads)
