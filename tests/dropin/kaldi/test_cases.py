"""Whole command lines of Kaldi's golden cases, with linked tools in the places of the originals."""

import os
import subprocess
from pathlib import Path

import pytest

from kaldi_cases import Cases, list_messages
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
        here.mkdir(parents=True)
        command = ["bash", "-c", case["cmd"]]
        done = subprocess.run(command, cwd=workplace, env=environment, capture_output=True, check=False)
        assert (done.returncode, done.stdout) == (case["rc"], kaldi.content(case["stdout"])), case["id"]
        for name, expected in case["files"].items():
            assert (here / name).read_bytes() == kaldi.content(expected), f"{case['id']}: {name}"
        assert kaldi.messages(case) in (list_messages(done.stderr), None), case["id"]
