"""Conditions on a comparison, and whether systems fail them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mondegreen.compare.condition import Finding
from mondegreen.report.blocks import Block, Column, Table

COLUMNS = [
    Column("condition", "fails if"),
    Column("system", "system"),
    Column("base", "base", 2),
    Column("score", "score", 2),
    Column("found", "found", 2),
    Column("outcome", ""),
]


def report_conditions(findings: Sequence[Finding]) -> Iterator[Block]:
    """A row for each condition and system."""
    failed = sum(each.fails for each in findings)
    title = f"{failed} of {len(findings)} conditions failed" if failed else "no condition failed"
    rows = [
        [each.condition, each.system, each.base, each.score, each.looked_at, "FAILED" if each.fails else "passed"]
        for each in findings
    ]
    if rows:
        yield Table("conditions", title, COLUMNS, rows)
