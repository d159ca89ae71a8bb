"""Whatever becomes of the cache, numbers are those of a run without one, and a warning each says what is not kept."""

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from mondegreen.errors import ScoreError
from mondegreen.resources import phonemes

Command = Callable[..., Answer]
MONDEGREEN = [sys.executable, "-m", "mondegreen"]
# Vectors are kept in a file of their own, phonemes in a store.
METRICS = "wer-s,per"
SCORE = ["score", "ref.txt", "hyp.txt", "--metrics", METRICS, "--vectors", "v.txt", "--language", "en", "--as", "json"]
GARBAGE = [b"", b"\0" * 5000, b"SQLite format 3\0" + b"\xff" * 5000, b"no such thing\n" * 999]


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    draw = random.Random(3)
    words = [f"w{number}" for number in range(60)]
    for name in ("ref.txt", "hyp.txt"):
        lines = (f"u{number:03} {' '.join(draw.choices(words, k=6))}\n" for number in range(200))
        Path(name).write_text("".join(lines), encoding="utf-8")
    rows = (f"{word} {draw.random():.3f} {draw.random():.3f} 1\n" for word in words)
    Path("v.txt").write_text("".join(rows), encoding="utf-8")
    return tmp_path


@pytest.fixture
def scored(command: Command, work: Path, espeak: None) -> Callable[..., tuple[str, list[str]]]:
    """What is said of scores, and the warnings."""

    def run(*more: str) -> tuple[str, list[str]]:
        answer = command(*SCORE, *more)
        assert answer.code == 0, answer.err
        return answer.out, answer.err.splitlines()

    return run


def kept(folder: str = "cache") -> list[Path]:
    return [path for path in Path(folder).rglob("*") if path.is_file()]


def garbled(path: Path) -> None:
    """Flips a byte in the middle of what is held."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def of_another_version(path: Path) -> None:
    """What an earlier program could have left: its own head, and then what we do not know."""
    path.write_bytes(b"mondegreen 0.0.1\n" + path.read_bytes()[17:])


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: list[Callable[[Path], object]] = [garbled, cut, of_another_version, a_folder]
DAMAGES += [partial(Path.write_bytes, data=data) for data in GARBAGE]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_cache(scored: Any, damage: Callable[[Path], object]) -> None:
    usual, _ = scored("--no-cache")
    assert scored("--cache", "cache") == (usual, [])
    files = kept()
    assert len(files) == len(METRICS.split(","))
    for path in files:
        damage(path)
    for _ in range(2):
        found, told = scored("--cache", "cache")
        assert found == usual
        assert len(told) <= len(files)
        assert all(line.startswith("mondegreen: warning: ") for line in told)
    if damage is not a_folder:
        assert told == []  # what was damaged was made anew


@pytest.mark.parametrize("way", ["a file", "read-only", "no room for names"])
def test_a_cache_that_cannot_be(scored: Any, way: str) -> None:
    usual, _ = scored("--no-cache")
    if way == "a file":
        Path("cache").write_text("mine")
    elif way == "read-only":
        Path("cache").mkdir(mode=0o500)
    place = "cache" if way != "no room for names" else f"{'x' * 300}/cache"
    found, told = scored("--cache", place)
    assert found == usual
    assert len({line.partition(":")[2] for line in told}) <= len(METRICS.split(","))
    if way == "a file":
        assert Path("cache").read_text() == "mine"


def test_two_processes_that_fill_one_cache(work: Path) -> None:
    words = [*MONDEGREEN, *SCORE]
    try:
        phonemes.load_library()
    except ScoreError:  # a process of its own has no recorded phonemes
        words[words.index(METRICS)] = "wer-s"
    usual = subprocess.run([*words, "--no-cache"], capture_output=True, encoding="utf-8", check=True).stdout
    for count in (3, 1):
        starts = ([*words, "--cache", "cache"] for _ in range(count))
        for each in [subprocess.Popen(start, stdout=-1, stderr=-1, encoding="utf-8") for start in starts]:
            out, err = each.communicate()
            assert [each.returncode, out, err] == [0, usual, ""]
    assert not [path.name for path in kept() if path.name.startswith(".mondegreen")]
