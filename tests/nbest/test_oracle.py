"""Oracles: against all hypotheses scored one by one, all paths of lattices, and Kaldi's own distances."""

import random
from itertools import product
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import mondegreen as mg
from kaldi_cases import Cases
from mondegreen import nbest
from mondegreen.alignment import PolicyName
from mondegreen.batch import Settings
from mondegreen.formats import read
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.oracle import Oracle
from mondegreen.normalization import parse_normalizers
from mondegreen.reports.tuning import describe_coverage
from mondegreen.resources.vectors import WordVectors
from toys import RuleTagger

WORDS = ["a", "b", "c", "d", "aa", "ab"]
VECTORS = WordVectors.of({word: [np.cos(at), np.sin(at)] for at, word in enumerate(WORDS[:5])})
TOYS = mg.Resources(None, {"vectors": VECTORS, "analyzer": RuleTagger()})
METRICS = ["wer", "cer", "cer:spaces=no", "ser", "wer-s", "wer-e", "ember:per=columns", "chrf", "ler"]


def some_lists(count: int, seed: int) -> tuple[dict[str, str], list[NBest]]:
    draw = random.Random(seed)

    def text() -> str:
        return " ".join(draw.choices(WORDS, k=draw.randrange(7)))

    references = {str(key): text() for key in range(count)}
    return references, [NBest(key, [text() for _ in range(draw.randrange(1, 9))], {}) for key in references]


def alone(label: str, reference: str, text: str, settings: Settings) -> float:
    """The score of one pair, by the ordinary way; of an empty reference its errors, and what is as empty is best."""
    score = mg.score([reference], [text], [label], policy=cast("Any", settings.policy), resources=TOYS)[label]
    if np.isnan(score.value):
        return float(score.rows.values[0, 0]) if text.split() else -np.inf
    value = score.value
    return round(-value if score.metric.better == "higher" else value, 9)


@pytest.mark.parametrize("align", ["kaldi", "sclite"])
def test_the_choice_is_the_first_of_the_best(align: Any) -> None:
    settings = Settings(policy=align, resources=TOYS)
    references, lists = some_lists(40, 1)
    found = nbest.oracle(references, lists, nbest.metrics(METRICS), settings)
    for label in METRICS:
        costs = [[alone(label, references[each.key], text, settings) for text in each.texts] for each in lists]
        assert [rank - 1 for rank in found.choices[label].ranks] == [each.index(min(each)) for each in costs], label
    texts = {name: choice.texts for name, choice in {"first": found.first, **found.choices}.items()}
    for name, choice in {"first": found.first, **found.choices}.items():
        run = mg.score(list(references.values()), texts[name], METRICS, policy=align, resources=TOYS)
        for label, metric in found.metrics.items():
            assert found.score(choice, metric) == pytest.approx(run[label].value), (name, label)


@pytest.mark.parametrize("label", ["wer", "mer", "wil", "wip", "chrf", "ser", "both=wer+cer", "less=wer+-1*chrf"])
def test_where_nothing_was_said_silence_is_best(label: str) -> None:
    found = nbest.oracle({"u": ""}, [NBest("u", ["a b", "a", " ", "b"], {})], nbest.metrics([label]))
    assert found.choices[label].ranks == [3]


def test_the_curve_is_the_score_of_shorter_lists() -> None:
    references, lists = some_lists(30, 2)
    whole = nbest.oracle(references, lists, nbest.metrics(["wer", "chrf"]))
    for label in whole.metrics:
        curve = whole.curve(label)
        assert len(curve) == max(len(each.texts) for each in lists)
        for count in range(1, len(curve) + 1):
            part = nbest.oracle(references, lists, nbest.metrics(["wer", "chrf"]), count=count)
            assert curve[count - 1] == pytest.approx(part.score(part.choices[label], part.metrics[label]))


def test_choices_differ_where_their_words_do() -> None:
    # Two words against three are wrong, and seven characters against three.
    lists = [NBest("u", ["the dog", "th cat sa"], {})]
    found = nbest.oracle({"u": "the cats sat"}, lists, nbest.metrics(["wer", "cer", "ser"]))
    assert list(found.count_differences()) == [("wer", "cer", 1), ("wer", "ser", 0), ("cer", "ser", 1)]


def test_rules_are_applied_first_and_what_was_read_is_written() -> None:
    settings = Settings(normalize=tuple(parse_normalizers("lower")))
    found = nbest.oracle({"u": "a B"}, [NBest("u", ["a c", "A b"], {})], nbest.metrics(["wer"]), settings)
    assert found.choices["wer"].texts == ["A b"]


class Counting:
    """Counts how often it is asked for a text."""

    identity = "counting-1"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def speak(self, text: str) -> list[str]:
        self.asked.append(text)
        return list(text)


def test_each_text_is_measured_once() -> None:
    phonemes = Counting()
    settings = Settings(resources=mg.Resources(None, {"phonemes": phonemes}, mg.Cache(None)))
    found = nbest.oracle({"u": "a"}, [NBest("u", ["b", "c", "b", "a b"], {})], nbest.metrics(["per"]), settings)
    assert found.choices["per"].texts == ["b"]
    assert sorted(phonemes.asked) == ["a", "a b", "b", "c"]


