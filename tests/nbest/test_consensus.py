"""Consensus of lattices, against Kaldi's decision and the definition."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import kaldi_cases as cases
import mondegreen as mg
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.measure import metric
from mondegreen.nbest.consensus import consensus, decided
from mondegreen.nbest.lists import NBest
from mondegreen.resources.vectors import WordVectors

# Two spellings of one sense, and another word that is likelier than each.
VECTORS = WordVectors.of({"chat": [1, 0], "chats": [0.96, 0.28], "tas": [0, 1]})
TOYS = Settings(resources=mg.Resources(None, {"vectors": VECTORS}))


def test_by_errors_it_is_what_is_most_likely_as_in_kaldi() -> None:
    folder = cases.folder()
    lists = nbest.read(str(folder / "lats_in" / "det.ark.gz"), words=str(folder / "lang" / "words.txt"), count=1)
    for each in lists:
        assert each.lattice is not None
        scaled = each.lattice.scaled(graph=0.7, acoustic=0.07)
        (found,) = consensus([each], metric("wer"), {"lm": 7.0, "am": 0.7}, Settings(), 0.1)
        assert found.text.split() == scaled.spelled(scaled.least_risk().words)


def test_near_words_win_together() -> None:
    places = [(["tas", "chat", "chats"], np.array([0.4, 0.3, 0.3])), (["", "dort"], np.array([0.4, 0.6]))]
    assert decided("u", places, metric("wer"), TOYS).text == "tas dort"
    found = decided("u", places, metric("wer-s"), TOYS)
    # chat costs 1 where tas was said and 0.04 where chats was; chats 0.72 and 0.04.
    assert found.text == "chats dort"
    assert found.score == pytest.approx(0.4 * 0.72 + 0.3 * 0.04 + 0.4)


def test_the_choice_is_the_least_of_all() -> None:
    words = ["tas", "chat", "chats", "", "lune"]
    odds = np.array([0.3, 0.2, 0.2, 0.2, 0.1])
    found = decided("u", [(words, odds)] * 2, metric("wer-s"), TOYS)
    risks = {}
    for chosen in product(words, repeat=2):
        total = 0.0
        for word in chosen:
            scores = mg.score(words, [word] * 5, ["wer-s"], resources=TOYS.resources)["wer-s"]
            total += float(odds @ scores.rows.values[:, 0])
        risks[" ".join(filter(None, chosen))] = total
    assert found.score == pytest.approx(min(risks.values()))
    assert risks[found.text] == pytest.approx(found.score)


def test_slips(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match="a consensus is that of a lattice; of lists, choose by --risk"):
        list(consensus([NBest("u", ["a"], {})], metric("wer"), {"lm": 1.0}, Settings()))
    with pytest.raises(mg.ScoreError, match="cer is no loss of words"):
        list(consensus([], metric("cer"), {}, Settings()))
    with pytest.raises(mg.ScoreError, match='there is no score "ac" of lattices'):
        list(consensus([], metric("wer"), {"ac": 1.0}, Settings()))
