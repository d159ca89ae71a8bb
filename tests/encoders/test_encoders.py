"""Each encoder against a plain twin that follows its formula, one sentence at a time; and what all of them promise."""

import math
import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import ScoreError, encoders
from mondegreen.encoders import ENCODERS, make_encoder, make_encoders, measure_similarities
from mondegreen.resources.sentence_models import Sentences
from mondegreen.resources.word_lists import Frequencies, StopWords

RNG = np.random.default_rng(5)
WORDS = [f"w{number}" for number in range(30)]
VECTORS = {word: RNG.normal(size=8) + 0.5 for word in WORDS[:25]}
COUNTS: dict[str, int] = {word: 2 ** (25 - number) for number, word in enumerate(WORDS[3:28])}
STOP = frozenset(WORDS[:4])
OWN = ["avg", "avg-stop", "sif", "usif", "subs", "subs-stop"]


def resources() -> mg.Resources:
    return mg.Resources(
        chosen={
            "raw-vectors": mg.WordVectors.of(VECTORS),
            "frequencies": Frequencies.of(COUNTS),
            "stop-words": StopWords(STOP, "toy"),
        }
    )


def made(seed: int, count: int = 40, longest: int = 12) -> list[str]:
    """Sentences with words that come again, words without vectors, words in capitals, and nothing at all."""
    rng = random.Random(seed)
    found = [rng.choices(WORDS, k=rng.randint(0, longest)) for _ in range(count)]
    return [" ".join(word.upper() if rng.random() < 0.2 else word for word in words) for words in found]


def known(sentence: str, *, stop: bool = False, once: bool = False) -> list[str]:
    words = [word for word in sentence.lower().split() if word in VECTORS and not (stop and word in STOP)]
    return sorted(set(words), key=words.index) if once else words


def cosine(one: Any, other: Any) -> float:
    lengths: float = math.sqrt(one @ one) * math.sqrt(other @ other)
    return float(one @ other) / lengths if lengths else 0.0


def weighted(sentence: str, weight: Callable[[str], float]) -> Any:
    words = known(sentence)
    total = sum(map(weight, words))
    return sum(weight(word) * VECTORS[word] for word in words) / total if total else np.zeros(8)


def share(word: str) -> float:
    return COUNTS.get(word, 0) / sum(COUNTS.values())


def average(left: Sequence[str], right: Sequence[str], *, stop: bool = False, once: bool = True) -> list[float]:
    sides = [
        [sum((VECTORS[word] for word in known(text, stop=stop, once=once)), np.zeros(8)) for text in side]
        for side in (left, right)
    ]
    return [cosine(one, other) for one, other in zip(*sides)]


def sif(left: Sequence[str], right: Sequence[str], a: float = 1e-3) -> list[float]:
    sides = [[weighted(text, lambda word: a / (a + share(word))) for text in side] for side in (left, right)]
    u = np.linalg.svd(np.array([*sides[0], *sides[1]]))[2][0]
    return [cosine(one - u * (u @ one), other - u * (u @ other)) for one, other in zip(*sides)]


def usif(left: Sequence[str], right: Sequence[str], m: int = 5, power: int = 1, norm: str = "none") -> list[float]:
    size = len(COUNTS)
    t = 1 - (1 - 1 / size) ** 11
    alpha = sum(share(word) > t for word in COUNTS) / size
    a = (1 - alpha) / (alpha * size / 2)

    def mean(text: str) -> Any:
        if norm == "none":
            return weighted(text, lambda word: a / (a / 2 + share(word)))
        words = known(text)
        if not words:
            return np.zeros(8)
        matrix = np.array([VECTORS[word] for word in words])
        matrix = matrix / np.linalg.norm(matrix, axis=0)
        weights = np.array([a / (a / 2 + share(word)) for word in words])
        return weights @ matrix / weights.sum()

    sides = [[mean(text) for text in side] for side in (left, right)]
    _, s, vt = np.linalg.svd(np.array([*sides[0], *sides[1]]), full_matrices=False)
    shares = (s[:m] ** 2 / (s[:m] ** 2).sum()) ** power

    def without(vector: Any) -> Any:
        return vector - sum(part * u * (u @ vector) for part, u in zip(shares, vt)) if m else vector

    return [cosine(without(one), without(other)) for one, other in zip(*sides)]


