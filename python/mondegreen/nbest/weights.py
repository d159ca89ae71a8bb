"""Weights of scores, as in `lm=0.3,am=1,length=-0.2`: `length` is how many words a text has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.nbest.lists import NBest

LENGTH = "length"
BEYOND = "a weighted score is beyond all numbers; give smaller weights"


def parsed(text: str) -> dict[str, float]:
    """The weights that the user wrote."""
    found: dict[str, float] = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        refuse_again(name.strip(), found)
        try:
            found[name.strip()] = float(value)
        except ValueError:
            raise ScoreError(f'"{part}" in "{text}" is not a weight; write them as lm=0.3,am=1') from None
        if not (name.strip() and math.isfinite(found[name.strip()])):
            raise ScoreError(f'"{part}" in "{text}" is not a weight; write them as lm=0.3,am=1')
    return found


def refuse_again(name: str, known: Container[str]) -> None:
    """Refuses a name that was given before."""
    if name in known:
        raise ScoreError(f'"{name}" is given twice; leave one out')


def written(weights: Mapping[str, float]) -> str:
    """Weights as the user writes them."""
    return ",".join(f"{name}={value:.15g}" for name, value in weights.items())


def features(each: NBest, names: Sequence[str]) -> NDArray[np.float64]:
    """The scores of these names of all hypotheses: a row for each."""
    return np.column_stack([column(each, name) for name in names]).reshape(len(each.texts), len(names))


def column(each: NBest, name: str) -> Sequence[float]:
    """One score of all hypotheses."""
    if name == LENGTH:
        return [float(len(text.split())) for text in each.texts]
    if name not in each.scores:
        if not each.scores and len(each.texts) < 2:
            return [0.0] * len(each.texts)  # nothing to choose from: a reference without a list, for one
        known = ", ".join([*each.scores, LENGTH])
        raise ScoreError(f'there is no score "{name}"; known are {known}', key=each.key)
    return each.scores[name]


def combined(each: NBest, weights: Mapping[str, float]) -> NDArray[np.float64]:
    """The weighted sum of the scores of each hypothesis, the greater the better."""
    with np.errstate(over="ignore", invalid="ignore"):
        found = features(each, list(weights)) @ np.array(list(weights.values()))
    if not np.isfinite(found).all():
        raise ScoreError(BEYOND, key=each.key)
    return np.asarray(found)
