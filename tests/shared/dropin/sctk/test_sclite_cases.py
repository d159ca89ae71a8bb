"""sclite on random texts and on SCTK's own test data, every byte as the original left it."""

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest

from mondegreen.cli import main
from shared.data import DATA

DATE = re.compile(rb'(Creation date: |creation_date=)"[^"]*"')


def cases(folder: Path) -> list[Path]:
    """The cases of sclite in a folder; those of other programs are theirs."""
    found = sorted(path.parent for path in folder.glob("*/cmd"))
    return [case for case in found if (case / "cmd").read_text(encoding="utf-8").startswith("sclite ")]


CASES = [case for name in ("sclite", "sctk-testdata") for case in cases(DATA / name)]


def test_the_cases_are_found() -> None:
    assert len(CASES) > 100


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_byte_is_that_of_the_original(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    run_again(case, tmp_path, monkeypatch, capfdbinary)


def undated(text: bytes) -> bytes:
    return DATE.sub(b"", text)


def run_again(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Runs the command of a case in this process, and compares all that it printed and wrote."""
    if (case / "in").is_dir():
        shutil.copytree(case / "in", tmp_path, dirs_exist_ok=True)
    (tmp_path / "out").mkdir(exist_ok=True)
    monkeypatch.chdir(tmp_path)
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    piped = (case / "stdin").read_text(encoding="utf-8").strip() if (case / "stdin").is_file() else None
    with (tmp_path / piped if piped else Path(os.devnull)).open(encoding="latin-1") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        code = main(shlex.split((case / "cmd").read_text(encoding="utf-8")))
    told = capfdbinary.readouterr()
    expect = case / "expect"
    assert str(code) == (expect / "rc").read_text(encoding="utf-8").strip()
    assert undated(told.out) == undated((expect / "stdout").read_bytes())
    assert undated(told.err) == undated((expect / "stderr").read_bytes())
    wanted = {path.relative_to(expect / "files"): path for path in (expect / "files").rglob("*") if path.is_file()}
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file() and path not in before}
    assert written == {path for path in wanted if tmp_path / path not in before}
    for path, original in wanted.items():
        assert undated((tmp_path / path).read_bytes()) == undated(original.read_bytes()), path
