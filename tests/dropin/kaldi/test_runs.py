"""Whole runs of Kaldi's scripts, with linked tools in the places of all programs: the same files, byte for byte."""

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from kaldi_cases import FEW, Cases
from mondegreen.dropin.link import link

RUNS = [path.name.removesuffix(".json.gz") for path in sorted((FEW.folder / "runs").glob("*.json.gz"))]


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tools")
    link(str(folder), ["kaldi"])
    return folder


def recipe(kaldi: Cases, folder: Path, tools: Path) -> dict[str, str]:
    """A recipe's folder, and the environment of its commands."""
    for name in ("data", "lang", "exp"):
        shutil.copytree(kaldi.folder / name, folder / name)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)
    for name in ("steps", "utils"):
        (folder / name).symlink_to(tools / name)
    shutil.copytree(tools / "local", folder / "local")
    places = f"{tools / 'bin'}:{folder / 'utils'}:{os.environ['PATH']}"
    (folder / "path.sh").write_text("export LC_ALL=C\n", encoding="utf-8")
    return {**os.environ, "LC_ALL": "C", "PATH": places}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_leaves_what_kaldis_left(name: str, kaldi: Cases, tools: Path, tmp_path: Path) -> None:
    repeat(kaldi, name, tools, tmp_path)


def repeat(kaldi: Cases, name: str, tools: Path, folder: Path) -> None:
    """Does a run again, and compares all that it left."""
    with gzip.open(kaldi.folder / "runs" / f"{name}.json.gz") as file:
        run: dict[str, Any] = json.load(file)
    environment = recipe(kaldi, folder, tools)
    for command in filter(None, (run["setup"], run["cmd"])):
        done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode()) == (run["rc"], run["stdout"]), done.stderr.decode()
    for file, expected in run["tree"].items():
        if "/log/" not in file:
            assert (folder / file).read_bytes() == kaldi.content(expected), file
    made = {file for file in run["created"] if not file.endswith(".log")}
    assert {file for file in made if not (folder / file).exists()} == set()
    assert {file for file in run["created"] if file.endswith(".log") and not (folder / file).exists()} == set()
