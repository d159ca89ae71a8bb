"""Runs that may be compared: over the same references, measured in the same way."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from mondegreen.errors import ScoreError, ScoreWarning, count_ids, join_ids, pluralize
from mondegreen.metrics.support.rows import Rows
from mondegreen.results.run import Run
from mondegreen.results.score import Score

# What may become of utterances that do not fit; a signature tells of it only where there are such.
TREATED = ("missing", "extra", "duplicate")
# Parts of signatures that may differ between systems: which pairs there are, and what became of those that do not fit,
# is looked at by itself, another system's hypotheses have tags of their own, and what changed between two versions of
# this program has a version itself, which is the first part.
OWN = ("utts:", "hyp-tags:", "mondegreen:", *(f"{kind}:" for kind in TREATED))


def make_comparable(runs: Sequence[Run], *, force: bool = False) -> list[Run]:
    """The runs with the metrics that all of them have; an error where they cannot be compared.

    Utterances that a run was to leave out, such as those that its system lacks, are left out of all; a warning tells
    so. By `force` runs of other signatures are compared as they are, and of runs over different utterances those are
    compared that all have with the same reference; a warning tells so too.
    """
    base, *others = (keep_common_metrics(run, runs) for run in runs)
    for other in others:
        check_signatures(base, other, force=force)
    check_join_policies([base, *others], force=force)
    warn_of_versions([base, *others])
    base, *others = drop_excluded([base, *others])
    texts = normalized_references(base)
    apart = [
        run for run in others if list(run.pairs.keys) != list(base.pairs.keys) or normalized_references(run) != texts
    ]
    if not apart:
        return [base, *others]
    if not force:
        raise describe_references(base, apart[0])
    found = select_common([base, *others])
    all_of = ", ".join(f"{len(run.pairs)} in {run.name}" for run in [base, *others])
    warn(f"{describe_common(found[0].pairs.keys, found[0].pairs.noun)} with the same reference, of {all_of}")
    return found


def describe_common(keys: Sequence[str], noun: str) -> str:
    return f"compared over the {count_ids(keys, noun)} that all runs have"


def warn(what: str) -> None:
    warnings.warn(what, ScoreWarning, stacklevel=3)


def keep_common_metrics(run: Run, runs: Sequence[Run]) -> Run:
    """The run with those of its metrics that all runs have."""
    labels = [label for label in run.scores if all(label in each.scores for each in runs)]
    if not labels:
        raise ScoreError("the runs have no metric in common; name one with --metrics", path=run.name)
    return replace(run, scores={label: run.scores[label] for label in labels})


def normalized_references(run: Run) -> list[str]:
    return list(chain.from_iterable(batch.references for batch in run.batches()))


def check_signatures(base: Run, other: Run, *, force: bool) -> None:
    """Refuses a run that was measured in another way; by `force` it is only said."""
    for label, score in base.scores.items():
        ours, theirs = comparable_parts(score), comparable_parts(other.scores[label])
        if ours != theirs:
            odd = [part for part in theirs if part not in ours] or [part for part in ours if part not in theirs]
            what = f"{label} was not measured as in {base.name} ({'|'.join(odd)})"
            if not force:
                raise ScoreError(f"{what}; score it again, or give --force", path=other.name)
            warn(f"{other.name}: {what}")


def check_join_policies(runs: Sequence[Run], *, force: bool) -> None:
    """Refuses runs of which one left out what another scored as empty, or the like; by `force` it is only said."""
    for kind in TREATED:
        odd = [run for run in runs if getattr(run.pairs, kind)]
        for run in odd[1:]:
            ours, theirs = (f"{kind}:{getattr(each.pairs.join, kind)}" for each in (odd[0], run))
            if ours == theirs:
                continue
            what = f"{run.pairs.noun}s without a partner were not treated as in {odd[0].name} ({theirs}, not {ours})"
            if not force:
                raise ScoreError(f"{what}; score it again, or give --force", path=run.name)
            warn(f"{run.name}: {what}")


def warn_of_versions(runs: Sequence[Run]) -> None:
    if len({run.version for run in runs}) > 1:
        all_of = ", ".join(f"{run.name} by {run.version}" for run in runs)
        warn(f"the runs were scored by several versions of mondegreen: {all_of}")


def drop_excluded(runs: Sequence[Run]) -> list[Run]:
    """The runs without the utterances that any of them was to leave out."""
    gone = dict.fromkeys(key for run in runs for key in list_excluded(run))
    kept = [[key for key in run.pairs.keys if key not in gone] for run in runs]
    if all(len(keys) == len(run.pairs) for keys, run in zip(kept, runs, strict=True)):
        return list(runs)
    noun = runs[0].pairs.noun
    if not kept[0]:
        raise ScoreError(f"there is no {noun} that all runs scored", path=runs[0].name)
    warn(f"{describe_common(kept[0], noun)}, without {len(gone)} that at least one run excluded: {join_ids(gone)}")
    return [select_utterances(run, keys) for run, keys in zip(runs, kept, strict=True)]


def list_excluded(run: Run) -> tuple[str, ...]:
    """The keys of references that a run was to leave out: without a hypothesis, or with a side that is empty."""
    pairs = run.pairs
    return (*pairs.dropped, *(pairs.missing if pairs.join.missing == "skip" else ()))


def comparable_parts(score: Score) -> list[str]:
    return [part for part in score.signature.split("|") if not part.startswith(OWN)]


def describe_references(base: Run, other: Run) -> ScoreError:
    """In what the references of two runs differ."""
    ours, theirs = (dict(zip(run.pairs.keys, normalized_references(run), strict=True)) for run in (base, other))
    noun = base.pairs.noun
    alone = [key for key in chain(ours, theirs) if key not in ours or key not in theirs]
    changed = [key for key, text in ours.items() if theirs.get(key, text) != text]
    if alone:
        what = (
            f"it has {pluralize(len(theirs), noun)} and {base.name} {len(ours)}; only one of them has {join_ids(alone)}"
        )
    elif changed:
        what = f"{count_ids(changed, noun)} with another reference than in {base.name}: {join_ids(changed)}"
    else:
        what = f"its {noun}s are in another order than in {base.name}"
    unmatched = alone and {*base.pairs.extra, *other.pairs.extra}.issuperset(alone)
    advice = "without extra:empty" if unmatched else "over the same references"
    return ScoreError(f"{what}; score it again {advice}, or give --force", path=other.name)


def select_common(runs: Sequence[Run]) -> list[Run]:
    """The runs over those utterances that all have with the same reference, in the order of the first."""
    texts = [dict(zip(run.pairs.keys, normalized_references(run), strict=True)) for run in runs]
    keys = [key for key, text in texts[0].items() if all(each.get(key) == text for each in texts)]
    if not keys:
        noun = runs[0].pairs.noun
        raise ScoreError(f"it has no {noun} with the same reference as in {runs[0].name}", path=runs[-1].name)
    return [select_utterances(run, keys) for run in runs]


def select_utterances(run: Run, keys: Sequence[str]) -> Run:
    """The run over the utterances of these keys."""
    at = {key: index for index, key in enumerate(run.pairs.keys)}
    indices = [at[key] for key in keys]

    def fewer(score: Score) -> Score:
        rows = Rows(score.rows.columns, score.rows.values[indices])
        return replace(score, rows=rows, total=rows.total(), interval=None)

    scores = {label: fewer(score) for label, score in run.scores.items()}
    return replace(run, pairs=run.pairs.take(indices), scores=scores)
