"""Measures mondegreen beside its peers: `python tests/bench/run.py [--only NAME ...] [--write] [--gate]`."""

from __future__ import annotations

import argparse
import os
import platform
import re
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from command import command
from corrupt import corrupt
from espnet import espnet
from filters import filters, sc_stats
from growth import growth
from kaldi import kaldi
from large import large
from lattice import lattice
from linear import linear
from linguistic import linguistic
from long import long, odd
from opening import opening
from ordinary import characters, words
from page import page
from resampling import resampling
from rich.console import Console
from robustness import robustness
from scale import scale
from sclite import sclite
from semantic import semantic
from small import small
from speakers import speakers
from startup import startup
from table import Row, markdown, terminal
from timing import Effort
from vectors import vectors
from weighted import weighted

from lexicon import lexicon
from nbest import nbest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

GROUPS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    function.__name__: function
    for function in (
        words,
        small,
        large,
        long,
        odd,
        linear,
        characters,
        weighted,
        vectors,
        opening,
        linguistic,
        semantic,
        nbest,
        lexicon,
        corrupt,
        robustness,
        command,
        kaldi,
        espnet,
        lattice,
        sclite,
        startup,
        filters,
        sc_stats,
        resampling,
        page,
        speakers,
        scale,
        growth,
    )
}
RECORD = Path(__file__).with_name("RECORD.md")
PACKAGES = (
    "mondegreen",
    "jiwer",
    "rapidfuzz",
    "speechbrain",
    "spacy",
    "sentence-transformers",
    "bert-score",
    "torch",
    "meeteval",
    "ray",
)
HEADING = "\n## "


def machine() -> str:
    """The kind of processor, who shared it, and the versions: what the figures depend on."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    processor = found[1] if found else platform.machine()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES if installed(name))
    busy = f"{os.cpu_count()} cores, {os.getloadavg()[1]:.1f} of them busy with other work before"
    return f"{processor}; {busy}; Python {platform.python_version()}, {packages}"


def installed(package: str) -> bool:
    """Whether the package has a version here."""
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def record(measured: Mapping[str, str]) -> str:
    """The file that is kept: groups measured now, and of the others what it held of them."""
    old = RECORD.read_text(encoding="utf-8").split(HEADING)[1:] if RECORD.exists() else []
    known = {name: body for name, _, body in (part.partition("\n") for part in old)} | measured
    return (
        "# What was measured\n\n"
        "Written by `python tests/bench/run.py --write`, which `--only NAME` keeps to some groups. Ratios hold between\n"
        "runs in turn on one machine; seconds do not hold elsewhere. Times are CPU time of one thread, best of several,\n"
        "Python strings in, unless a row says otherwise.\n"
    ) + "".join(f"{HEADING}{name}\n\n{known[name].strip()}\n" for name in GROUPS if name in known)


def main() -> None:
    """Runs the groups that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=list(GROUPS), metavar="NAME")
    parser.add_argument("--write", action="store_true", help=f"keep the table in {RECORD.name}")
    parser.add_argument("--gate", action="store_true", help="exit with 1 where a goal is missed")
    parser.add_argument("--scale", type=float, default=1.0, help="a share of the work, to try the harness")
    parser.add_argument("--vectors", type=Path, metavar="DIR", help="en.f16.npy, fr.f16.npy, en-fr.0-5000.txt")
    arguments = parser.parse_args()
    if arguments.write and arguments.scale != 1:
        parser.error("a record is of groups at full size")
    missed = 0
    # A file is as wide as its lines.
    console = Console(width=None if sys.stdout.isatty() else 200)
    for name in arguments.only:
        where = machine()
        with console.status(name):
            rows = list(GROUPS[name](Effort(arguments.scale, arguments.vectors)))
        console.print(terminal(rows))
        missed += sum(not row.is_reached for row in rows)
        if arguments.write:
            RECORD.write_text(record({name: f"{where}.\n\n{markdown(rows)}"}), encoding="utf-8")
    if arguments.gate and missed:
        sys.exit(1)


if __name__ == "__main__":
    main()
