"""Whole runs of Kaldi's scripts, with linked tools in the places of all programs: the same files, byte for byte."""

import gzip
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kaldi_cases as cases
from mondegreen.dropin.link import link

# Of each kind of run one or two; the rest goes the same ways with other options.
RUNS = [
    "best_wer_sh",
    "cer_tokenizer",
    "err_badbool",
    "err_badopt",
    "err_corrupt_gz",
    "err_no_words",
    "err_oov_int",
    "err_opt_equals",
    "err_usage",
    "get_ctm",
    "get_ctm_conf_subsamp",
    "get_ctm_conf_fast",
    "get_ctm_fast",
    "get_ctm_lexicon",
    "get_ctm_nosegments",
    "oracle_wer",
    "oracle_wer_beam",
    "score_combine",
    "score_kaldi_hypfilter",
    "score_kaldi_mbr_beam2",
    "score_kaldi_outfilter",
    "score_kaldi_range",
    "score_kaldi_stage2",
    "score_mbr",
    "two_systems",
    "two_systems_ok",
    "utt_not_in_utt2spk",
    "wer_then_cer",
]


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tools")
    link(str(folder), ["kaldi"])
    return folder


def recipe(folder: Path, tools: Path) -> dict[str, str]:
    """A recipe's folder, and the environment of its commands."""
    for name in ("data", "lang", "exp"):
        shutil.copytree(cases.folder() / name, folder / name)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode | 0o200)
    for name in ("steps", "utils"):
        (folder / name).symlink_to(tools / name)
    shutil.copytree(tools / "local", folder / "local")
    places = f"{tools / 'bin'}:{folder / 'utils'}:{os.environ['PATH']}"
    (folder / "path.sh").write_text("export LC_ALL=C\n", encoding="utf-8")
    return {**os.environ, "LC_ALL": "C", "PATH": places}


@pytest.mark.parametrize("name", RUNS)
def test_a_run_leaves_what_kaldis_left(name: str, tools: Path, tmp_path: Path) -> None:
    path = cases.folder() / "runs" / f"{name}.json.gz"
    if not path.exists():
        pytest.skip("this run is not among the few in tests/golden/kaldi")
    with gzip.open(path) as file:
        run: dict[str, Any] = json.load(file)
    environment = recipe(tmp_path, tools)
    for command in filter(None, (run["setup"], run["cmd"])):
        done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode()) == (run["rc"], run["stdout"]), done.stderr.decode()
    for file, expected in run["tree"].items():
        if "/log/" not in file:
            assert (tmp_path / file).read_bytes() == cases.content(expected), file
    made = {file for file in run["created"] if not file.endswith(".log")}
    assert {file for file in made if not (tmp_path / file).exists()} == set()
    assert {file for file in run["created"] if file.endswith(".log") and not (tmp_path / file).exists()} == set()
