"""Weights of scores, as in `lm=0.3,am=1,length=-0.2`: `length` is how many words a text has."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest

LENGTH = "length"
OVERFLOW = "a weighted score is beyond all numbers; give smaller weights"


def parse_weights(text: str) -> dict[str, float]:
    """Weights by the names of their scores."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        check_unused_name(name.strip(), found)
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise ScoreError(f'"{part}" in "{text}" is not a weight; write them as lm=0.3,am=1') from None
        if not (name.strip() and math.isfinite(found[name.strip()])):
            raise ScoreError(f'"{part}" in "{text}" is not a weight; write them as lm=0.3,am=1')
    return found


def check_unused_name(name: str, known: Container[str]) -> None:
    if name in known:
        raise ScoreError(f'"{name}" is given twice; leave one out')


def format_weights(weights: Mapping[str, float]) -> str:
    return ",".join(f"{name}={value:.15g}" for name, value in weights.items())


def stack_features(each: NBest, names: Sequence[str]) -> NDArray[np.float64]:
    return np.column_stack([select_score(each, name) for name in names]).reshape(len(each.texts), len(names))


def select_score(each: NBest, name: str) -> Sequence[float]:
    """One score of all hypotheses, or their length in words."""
    if name == LENGTH:
        return [float(len(text.split())) for text in each.texts]
    if name not in each.scores:
        if not each.scores and len(each.texts) < 2:
            return [0.0] * len(each.texts)  # nothing to choose from: a reference without a list, for one
        known = ", ".join([*each.scores, LENGTH])
        raise ScoreError(f'there is no score "{name}"; known are {known}', key=each.key)
    return each.scores[name]


def combine_scores(each: NBest, weights: Mapping[str, float]) -> NDArray[np.float64]:
    """The weighted sum of the scores of each hypothesis, the greater the better."""
    with np.errstate(over="ignore", invalid="ignore"):
        found = stack_features(each, list(weights)) @ np.array(list(weights.values()))
    if not np.isfinite(found).all():
        raise ScoreError(OVERFLOW, key=each.key)
    return np.asarray(found)
