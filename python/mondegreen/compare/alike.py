"""Runs that may be compared: over the same references, measured in the same way."""

from __future__ import annotations

import warnings
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from mondegreen.aggregate.tally import picked_pairs
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.measure.rows import Rows
from mondegreen.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.aggregate.score import Score

# Parts of signatures that may differ between systems: how many pairs there are is looked at by itself, and another
# system's hypotheses have tags of their own.
OWN = ("utts:", "hyp-tags:")


def alike(runs: Sequence[Run], *, force: bool = False) -> list[Run]:
    """The runs with the metrics that all of them have; an error where they cannot be compared.

    By `force` runs of other signatures are compared as they are, and of runs over different utterances those are
    compared that all have with the same reference; a warning tells so.
    """
    base, *others = (with_metrics(run, runs) for run in runs)
    for other in others:
        refuse_otherwise(base, other, force=force)
    texts = compared(base)
    apart = [run for run in others if list(run.pairs.keys) != list(base.pairs.keys) or compared(run) != texts]
    if not apart:
        return [base, *others]
    if not force:
        raise different(base, apart[0])
    found = common([base, *others])
    all_of = ", ".join(f"{len(run.pairs)} in {run.name}" for run in [base, *others])
    warn(f"compared are the {counted(found[0].pairs.keys)} that all runs have with the same reference, of {all_of}")
    return found


def warn(what: str) -> None:
    """Says what is done all the same."""
    warnings.warn(what, ScoreWarning, stacklevel=3)


def with_metrics(run: Run, runs: Sequence[Run]) -> Run:
    """The run with those of its metrics that all runs have."""
    labels = [label for label in run.scores if all(label in each.scores for each in runs)]
    if not labels:
        raise ScoreError("the runs have no metric in common; name one by --metrics", path=run.name)
    return replace(run, scores={label: run.scores[label] for label in labels})


def compared(run: Run) -> list[str]:
    """The references as they were compared."""
    return list(chain.from_iterable(batch.references for batch in run.batches()))


def refuse_otherwise(base: Run, other: Run, *, force: bool) -> None:
    """Refuses a run that was measured in another way; by `force` it is only said."""
    for label, score in base.scores.items():
        ours, theirs = own(score), own(other.scores[label])
        if ours != theirs:
            odd = [part for part in theirs if part not in ours] or [part for part in ours if part not in theirs]
            what = f"{label} was not measured as in {base.name} ({'|'.join(odd)})"
            if not force:
                raise ScoreError(f"{what}; score anew, or give --force", path=other.name)
            warn(f"{other.name}: {what}")


def own(score: Score) -> list[str]:
    """The parts of a signature that must be the same."""
    return [part for part in score.signature.split("|") if not part.startswith(OWN)]


def different(base: Run, other: Run) -> ScoreError:
    """In what the references of two runs differ."""
    ours, theirs = (dict(zip(run.pairs.keys, compared(run), strict=True)) for run in (base, other))
    alone = [key for key in chain(ours, theirs) if key not in ours or key not in theirs]
    changed = [key for key, text in ours.items() if theirs.get(key, text) != text]
    if alone:
        what = f"it has {len(theirs)} utterances and {base.name} {len(ours)}; only one of them has {listed(alone)}"
    elif changed:
        what = f"{counted(changed)} with another reference than in {base.name}: {listed(changed)}"
    else:
        what = f"its utterances stand in another order than in {base.name}"
    return ScoreError(f"{what}; score anew over the same references, or give --force", path=other.name)


def common(runs: Sequence[Run]) -> list[Run]:
    """The runs over those utterances that all have with the same reference, in the order of the first."""
    texts = [dict(zip(run.pairs.keys, compared(run), strict=True)) for run in runs]
    keys = [key for key, text in texts[0].items() if all(each.get(key) == text for each in texts)]
    if not keys:
        raise ScoreError(f"it has no utterance with the same reference as in {runs[0].name}", path=runs[-1].name)
    return [only(run, keys) for run in runs]


def only(run: Run, keys: Sequence[str]) -> Run:
    """The run over the utterances of these keys."""
    at = {key: place for place, key in enumerate(run.pairs.keys)}
    places = [at[key] for key in keys]

    def fewer(score: Score) -> Score:
        rows = Rows(score.rows.columns, score.rows.values[places])
        return replace(score, rows=rows, total=rows.total(), interval=None)

    scores = {label: fewer(score) for label, score in run.scores.items()}
    return replace(run, pairs=picked_pairs(run.pairs, places), scores=scores)
