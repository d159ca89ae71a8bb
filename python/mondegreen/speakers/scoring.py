"""Sessions scored by all metrics: a run like any other, which also says who was matched with whom."""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mondegreen.aggregate.interval import Bootstrap, find_intervals
from mondegreen.aggregate.run import Run
from mondegreen.aggregate.score import aggregate
from mondegreen.api import corpus, input_files_of
from mondegreen.batch import Settings, batches
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.measure import SESSION_METRICS, described, taken
from mondegreen.measure.sessions.session import sessions
from mondegreen.pairs import Join
from mondegreen.progress import progress
from mondegreen.registry import find
from mondegreen.resolve import join_values, make_rules
from mondegreen.tokenise import Tokeniser, tokeniser
from mondegreen.wording import amount

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.batch import Batch
    from mondegreen.inputs import Source
    from mondegreen.measure.sessions.metric import Outcome, SessionMetric
    from mondegreen.measure.sessions.session import Session
    from mondegreen.normalise import Rule
    from mondegreen.pairs import Pairs


@dataclass(frozen=True, repr=False)
class SessionRun(Run):
    """A run whose pairs are sessions; `outcomes` says by metric how the speakers of each were matched."""

    sessions: Sequence[Session] = ()
    outcomes: Mapping[str, Sequence[Outcome]] = field(default_factory=dict)

    def batches(self) -> Iterator[Batch]:
        """The sessions' words, all speakers' in the order of the segments, which went through the rules already."""
        return batches(self.pairs, replace(self.settings, normalise=(), tokenise=None))


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


def run(
    pairs: Pairs,
    found: Sequence[Session],
    metrics: Sequence[SessionMetric],
    settings: Settings,
    how: Bootstrap | None = None,
) -> SessionRun:
    """Measures all sessions by all metrics."""
    if how is not None:
        pairs.column(how.over)
    outcomes: dict[str, list[Outcome]] = {metric.label: [] for metric in metrics}
    with progress(pairs.names[1], len(found) * len(metrics)) as advance:
        for metric in metrics:
            for session in found:
                outcomes[metric.label].append(metric.outcome(session, settings))
                advance(1)
    scores = {
        metric.label: aggregate(metric, metric.measure(outcomes[metric.label]), pairs, settings) for metric in metrics
    }
    if how is not None:
        spread = find_intervals(scores, pairs.column(how.over), how, settings.threads)
        scores = {label: replace(score, interval=spread[label]) for label, score in scores.items()}
    return SessionRun(pairs, scores, settings, sessions=found, outcomes=outcomes)


def unproven(run: SessionRun) -> Iterator[str]:
    """A sentence for each session and metric of which the optimum is not proven."""
    for label, outcomes in run.outcomes.items():
        for key, outcome in zip(run.pairs.keys, outcomes, strict=True):
            if outcome.least < outcome.errors:
                far = amount(outcome.errors - outcome.least, "error")
                yield f"{label} of {key}: the best assignment found has {outcome.errors} errors, at most {far} too many"


def score_sessions(
    references: Source,
    hypotheses: Source,
    metrics: Iterable[str] = ("cpwer",),
    *,
    collar: float | None = None,
    align: str = "kaldi",
    normalise: str | Sequence[Rule | str] = (),
    tokenise: str | Tokeniser | None = None,
    missing: str = "empty",
    extra: str = "skip",
    format: str | None = None,
    interval: str | Bootstrap | None = None,
    threads: int | None = None,
) -> SessionRun:
    """Scores recordings of several speakers, a session at a time.

    Each side is a dict of texts by `SESSION-SPEAKER` or `SESSION_SPEAKER`, a `Corpus` whose fields are `recording` (or
    `session`), `speaker` and perhaps `start` and `end`, or the path of such a file. `metrics` are "cpwer", "tcpwer",
    "orcwer", "tcorcwer" and "pfer"; `collar` is that of all that have one, in seconds. The other options are those of
    `score`. The run's `outcomes` say who was matched with whom.
    """
    kinds = chosen(
        [metrics] if isinstance(metrics, str) else metrics,
        join_values(collar=None if collar is None else f"{collar:g}"),
    )
    cutter = tokeniser(tokenise) if isinstance(tokenise, str) else tokenise
    settings = Settings(align, make_rules(normalise), cutter, threads=threads)
    files = input_files_of(references, hypotheses)
    sides = corpus(references, "references", format), corpus(hypotheses, "hypotheses", format)
    pairs, found = sessions(*sides, settings, Join(missing, extra))
    pairs = replace(pairs, files=files)
    how = Bootstrap(interval) if isinstance(interval, str) else interval
    scored = run(pairs, found, kinds, settings, how)
    for note in (*pairs.notes(), *unproven(scored)):
        warnings.warn(note, ScoreWarning, stacklevel=2)
    return scored
