"""Consensus of lattices, against Kaldi's decision and the definition."""

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from kaldi_cases import Cases
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.metrics import make_metric
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.rerank import decide_words, find_consensus
from mondegreen.resources.vectors import WordVectors

# Two spellings of one sense, and another word that is likelier than each.
VECTORS = WordVectors.of({"chat": [1, 0], "chats": [0.96, 0.28], "tas": [0, 1]})
TOYS = Settings(resources=mg.Resources(None, {"vectors": VECTORS}))


def test_by_errors_it_is_what_is_most_likely_as_in_kaldi(kaldi: Cases, tmp_path: Path) -> None:
    folder = kaldi.workplace(tmp_path)
    lists = nbest.read(str(folder / "lats_in" / "det.ark.gz"), words=str(folder / "lang" / "words.txt"), count=1)
    for each in lists:
        assert each.lattice is not None
        scaled = each.lattice.scaled(graph=0.7, acoustic=0.07)
        (found,) = find_consensus([each], make_metric("wer"), {"lm": 7.0, "am": 0.7}, Settings(), 0.1)
        assert found.text.split() == scaled.spell(scaled.least_risk().words)


def test_near_words_win_together() -> None:
    places = [(["tas", "chat", "chats"], np.array([0.4, 0.3, 0.3])), (["", "dort"], np.array([0.4, 0.6]))]
    assert decide_words("u", places, make_metric("wer"), TOYS).text == "tas dort"
    found = decide_words("u", places, make_metric("wer-s"), TOYS)
    # chat costs 1 where tas was said and 0.04 where chats was; chats 0.72 and 0.04.
    assert found.text == "chats dort"
    assert found.score == pytest.approx(0.4 * 0.72 + 0.3 * 0.04 + 0.4)


def test_the_choice_is_the_least_of_all() -> None:
    words = ["tas", "chat", "chats", "", "lune"]
    odds = np.array([0.3, 0.2, 0.2, 0.2, 0.1])
    found = decide_words("u", [(words, odds)] * 2, make_metric("wer-s"), TOYS)
    risks = {}
    for chosen in product(words, repeat=2):
        total = 0.0
        for word in chosen:
            scores = mg.score(words, [word] * 5, ["wer-s"], resources=TOYS.resources)["wer-s"]
            total += float(odds @ scores.rows.values[:, 0])
        risks[" ".join(filter(None, chosen))] = total
    assert found.score == pytest.approx(min(risks.values()))
    assert risks[found.text] == pytest.approx(found.score)


def lattices(folder: Path, text: str) -> Iterable[NBest]:
    """A lattice whose words are their numbers."""
    (folder / "lat").write_text(f"u \n{text}\n", encoding="utf-8")
    (folder / "words.txt").write_text("".join(f"{word} {word}\n" for word in range(50)), encoding="utf-8")
    return nbest.read(str(folder / "lat"), words=str(folder / "words.txt"), count=1)


# States may come in any order, and lie beside all paths.
BESIDE = [
    ("0 2 41 1,0,3\n0 3 7 0.5,0,4\n3 1 8 0,0,4\n1 1,0,\n", "7 8", "a dead end, which sorting puts last"),
    ("0 1 7 1,0,3\n2 3 9 0,0,5_5\n1 0,0,\n", "7", "states that nothing comes to"),
    ("0 1 7 1,0,3\n0 1 9 Infinity,0,3\n1 0,0,\n", "7", "an arc that costs more than any"),
    ("0 1 7 1,0,3\n", "", "no end"),
]


@pytest.mark.parametrize(("text", "expected", "why"), BESIDE, ids=[why for _, _, why in BESIDE])
def test_only_paths_count(tmp_path: Path, text: str, expected: str, why: str) -> None:
    (found,) = find_consensus(lattices(tmp_path, text), make_metric("wer"), {"lm": 1.0, "am": 1.0}, Settings())
    assert (found.text, found.score) == (expected, 0)


def test_costs_beyond_all_numbers(tmp_path: Path) -> None:
    for weight in (1e30, -1e30):
        lists = lattices(tmp_path, "0 1 7 1e30,0,3\n0 1 8 -1e30,0,3\n1 0,0,\n")
        with pytest.raises(mg.ScoreError, match="utterance u: a weighted score is too large to represent"):
            list(find_consensus(lists, make_metric("wer"), {"lm": weight}, Settings()))


def test_slips(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match="a consensus is computed from a lattice; for lists, use --risk"):
        list(find_consensus([NBest("u", ["a"], {})], make_metric("wer"), {"lm": 1.0}, Settings()))
    with pytest.raises(mg.ScoreError, match="a consensus needs a loss over words, and cer is none"):
        list(find_consensus([], make_metric("cer"), {}, Settings()))
    with pytest.raises(mg.ScoreError, match='there is no score "ac" of lattices'):
        list(find_consensus([], make_metric("wer"), {"ac": 1.0}, Settings()))
