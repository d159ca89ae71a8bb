"""Ctrl-C and requests to end at any moment of a command: its exit code, at most a sentence, and nothing half-written.

Moments are counted in calls of functions, so that a test ends its program at about the same place every time. With
MOMENTS=20 in the environment it tries more of them.
"""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mondegreen.cli.guard import INTERRUPTED

MOMENTS = int(os.environ.get("MOMENTS", "1"))
PROGRAM = """
import os, signal, sys
moment, kind = int(sys.argv.pop(1)), int(sys.argv.pop(1))
from mondegreen.cli import main
calls = 0
def count(frame, event, arg):
    global calls
    calls += 1
    if calls == moment:
        os.kill(os.getpid(), kind)
sys.setprofile(count)
code = main()
sys.setprofile(None)
if not moment:
    print(calls, file=sys.stderr)
sys.exit(code)
"""
CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: 128 + signal.SIGTERM, signal.SIGHUP: 128 + signal.SIGHUP}
SCORE = ("score", "ref.txt", "hyp.txt")
CORRUPT = ("simulate", "ref.txt", "--table", "table.tsv")
MAP = ("lexicon", "map", "v.txt", "v.txt", "--dictionary", "pairs")
# What each command leaves, and how it is called.
COMMANDS = {
    "score": (["scores.json", "rows.csv.gz", "kept"], [*SCORE, "--rows", "rows.csv.gz", "--save", "kept", "--output"]),
    "shards": (["scores.json", "kept"], [*SCORE, "--batch-size", "50", "--save", "kept", "--output"]),
    "compare": (["table.csv"], ["compare", "ref.txt", "hyp.txt", "new.txt", "--resamples", "200", "--output"]),
    "report": (["page.html"], ["report", "ref.txt", "hyp.txt", "--output"]),
    "corrupt": (["noisy.txt", "edits.jsonl"], [*CORRUPT, "--edits", "edits.jsonl", "--output"]),
    "map": (["map.npz", "mapped.vec"], [*MAP, "--write-source", "mapped.vec", "--output"]),
    "convert": (["texts.trn"], ["convert", "ref.txt"]),
    "merge": (["whole"], ["runs", "merge", "part.1", "part.2", "--save"]),
}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What commands read."""
    folder = tmp_path_factory.mktemp("inputs")
    draw = random.Random(3)
    words = [f"w{number}" for number in range(40)]
    for name in ("ref.txt", "hyp.txt", "new.txt"):
        lines = [f"u{number:03} {' '.join(draw.choices(words, k=6))}\n" for number in range(200)]
        (folder / name).write_text("".join(lines), encoding="utf-8")
        for part, some in (("1", lines[:100]), ("2", lines[100:])):
            (folder / f"{name}.{part}").write_text("".join(some), encoding="utf-8")
    rows = (f"{word} {' '.join(f'{draw.gauss(0, 1):.3f}' for _ in range(8))}\n" for word in words)
    (folder / "v.txt").write_text("".join(rows), encoding="utf-8")
    (folder / "pairs").write_text("".join(f"{word} {word}\n" for word in words), encoding="utf-8")
    table = "# mondegreen substitution table, version 1\nword\tcandidate\tprobability\tphonological\tsemantic\n"
    rows = (f"{word}\tx{word}\t1\t0\t0\n" for word in words)
    (folder / "table.tsv").write_text(table + "".join(rows), encoding="utf-8")
    for part in ("1", "2"):
        assert ran(folder, "score", "ref.txt", f"hyp.txt.{part}", "--missing", "skip", "--save", f"part.{part}")[0] == 0
    return folder


def ran(folder: Path, *words: str, moment: int = 0, kind: int = 0) -> tuple[int, str]:
    """The exit code of a command that is ended at a moment, and what it said."""
    program = [sys.executable, "-c", PROGRAM, str(moment), str(kind), *words]
    done = subprocess.run(program, cwd=folder, stdout=-3, stderr=-1, encoding="utf-8", check=False)
    return done.returncode, done.stderr


def contents(folder: Path, names: list[str]) -> dict[str, bytes]:
    """The files of these names, or below folders of them."""
    found = (path for name in names for path in [folder / name, *(folder / name).rglob("*")])
    return {str(path.relative_to(folder)): path.read_bytes() for path in found if path.is_file()}


def left_over(folder: Path) -> Iterator[str]:
    """What was being written, and not removed."""
    return (path.name for path in folder.rglob(".mondegreen-*"))


@pytest.mark.parametrize("name", COMMANDS)
def test_at_any_moment(inputs: Path, tmp_path: Path, name: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    for path in inputs.iterdir():
        (work / path.name).symlink_to(path)
    goals, words = COMMANDS[name]
    words = [*words, goals[0]] if name != "merge" else [*words, "whole"]
    code, said = ran(work, *words)
    assert code == 0, said
    whole, calls = contents(work, goals), int(said.splitlines()[-1])
    assert len(whole) >= len(goals)
    draw = random.Random(name)
    for kind, code in CODES.items():
        for _ in range(MOMENTS):
            moment = draw.randint(1, calls)
            for path in [work / goal for goal in goals if (work / goal).is_file()]:
                path.write_bytes(b"old")
            before = contents(work, goals)
            ended, said = ran(work, *words, moment=moment, kind=kind)
            where = f"{kind.name} at call {moment} of {calls}: {ended}, {said}"
            assert ended in (0, code, -kind), where  # the last before anything was begun
            assert len([line for line in said.splitlines() if not line.startswith("mondegreen: warning: ")]) <= 1, where
            assert "Traceback" not in said, where
            found = contents(work, goals)
            assert all(data in (before.get(path), whole.get(path)) for path, data in found.items()), where
            assert found.keys() >= before.keys(), where
            assert not list(left_over(work)), where
