"""What may be chosen of every metric and every encoder: the defaults, and numbers at their limits and just beyond."""

from typing import Any

import pytest

from mondegreen import Resources, ScoreError
from mondegreen.component import Component, Option, load_target
from mondegreen.encoders import ENCODERS, make_encoder
from mondegreen.metrics import METRICS, make_metric

KINDS: dict[str, type[Component]] = {name: load_target(target) for name, target in {**METRICS, **ENCODERS}.items()}
OPTIONS = [(kind, option) for kind in KINDS.values() for option in kind.options]

# Numbers are those of the publications that the classes name as their source; other values say what scores are without
# a wish of the user's: policies are the run's, models and vectors too.
DEFAULTS = {
    "beta": "2",  # Popovic 2015
    "threshold": "0.4",  # Bañeras-Roux et al. 2022
    "cost": "0.1",
    "a": "0.001",  # Arora et al. 2017
    "components": "5",  # Ethayarajh 2018
    "power": "1",
    "dimensions": "4",  # Mu et al. 2017
    "ties": "policy",
    "spaces": "yes",
    "short": "count",
    "units": "tokens",
    "tags": "analyzer",
    "ref-tags": "none",
    "hyp-tags": "none",
    "map": "none",
    "counts": "same",
    "only": "all",
    "voice": "default",
    "elisions": "keep",
    "model": "default",
    "vectors": "default",
    "hyp-vectors": "default",
    "long": "cut",
    "per": "words",
    "value": "f1",
    "idf": "no",
    "layer": "default",
    "baseline": "none",
    "compounds": "no",
    "optional": "no",
    "list": "all",
    "which": "listed",
    "script": "any",
    "words": "all",
    "case": "lower",
    "norm": "none",
    "ends": "",
}
# Where one word means another thing.
OWN = {
    ("keywords", "of"): "recall",
    ("chrf", "order"): "3",  # closer to what people choose than Popović's 6, as the metric's page says
    ("chrf", "words"): "0",  # Popović 2015
    ("chrf", "mean"): "parts",  # as sacrebleu
    ("human", "model"): "v2",
    ("human", "case"): "auto",
    ("entities", "of"): "found",
    ("avg", "words"): "set",  # Voleti et al. 2019
    ("avg-stop", "words"): "set",
    ("recurrent", "model"): "none",
}
# What is taken, and what is refused.
LIMITS = {
    ("chrf", "order"): (["1", "20"], ["0", "21", "1.5", "x"]),
    ("chrf", "words"): (["0", "20"], ["-1", "21", "1.5", "x"]),
    ("chrf", "beta"): (["1e-9", "1", "1e9"], ["0", "-1", "inf", "nan", "x"]),
    ("ember", "threshold"): (["-1", "0", "1"], ["-1.01", "1.01", "nan", "x"]),
    ("ember", "cost"): (["0", "0.5", "1"], ["-0.01", "1.01", "nan", "x"]),
    ("sif", "a"): (["1e-12", "1"], ["0", "1e-13", "-1", "nan", "x"]),
    ("usif", "components"): (["0", "1"], ["-1", "1.5", "x"]),
    ("usif", "power"): (["1", "2"], ["0", "3"]),
    ("subs", "dimensions"): (["1", "2"], ["0", "-1", "1.5", "x"]),
    ("subs-stop", "dimensions"): (["1"], ["0"]),
    ("bertscore", "layer"): (["0", "12"], ["x", "1.5"]),
}


def made(name: str, **chosen: str) -> Component:
    spec = ":".join([name, *(f"{option}={value}" for option, value in chosen.items())])
    return make_metric(spec) if name in METRICS else make_encoder(spec, Resources(None, {}))


@pytest.mark.parametrize(("kind", "option"), OPTIONS, ids=lambda each: each.name)
def test_the_default(kind: type[Component], option: Option) -> None:
    expected = OWN.get((kind.name, option.name)) or DEFAULTS[option.name]
    assert made(kind.name).chosen[option.name] == option.values[0] == expected
    assert option.name not in made(kind.name).changes
    assert made(kind.name).label == kind.name


@pytest.mark.parametrize(
    ("name", "option", "value"), [(*key, value) for key, (taken, _) in LIMITS.items() for value in taken]
)
def test_what_is_taken(name: str, option: str, value: str) -> None:
    one = made(name, **{option: value})
    assert one.chosen[option] == value


@pytest.mark.parametrize(
    ("name", "option", "value"), [(*key, value) for key, (_, refused) in LIMITS.items() for value in refused]
)
def test_what_is_refused(name: str, option: str, value: str) -> None:
    with pytest.raises(ScoreError, match=f'{name}:{option} is "{value}"; '):
        made(name, **{option: value})


@pytest.mark.parametrize("name", ENCODERS)
def test_the_version_of_every_encoder(name: str) -> None:
    one: Any = made(name)
    assert one.signature == f"{name}.v{2 if name == 'sentences' else 1}"  # equal token IDs are 0 apart since v2
