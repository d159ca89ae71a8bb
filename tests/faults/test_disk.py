"""Disks that are full or cannot be written: what was there before is there afterwards, and nothing half-written."""

import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import NamedTuple

import pytest

MONDEGREEN = [sys.executable, "-m", "mondegreen"]
# A disk of its own, gone when the shell ends: old files are put on it, the command runs, and what it left is told.
SHELL = """
mount -t tmpfs -o "size=$1" none disk && cp -r old/. disk && {remount}
shift
"$@"
code=$?
(cd disk && find . -type f ! -size -1c | sort && sha256sum $(find . -type f | sort)) > left
exit $code
"""


class Left(NamedTuple):
    code: int
    err: str
    files: str


def can_mount() -> bool:
    if not which("unshare"):
        return False
    probe = 'mkdir -p "$0" && mount -t tmpfs none "$0"'
    return (
        subprocess.run(["unshare", "-m", "sh", "-c", probe, "/tmp"], capture_output=True, check=False).returncode == 0
    )


pytestmark = pytest.mark.skipif(not can_mount(), reason="only root on Linux can mount disks")


def on_disk(size: str, *words: str, remount: str = "true") -> Left:
    """What a command ends with and leaves on a disk of this size, which holds old files."""
    for folder in ("disk", "old"):
        Path(folder).mkdir(exist_ok=True)
    script = SHELL.format(remount=remount)
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, "sh", size, *MONDEGREEN, *words],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return Left(done.returncode, done.stderr, Path("left").read_text(encoding="utf-8"))


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Texts that make more than a small disk holds, and old results."""
    monkeypatch.chdir(tmp_path)
    texts = {"ref.txt": "the cat sat", "hyp.txt": "the bat sat on"}
    for name, text in texts.items():
        lines = (f"utterance-{number:05} {text} {number}\n" for number in range(4000))
        Path(name).write_text("".join(lines), encoding="utf-8")
    return tmp_path


def old(name: str) -> None:
    """An old result."""
    Path("old").mkdir()
    Path("old", name).write_text("old\n", encoding="utf-8")


SCORE = ("score", "ref.txt", "hyp.txt")
# What each command writes on the disk.
WRITERS = {
    "scores.json": (*SCORE, "--by", "utterance", "--output", "disk/scores.json"),
    "scores.csv": (*SCORE, "--by", "utterance", "--output", "disk/scores.csv"),
    "rows.jsonl": (*SCORE, "--rows", "disk/rows.jsonl"),
    "rows.csv": (*SCORE, "--rows", "disk/rows.csv"),
    "rows.csv.gz": (*SCORE, "--rows", "disk/rows.csv.gz"),
    "rows.parquet": (*SCORE, "--rows", "disk/rows.parquet"),
    "new.trn": ("convert", "ref.txt", "disk/new.trn"),
    "page.html": ("report", "ref.txt", "hyp.txt", "-o", "disk/page.html"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_keeps_what_was_there(work: Path, name: str) -> None:
    old(name)
    before = on_disk("12k", "help", "output-formats")
    assert before.code == 0
    left = on_disk("12k", *WRITERS[name])
    assert left.code == 1
    assert left.err.splitlines()[-1].startswith("mondegreen: error: disk/")
    assert left.err.rstrip().endswith("No space left on device")
    assert left.files == before.files


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_is_large_enough_holds_the_new(work: Path, name: str) -> None:
    """Else the test above would see errors of another kind."""
    old(name)
    before = on_disk("64m", "help", "output-formats")
    left = on_disk("64m", *WRITERS[name])
    assert left.code == 0
    assert left.files != before.files


def test_a_full_disk_keeps_a_saved_run(work: Path) -> None:
    Path("old").mkdir()
    words = ("score", "ref.txt", "ref.txt", "--save", "old/run")
    assert subprocess.run([*MONDEGREEN, *words], capture_output=True, check=False).returncode == 0
    size = f"{sum(path.stat().st_size for path in Path('old').rglob('*') if path.is_file()) // 1024 + 200}k"
    before = on_disk(size, "help", "output-formats")
    left = on_disk(size, *SCORE, "--save", "disk/run")
    assert left.code == 1
    assert left.err.rstrip().endswith("No space left on device")
    assert left.files == before.files


@pytest.mark.parametrize("name", WRITERS)
def test_a_disk_that_cannot_be_written(work: Path, name: str) -> None:
    left = on_disk("64m", *WRITERS[name], remount="mount -o remount,ro disk")
    assert [left.code, left.err.splitlines()[-1]] == [
        2,
        f"mondegreen: error: disk/{name}: cannot be written: that is not permitted",
    ]


def test_a_cache_on_a_full_disk_costs_no_score(work: Path) -> None:
    Path("vectors.txt").write_text("".join(f"w{n} {n} 1 {n}.5\n" for n in range(4000)), encoding="utf-8")
    words = (*SCORE, "--metrics", "wer-s", "--vectors", "vectors.txt", "--cache", "disk/cache")
    left = on_disk("64k", *words)
    assert left.code == 0
    assert "vectors.txt is not cached in disk/cache/vectors: No space left on device" in left.err
