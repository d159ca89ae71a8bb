"""SCTK's filters as processes: a long text through a global mapping file of many rules."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from string import ascii_lowercase
from typing import TYPE_CHECKING

import peers
from table import Faster, Row
from timing import Effort, best

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timing import Work

LINES, RULES, WORDS = 100_000, 500, 3_000


def filters(effort: Effort) -> Iterator[Row]:
    """Processes, their CPU time; csrfilt.sh is the whole chain around rfilter1, over lines of a trn file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, effort.size(LINES))
        for program, arguments, wanted in (("rfilter1", [], 1), ("csrfilt.sh", ["-i", "trn", "-dh"], 1)):
            work, peer = f"{program}, {RULES} rules", "the original"
            if not peers.SCLITE.exists():
                yield Row(work, peer, Faster(wanted), skipped="sctk is not installed")
                continue
            mondegreen = Path(sys.executable).parent / "mondegreen"
            own = [str(mondegreen), program, *arguments, str(folder / "rules.glm")]
            theirs = [
                "env",
                f"PATH={peers.SCLITE.parent}:/usr/bin:/bin",
                program,
                *arguments,
                str(folder / "rules.glm"),
            ]
            runs = {"ours": fed(own, folder / "text"), "theirs": fed(theirs, folder / "text")}
            times = best(runs, effort.rounds(3))
            yield Row(work, peer, Faster(wanted), times["ours"], times["theirs"])


def write(folder: Path, lines: int) -> None:
    """Rules for some words of a vocabulary, and lines of its words."""
    rng = random.Random(5)
    words = ["".join(rng.choices(ascii_lowercase, k=rng.randint(2, 9))) for _ in range(WORDS)]
    rules = [f"{word} => [{rng.choice(words)} {rng.choice(words)}] / [ ] __ [ ]\n" for word in rng.sample(words, RULES)]
    head = f";; rules\n* CASE_SENSITIVE = 'F'\n* MAX_NRULES = '{2 * RULES}'\n"
    (folder / "rules.glm").write_text(head + "".join(rules), encoding="ascii")
    with (folder / "text").open("w", encoding="ascii") as text:
        for index in range(lines):
            text.write(f" {' '.join(rng.choices(words, k=12))} (s-{index})\n")


def fed(command: list[str], text: Path) -> Work:
    """A run of a process with this text as its input."""

    def run() -> None:
        with text.open("rb") as stdin:
            subprocess.run(command, check=True, stdin=stdin, stdout=subprocess.DEVNULL)

    return run
