"""An alignment twice as long takes about twice the memory, though its time takes four times as much.

A table of all cells would take four times the memory. Each pair is aligned in a process of its own, which tells the
most that it held.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import mondegreen

STATUS = Path("/proc/self/status")
GROWTH = 2.3
WORDS, ALL_DIFFERENT = 4_000, 24_000

PEAK = """
import re, sys
sys.stderr.write(re.search("^VmHWM:\\\\s*(\\\\d+) kB", open("/proc/self/status").read(), re.MULTILINE)[1])
"""
SCLITE = """
import sys
from mondegreen.dropin.start import start
assert start("sclite", sys.argv[1:]) == 0
"""
ALIGN = """
import sys
from mondegreen import align
texts = [open(name, encoding="utf-8").read() for name in sys.argv[1:]]
assert len(align(texts[:1], texts[1:], threads=1)) == 1
"""

pytestmark = pytest.mark.skipif(
    not STATUS.exists() or "VmHWM" not in STATUS.read_text(), reason="the system does not tell what a process held"
)


def held(code: str, words: list[str | Path]) -> int:
    """The most that a process held, in kB."""
    environment = os.environ | {"PYTHONPATH": str(Path(mondegreen.__file__).parents[1])}
    run = subprocess.run(
        [sys.executable, "-c", code + PEAK, *words], check=True, capture_output=True, text=True, env=environment
    )
    return int(run.stderr)


def pair(count: int, kind: str) -> tuple[list[str], list[str]]:
    """So many words and what was heard of them."""
    draw = random.Random(count)
    if kind == "all different":
        return [f"a{at}" for at in range(count)], [f"b{at}" for at in range(count)]
    words = [f"w{draw.randrange(2_000)}" for _ in range(count)]
    heard = [word if draw.random() < 0.8 else "x" for word in words]
    if kind == "alternations":
        words = [f"{{ {word} / y {word} / @ }}" if at % 10 == 0 else word for at, word in enumerate(words)]
    if kind == "long alternatives":
        words = ["{", *words[: count // 2], "/", "@", "/", *words[count // 2 :], "}"]
    return words, heard


def sclite(folder: Path, count: int, kind: str) -> int:
    """What sclite holds for a pair."""
    for name, words in zip(("ref", "hyp"), pair(count, kind)):
        (folder / name).write_text(f"{' '.join(words)} (s-1)\n", encoding="utf-8")
    (folder / "list").write_text("".join(f"w{at} {1 + at % 7}\n" for at in range(2_000)), encoding="utf-8")
    options: list[str | Path] = ["-w", folder / "list"] if kind == "weights" else []
    files: list[str | Path] = ["-r", folder / "ref", "trn", "-h", folder / "hyp", "trn"]
    return held(SCLITE, [*files, "-i", "rm", "-f", "0", "-o", "sum", "-O", folder, *options])


@pytest.mark.parametrize("kind", ["alternations", "long alternatives", "weights"])
def test_sclite_holds_twice_for_twice(tmp_path: Path, kind: str) -> None:
    one, two = (sclite(tmp_path, count, kind) for count in (WORDS, 2 * WORDS))
    assert two <= GROWTH * one, f"{one:,} kB and then {two:,} kB"


@pytest.mark.parametrize("heard", ["as many", "ten"])
def test_words_that_all_differ_hold_twice_for_twice(tmp_path: Path, heard: str) -> None:
    """A table of all words by all places took 11 GB for 300,000."""
    sizes = []
    for count in (ALL_DIFFERENT, 2 * ALL_DIFFERENT):
        words, others = pair(count, "all different")
        files = tmp_path / f"{count}.ref", tmp_path / f"{count}.hyp"
        files[0].write_text(" ".join(words), encoding="utf-8")
        files[1].write_text(" ".join(others if heard == "as many" else others[:10]), encoding="utf-8")
        sizes.append(held(ALIGN, [*files]))
    assert sizes[1] <= GROWTH * sizes[0], f"{sizes[0]:,} kB and then {sizes[1]:,} kB"
