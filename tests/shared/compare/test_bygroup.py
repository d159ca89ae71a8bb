"""Marks of a published corpus, beside counts of its utterances that were made elsewhere."""

import csv

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.results.interval import Bootstrap
from shared.data import DATA

REPERE = DATA / "repere"


def test_spontaneity_of_a_published_corpus() -> None:
    """Unfinished words, with a bracket, in utterances that got worse and in others; from counts made elsewhere."""
    texts = dict(line.partition(" ")[::2] for line in (REPERE / "ref.txt").read_text(encoding="utf-8").splitlines())
    marks = {key: sum("(" in word for word in text.split()) for key, text in texts.items()}
    errors: dict[str, dict[str, int]] = {"base": {}, "resc": {}}
    with (REPERE / "expected_per_utt.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            errors[row["sys"]][row["utt"]] = sum(int(row[f"kaldi_{kind}"]) for kind in "SDI")
    both = [key for key in errors["base"] if key in errors["resc"]]
    worse = [key for key in both if errors["resc"][key] > errors["base"][key]]
    others = [key for key in both if errors["resc"][key] <= errors["base"][key]]
    expected = (sum(map(marks.__getitem__, worse)) / len(worse)) / (sum(map(marks.__getitem__, others)) / len(others))
    hypotheses = [
        dict(line.partition(" ")[::2] for line in (REPERE / f"{name}.txt").read_text(encoding="utf-8").splitlines())
        for name in ("base", "resc")
    ]
    runs = [mg.score({k: texts[k] for k in both}, {k: each[k] for k in both}, ["wer"]) for each in hypotheses]
    ((found,),) = (each.values() for each in Comparison(runs, Bootstrap(resamples=500)).marked(marks))
    assert [found.worse, found.others] == [len(worse), len(others)]
    assert found.ratio == pytest.approx(expected)
    assert found.low < expected < found.high
