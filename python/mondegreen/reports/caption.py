"""What reports call their runs, and say under their tables."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

from mondegreen.errors import pluralize
from mondegreen.results.run import Run


def system_names(runs: Sequence[Run]) -> list[str]:
    """The systems' names, each of them once: lists given from Python all have the same."""
    seen: Counter[str] = Counter()
    unique = []
    for run in runs:
        seen[run.name] += 1
        unique.append(run.name if seen[run.name] == 1 else f"{run.name} ({seen[run.name]})")
    return unique


def short_names(runs: Sequence[Run]) -> list[str]:
    """The same without the directories that all of them share, so that columns may be narrow."""
    whole = system_names(runs)
    alike = len(whole) > 1 and len(set(map(os.path.isabs, whole))) == 1
    shared = os.path.commonpath(whole) if alike else ""
    return [name.removeprefix(f"{shared}/") if shared else name for name in whole]


def describe_runs(runs: Sequence[Run], system: str = "") -> str:
    reference, names = runs[0].reference if runs else "", system or ", ".join(system_names(runs))
    return f"both sides of {names}" if names and names == reference else f"{names} against {reference}"


def caption_run(run: Run) -> str:
    """What was paired, how, and what the files were taken for."""
    counts = run.pair_counts
    odd = [f"{count:,} {what}" for what, count in counts.items() if count and what != "scored"]
    if run.pairs.dropped:
        odd[-1] += " dropped"
    by_order = any(note.kind == "ids-differ" for note in run.pairs.notes)
    how = "order" if by_order else "ID" if run.pairs.keyed else "line"
    formats = " and ".join(dict.fromkeys(name for name in run.pairs.formats if name))
    return ", ".join(
        [
            f"{pluralize(len(run.pairs), run.pairs.noun)} paired by {how}",
            *odd,
            *([f"read as {formats}"] if formats else []),
        ]
    )


def caption_runs(runs: Sequence[Run]) -> str:
    """The same of several runs: once if all is alike."""
    said = [caption_run(run) for run in runs]
    if len(set(said)) == 1:
        return said[0]
    return "; ".join(f"{name}: {each}" for name, each in zip(system_names(runs), said, strict=True))
