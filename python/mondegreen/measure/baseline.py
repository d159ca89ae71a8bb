"""Baselines of BERTScore: what unrelated sentences reach, so that scores spread from there to 1."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from mondegreen.digest import digest_bytes
from mondegreen.errors import ScoreError


@dataclass(frozen=True)
class Baseline:
    """Precision, recall and F1 of unrelated sentences, by layer; from a file as bert-score has them."""

    path: str
    layers: dict[int, tuple[float, float, float]]
    digest: str

    @classmethod
    def read(cls, path: str) -> Baseline:
        """A file of comma-separated values: a heading, then lines of a layer and three numbers."""
        try:
            content = Path(path).read_bytes()
        except OSError as error:
            raise ScoreError(error.strerror or str(error), path=path) from error
        layers = {}
        for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
            if number == 1 or not line:
                continue
            try:
                layer, numbers = parse_entry(line)
            except ValueError as error:
                what = "expected a layer and three numbers below 1"
                raise ScoreError(what, path=path, line=number) from error
            layers[layer] = numbers
        return cls(path, layers, digest_bytes(content))

    def of(self, layer: int) -> tuple[float, float, float]:
        """The three numbers of a layer."""
        if layer not in self.layers:
            raise ScoreError(f"there is no baseline for layer {layer}", path=self.path)
        return self.layers[layer]


def parse_entry(line: str) -> tuple[int, tuple[float, float, float]]:
    """A layer and its numbers; a `ValueError` where no score could be spread between these and 1."""
    layer, precision, recall, f1 = map(float, line.split(","))
    if not layer.is_integer() or not all(math.isfinite(each) and each < 1 for each in (precision, recall, f1)):
        raise ValueError(line)
    return int(layer), (precision, recall, f1)
