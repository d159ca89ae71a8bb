"""Metrics over the utterances of a published corpus, beside counts that were made elsewhere."""

import csv

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.correlations import Correlation, correlate_metrics
from mondegreen.results.interval import Bootstrap
from shared.data import DATA

REPERE = DATA / "repere"


def test_published_convention() -> None:
    """Pearson of WER and CER of utterances with two sides, in the mean of two systems, from counts made elsewhere."""
    texts = {
        name: dict(
            line.partition(" ")[::2] for line in (REPERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        )
        for name in ("ref", "base", "resc")
    }
    rates: dict[str, tuple[list[float], list[float]]] = {"base": ([], []), "resc": ([], [])}
    with (REPERE / "expected_per_utt.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            if texts["ref"][row["utt"]].strip() and texts[row["sys"]][row["utt"]].strip():
                errors = sum(int(row[f"kaldi_{kind}"]) for kind in "SDI")
                rates[row["sys"]][0].append(errors / int(row["N"]))
                rates[row["sys"]][1].append(int(row["cer_edits"]) / int(row["cer_chars"]))
    base = mg.score(REPERE / "ref.txt", REPERE / "base.txt")
    with pytest.warns(mg.ScoreWarning, match="3 utterances"):
        resc = mg.score(REPERE / "ref.txt", REPERE / "resc.txt")
    got = correlate_metrics([base, resc], "pearson", Bootstrap("utterance", 20))
    assert [len(each.names) for each in got.samples] == [len(first) for first, _ in rates.values()]
    pair: Correlation = got.pairs[0]
    assert pair.value == pytest.approx(np.mean([np.corrcoef(*each)[0, 1] for each in rates.values()]))
