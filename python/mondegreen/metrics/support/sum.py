"""Sums of other metrics, with weights: `name=cer+per+semdist`, or `name=cer+0.5*wer:...+-1*chrf`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

import numpy as np

from mondegreen.batch import Batch
from mondegreen.component import split_unquoted
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.metrics.base import Fraction, Metric
from mondegreen.metrics.support.noise import SUMS, NoiseWidth
from mondegreen.metrics.support.rows import Row, Rows

Part = tuple[float, Metric]

PART = re.compile(r"(?:(-?\d+(?:\.\d+)?)\*)?(.+)")
NAME = re.compile(r"\w[\w.-]*")


class Sum(Metric):
    """A metric whose rows hold those of its parts, side by side, so that they add up as theirs do."""

    formula: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if not cls.formula:
            return
        members = parse_parts(cls.formula)
        cls.columns = tuple(column for _, member in members for column in list_columns(member))
        cls.better = find_direction(cls.formula, members)
        cls.looks_ahead = any(member.looks_ahead for _, member in members)

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.members = parse_parts(self.formula)
        points = sum(abs(weight) * member.noise.points for weight, member in self.members)
        relative = sum(abs(weight) * member.noise.relative for weight, member in self.members)
        self.noise = NoiseWidth(points, SUMS.relative + relative)

    @property
    def unit(self) -> str:
        """All units of the parts."""
        return "+".join(dict.fromkeys(member.unit for _, member in self.members))

    def uses(self) -> Mapping[str, str | None]:
        return {kind: name for _, member in self.members for kind, name in member.uses().items()}

    def prepare(self, batches: Iterable[Batch]) -> None:
        """Each part that must looks ahead."""
        ahead = [member for _, member in self.members if member.looks_ahead]
        held = batches if len(ahead) == 1 else list(batches)
        for member in ahead:
            member.prepare(held)

    def measure(self, batch: Batch) -> Rows:
        """The rows of the parts, side by side."""
        return Rows(self.columns, np.hstack([member.measure(batch).values for _, member in self.members]))

    def fraction(self, total: Row) -> Fraction:  # noqa: ARG002 - it is the same for all
        """None: each part has its own."""
        return Fraction(None, None, "")

    def range(self, total: Row) -> tuple[float, float] | None:
        """The sums of the least and of the greatest that the parts may be, where one of them says so."""
        found = [(weight, member, get_share(total, member)) for weight, member in self.members]
        ends = [(weight, member.range(part), member.score(part)) for weight, member, part in found]
        if all(each is None for _, each, _ in ends):
            return None
        spread = [sorted(weight * end for end in each or (score, score)) for weight, each, score in ends]
        return sum(low for low, _ in spread), sum(high for _, high in spread)

    def score(self, total: Row) -> float:
        """The sum of the parts' scores; NaN where one of them is not defined."""
        return sum(weight * member.score(get_share(total, member)) for weight, member in self.members)


class OwnSum(Sum):
    """A sum that the user has named, of which the name says all."""

    version = 1

    @property
    def label(self) -> str:
        return f"{self.name}={self.formula}"

    @property
    def signature(self) -> str:
        """The same with the parts' versions."""
        return f"{self.name}=" + "+".join(
            member.signature if weight == 1 else f"{weight:g}*{member.signature}" for weight, member in self.members
        )


def parse_sum(spec: str) -> Metric:
    """The sum that a text such as `human=cer+per+semdist` describes."""
    name, _, formula = spec.partition("=")
    if not NAME.fullmatch(name):
        raise ScoreError(f'"{name}" in "{spec}" is not a name')
    kind: type[OwnSum] = type("OwnSum", (OwnSum,), {"name": name, "formula": formula})
    return kind()


def parse_parts(formula: str) -> list[Part]:
    """The weights and metrics of a sum."""
    found = []
    for text in split_unquoted(formula, "+"):
        match = PART.fullmatch(text.strip())
        if match is None:
            raise ScoreError(f'"{formula}" is not a sum of metrics; write it like cer+0.5*wer')
        found.append((float(match[1] or 1), make_metric(match[2])))
    if len({member.label for _, member in found}) < len(found):
        raise ScoreError(f'"{formula}" has a metric twice')
    return found


def find_direction(formula: str, members: list[Part]) -> Literal["lower", "higher"]:
    """Whether less is better; an error where the parts do not agree."""
    low = {(member.better == "lower") == (weight > 0) for weight, member in members}
    if len(low) > 1:
        raise ScoreError(f'in "{formula}" lower is better for one metric, higher for another; negate one, as -1*')
    return "lower" if True in low else "higher"


def list_columns(member: Metric) -> list[str]:
    return [f"{member.label}.{name}" for name in member.columns]


def get_share(total: Row, member: Metric) -> Row:
    return Row(zip(member.columns, (total[name] for name in list_columns(member)), strict=True))