def subspace(left: Sequence[str], right: Sequence[str], *, stop: bool = False, n: int = 4) -> list[float]:
    def basis(text: str) -> Any:
        columns = np.array([VECTORS[word] for word in known(text, stop=stop)]).T
        if columns.size == 0 or np.linalg.matrix_rank(columns - columns.mean(axis=0), tol=1e-5) < n:
            return None
        return np.linalg.svd(columns - columns.mean(axis=0), full_matrices=False)[0][:, :n]

    found = []
    for one, other in zip(map(basis, left), map(basis, right)):
        if one is None or other is None:
            found.append(math.nan)
        else:
            angles = np.linalg.svd(one.T @ other, compute_uv=False)
            found.append(math.sqrt((angles**2).sum() / n))
    return found


TWINS: list[tuple[str, Callable[..., list[float]]]] = [
    ("avg", average),
    ("avg:words=all", partial(average, once=False)),
    ("avg-stop", partial(average, stop=True)),
    ("sif", sif),
    ("sif:a=0.1", partial(sif, a=0.1)),
    ("sif:a=1e-12", partial(sif, a=1e-12)),
    ("usif", usif),
    ("usif:power=2", partial(usif, power=2)),
    ("usif:components=2", partial(usif, m=2)),
    ("usif:components=0", partial(usif, m=0)),
    ("usif:norm=dimensions", partial(usif, norm="dimensions")),
    ("subs", subspace),
    ("subs:dimensions=2", partial(subspace, n=2)),
    ("subs:dimensions=1", partial(subspace, n=1)),  # as few as there may be
    ("subs-stop", partial(subspace, stop=True)),
]


@pytest.mark.parametrize(("spec", "twin"), TWINS, ids=[spec for spec, _ in TWINS])
@pytest.mark.parametrize("seed", range(4))
def test_agrees_with_its_twin(spec: str, twin: Callable[..., list[float]], seed: int) -> None:
    left, right = made(seed), made(seed + 100)
    found = measure_similarities(make_encoder(spec, resources()), left, right)
    assert found.tolist() == pytest.approx(twin(left, right), abs=1e-6, nan_ok=True)


@pytest.mark.parametrize("spec", OWN)
def test_in_small_batches_as_in_one(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left, right = made(1), made(2)
    whole = measure_similarities(make_encoder(spec, resources()), left, right)
    monkeypatch.setattr(encoders, "BATCH_SIZE", 3)
    assert measure_similarities(make_encoder(spec, resources()), left, right) == pytest.approx(whole, nan_ok=True)


@pytest.mark.parametrize("spec", OWN)
def test_sides_and_order_do_not_matter(spec: str) -> None:
    left, right = made(3), made(4)
    found = measure_similarities(make_encoder(spec, resources()), left, right)
    assert measure_similarities(make_encoder(spec, resources()), right, left) == pytest.approx(found, nan_ok=True)
    turned = measure_similarities(make_encoder(spec, resources()), left[::-1], right[::-1])
    assert turned[::-1] == pytest.approx(found, nan_ok=True)
    assert ((np.isnan(found)) | ((found >= -1) & (found <= 1))).all()


@pytest.mark.parametrize("spec", OWN)
def test_a_sentence_is_like_itself_unless_it_is_like_nothing(spec: str) -> None:
    texts = [*made(6), "", "  ", "unknown words only"]
    found = measure_similarities(make_encoder(spec, resources()), texts, texts)
    nothing = [not known(text, stop=spec.endswith("-stop")) for text in texts]
    if spec.startswith("subs"):
        assert np.isnan(found[nothing]).all()
        assert found[~np.isnan(found)] == pytest.approx(1)
    else:
        assert found.tolist() == pytest.approx([0.0 if each else 1.0 for each in nothing])


@pytest.mark.parametrize("spec", OWN)
@pytest.mark.parametrize("texts", [[], [""], ["nobody knows", "these words"]])
def test_nothing_known_is_no_error(spec: str, texts: list[str]) -> None:
    found = measure_similarities(make_encoder(spec, resources()), texts, texts)
    assert len(found) == len(texts)
    assert not np.nan_to_num(found).any()


def test_all_of_one_batch_unknown_and_others_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoders, "BATCH_SIZE", 2)
    texts = ["x y", "z", "w1 w2 w3", "w4 w5"]
    for spec in ("avg", "sif", "usif"):
        assert measure_similarities(make_encoder(spec, resources()), texts, texts).tolist() == pytest.approx(
            [0, 0, 1, 1]
        )


