"""Measures mondegreen beside its peers: `python tests/bench/run.py [--only NAME ... | --write]`."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from command import command
from large import large
from linguistic import linguistic
from long import long, odd
from ordinary import characters, words
from rich.console import Console
from startup import startup
from table import Row, markdown, terminal
from timing import Effort
from vectors import vectors
from weighted import weighted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GROUPS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    function.__name__: function
    for function in (words, large, long, odd, characters, weighted, vectors, linguistic, command, startup)
}
RECORD = Path(__file__).with_name("RECORD.md")


def machine() -> str:
    """The kind of processor, who shared it, and the versions: what the figures depend on."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    processor = found[1] if found else platform.machine()
    packages = ", ".join(f"{name} {version(name)}" for name in ("mondegreen", "jiwer", "rapidfuzz"))
    busy = f"{os.cpu_count()} cores, {os.getloadavg()[1]:.1f} of them busy with other work before"
    return f"{processor}; {busy}; Python {platform.python_version()}, {packages}"


def record(rows: list[Row], where: str) -> str:
    """The file that is kept."""
    return (
        "# What was measured\n\n"
        "Written by `python tests/bench/run.py --write`. Ratios hold between runs in turn on one machine; seconds do\n"
        "not hold elsewhere. Times are CPU time of one thread, best of several, Python strings in, unless a row says\n"
        f"otherwise.\n\n{where}.\n\n{markdown(rows)}"
    )


def main() -> None:
    """Runs the groups that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=list(GROUPS), metavar="NAME")
    parser.add_argument("--write", action="store_true", help=f"keep the table in {RECORD.name}")
    parser.add_argument("--scale", type=float, default=1.0, help="a share of the work, to try the harness")
    arguments = parser.parse_args()
    if arguments.write and (len(arguments.only) < len(GROUPS) or arguments.scale != 1):
        parser.error("a record is of everything at full size")
    # A file is as wide as its lines.
    console = Console(width=None if sys.stdout.isatty() else 200)
    where, rows = machine(), []
    for name in arguments.only:
        with console.status(name):
            rows += list(GROUPS[name](Effort(arguments.scale)))
    console.print(terminal(rows))
    if arguments.write:
        RECORD.write_text(record(rows, where), encoding="utf-8")


if __name__ == "__main__":
    main()
