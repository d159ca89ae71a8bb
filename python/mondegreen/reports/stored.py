"""Saved runs: a list of those in directories, their scores with their signatures, and what became of their checks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.errors import pluralize
from mondegreen.reports import View, describe_runs
from mondegreen.reports.blocks import Block, Cell, Column, Table
from mondegreen.reports.metrics import report_metrics
from mondegreen.results.run import Run
from mondegreen.results.verified import DIFFERS, HOLDS, NOT_CHECKED, Check, Verification


def report_stored(places: Sequence[str], runs: Sequence[Run]) -> Iterator[Block]:
    """A row for each saved run, by the directory that it is in."""
    labels = list(dict.fromkeys(label for run in runs for label in run.scores))
    columns = [
        *(Column(name, name) for name in ("run", "system", "reference")),
        Column("utterances", "utterances", 0),
        *(Column(label, label, 2, unit="%") for label in labels),
    ]
    rows: list[list[Cell]] = [
        [place, run.name, run.reference, len(run.pairs), *(list_values(run, labels))]
        for place, run in zip(places, runs, strict=True)
    ]
    yield Table("runs", "saved runs", columns, rows)


def list_values(run: Run, labels: Sequence[str]) -> list[Cell]:
    """The scores of these metrics, and nothing for those that the run lacks."""
    return [run.scores[label].value if label in run.scores else None for label in labels]


def report_signatures(run: Run) -> Iterator[Block]:
    """The scores of a saved run, and how each was computed."""
    yield from report_metrics([run], View())
    columns = [Column("metric", "metric"), Column("signature", "signature")]
    rows: list[list[Cell]] = [[label, score.signature] for label, score in run.scores.items()]
    yield Table("signatures", f"signatures: {describe_runs([run])}", columns, rows)


COLUMNS = (
    Column("kind", "checked"),
    Column("name", "name"),
    Column("state", "result"),
    Column("detail", "detail", reader="people"),
    Column("saved", "saved", reader="programs"),
    Column("found", "found", reader="programs"),
)
# A digest has so many characters, of which people are shown the first.
DIGEST, SHOWN = 64, 12


def report_checks(found: Verification) -> Iterator[Table]:
    """The checks of one run; what differs comes first, then what could not be checked."""
    order = (DIFFERS, NOT_CHECKED, HOLDS)
    checks = sorted(found.checks, key=lambda check: order.index(check.state))
    rows = [(each.kind, each.name, each.state, check_detail(each), each.saved, each.found) for each in checks]
    yield Table("verification", found.run, COLUMNS, rows, note=verdict_sentence(found), system=found.run)


def verdict_sentence(found: Verification) -> str:
    """A sentence on the whole."""
    unchecked = f"; {len(found.not_checked)} not checked" if found.not_checked else ""
    if found.holds:
        return f"{found.run} holds: nothing that was checked differs{unchecked}"
    count = len(found.differing)
    differ = f"{pluralize(count, 'check')} of {len(found.checks)} {'differs' if count == 1 else 'differ'}"
    return f"{found.run} does not hold: {differ}{unchecked}"


def check_detail(check: Check) -> str:
    """What people read of a check: what it was and is, or why it was not made."""
    if check.state == DIFFERS:
        return f"saved {format_value(check.saved)}, now {format_value(check.found)}"
    return format_value(check.found) if check.state == NOT_CHECKED else format_value(check.saved)


def format_value(value: str | float | None) -> str:
    """A number with the places that people read, and digests cut."""
    if value is None:
        return "nothing"
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return " ".join(shorten_digest(word) for word in str(value).split(" "))


def shorten_digest(word: str) -> str:
    """A word without the end of the digest in it."""
    start, digest = word[:-DIGEST], word[-DIGEST:]
    return (
        f"{start}{digest[:SHOWN]}..." if len(digest) == DIGEST and not set(digest) - set("0123456789abcdef") else word
    )
