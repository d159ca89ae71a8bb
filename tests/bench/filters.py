"""SCTK's filters and tests as processes: a long text through many rules, and systems compared."""

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
# Utterances of each system that is compared.
UTTERANCES = 48_000
TESTS = ("mapsswe", "mapsswe_seg", "sign", "wilc", "mcn", "anovar")


def filters(effort: Effort) -> Iterator[Row]:
    """Processes, their CPU time; csrfilt.sh is the whole chain around rfilter1, over lines of a trn file."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, effort.size(LINES))
        for program, arguments, wanted, text in (
            ("rfilter1", [], 1, "text"),
            ("csrfilt.sh", ["-i", "trn", "-dh"], 5, "text"),
            ("csrfilt.sh", ["-i", "ctm", "-dh"], 5, "ctm"),
        ):
            work, peer = f"{program}{' of a ctm' if text == 'ctm' else ''}, {RULES} rules", "the original"
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
            runs = {"ours": fed(own, folder / text), "theirs": fed(theirs, folder / text)}
            times = best(runs, effort.rounds(3))
            yield Row(work, peer, Faster(wanted), times["ours"], times["theirs"])


def sc_stats(effort: Effort) -> Iterator[Row]:
    """sc_stats as a process, its CPU time: each test of three systems."""
    with tempfile.TemporaryDirectory() as name:
        text = Path(name, "systems.sgml")
        write_systems(text, effort.size(UTTERANCES))
        for test in TESTS:
            if not peers.SCLITE.exists():
                yield Row(f"sc_stats -t {test}", "the original", Faster(3), skipped="sctk is not installed")
                continue
            mondegreen = Path(sys.executable).parent / "mondegreen"
            options = ["-p", "-t", test, "-n", "-"]
            runs = {
                "ours": fed([str(mondegreen), "sc_stats", *options], text),
                "theirs": fed([str(peers.SCLITE.parent / "sc_stats"), *options], text),
            }
            times = best(runs, effort.rounds(3))
            yield Row(f"sc_stats -t {test}", "the original", Faster(3), times["ours"], times["theirs"])


def write_systems(path: Path, utterances: int) -> None:
    """Three systems over 40 speakers, as sclite writes them."""
    rng = random.Random(6)
    with path.open("w", encoding="ascii") as file:
        for system in "abc":
            file.write(f'<SYSTEM title="{system}">\n')
            for speaker in range(40):
                file.write(f'<SPEAKER id="s{speaker}">\n')
                for number in range(utterances // 40):
                    items = []
                    for _ in range(rng.randint(5, 30)):
                        step = rng.choices("CSID", (90, 5, 2, 3))[0]
                        one, other = (f'"w{rng.randrange(WORDS)}"' for _ in range(2))
                        words = {"C": f"{one},{one}", "S": f"{one},{other}", "I": f",{one}", "D": f"{one},"}
                        items.append(f"{step},{words[step]}")
                    tag = f'<PATH id="(s{speaker}-{number})" word_cnt="{len(items)}" sequence="{number}">'
                    file.write(f"{tag}\n{':'.join(items)}\n</PATH>\n")
                file.write("</SPEAKER>\n")
            file.write("</SYSTEM>\n")


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
    with (folder / "ctm").open("w", encoding="ascii") as text:
        for index in range(lines):
            text.write(f"f{index // 2000} A {index % 2000 * 0.3:.2f} 0.30 {rng.choice(words)} 0.9\n")


def fed(command: list[str], text: Path) -> Work:
    """A run of a process with this text as its input."""

    def run() -> None:
        with text.open("rb") as stdin:
            subprocess.run(command, check=True, stdin=stdin, stdout=subprocess.DEVNULL)

    return run
