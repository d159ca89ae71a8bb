"""Models of what people prefer: metrics with weights, by which `human` scores, as `study agreement --fit` makes them.

What an utterance lost by a metric is the number of words times the metric's error rate; its square root is summed. Of
two losses people see the difference, and less of it the larger both are, as of most quantities (Weber and Fechner).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mondegreen.batch import Batch
from mondegreen.component import parse_spec
from mondegreen.digest import digest_text
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Metric
from mondegreen.output import text_output
from mondegreen.pairs import find_blank

Values = NDArray[np.float64]

KIND, VERSION = "mondegreen preference model", 1
# The root rises endlessly fast at 0, where it would make noise of models large; this much later it does no more.
START = 0.001
# The most that a point of a metric's noise may move a root of 250 words, in points.
STEEPEST = math.sqrt(250) / (2 * math.sqrt(START))


@dataclass(frozen=True)
class PreferenceModel:
    """The weight of each metric, as a user writes them, and where the weights are from."""

    weights: Mapping[str, float]
    origin: Mapping[str, Any] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What identifies its weights."""
        return digest_text(repr([*self.weights.items()]))

    def write(self, path: str) -> None:
        """A small JSON file, whole or not at all."""
        held = {"kind": KIND, "version": VERSION, "weights": dict(self.weights), "origin": dict(self.origin)}
        with text_output(path) as stream:
            stream.write(json.dumps(held, ensure_ascii=False, indent=2) + "\n")


def read_model(path: str) -> PreferenceModel:
    """The model of a file; an error where it is none."""
    try:
        held = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ScoreError(error.strerror or str(error), path=path) from error
    except (ValueError, RecursionError) as error:
        raise ScoreError(f"it is not JSON; {ADVICE}", path=path) from error
    if not isinstance(held, dict) or held.get("kind") != KIND:
        raise ScoreError(f"it is not a model of preferences; {ADVICE}", path=path)
    if held.get("version") != VERSION:
        raise ScoreError(f"its version is {held.get('version')}, and {VERSION} is known; {ADVICE}", path=path)
    weights, origin = held.get("weights"), held.get("origin", {})
    if not isinstance(weights, dict) or not weights or not all(map(is_weight, weights.values())):
        raise ScoreError(f'"weights" is to hold a number above 0 for each metric; {ADVICE}', path=path)
    if odd := [spec for spec in weights if parse_spec(spec)[0] == "human"]:
        raise ScoreError(f'"{odd[0]}" is a model itself; name metrics', path=path)
    return PreferenceModel(
        {spec: float(each) for spec, each in weights.items()}, origin if isinstance(origin, dict) else {}
    )


ADVICE = "mondegreen study agreement --fit --save-model FILE writes one"


def is_weight(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < math.inf


def count_words(batch: Batch) -> Values:
    """The words of each reference, or of the hypothesis where the reference has none; 1 at least."""
    references, hypotheses = (np.array([len(text) for text in side], dtype=np.float64) for side in batch.tokens())
    return np.maximum(np.where(references > 0, references, hypotheses), 1.0)


def find_losses(members: Sequence[Metric], batch: Batch) -> list[Values]:
    """By each metric, the root of how many words each utterance lost."""
    words = np.sqrt(count_words(batch))
    blank = [np.array(list(find_blank(side)), dtype=np.bool_) for side in (batch.references, batch.hypotheses)]
    return [words * (np.sqrt(share + START) - math.sqrt(START)) for share in find_shares(members, batch, blank)]


def find_shares(members: Sequence[Metric], batch: Batch, blank: Sequence[NDArray[np.bool_]]) -> list[Values]:
    """By each metric, the share that was lost: all where one side is empty, or the metric undefined of two texts."""
    same = np.array([one == other for one, other in zip(batch.references, batch.hypotheses, strict=True)], np.bool_)
    found = []
    for member in members:
        scores = member.scores(member.measure(batch))
        share = np.maximum(scores if member.better == "lower" else 100 - scores, 0.0) / 100
        share = np.where(np.isnan(share) | (blank[0] != blank[1]), 1.0, share)
        found.append(np.where(same | (blank[0] & blank[1]), 0.0, share))
    return found
