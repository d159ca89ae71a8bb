"""Agreement of metrics of strings with people, as it was published."""

import numpy as np

import mondegreen as mg
from mondegreen.comparison.humans import SHARES, Choices, Humans, metric_losses, preferred_side
from mondegreen.formats.rated import read_triplets
from shared.data import DATA, figures

FIGURES = {"WER": "wer", "CER": "cer", "CERnosp": "cer:spaces=no", "chrF3b2": "chrf", "sum.chrF3b2": "chrf"}


def test_published_agreement() -> None:
    """Agreement, triplets and ties of all metrics of strings, exactly."""
    triplets = read_triplets(str(DATA / "hats" / "hats_dev.tsv"))
    references, *hypotheses = triplets.texts
    runs = [mg.score(references, texts, list(FIGURES.values())) for texts in hypotheses]
    preferences = {
        label: preferred_side(np.column_stack([metric_losses(run[label]) for run in runs])) for label in runs[0].scores
    }
    found = Humans(preferences, Choices(np.array(triplets.votes())))
    for name, label in FIGURES.items():
        for key, share in zip(("c100", "c70", "full"), SHARES.values()):
            each = found.agreement(label, share)
            assert [round(each.percent, 2), *each] == figures()[f"HATS.dev.{name}"]["value"][key], (name, key)
