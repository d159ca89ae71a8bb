"""Kaldi's programs start by the hundred in a recipe: what is not imported costs nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

import mondegreen
from kaldi_recipe import recipe
from mondegreen.dropin import PROGRAMS

# None of these is very heavy, but a small program needs none of them.
NEEDLESS = {
    "numpy",
    "rich",
    "argparse",
    "dataclasses",
    "enum",
    "inspect",
    "json",
    "pathlib",
    "re",
    "subprocess",
    "typing",
}
# Where the package is: in a checkout, or installed.
HOME = str(Path(mondegreen.__file__).resolve().parents[1])


@pytest.mark.parametrize("program", ["compute-wer", "align-text", "compute-wer-bootci"])
def test_a_text_program_starts_lean(program: str, tmp_path: Path) -> None:
    module, _, attribute = PROGRAMS["kaldi"][f"bin/{program}"].partition(":")
    (tmp_path / "text").write_text("a x y\n", encoding="utf-8")
    words = [f"ark:{tmp_path}/text".encode()] * 2 + [b"ark:-"] * (program == "align-text")
    code = (
        f"import sys; sys.path.append({HOME!r}); before = set(sys.modules)\n"
        f"from {module} import {attribute}\nassert {attribute}({words!r}) == 0\n"
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-IS", "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stderr.splitlines()[-1].split())
    assert "mondegreen._core" in loaded
    assert not loaded & NEEDLESS


LATTICE_PROGRAMS = [path for path in PROGRAMS["kaldi"] if path.startswith(("bin/lattice", "bin/nbest", "bin/linear"))]
# What these are started with beside `--help`: a lattice in, something out.
STARTED = {
    "bin/lattice-copy": [b"ark:lat", b"ark:-"],
    "bin/lattice-1best": [b"ark:lat", b"ark:-"],
    "bin/lattice-scale": [b"--inv-acoustic-scale=10", b"ark:lat", b"ark:-"],
    "bin/lattice-best-path": [b"ark:lat", b"ark,t:-"],
    "bin/lattice-mbr-decode": [b"ark:lat", b"ark,t:-"],
    "bin/lattice-prune": [b"ark:lat", b"ark:-"],
    "bin/lattice-to-ctm-conf": [b"ark:lat", b"-"],
}


@pytest.mark.parametrize("path", LATTICE_PROGRAMS)
def test_a_lattice_program_starts_lean(path: str, tmp_path: Path) -> None:
    (tmp_path / "lat").write_text("u \n0\t1\t1\t1,1,1\n1\n\n", encoding="utf-8")
    module, _, attribute = PROGRAMS["kaldi"][path].partition(":")
    code = (
        f"import sys; sys.path.append({HOME!r}); before = set(sys.modules)\n"
        f"from {module} import {attribute}\nassert {attribute}({STARTED.get(path, [b'--help'])!r}) == 0\n"
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    command = [sys.executable, "-IS", "-c", code]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", errors="replace", check=True)
    assert not set(done.stderr.splitlines()[-1].split()) & NEEDLESS


def test_scoring_a_folder_needs_no_numpy(tmp_path: Path) -> None:
    recipe(tmp_path)
    places = [str(tmp_path / place).encode() for place in ("data", "lang", "exp/decode")]
    code = (
        f"import sys; sys.path.append({HOME!r}); before = set(sys.modules)\n"
        f"from mondegreen.dropin.kaldi.score_kaldi import score_kaldi_wer\nassert score_kaldi_wer({places!r}) == 0\n"
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-IS", "-c", code], capture_output=True, encoding="utf-8", check=True)
    loaded = set(done.stderr.splitlines()[-1].split())
    assert not loaded & {"numpy", "rich", "argparse", "dataclasses", "inspect", "json", "pathlib", "subprocess"}
