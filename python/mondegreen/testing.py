"""Assertions for tests of recognizers, such as those that pytest runs: that a system is not worse than a baseline.

from mondegreen.testing import assert_no_worse

def test_the_model():
    assert_no_worse("ref.txt", "hyp.txt", baseline="runs/released", fail_if=["wer>+0.2", "ser>+1%"])
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from mondegreen.api.score import score
from mondegreen.comparison.alike import make_comparable
from mondegreen.comparison.changes import Condition, check_conditions
from mondegreen.results.run import Run
from mondegreen.results.saved import is_saved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.inputs import Source

__all__ = ["assert_no_worse"]
# How many utterances a failure shows.
SHOWN = 3


def assert_no_worse(
    references: Source,
    hypotheses: Source,
    *,
    baseline: Source | Run,
    fail_if: str | Sequence[str] = "wer>+0",
    force: bool = False,
    **options: Any,  # noqa: ANN401 - those of mondegreen.score
) -> Run:
    """Scores hypotheses, and raises AssertionError where a condition holds against the baseline.

    The baseline is a folder of a saved run, a run, or other hypotheses. Each condition is written as for
    `mondegreen compare --fail-if`. What else is given goes to `mondegreen.score`, as `normalize` may; a saved run must
    have been measured in the same way, unless by `force`. The run is given back, for more to be asserted of it.
    """
    conditions = [Condition.parse(text) for text in ([fail_if] if isinstance(fail_if, str) else fail_if)]
    metrics = list(dict.fromkeys(condition.metric for condition in conditions))
    system = score(references, hypotheses, metrics, **options)
    base, compared = make_comparable([score_baseline(baseline, references, metrics, options), system], force=force)
    failed = [str(finding) for finding in check_conditions(conditions, [base, compared]) if finding.fails]
    if failed:
        raise AssertionError("\n".join([*failed, *find_worsened(base, compared, metrics[0])]))
    return system


def score_baseline(baseline: Source | Run, references: Source, metrics: Sequence[str], options: dict[str, Any]) -> Run:
    """The run of the baseline."""
    if isinstance(baseline, Run):
        return baseline
    if isinstance(baseline, str | os.PathLike) and is_saved(baseline):
        return Run.load(baseline)
    return score(references, baseline, metrics, **options)


def find_worsened(base: Run, system: Run, label: str) -> list[str]:
    """The utterances that lost most by a metric."""
    found = []
    worse = 1 if system[label].metric.better == "lower" else -1
    parts = zip(system.pairs.keys, base[label].rows, system[label].rows, strict=True)
    for place, (key, old, new) in enumerate(parts):
        lost = worse * (system[label].metric.score(new) - base[label].metric.score(old))
        if lost > 0:
            found.append((-lost, place, key))
    return [
        f"{key}: {label} worse by {-lost:.2f}\n  ref {system.pairs.references[place]}\n"
        f"  base {base.pairs.hypotheses[place]}\n  now {system.pairs.hypotheses[place]}"
        for lost, place, key in sorted(found)[:SHOWN]
    ]
