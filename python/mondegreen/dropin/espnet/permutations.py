"""ESPnet 1's results of several speakers, `min_perm_result.json`: of each utterance the permutation of least errors."""

from __future__ import annotations

import json
import os

from mondegreen.dropin.espnet.assignment import assign_columns
from mondegreen.dropin.espnet.results import Result, compare_transcripts
from mondegreen.dropin.espnet.scoring import Totals, write_file

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from mondegreen._core import Scored
    from mondegreen.dropin.espnet.jsons import Folder
    from mondegreen.dropin.espnet.scoring import Outcome
    from mondegreen.dropin.espnet.transcripts import Transcript

NOTHING = (0, 0, 0, 0)
SCORES = "(#C #S #D #I) "


def score_permutations(folder: Folder, sides: Sequence[Sequence[Transcript]], ending: str, unit: str) -> Result:
    """Scores each reference against each hypothesis, and sums the best permutations."""
    said, heard = sides
    outcomes: list[list[Outcome]] = []
    for row, one in enumerate(said, 1):
        outcomes.append([])
        for column, other in enumerate(heard, 1):
            path = os.path.join(folder.path, f"result_r{row}h{column}{ending}.txt")
            outcomes[-1].append(
                compare_transcripts(one, other, path, folder.recipe.options, literal=folder.recipe.literal)[0]
            )
    counts = [[list_counts(each.scored) for each in row] for row in outcomes]
    every = range(len(said[0].ids))
    chosen = [assign_columns([[sum(each[place][1:]) for each in row] for row in counts]) for place in every]
    sums = [
        sum_columns(row[column][place] for row, column in zip(counts, own, strict=True))
        for place, own in enumerate(chosen)
    ]
    views = [[parse_views(each.report) for each in row] for row in outcomes]
    rows = zip(list_names(said[0]), chosen, sums, strict=True)
    found = {name: describe_utterance(name, own, counted, views) for name, own, counted in rows}
    total = sum_columns(sums)
    path = os.path.join(folder.path, f"min_perm_result{ending}.json")
    write_file(path, format_report(path, total, found).encode("utf-8", "surrogateescape"))
    wrong = sum(any(each[1:]) for each in sums)
    return Result(folder.name, unit, path, Totals(len(sums), wrong, *total))


def sum_columns(counts: Iterable[Sequence[int]]) -> list[int]:
    """The sum of counts, column by column."""
    return [sum(column) for column in zip(*counts, strict=True)] or list(NOTHING)


def list_counts(scored: Scored | None) -> list[tuple[int, int, int, int]]:
    """Correct, substituted, deleted and inserted tokens of each utterance."""
    return [scored.counts(place) for place in range(len(scored))] if scored is not None else []


def list_names(transcript: Transcript) -> list[str]:
    """The ids as sclite prints them."""
    return [f"({name})".lower() for name in transcript.format_ids()]


def parse_views(report: bytes) -> dict[str, dict[str, str]]:
    """What sclite's report shows of each utterance: the counts and both rows."""
    found: dict[str, dict[str, str]] = {}
    current: dict[str, str] = {}
    # The original too reads lines that any line end of Unicode parts.
    for line in report.decode("utf-8", "surrogateescape").splitlines():
        name, colon, rest = line.partition(":")
        if colon and name == "id":
            current = found.setdefault(rest.strip(), {})
        elif colon and name in ("Scores", "REF", "HYP"):
            current[name] = " ".join(rest.split())
    return found


def describe_utterance(
    name: str, own: Sequence[int], total: Sequence[int], views: Sequence[Sequence[dict[str, dict[str, str]]]]
) -> dict[str, Any]:
    """What is kept of an utterance: the pairs of the best permutation, and the sum of their counts."""
    pairs = {f"r{row}h{column + 1}": views[row - 1][column].get(name, {}) for row, column in enumerate(own, 1)}
    return {**pairs, "Scores": SCORES + " ".join(map(str, total))}


def format_report(path: str, total: Sequence[int], found: dict[str, Any]) -> str:
    """The file: where it was written, three lines for people, and all utterances as JSON."""
    words = sum(total[:3])
    rate = f"{100 * sum(total[1:]) / words:0.2f}" if words else "nan"
    head = f"[{path!r}]\nTotal Scores: {SCORES}{' '.join(map(str, total))}\nError Rate:   {rate}\n"
    body = json.dumps({"utts": found}, indent=4, ensure_ascii=False, sort_keys=True, separators=(",", ": "))
    return f"{head}Total Utts:  {len(found)}\n{body}\n"
