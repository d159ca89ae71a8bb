"""Conditions on which a system fails against its baseline, such as `wer>+0.2`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mondegreen.comparison.statistics import percent_change
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.metrics import make_metric
from mondegreen.results.run import Run
from mondegreen.results.score import Score

WRITTEN = re.compile(
    r"\s*(?P<metric>.+?)\s*(?P<sign>[<>])\s*(?P<value>[+-]?\d+(?:\.\d*)?|[+-]?\.\d+)\s*(?P<unit>%?)\s*"
)
GRAMMAR = "write it as wer>+0.2 (more than the baseline by over 0.2), wer>+2% (by over 2 % of it) or wer>15"
# What is left of a difference that is none: scores are quotients, and their differences have a last digit.
ROUNDING = 1e-9


class Finding(NamedTuple):
    """The outcome of a condition on a system: the value compared, such as the change, and whether the system fails."""

    condition: str
    system: str
    metric: str
    base: float
    score: float
    looked_at: float
    fails: bool

    def __str__(self) -> str:
        beside = f"{self.metric} is {self.score:.2f} in {self.system} and {self.base:.2f} in the baseline"
        return f"{beside}; {'failed' if self.fails else 'passed'}: {self.condition}"


class Condition(NamedTuple):
    """A metric's change, its change in percent of the baseline, or the score itself, and its limit."""

    text: str
    metric: str
    kind: str
    above: bool
    value: float

    @classmethod
    def parse(cls, text: str) -> Condition:
        """The condition that a text describes: a sign before the number makes it one on the change."""
        found = WRITTEN.fullmatch(text)
        if found is None:
            raise ScoreError(f'"{text}" is not a condition; {GRAMMAR}')
        if not {"<", ">"}.isdisjoint(found["metric"]):
            raise ScoreError(f'"{text}" is several conditions; give each of them by itself')
        changes = found["value"][0] in "+-"
        if found["unit"] and not changes:
            raise ScoreError(f'"{text}" is not a condition: a percentage is of a change, which needs a sign; {GRAMMAR}')
        kind = "relative" if found["unit"] else "change" if changes else "score"
        return cls(text.strip(), found["metric"], kind, found["sign"] == ">", float(found["value"]))

    def check(self, base: Mapping[str, Score], system: Run) -> Finding:
        """Whether a system fails; one whose value is not defined does."""
        if self.metric not in base:
            raise unmeasured_error(self.metric, base)
        before, after = base[self.metric].value, system[self.metric].value
        number = {"score": after, "change": after - before, "relative": relative_change(before, after)}[self.kind]
        beyond = number - self.value if self.above else self.value - number
        width = base[self.metric].noise.width(before, after).item()
        if self.kind == "relative" and before:
            width = percent_change(width, before)
        fails = math.isnan(beyond) or beyond > max(ROUNDING, width)
        return Finding(self.text, system.name, self.metric, before, after, number, fails)


def unmeasured_error(name: str, base: Mapping[str, Score]) -> ScoreError:
    """The error for a metric that the runs do not have: how to measure it, if there is such a metric."""
    try:
        make_metric(name)
    except ScoreError:
        return unknown_name("metric in the runs", name, base)
    return ScoreError(f"{name} was not measured in all runs; name it with --metrics {','.join([*base, name])}")


def relative_change(before: float, after: float) -> float:
    """A change in percent of the value before; infinite from 0."""
    if before:
        return percent_change(after - before, before)
    return math.inf * after if after else 0.0


def check_conditions(conditions: Sequence[Condition], runs: Sequence[Run]) -> list[Finding]:
    base, *systems = runs
    return [condition.check(base.scores, system) for system in systems for condition in conditions]
