"""sc_stats on random systems and on those of SCTK's own test data, as the original printed it."""

import shlex
import shutil
from pathlib import Path

import pytest

from programs import Done, files, ours
from shared.data import DATA


def cases() -> list[Path]:
    folders = [DATA / name for name in ("sclite", "sctk-testdata")]
    return [path.parent for folder in folders for path in sorted(folder.glob("*stats*/cmd"))]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_cases_are_as_the_original_printed_them(tmp_path: Path, case: Path) -> None:
    shutil.copytree(case / "in", tmp_path, dirs_exist_ok=True)
    (tmp_path / "out").mkdir(exist_ok=True)
    name, *arguments = shlex.split((case / "cmd").read_text(encoding="utf-8"))
    feed = (case / "in" / (case / "stdin").read_text(encoding="utf-8").strip()).read_bytes()
    expect = case / "expect"
    output, complaints = ((expect / stream).read_bytes() for stream in ("stdout", "stderr"))
    expected = Done(int((expect / "rc").read_text(encoding="utf-8")), output, complaints, files(expect / "files"))
    assert ours(name, arguments, tmp_path, feed) == expected