def lattice_text(draw: random.Random) -> tuple[str, list[str]]:
    """A lattice of so many places, each with a few words or none; and all it can say."""
    places = [draw.choices(["", *WORDS], k=draw.randrange(1, 4)) for _ in range(draw.randrange(1, 5))]
    numbers = {word: at for at, word in enumerate(["", *WORDS])}
    rows = [f"{at} {at + 1} {numbers[word]} 1,2,1" for at, place in enumerate(places) for word in place]
    said = [" ".join(filter(None, path)) for path in product(*places)]
    return "\n".join(["u ", *rows, f"{len(places)} 0,0,", "", ""]), said


JUDGED = ["wer-e", "wer-e:ties=best", "ember", "ember:ties=range"]


@pytest.mark.parametrize("align", ["kaldi", "sclite", "sub-first", "rapidfuzz"])
@pytest.mark.parametrize("seed", range(20))
def test_on_lattices_the_choice_is_the_best_of_all_paths(seed: int, align: PolicyName, tmp_path: Path) -> None:
    draw = random.Random(seed)
    text, said = lattice_text(draw)
    (tmp_path / "lat").write_text(text, encoding="utf-8")
    symbols = "".join(f"{word} {at}\n" for at, word in enumerate(["<eps>", *WORDS]))
    (tmp_path / "words.txt").write_text(symbols, encoding="utf-8")
    settings = Settings(policy=align, resources=TOYS)
    reference = " ".join(draw.choices(WORDS, k=draw.randrange(6)))
    labels = ["wer", "wer:ties=best", "cer", "cer:spaces=no", "wer-s", *JUDGED]
    lists = nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"), count=1)
    found = nbest.oracle({"u": reference}, lists, nbest.metrics(labels), settings)
    assert found.unsure == dict.fromkeys(labels, 0)
    for label in labels:
        (chosen,) = found.choices[label].texts
        least = min(alone(label, reference, each, settings) for each in said)
        assert alone(label, reference, chosen, settings) == pytest.approx(least), label


def test_it_says_where_the_search_ended_early(tmp_path: Path) -> None:
    """Where almost every path costs the same, there are too many beginnings to follow them all."""
    draw, noise, places = random.Random(6), np.random.default_rng(6), range(100)
    words = [f"w{number}" for number in range(1, 2001)]
    vectors = WordVectors.of(dict(zip(words, 0.8 + noise.standard_normal((2000, 20)), strict=True)))
    rows = [f"{at} {at + 1} {number} 1,1,1" for at in places for number in draw.sample(range(2001), 6)]
    (tmp_path / "lat").write_text("\n".join(["u ", *rows, "100 0,0,", "", ""]), encoding="utf-8")
    symbols = "".join(f"{word} {at}\n" for at, word in enumerate(["<eps>", *words]))
    (tmp_path / "words.txt").write_text(symbols, encoding="utf-8")
    lists = nbest.read(str(tmp_path / "lat"), words=str(tmp_path / "words.txt"), count=1)
    settings = Settings(resources=mg.Resources(None, {"vectors": vectors}))
    reference = {"u": " ".join(draw.choices(words, k=100))}
    found = nbest.oracle(reference, lists, nbest.metrics(["wer", "ember"]), settings)
    assert found.unsure == {"wer": 0, "ember": 1}
    assert found.score(found.choices["ember"], found.metrics["ember"]) < found.score(
        found.first, found.metrics["ember"]
    )
    assert list(describe_coverage(found)) == ["best of all paths: wer", "ember: 1 of 1 lattices may hold a better path"]


def errors_of(found: Oracle, reference: dict[str, str]) -> dict[str, str]:
    """The errors of each choice by WER."""
    pairs = zip(found.keys, found.choices["wer"].texts, strict=True)
    return {key: f"{mg.score([reference[key]], [text], ['wer'])['wer'].total.errors:g}" for key, text in pairs}


@pytest.mark.parametrize(("case", "whole"), [("det", True), ("nbest", False)])
def test_distances_are_those_of_lattice_oracle(case: str, whole: bool, kaldi: Cases, tmp_path: Path) -> None:
    """Of whole lattices, and of their ten best paths at an acoustic scale of 0.1."""
    printed = next(each for each in kaldi.of("lattice-oracle") if each["id"] == f"lattice-oracle/{case}")
    expected = dict(line.split() for line in kaldi.content(printed["files"]["ed"]).decode().splitlines())
    folder = kaldi.workplace(tmp_path)
    corpus = read(folder / "data" / "text", "kaldi")
    reference = dict(zip(corpus.keys, corpus.texts, strict=True))
    words, lattices = str(folder / "lang" / "words.txt"), str(folder / "lats_in" / "det.ark.gz")
    lists = nbest.read(lattices, words=words, count=2 if whole else 10, weight=10.0)
    taken = (each if whole else each._replace(lattice=None) for each in lists)
    assert errors_of(nbest.oracle(reference, taken, nbest.metrics(["wer"])), reference) == expected
