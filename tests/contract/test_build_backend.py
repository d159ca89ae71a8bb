"""What building from source says where there is no Rust."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HOOKS = ("build_editable", "build_sdist", "build_wheel", "prepare_metadata_for_build_editable")
OTHERS = ("get_requires_for_build_editable", "get_requires_for_build_sdist", "get_requires_for_build_wheel")


def run_hook(folder: Path, failure: str, programs: Path) -> list[str]:
    """The lines of a hook in a process whose maturin fails so."""
    hooks = ", ".join((*HOOKS, "prepare_metadata_for_build_wheel"))
    lines = [f"def fail(*_): {failure}", *(f"{name.strip()} = fail" for name in hooks.split(","))]
    (folder / "maturin.py").write_text("\n".join([*lines, *(f"{name} = list" for name in OTHERS)]), encoding="utf-8")
    path = os.pathsep.join([str(ROOT / "rust" / "py"), str(folder)])
    program = "import build_backend; build_backend.prepare_metadata_for_build_wheel('.')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        check=False,
        env=os.environ | {"PATH": str(programs), "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 1
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("failure", "reason"),
    [
        ("raise ConnectionError('no network')", "could not be fetched (no network)"),
        ("raise SystemExit(1)", "is missing"),
    ],
)
def test_one_sentence_says_what_is_missing(tmp_path: Path, failure: str, reason: str) -> None:
    (line,) = run_hook(tmp_path, failure, tmp_path)
    assert reason in line
    assert line.endswith("install Rust from https://rustup.rs and run the same command again")


def test_other_faults_are_told_as_they_are(tmp_path: Path) -> None:
    for name in ("cargo", "cargo.exe"):
        (tmp_path / name).touch(mode=0o755)
    assert run_hook(tmp_path, "raise ValueError('of its own')", tmp_path)[-1] == "ValueError: of its own"