def test_vectors_that_are_the_same_span_less() -> None:
    """Four words, two of which share a vector, have no space of four dimensions."""
    twice = VECTORS | {"again": VECTORS["w1"]}
    chosen = {"raw-vectors": mg.WordVectors.of(twice)}
    one = make_encoder("subs", mg.Resources(chosen=chosen))
    assert np.isnan(measure_similarities(one, ["w1 again w2 w3"], ["w4 w5 w6 w7"])).all()


def test_case_is_lost_unless_it_is_kept() -> None:
    left, right = ["W1 w2"], ["w1 w2"]
    assert measure_similarities(make_encoder("avg", resources()), left, right)[0] == pytest.approx(1)
    kept = measure_similarities(make_encoder("avg:case=keep", resources()), left, right)[0]
    assert kept == pytest.approx(cosine(VECTORS["w2"], VECTORS["w1"] + VECTORS["w2"]))


def test_vectors_of_the_run_with_their_own_lengths(tmp_path: Path) -> None:
    """Metrics have the vectors of a text scaled to one length, encoders as they are."""
    (tmp_path / "v.txt").write_text("a 3 4\nb 0 0.1\nc 1 0\n", encoding="utf-8")
    one = make_encoder("avg", mg.Resources(chosen={"vectors": str(tmp_path / "v.txt")}))
    assert measure_similarities(one, ["a b"], ["c"])[0] == pytest.approx(3 / math.hypot(3, 4.1))


def test_any_sentence_model() -> None:
    toy = Sentences.of({"a man": [1, 0], "a woman": [3, 4], "": [1, 1]})
    one = make_encoder("sentences", mg.Resources(chosen={"sentences": toy}))
    assert measure_similarities(one, ["a man", "", "a man"], ["a woman", "", "a man"]).tolist() == pytest.approx(
        [0.6, 0, 1]
    )


def test_identity_holds_all_that_changes_the_numbers() -> None:
    one = make_encoder("sif:a=0.01", resources())
    assert one.identity.startswith("sif.v1:a=0.01|raw-vectors:own-")
    assert "|frequencies:counted-" in one.identity
    assert "stop-words:toy" in make_encoder("avg-stop", resources()).identity


def test_a_vector_that_is_no_number() -> None:
    odd = mg.Resources(chosen={"raw-vectors": mg.WordVectors.of({"a": [1, 2], "b": [math.nan, 1]})})
    with pytest.raises(ScoreError, match=r'^the vector of "b" holds a value that is not a finite number$'):
        measure_similarities(make_encoder("avg", odd), ["a b"], ["a"])


REFUSED = [
    ("sfi", 'there is no encoder "sfi"; did you mean sif?'),
    ("sif:b=1", 'sif has no option "b"'),
    ("sif:a=0", 'sif:a is "0"; smoothing constant above 0'),
    ("sif:a=many", 'sif:a is "many"; smoothing constant above 0'),
    ("sif:a=nan", 'sif:a is "nan"; smoothing constant above 0'),
    ("sif:a=inf", 'sif:a is "inf"; smoothing constant above 0'),  # by which all words would weigh nan
    ("usif:components=-1", 'usif:components is "-1"; number of principal'),
    ("subs:dimensions=0", 'subs:dimensions is "0"; dimension of the subspace'),
    ("avg:words=some", 'avg:words is "some"; choose from set, all'),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED, ids=[spec for spec, _ in REFUSED])
