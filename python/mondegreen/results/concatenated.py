"""Runs in memory, put together as the run of all their utterances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from mondegreen.errors import ScoreError, count_ids, join_ids
from mondegreen.kinds import check_kind
from mondegreen.metrics.support.rows import Rows
from mondegreen.pairs import Pairs, StreamedPairs
from mondegreen.results.merged import common_pattern
from mondegreen.results.run import Run
from mondegreen.results.score import Score, update_signature

# The IDs of utterances that were not scored as they came.
UNMATCHED = ("missing", "extra", "duplicate", "dropped")


def concatenate_runs(runs: Sequence[Run], name: str | None = None) -> Run:
    """The run of all utterances of these runs; refuses runs that were measured otherwise, or overlap."""
    if not runs:
        raise ScoreError("there is nothing to merge; give at least one run")
    for place, run in enumerate(runs):
        check_kind(f"run {place}", run, "Run")
    first = runs[0]
    for run in runs:
        check_alike(first, run)
    pairs = concatenate_pairs([run.pairs for run in runs], name)
    scores = {label: concatenate_scores([run[label] for run in runs], pairs) for label in first}
    notes = tuple(dict.fromkeys(note for run in runs for note in run.scoring_notes))
    return Run(pairs, scores, first.settings, first.by, first.version, notes)


def check_alike(first: Run, run: Run) -> None:
    """Refuses a run that is no part of what the first is of."""
    if isinstance(run.pairs, StreamedPairs):
        raise ScoreError(f"the rows of {run.name} are not in memory; merge saved runs by `mondegreen runs merge`")
    if run.keys() != first.keys():
        ours, theirs = (", ".join(each) or "none" for each in (first, run))
        raise ScoreError(f"{run.name} has other metrics ({theirs}) than {first.name} ({ours})")
    for label, score in run.items():
        kinds = [update_signature(each.signature, 0, ()) for each in (first[label], score)]
        if kinds[0] != kinds[1]:
            raise ScoreError(f"{label} of {run.name} was measured with other settings: {kinds[1]}, not {kinds[0]}")
    if run.pairs.keyed != first.pairs.keyed:
        keyed, other = (run, first) if run.pairs.keyed else (first, run)
        raise ScoreError(f"only {keyed.name} has utterance IDs, and {other.name} was paired by order")


def concatenate_pairs(parts: Sequence[Pairs], name: str | None) -> Pairs:
    """The pairs of all parts, in their order; without utterance IDs they are numbered through."""
    first = parts[0]
    keys = list(chain.from_iterable(part.keys for part in parts))
    if first.keyed:
        twice = [key for key, times in Counter(keys).items() if times > 1]
        if twice:
            raise ScoreError(f"{count_ids(twice)} in more than one run: {join_ids(twice)}")
    else:
        keys = [str(position) for position in range(1, len(keys) + 1)]
    columns = dict.fromkeys(column for part in parts for column in part.fields)
    fields = {
        column: list(chain.from_iterable(part.fields.get(column) or [""] * len(part) for part in parts))
        for column in columns
    }
    names = [common_pattern([part.names[side] for part in parts]) for side in range(2)]
    unmatched = {each: tuple(chain.from_iterable(getattr(part, each) for part in parts)) for each in UNMATCHED}
    return replace(
        first,
        keys=keys,
        references=list(chain.from_iterable(part.references for part in parts)),
        hypotheses=list(chain.from_iterable(part.hypotheses for part in parts)),
        names=(names[0] or "references", name or names[1] or "hypotheses"),
        fields=fields,
        notes=tuple(dict.fromkeys(chain.from_iterable(part.notes for part in parts))),
        files=tuple(dict.fromkeys(chain.from_iterable(part.files for part in parts))),
        sessions=list(chain.from_iterable(part.sessions for part in parts)),
        confidences=concatenate_confidences(parts),
        empty=None if any(part.empty is None for part in parts) else sum(part.empty or 0 for part in parts),
        **unmatched,  # type: ignore[arg-type]
    )


def concatenate_confidences(parts: Sequence[Pairs]) -> Sequence[Sequence[float | None]]:
    """Those of all parts; of a part that has none, empty ones."""
    if not any(part.confidences for part in parts):
        return ()
    return list(chain.from_iterable(part.confidences or [()] * len(part) for part in parts))


def concatenate_scores(parts: Sequence[Score], pairs: Pairs) -> Score:
    """The score over the rows of all parts."""
    metric = parts[0].metric
    rows = Rows.joined(metric.columns, [part.rows for part in parts])
    return Score(metric, rows, rows.total(), update_signature(parts[0].signature, len(pairs), pairs.flags()))
