"""Sessions scored by all metrics: a run like any other, with the assignment of speakers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mondegreen.api.sources import input_files_of, load_corpus
from mondegreen.batch import Batch, Settings, make_batches
from mondegreen.corpus import Corpus
from mondegreen.digest import InputFile
from mondegreen.errors import ScoreError
from mondegreen.formats import read_as
from mondegreen.formats.directory import input_files
from mondegreen.formats.reading import Side
from mondegreen.inputs import Source
from mondegreen.metrics import SESSION_METRICS, filter_options, parse_spec
from mondegreen.metrics.meetings.metric import Outcome, SessionMetric
from mondegreen.metrics.meetings.session import Session, make_sessions, merge_corpora
from mondegreen.normalization import Rule
from mondegreen.notes import Note, report_notes
from mondegreen.pairs import Join, Pairs, refuse_nothing
from mondegreen.plan.score import SessionPlan
from mondegreen.progress import progress
from mondegreen.resolve import join_values, make_rules
from mondegreen.results.interval import Bootstrap, find_intervals
from mondegreen.results.run import Run
from mondegreen.results.score import aggregate
from mondegreen.runner import refuse_twice
from mondegreen.tokenization import Tokenizer, make_tokenizer

# Separates the files of one side that each hold one speaker.
SEPARATOR = ","


@dataclass(frozen=True, repr=False)
class SessionRun(Run):
    """A run whose pairs are sessions; `outcomes` has by metric the assignment of the speakers of each."""

    sessions: Sequence[Session] = ()
    outcomes: Mapping[str, Sequence[Outcome]] = field(default_factory=dict)

    def batches(self) -> Iterator[Batch]:
        """The words of the sessions, of all speakers in the order of the segments, already normalized."""
        return make_batches(self.pairs, replace(self.settings, normalize=(), tokenize=None))


def select_session_metrics(specs: Iterable[str], common: Mapping[str, str]) -> list[SessionMetric]:
    """The metrics that texts such as `tcpwer:collar=3` describe, each once; `common` options where one has them."""
    metrics: dict[str, SessionMetric] = {}
    for spec in specs:
        name, options = parse_spec(spec)
        kind: type[SessionMetric] = SESSION_METRICS.find(name)
        each = kind(**filter_options(kind, common) | options)
        metrics[each.label] = each
    for name in common:
        if not any(name in each.chosen for each in metrics.values()):
            raise ScoreError(f'"{name}" is no option of {", ".join(metrics)}')
    return list(metrics.values())


def measure_sessions(
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
    notes = tuple(note_unproven(pairs, outcomes))
    return SessionRun(pairs, scores, settings, scoring_notes=notes, sessions=found, outcomes=outcomes)


def note_unproven(pairs: Pairs, outcomes: Mapping[str, Sequence[Outcome]]) -> Iterator[Note]:
    """A note for each session and metric whose optimum is not proven."""
    for label, found in outcomes.items():
        for key, outcome in zip(pairs.keys, found, strict=True):
            if outcome.least < outcome.errors:
                far = outcome.errors - outcome.least
                yield Note(
                    "unproven", pairs.names[1], (key,), {"metric": label, "errors": outcome.errors, "count": far}
                )


def score_files(
    plan: SessionPlan, metrics: Sequence[SessionMetric], settings: Settings, how: Bootstrap | None
) -> list[SessionRun]:
    """The runs of the hypotheses of a plan."""
    refuse_twice(*(name for side in (plan.reference, *plan.hypotheses) for name in side.split(SEPARATOR)))
    reference_files = list_files("reference", plan.reference)
    hypothesis_files = [list_files("hypothesis", paths) for paths in plan.hypotheses]
    reference, runs = read_corpus(plan, plan.reference, "ref"), []
    for paths, files in zip(plan.hypotheses, hypothesis_files, strict=True):
        pairs, found = make_sessions(
            reference, read_corpus(plan, paths, "hyp"), settings, Join(plan.missing, plan.extra)
        )
        pairs = replace(pairs, files=(*reference_files, *files))
        refuse_nothing(pairs)
        runs.append(measure_sessions(pairs, found, metrics, settings, how))
        report_notes(runs[-1].notes)
    return runs


def list_files(side: str, paths: str) -> tuple[InputFile, ...]:
    return tuple(file for path in paths.split(SEPARATOR) for file in input_files(side, path))


def read_corpus(plan: SessionPlan, paths: str, side: str) -> Corpus:
    """The corpus of a file, or of several files of one speaker each."""
    names = paths.split(SEPARATOR)
    if not all(names):
        raise ScoreError(f'"{paths}" lacks a name at a comma; write it as FILE,FILE')
    kind, encoding = (getattr(plan, f"{side}_{name}") or getattr(plan, name) for name in ("format", "encoding"))
    return merge_corpora([read_as(name, kind, Side(name, side, kind, encoding).reading()) for name in names])


def score_sessions(
    references: Source,
    hypotheses: Source,
    metrics: Iterable[str] = ("cpwer",),
    *,
    collar: float | None = None,
    align: str = "kaldi",
    normalize: str | Sequence[Rule | str] = (),
    tokenize: str | Tokenizer | None = None,
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
    kinds = select_session_metrics(
        [metrics] if isinstance(metrics, str) else metrics,
        join_values(collar=None if collar is None else f"{collar:g}"),
    )
    tokenizer = make_tokenizer(tokenize) if isinstance(tokenize, str) else tokenize
    settings = Settings(align, make_rules(normalize), tokenizer, threads=threads)
    files = input_files_of(references, hypotheses)
    sides = load_corpus(references, "references", format), load_corpus(hypotheses, "hypotheses", format)
    pairs, found = make_sessions(*sides, settings, Join(missing, extra))
    pairs = replace(pairs, files=files)
    how = Bootstrap(interval) if isinstance(interval, str) else interval
    run = measure_sessions(pairs, found, kinds, settings, how)
    report_notes(run.notes)
    return run
