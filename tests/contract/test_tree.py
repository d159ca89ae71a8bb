"""The tree keeps its shape: few names at the top, files one can read at a sitting, no trace of anybody's machine."""

import re
import subprocess
from pathlib import Path

import pytest

from pages import ROOT

TOP = {"Cargo.toml", "Cargo.lock", "LICENSE", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "pyproject.toml"}
FOLDERS = {"rust", "python", "egs", "tests"}
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|work|mnt)/\w")


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("only a checkout knows which files belong to it")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_top_holds_what_it_should() -> None:
    names = {path.relative_to(ROOT).parts[0] for path in tracked()}
    shown = {name for name in names if not name.startswith(".")}
    assert shown - TOP == FOLDERS


def test_no_file_names_a_machine() -> None:
    named = []
    for path in tracked():
        text = path.read_bytes().decode("utf-8", errors="replace")
        named += [f"{path.relative_to(ROOT)}: {hit[0]}" for hit in MACHINE.finditer(text)]
    assert not named


def test_code_files_are_short() -> None:
    code = [path for path in tracked() if path.suffix in {".py", ".rs"} and "tests" not in path.relative_to(ROOT).parts]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in code}
    assert lengths
    assert {name: lines for name, lines in lengths.items() if lines > 400} == {}


def test_every_stage_is_tested_where_one_looks_for_it() -> None:
    package = ROOT / "python" / "mondegreen"
    stages = {path.parent.name for path in package.glob("*/__init__.py") if len(list(path.parent.glob("*.py"))) > 1}
    assert stages <= {path.name for path in (ROOT / "tests").iterdir()}


def test_the_readme_of_the_tests_names_what_does_not_speak_for_itself() -> None:
    """Helper modules, and folders that have no part of the package for a namesake."""
    tests, package = ROOT / "tests", ROOT / "python" / "mondegreen"
    names = {path.relative_to(tests).parts[0] for path in tracked() if path.is_relative_to(tests)} - {"README.md"}
    plain = {name for name in names if name.startswith("test_") or (package / name / "__init__.py").exists()}
    text = (tests / "README.md").read_text(encoding="utf-8")
    assert {name for name in names - plain if f"`{name}`" not in text} == set()
