"""Speakers: recordings in which several people speak, scored a session at a time.

A session's reference has speakers with known names, its hypothesis has streams; which belongs to which is what a
metric of this table finds. One metric, one file. All else is as for pairs of texts: rows add up over sessions.
"""

from collections.abc import Iterable, Mapping

from mondegreen.errors import ScoreError
from mondegreen.measure import described, taken
from mondegreen.registry import find
from mondegreen.speakers.metric import SessionMetric

SESSION_METRICS = {
    "cpwer": "mondegreen.speakers.cpwer:PermutationErrorRate",
    "pfer": "mondegreen.speakers.pfer:PermutationFreeErrorRate",
    "tcpwer": "mondegreen.speakers.tcpwer:TimedPermutationErrorRate",
    "orcwer": "mondegreen.speakers.orcwer:CombinationErrorRate",
    "tcorcwer": "mondegreen.speakers.tcorcwer:TimedCombinationErrorRate",
}


def chosen(specs: Iterable[str], common: Mapping[str, str]) -> list[SessionMetric]:
    """The metrics that texts such as `tcpwer:collar=3` describe, each once; `common` options where one has them."""
    made: dict[str, SessionMetric] = {}
    for spec in specs:
        name, options = described(spec)
        kind: type[SessionMetric] = find("session metric", name, SESSION_METRICS)
        each = kind(**taken(kind, common) | options)
        made[each.label] = each
    for name in common:
        if not any(name in each.chosen for each in made.values()):
            raise ScoreError(f'"{name}" is no option of {", ".join(made)}')
    return list(made.values())
