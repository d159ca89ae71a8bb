"""What is made from the code is fresh, and what the documents tell to type works."""

import difflib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from generated import README, ROOT, readme


def assert_fresh(committed: str, made: str, name: str) -> None:
    changes = difflib.unified_diff(
        committed.splitlines(), made.splitlines(), name, f"{name} as it should be", lineterm=""
    )
    assert committed == made, "stale, run: just gen\n" + "\n".join(changes)


def test_readme_is_fresh() -> None:
    """Its table is that of the metrics, and its examples give what they say."""
    text = README.read_text(encoding="utf-8")
    assert len(re.findall(r"^```(?:console|python)$", text, flags=re.MULTILINE)) == 3
    assert_fresh(text, readme(text), "README.md")


def test_quickstart_is_fresh(tmp_path: Path) -> None:
    """Its script runs as it stands, and gives the results that are shown."""
    folder = ROOT / "egs" / "quickstart"
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run([tmp_path / "run.sh"], env=os.environ | {"PATH": path, "PYTHONIOENCODING": "utf-8"}, check=True)
    committed, made = ((each / "RESULTS.md").read_text(encoding="utf-8") for each in (folder, tmp_path))
    assert_fresh(committed, made, "egs/quickstart/RESULTS.md")
    assert len((folder / "run.sh").read_text(encoding="utf-8").splitlines()) <= 60


def test_continuous_integration_runs_the_readmes_second_command() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```", README.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    extract = re.search(r"test_command=\$\((.*)\)", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert extract is not None
    done = subprocess.run(["sh", "-c", extract[1]], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == blocks[1]
    assert "nextest run" in blocks[1]
    assert blocks[1].rstrip().endswith("pytest")


def test_contributing_shows_every_verb() -> None:
    verbs = re.findall(r"^(\w+)(?: \*\w+)?:$", (ROOT / ".justfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    table = re.findall(r"^\| `just (\w+)`", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert set(verbs) - {"_list"} == set(table) == {"build", "test", "lint", "gen", "golden", "differential"}
