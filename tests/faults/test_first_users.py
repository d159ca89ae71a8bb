"""Two first users of one file of vectors and one cache: both score what one alone scores, however staggered."""

import json
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from mondegreen._core import KeptVectors
from mondegreen.cache import Cache
from mondegreen.resources import text_vectors

ROWS, DIMENSION, PAIRS = 20_000, 60, 50
STAMP = bytes(32)


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("vectors") / "v.vec"
    values = np.random.default_rng(1).standard_normal((ROWS, DIMENSION))
    with path.open("w", encoding="utf-8") as file:
        file.write(f"{ROWS} {DIMENSION}\n")
        file.writelines(f"w{row} {' '.join(f'{value:.5f}' for value in each)}\n" for row, each in enumerate(values))
    return path


WORDS = [f"w{row}" for row in range(0, ROWS, 997)]


# What makes a disk slow where strace is installed: each write waits, so that a file is half written for long.
SLOW_DISK = ["strace", "-f", "-qq", "-o", os.devnull, "-e", "trace=write", "-e", "inject=write:delay_enter=40000"]
# In one process, pairs of threads that open the same vectors for the first time; prints the values that each sees.
IN_THREADS = """
import random, sys, threading, time
from pathlib import Path
from mondegreen.cache import Cache
from mondegreen.resources import text_vectors

vectors, folder, pairs, words = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]
draw = random.Random(5)
for turn in range(pairs):
    found = []
    use = lambda: found.append(text_vectors.load(vectors, Cache(folder / str(turn))).rows(words).tobytes().hex())
    threads = [threading.Thread(target=use) for _ in range(2)]
    threads[0].start()
    time.sleep(draw.random() * 0.5)
    threads[1].start()
    for thread in threads:
        thread.join()
    print(*found)
"""


def slow_disk() -> list[str]:
    """What a command is started by to find its disk slow; without strace, nothing."""
    ours = bool(shutil.which("strace")) and not subprocess.run([*SLOW_DISK, "true"], check=False).returncode
    return SLOW_DISK if ours else []


def test_in_threads(vectors: Path, tmp_path: Path) -> None:
    alone = text_vectors.load(vectors, Cache(tmp_path / "alone")).rows(WORDS).tobytes()
    assert any(alone)
    command = [*slow_disk(), sys.executable, "-c", IN_THREADS, str(vectors), str(tmp_path), str(PAIRS), *WORDS]
    done = subprocess.run(command, capture_output=True, encoding="ascii", check=True)
    assert done.stdout.splitlines() == [f"{alone.hex()} {alone.hex()}"] * PAIRS
    names = [path.name for path in (tmp_path / "alone" / "vectors").iterdir()]
    assert [[path.name for path in tmp_path.glob(f"{turn}/vectors/*")] for turn in range(PAIRS)] == [names] * PAIRS


def in_namespaces() -> list[str]:
    """What gives a process the number 1, as a container does, where that is allowed."""
    words = ["unshare", "--pid", "--fork", "--kill-child"]
    if not shutil.which("unshare") or subprocess.run([*words, "true"], capture_output=True, check=False).returncode:
        pytest.skip("only root on Linux can make namespaces of processes")
    return words


def test_of_one_process_number(vectors: Path, tmp_path: Path) -> None:
    words = in_namespaces()
    (tmp_path / "ref").write_text("".join(f"u-{word} {word} w1\n" for word in WORDS), encoding="utf-8")
    (tmp_path / "hyp").write_text("".join(f"u-{word} w2 w1\n" for word in WORDS), encoding="utf-8")
    score = [sys.executable, "-m", "mondegreen", "score", "ref", "hyp", "--metrics", "wer-e", "--as", "json"]
    score += ["--vectors", str(vectors), "--no-config", "--cache"]

    def started(folder: str, *before: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([*before, *score, folder], cwd=tmp_path, stdout=subprocess.PIPE)

    def metrics(process: subprocess.Popen[bytes]) -> object:
        out, _ = process.communicate()
        assert process.returncode == 0
        return json.loads(out)["systems"][0]["metrics"]

    alone = metrics(started("alone"))
    draw, slow = random.Random(6), slow_disk()
    for turn in range(PAIRS):
        first = started(str(turn), *slow, *words)
        time.sleep(draw.random() * 1.0)  # staggered, which is what is tried; nothing is waited for
        second = started(str(turn), *slow, *words)
        assert [metrics(first), metrics(second)] == [alone, alone]


def test_a_value_that_changed_is_read_anew(vectors: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    alone = text_vectors.load(vectors, cache).rows(WORDS).tobytes()
    (kept,) = (tmp_path / "vectors").iterdir()
    data = bytearray(kept.read_bytes())
    data[4096 + 7] ^= 0x80  # the sign of a number
    kept.write_bytes(bytes(data))
    assert text_vectors.load(vectors, cache).rows(WORDS).tobytes() == alone


@pytest.mark.parametrize("rows", [1, 272, 273, 274, 5_000])
def test_all_sizes_are_opened_again(tmp_path: Path, rows: int) -> None:
    """Blocks of 65,536 bytes end within, at and beyond the values; each last byte counts."""
    source, place = tmp_path / "v.vec", tmp_path / "v.kept"
    source.write_text("".join(f"w{row} {' '.join(['1'] * DIMENSION)}\n" for row in range(rows)), encoding="utf-8")
    KeptVectors.keep(source, place, STAMP, lambda done: None)
    assert KeptVectors.open(place, STAMP) is not None
    data = bytearray(place.read_bytes())
    for spot in (4096, 4096 + 4 * DIMENSION * rows - 1):
        changed = data.copy()
        changed[spot] ^= 1
        (tmp_path / f"{spot}.kept").write_bytes(bytes(changed))
        assert KeptVectors.open(tmp_path / f"{spot}.kept", STAMP) is None


def test_a_lock_that_was_removed_is_none(tmp_path: Path) -> None:
    """Who waited for it may find another's at its place, whose unfinished file is not to be touched."""
    fcntl = pytest.importorskip("fcntl")
    source, place, lock = tmp_path / "v.vec", tmp_path / "v.kept", tmp_path / "v.lock"
    source.write_text("a 1 2\n", encoding="utf-8")
    locks, kept = [lock.open("w")], []

    def told(_: int) -> None:
        kept.append(place.exists())
        if len(kept) == 1:
            lock.unlink()
            locks.append(lock.open("w"))
            fcntl.flock(locks[1], fcntl.LOCK_EX)
            locks[0].close()
        elif len(kept) == 2:
            (tmp_path / "v.0123456789abcdef.part").touch()
        elif len(kept) == 4:
            assert (tmp_path / "v.0123456789abcdef.part").exists()
            locks[1].close()

    fcntl.flock(locks[0], fcntl.LOCK_EX)
    KeptVectors.keep(source, place, STAMP, told)
    assert place.exists()
    assert len(kept) >= 4


def test_what_a_killed_process_left_is_removed(vectors: Path, tmp_path: Path) -> None:
    place = text_vectors.cache_path(vectors.absolute(), tmp_path)
    place.parent.mkdir()
    left = place.with_suffix(".0123456789abcdef.part")
    other = place.with_name("other.vec-000.0123456789abcdef.part")
    for path in (left, other):
        path.write_bytes(b"half")
    text_vectors.load(vectors, Cache(tmp_path))
    assert sorted(place.parent.iterdir()) == sorted([place, other])
