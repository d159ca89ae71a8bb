"""Surroundings that programs seldom think of: no home, other locales, odd names, little memory, a clock that jumps."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.errors import NO_MEMORY

MONDEGREEN = [sys.executable, "-m", "mondegreen"]
WER = "37.50"  # of the files of the fixture


def scored(*words: str, **environment: str | None) -> subprocess.CompletedProcess[bytes]:
    """`mondegreen score` with other variables; None takes one away."""
    variables = {**os.environ, **environment}
    kept = {name: value for name, value in variables.items() if value is not None}
    done = subprocess.run([*MONDEGREEN, "score", *words], env=kept, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert WER.encode() in done.stdout
    assert done.stderr == b""
    return done


@pytest.mark.parametrize(
    "environment",
    [
        {"HOME": None, "XDG_CACHE_HOME": None},
        {"HOME": "", "XDG_CACHE_HOME": ""},
        {"HOME": "/nowhere", "XDG_CACHE_HOME": None},
        {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
        {"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"},
        {"LC_ALL": "no_such.locale"},
        {"TERM": None, "COLUMNS": None},
        {"TERM": "dumb", "COLUMNS": "1"},
        {"COLUMNS": "many", "LINES": "-1"},
        {"TZ": "nowhere/at-all"},
        {"PATH": ""},
        {"TMPDIR": "/nowhere"},
        {"SOURCE_DATE_EPOCH": "x"},
    ],
    ids=lambda names: "-".join(f"{name}={value}" for name, value in names.items()),
)
def test_variables(files: Path, environment: dict[str, str | None]) -> None:
    scored("ref.txt", "hyp.txt", **environment)


def test_a_comma_for_the_point_of_decimals(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not only the variables, but a program around us that chose the locale for C's functions too."""
    import locale

    from mondegreen.cli import main

    for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8"):
        try:
            before = locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        try:
            assert main(["score", "ref.txt", "hyp.txt", "--output", "scores.csv"]) == 0
        finally:
            locale.setlocale(locale.LC_ALL, "C")
        assert "37.5" in Path("scores.csv").read_text(encoding="utf-8"), before
        return
    pytest.skip("no locale with decimal commas is installed")


@pytest.mark.parametrize(
    "name",
    [
        b"with blanks.txt",
        b"quo'te\".txt",
        b"new\nline.txt",
        b"tab\tand\rreturn.txt",
        b"$(touch made).txt",
        b"`touch made`;touch made.txt",
        b"<b>&amp;.txt",
        b"caf\xe9-not-utf-8.txt",
        "日本語 السلام.txt".encode(),
        b"\x1b[31mred.txt",
        b"-dash.txt",
        b"%s%n{0}.txt",
    ],
)
def test_names_of_files(files: Path, name: bytes) -> None:
    """They are read, shown without harm, and nothing in them is run."""
    path = b"./" + name if name.startswith(b"-") else name
    Path(os.fsdecode(name)).write_bytes(Path("hyp.txt").read_bytes())
    outputs = [b"scores.json", b"scores.md", b"scores.tex", b"scores.csv", b"scores.html"]
    for output in outputs:
        words = [os.fsencode(word) for word in (*MONDEGREEN, "score", "ref.txt")]
        done = subprocess.run([*words, path, b"--output", output], capture_output=True, check=False)
        assert [done.returncode, done.stdout, done.stderr] == [0, b"", b""]
        assert Path(os.fsdecode(output)).stat().st_size > 0
    shown = scored("ref.txt", os.fsdecode(path)).stdout
    assert b"\x1b" not in shown
    assert b"\r" not in shown
    assert not Path("made").exists()
    assert {each.name for each in files.iterdir()} == {
        "ref.txt",
        "hyp.txt",
        os.fsdecode(name),
        *map(os.fsdecode, outputs),
    }


def test_a_name_that_cannot_be_read_is_told_without_harm(files: Path) -> None:
    words = [*map(os.fsencode, MONDEGREEN), b"score", b"ref.txt", b"no\x1b[2Jsuch\xff"]
    done = subprocess.run(words, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"\x1b" not in done.stderr
    assert b"Traceback" not in done.stderr
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("megabytes", [300, 500, 700, 1000])
def test_little_memory(files: Path, megabytes: int) -> None:
    """With as much as may be: the right answer, or a sentence and no result."""
    lines = "".join(f"utt-{n} {'word ' * 50}{n}\n" for n in range(100_000))
    for name in ("ref.txt", "hyp.txt"):
        Path(name).write_text(lines, encoding="utf-8")
    limit = ["sh", "-c", f'ulimit -v {megabytes * 1024}; exec "$@"', "sh"]
    words = [*limit, *MONDEGREEN, "score", "ref.txt", "hyp.txt", "--threads", "1", "--output", "scores.json"]
    variables = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, env=variables)
    assert "panicked" not in done.stderr
    if done.returncode == 0:
        assert '"errors": 0' in Path("scores.json").read_text(encoding="utf-8")
    else:
        assert not Path("scores.json").exists()
        assert done.returncode in (1, 2)


@pytest.mark.parametrize("program", ["mondegreen", "compute-wer"])
def test_no_memory_in_the_core_is_a_sentence(files: Path, program: str) -> None:
    """Of 3,000,000 distinct words, on either side the core alone needs more than 256 MB."""
    for side in "rh":
        Path(side).write_text(f"u1 {' '.join(f'{side}{each}' for each in range(3_000_000))}\n", encoding="utf-8")
    words = ["score", "r", "h"] if program == "mondegreen" else [program, "--mode=present", "ark:r", "ark:h"]
    limit = ["sh", "-c", 'ulimit -d 262144; exec "$@"', "sh"]
    done = subprocess.run([*limit, *MONDEGREEN, *words], capture_output=True, encoding="utf-8", check=False)
    said = f"{program}: {'error: ' if program == 'mondegreen' else ''}{NO_MEMORY}\n"
    assert (done.returncode, done.stderr.endswith(said), done.stdout) == (1, True, "")


def test_a_clock_that_jumps(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress and packed files ask for the time; neither may change what is written."""
    import itertools
    import time

    from mondegreen.cli import main

    jumps = itertools.cycle([4e9, -5.0, 0.0, 1e18])
    monkeypatch.setattr(time, "time", lambda: next(jumps))
    monkeypatch.setattr(time, "monotonic", lambda: next(jumps))
    written = []
    for _ in range(2):
        assert main(["score", "ref.txt", "hyp.txt", "--rows", "rows.csv.gz"]) == 0
        written.append(Path("rows.csv.gz").read_bytes())
    assert written[0] == written[1]
    assert b"utt-1" in gzip.decompress(written[0])
