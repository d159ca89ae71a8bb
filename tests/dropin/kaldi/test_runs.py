"""Whole runs of Kaldi's scripts: the same files, byte for byte. Linked tools stand for programs that a shell starts."""

import gzip
import io
import json
import os
import shlex
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from kaldi_cases import FEW, Cases
from mondegreen.dropin import PROGRAMS
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
def test_a_run_leaves_what_kaldis_left(
    name: str, kaldi: Cases, tools: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    repeat(kaldi, name, tools, tmp_path, in_process=True)


def run_script(command: str) -> tuple[int, str, str] | None:
    """Runs a script of ours in this process, if the command is one and nothing else."""
    path, *words = shlex.split(command)
    if path not in PROGRAMS["kaldi"] or "|" in command:
        return None
    module, _, attribute = PROGRAMS["kaldi"][path].partition(":")
    out, err = io.BytesIO(), io.BytesIO()
    code = getattr(import_module(module), attribute)([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()


def repeat(kaldi: Cases, name: str, tools: Path, folder: Path, *, in_process: bool = False) -> None:
    """Does a run again, and compares all that it left."""
    with gzip.open(kaldi.folder / "runs" / f"{name}.json.gz") as file:
        run: dict[str, Any] = json.load(file)
    environment = recipe(kaldi, folder, tools)
    code, out, err = 0, "", ""
    for command in filter(None, (run["setup"], run["cmd"])):
        answer = run_script(command) if in_process else None
        if answer is None:
            shell = ["bash", "-c", command]
            done = subprocess.run(shell, cwd=folder, env=environment, capture_output=True, check=False)
            answer = done.returncode, done.stdout.decode(), done.stderr.decode()
        code, out, err = answer
    assert (code, out) == (run["rc"], run["stdout"]), err
    for file, expected in run["tree"].items():
        if "/log/" not in file:
            assert (folder / file).read_bytes() == kaldi.content(expected), file
    made = {file for file in run["created"] if not file.endswith(".log")}
    assert {file for file in made if not (folder / file).exists()} == set()
    assert {file for file in run["created"] if file.endswith(".log") and not (folder / file).exists()} == set()
