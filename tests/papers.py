"""Figures of papers beside ours: runs the commands of the pages `paper-*` on public data, and writes their tables.

    python tests/papers.py DATA [--only translation] [--results DIRECTORY]

DATA holds the public data as papers_data.py knows it; figures whose data is absent keep their line and its date. What a
command says is kept in the results, by page and letter, and asked again where it is removed.
"""

import argparse
import logging
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from paper_commands import DOCS, ROOT, Said, ask, commands, prepare
from paper_rows import ROWS, Row
from papers_data import lay_page

START, END = "<!-- figures: `python tests/papers.py DATA` writes this table -->", "<!-- end of figures -->"
HEAD = ["| table or figure | command | published | ours | verdict | measured |", "|---|---|---:|---:|---|---|"]


def format_value(value: Any, places: int) -> str:
    if isinstance(value, list):
        return " ".join(format_value(each, places) for each in value)
    return value if isinstance(value, str) else "" if value is None else f"{value:.{places}f}"


def judge(row: Row, value: Any) -> str:
    """Reproduced, or why not."""
    if not row.published:
        return row.why or "no published figure at hand"
    if isinstance(value, str):
        return "reproduced" if value == row.published else f"differs: {row.why}"
    ours, theirs = (value if isinstance(value, list) else [value]), list(map(float, row.published.split()))
    gap = max(abs(round(one, row.places) - other) for one, other in zip(ours, theirs, strict=True))
    if row.within is not None and gap <= row.within + 1e-9:
        return f"reproduced within {gap:.{row.places}f}" if round(gap, row.places) else "reproduced to the last digit"
    return f"differs by {'up to ' if len(ours) > 1 else ''}{gap:.{row.places}f}: {row.why}"


def write_rows(page: str, data: Path, results: Path, before: dict[str, str]) -> Iterator[str]:
    """The lines of a table; of figures that cannot be found now those from before."""
    known = commands(page)
    asked = {row.command for row in ROWS[page]}
    place = results / "data" / page
    said: dict[str, Said | None] = dict.fromkeys(asked)
    if lay_page(page, data, place):
        for letter in sorted(known.keys() - asked):
            prepare(known[letter], place)
        said = {letter: ask(page, letter, known[letter], place, results) for letter in sorted(asked)}
    else:
        logging.warning("%s: no data; its lines keep their dates", page)
    for row in ROWS[page]:
        answer = said[row.command]
        if answer is None:
            if row.what in before:
                yield before[row.what]
            continue
        value = row.find(answer)
        date = measured_on(results / f"{page}.{row.command}.json")
        cells = [row.what, row.command, row.published, format_value(value, row.places), judge(row, value), date]
        yield f"| {' | '.join(cells)} |"


def measured_on(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime, timezone.utc):%Y-%m-%d}"


def write_page(page: str, data: Path, results: Path) -> None:
    path = DOCS / f"paper-{page}.md"
    _, table, _ = split_page(path)
    before = {line.split(" | ")[0].removeprefix("| "): line for line in table.splitlines() if line.startswith("| ")}
    lines = list(write_rows(page, data, results, before))
    head, _, tail = split_page(path)  # again: the commands may have taken long
    path.write_text("\n".join([head + START, "", *HEAD, *lines, "", END + tail]), encoding="utf-8")


def split_page(path: Path) -> tuple[str, str, str]:
    """What stands before the table, the table, and what stands behind."""
    head, _, rest = path.read_text(encoding="utf-8").partition(START)
    table, _, tail = rest.partition(END)
    return head, table, tail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", choices=list(ROWS), action="append")
    parser.add_argument("--results", type=Path, default=ROOT / "target" / "papers")
    options = parser.parse_args()
    options.results.mkdir(parents=True, exist_ok=True)
    for page in options.only or ROWS:
        write_page(page, options.data, options.results)


if __name__ == "__main__":
    main()
