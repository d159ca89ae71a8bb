"""Whole command lines of Kaldi's golden cases, with linked tools in the places of the originals."""

import io
import os
import shlex
import subprocess
from importlib import import_module
from pathlib import Path

import pytest

from kaldi_cases import Cases, list_messages
from mondegreen.dropin import PROGRAMS
from mondegreen.dropin.link import link

FAMILIES = ["details", "convert_ctm", "int2sym", "sym2int", "resolve_ctm_overlaps"]
# What the shell does, besides what test_text_programs.py tries.
SHELL = {"compute-wer": ("stdin", "scp", "pipe"), "align-text": ("arkscp",)}


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tools")
    link(str(folder), ["kaldi"])
    return folder


@pytest.fixture(scope="module")
def workplace(kaldi: Cases, tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = kaldi.workplace(tmp_path_factory.mktemp("set"), "lats_in", "exp")
    (folder / "utils").symlink_to(tools / "utils")
    return folder


@pytest.mark.parametrize("family", [*FAMILIES, *SHELL])
def test_tools_print_what_kaldi_printed(family: str, kaldi: Cases, tools: Path, workplace: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PATH": f"{tools / 'bin'}:{workplace / 'utils'}:{os.environ['PATH']}"}
    tried = [case for case in kaldi.of(family) if family in FAMILIES or case["id"].split("/")[1] in SHELL[family]]
    assert tried
    for case in tried:
        here = workplace / "cases" / case["id"]
        here.mkdir(parents=True, exist_ok=True)
        command = ["bash", "-c", case["cmd"]]
        done = subprocess.run(command, cwd=workplace, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (case["rc"], kaldi.content(case["stdout"])), case["id"]
        for name, expected in case["files"].items():
            assert (here / name).read_bytes() == kaldi.content(expected), f"{case['id']}: {name}"
        assert kaldi.messages(case) in (list_messages(done.stderr), None), case["id"]


def run_pipeline(command: str, workplace: Path) -> tuple[int, bytes] | None:
    """Runs a pipeline of our tools, behind `cat` or none, in this process; nothing if there is more to a command."""
    words = list(shlex.shlex(command, posix=True, punctuation_chars=True))
    if set("".join(words)) & set(";<>&()"):
        return None
    code, text = 0, b""
    paths = {path.rpartition("/")[2]: target for path, target in PROGRAMS["kaldi"].items()}
    for name, *arguments in (shlex.split(step) for step in command.split("|")):
        if name == "cat" and len(arguments) == 1:
            text = (workplace / arguments[0]).read_bytes()
            continue
        module, _, attribute = paths.get(name.rpartition("/")[2], "").partition(":")
        if not module:
            return None
        out = io.BytesIO()
        program = getattr(import_module(module), attribute)
        code = program([word.encode() for word in arguments], io.BytesIO(text), out, io.BytesIO())
        text = out.getvalue()
    return code, text


def test_pipelines_print_the_same_in_one_process(
    kaldi: Cases, workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workplace)
    tried = 0
    for family in [*FAMILIES, *SHELL]:
        for case in kaldi.of(family):
            (workplace / "cases" / case["id"]).mkdir(parents=True, exist_ok=True)
            answer = run_pipeline(case["cmd"], workplace)
            if answer is not None:
                assert answer == (case["rc"], kaldi.content(case["stdout"])), case["id"]
                tried += 1
    assert tried > 20
