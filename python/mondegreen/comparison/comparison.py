"""A comparison of systems with a baseline: all that its reports show, each part made when it is first asked for."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple

import numpy as np

from mondegreen.comparison.changes import Change, Condition, Finding, check_conditions, find_changes
from mondegreen.comparison.correlations import Beside, correlate_changes
from mondegreen.comparison.numbers import Numbers
from mondegreen.comparison.paired_tests import (
    MatchedPairs,
    count_references,
    cross_tabulate,
    find_segments,
    mapsswe_test,
    mcnemar_test,
    sign_test,
    wilcoxon_test,
)
from mondegreen.comparison.standings import Marked, Standing, compare_marks, compare_standings
from mondegreen.comparison.statistics import correct_by_holm
from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.metrics.support.rows import Groups
from mondegreen.pairs import UTTERANCE
from mondegreen.results.interval import Bootstrap
from mondegreen.results.run import Run
from mondegreen.results.shown import render_html, show_plot
from mondegreen.results.summary import count_steps

WORDS = "words"
# The test that a metric's verdict rests on: it assumes nothing of the metric.
DECISIVE = "randomization"
# 1 - 0.95 is more than 0.05.
ROUNDING = 1e-12


class Verdict(NamedTuple):
    """The result of a significance test of a system: the metric, the number of units, and the p-value.

    `corrected` is by Holm's method over all metrics and systems to which the same test is applied.
    """

    test: str
    metric: str
    units: int
    unit: str
    p: float
    corrected: float


@dataclass(frozen=True, repr=False)
class Comparison:
    """Comparable runs, the first of them the baseline; `how` says how units are resampled.

    On `conditions` a system fails.
    """

    runs: Sequence[Run]
    how: Bootstrap
    threads: int | None = None
    conditions: Sequence[Condition] = ()

    def __post_init__(self) -> None:
        if len(self.runs) < 2:
            raise ScoreError("there is only one system; compare needs a baseline and at least one other")
        _ = self.groups  # a slip in the column's name is better found at once

    def _repr_html_(self) -> str | None:
        """The comparison as a notebook shows it: what `mondegreen compare` prints."""
        return render_html(self)

    def __repr__(self) -> str:
        names = join_ids([run.name for run in self.systems])
        return f"<Comparison of {names} with {self.base.name}: {', '.join(self.base)}>"

    def plot(self, path: str | os.PathLike[str] | None = None, kind: str = "changes", by: str | None = None) -> Any:  # noqa: ANN401 - matplotlib need not be there
        """A plot of any kind that `mondegreen compare --plot` draws: changes as a forest plot, a scatter, groups, ...

        It is a figure of matplotlib's, or a file that ends in .png, .svg or .pdf. `by` is the column of the groups.
        """
        return show_plot(self, path, kind, by)

    @cached_property
    def findings(self) -> list[Finding]:
        """What each condition says of each system."""
        return check_conditions(self.conditions, self.runs)

    @property
    def base(self) -> Run:
        return self.runs[0]

    @property
    def systems(self) -> Sequence[Run]:
        return self.runs[1:]

    @cached_property
    def groups(self) -> Groups:
        """What is resampled together: single utterances, or those of a speaker or of another column's value."""
        return group_runs(self.runs, self.how.over)

    @property
    def unit(self) -> str:
        """The noun for what is resampled together."""
        over = self.how.over
        return self.base.pairs.noun if over == UTTERANCE else over

    @cached_property
    def changes(self) -> list[list[Change]]:
        return find_changes(self.runs, self.how, self.groups, self.threads)

    @cached_property
    def utterances(self) -> list[dict[str, Standing]]:
        """For each system and metric, which utterances got better and which worse."""
        every = group_runs(self.runs, "utterance")
        return [self.standings(system, every) for system in self.systems]

    def standings(self, system: Run, these: Groups) -> dict[str, Standing]:
        return {label: compare_standings(score, system[label], these) for label, score in self.base.scores.items()}

    def marked(self, marks: Mapping[str, float], path: str | None = None) -> list[dict[str, Marked]]:
        """For each system and metric, whether marks correlate with utterances that got worse."""
        keys = self.base.pairs.keys
        lacking = [key for key in keys if key not in marks]
        if lacking:
            raise ScoreError(
                f"{count_ids(lacking)} without a number (write 0 for none): {join_ids(lacking)}", path=path
            )
        values = np.array([marks[key] for key in keys], dtype=np.float64)
        return [
            {label: compare_marks(values, each, self.groups, self.how, self.threads) for label, each in found.items()}
            for found in self.utterances
        ]

    def correlated(self, numbers: Numbers) -> list[list[Beside]]:
        """For each system, how its scores, the baseline's and their changes correlate with numbers of utterances."""
        return [correlate_changes(self.base, system, numbers, self.how) for system in self.systems]

    @cached_property
    def verdicts(self) -> list[list[Verdict]]:
        """The results of all tests by system, each test corrected for as many metrics and systems as it is applied to.

        So a p-value does not depend on which other tests are made.
        """
        every = [list(self.tests(index)) for index in range(len(self.systems))]
        flat = [verdict for verdicts in every for verdict in verdicts]
        for test in {verdict.test for verdict in flat}:
            these = [index for index, verdict in enumerate(flat) if verdict.test == test]
            for index, p in zip(these, correct_by_holm([flat[index].p for index in these]), strict=True):
                flat[index] = flat[index]._replace(corrected=p)
        remaining = iter(flat)
        return [list(islice(remaining, len(verdicts))) for verdicts in every]

    @cached_property
    def decisive(self) -> list[dict[str, float]]:
        """The p-values that the verdicts rest on, by system and metric, corrected for the number of these."""
        every = [change.randomization for found in self.changes for change in found]
        corrected = iter(correct_by_holm(every))
        return [{change.metric: next(corrected) for change in found} for found in self.changes]

    @property
    def family(self) -> int:
        """For how many comparisons the decisive p-values are corrected: metrics times systems, where defined."""
        return sum(not math.isnan(p) for found in self.decisive for p in found.values())

    def corrected(self, index: int, label: str) -> float:
        """The decisive p-value of a metric of a system, corrected for the number of metrics and systems."""
        return self.decisive[index][label]

    def verdict(self, index: int, change: Change) -> str | None:
        """Whether a system is better, worse, equal or unclear by a metric; None where that is not defined."""
        if math.isnan(change.absolute):
            return None
        if change.better is None:
            return "equal"
        clear = self.corrected(index, change.metric) <= 1 - self.how.level / 100 + ROUNDING
        return ("better" if change.better else "worse") if clear else "unclear"

    def tests(self, index: int) -> Iterator[Verdict]:
        """The results of all tests of one system, uncorrected."""
        system = self.systems[index]
        standings = self.utterances[index] if self.how.over == UTTERANCE else self.standings(system, self.groups)
        for change in self.changes[index]:
            gains = standings[change.metric].gain
            defined = gains[~np.isnan(gains)].tolist()
            units = len(self.groups.names)
            found = {
                DECISIVE: (units, change.randomization),
                "bootstrap": (units, change.bootstrap),
                "sign": (len(defined), sign_test(defined).p),
                "wilcoxon": (len(defined), wilcoxon_test(defined).p),
            }
            for test, (count, p) in found.items():
                yield Verdict(test, change.metric, count, self.unit, p, p)
        if self.base.pairs.noun != UTTERANCE:
            return  # which words of a session are right is for its metric to say, and each says another thing
        segments = mapsswe_of_runs(self.base, system)
        yield Verdict("mapsswe", WORDS, segments.segments, "segment", segments.p, segments.p)
        p = mcnemar_test(cross_tabulate(zip(are_right(self.base), are_right(system), strict=True)))
        yield Verdict("mcnemar", WORDS, len(system.pairs), "utterance", p, p)


def group_runs(runs: Sequence[Run], column: str) -> Groups:
    """The groups by a column, of the first run that has it."""
    found = next((run for run in runs if column in run.pairs.fields), runs[0])
    return found.groups(column)


def mapsswe_of_runs(base: Run, system: Run) -> MatchedPairs:
    differences = []
    for one, other in zip(iterate_steps(base), iterate_steps(system), strict=True):
        if count_references(one) != count_references(other):
            raise ScoreError("its references are tokenized differently", path=system.name)
        found = find_segments(one, other)
        differences += [each.first - each.second for each in found if each.first or each.second]
    return mapsswe_test(differences)


def iterate_steps(run: Run) -> Iterator[Sequence[int]]:
    for batch in run.batches():
        found = batch.alignment("words")
        every, offsets = found.steps.tobytes(), found.offsets.tolist()
        yield from (every[begin:end] for begin, end in pairwise(offsets))


def are_right(run: Run) -> list[bool]:
    errors = count_steps(run)[:, 1:].sum(axis=1)
    return [not each for each in errors.tolist()]