def test_what_cannot_be_meant(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        make_encoder(spec, resources())
    assert str(caught.value).startswith(sentence)


def test_too_few_frequencies_for_a_constant() -> None:
    few = resources().choosing({"frequencies": Frequencies.of({"a": 1})})
    with pytest.raises(ScoreError, match="usif cannot find its constant from 1 frequencies"):
        measure_similarities(make_encoder("usif", few), ["w1"], ["w2"])


def test_each_is_taken_once() -> None:
    assert [each.label for each in make_encoders(["avg", "sif:a=0.001", "sif", "avg"], resources())] == ["avg", "sif"]


def test_the_registry_and_the_names_agree() -> None:
    for name in ENCODERS:
        one = make_encoder(name, resources())
        assert one.name == name
        assert one.label == name
        assert {"Formula", "Caveats", "Source"} <= {
            line.partition(":")[0].strip() for line in (one.__doc__ or "").splitlines()
        }


NAMED = [
    ("avg", "avg.v1", {"raw-vectors": None}, 1e-9),
    ("avg-stop:vectors=v", "avg-stop.v1:vectors=v", {"raw-vectors": "v", "stop-words": None}, 1e-9),
    ("sif", "sif.v1", {"raw-vectors": None, "frequencies": None}, 1e-9),
    ("usif:vectors=v", "usif.v1:vectors=v", {"raw-vectors": "v", "frequencies": None}, 1e-9),
    ("subs", "subs.v1", {"raw-vectors": None}, 1e-9),
    ("subs-stop", "subs-stop.v1", {"raw-vectors": None, "stop-words": None}, 1e-9),
    ("sentences", "sentences.v2", {"sentences": None}, 1e-6),
    ("sentences:model=m:long=window", "sentences.v2:model=m:long=window", {"sentences": "m"}, 1e-6),
    ("recurrent:model=n", "recurrent.v1:model=n", {"raw-vectors": None, "recurrent": "n"}, 1e-6),
]


@pytest.mark.parametrize(("spec", "signature", "uses", "noise"), NAMED, ids=[case[0] for case in NAMED])
def test_what_each_is_called_and_stands_on(
    spec: str, signature: str, uses: dict[str, str | None], noise: float
) -> None:
    """A changed definition is a new version; models compute in float32, means in float64."""
    one = make_encoder(spec, resources())
    assert [one.signature, one.uses(), one.noise.points] == [signature, uses, noise]


def test_every_encoder_has_a_version() -> None:
    assert {case[0].partition(":")[0] for case in NAMED} == ENCODERS.keys()


def test_vectors_of_encoders_go_before_those_of_metrics() -> None:
    chosen = {"vectors": mg.WordVectors.of({"a": [1, 0], "b": [1, 0]})}
    both = chosen | {"raw-vectors": mg.WordVectors.of({"a": [1, 0], "b": [0, 1]})}
    found = [
        measure_similarities(make_encoder("avg", mg.Resources(chosen=each)), ["a"], ["b"]) for each in (chosen, both)
    ]
    assert np.array(found).tolist() == [[1], [0]]


class Model:
    """A sentence model that notes how it is asked."""

    identity = "noting"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def encode(self, texts: Sequence[str], long: str, cache: object) -> Any:
        assert isinstance(cache, mg.Cache)
        self.asked.append(long)
        return np.ones((len(texts), 2), np.float32)


def test_a_sentence_model_is_asked_as_its_options_say() -> None:
    model = Model()
    given = mg.Resources(chosen={"sentences": model}, cache=mg.Cache(None))
    for spec in ("sentences", "sentences:long=window"):
        assert make_encoder(spec, given).encode(["a", " ", ""]).tolist() == [[1, 1], [0, 0], [0, 0]]
    assert model.asked == ["cut", "window"]
