"""How `tests/recipes.py` runs a recipe's script with our programs on the PATH, and what it says of the run."""

import atexit
import re
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from mondegreen.dropin import list_programs
from mondegreen.dropin.link import link

IDENTICAL, RUNS = "runs identically", "runs"
PATIENCE, WORKERS = 180, 4
# Times and versions that differ from run to run.
CHANGING = (
    (re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d|\d\d/\d\d/\d{4} \d\d:\d\d:\d\d"), b"TIME"),
    (re.compile(rb"elapsed=\d+s"), b"elapsed=0s"),
    (re.compile(rb"(?m)^(- (?:date|python version|\w+ version|Git hash)|  - Commit date): .*"), rb"\1"),
    (re.compile(rb"\['\S*eval_perm_free_error\.py'"), rb"['eval_perm_free_error.py'"),
)
# Programs of these names are the recipe's own; a Kaldi checkout says what its binaries are called.
SCTK = (
    "asclite",
    "csrfilt.sh",
    "hubscr.pl",
    "md-eval.pl",
    "rover",
    "sc_stats",
    "sclite",
    "slatreport.pl",
    "stm2rttm.pl",
)
FILTERS = ("detokenizer.perl", "lowercase.perl", "sacrebleu", "spm_decode", "spm_encode")


class Row(NamedTuple):
    """A script, the recipes that have it, what came of its run, and what it calls."""

    script: str
    recipes: str
    result: str
    programs: str


def run_shell(command: str, place: Path, environment: dict[str, str]) -> tuple[int, bytes, str]:
    """The exit code, the output, and the last line of what was said."""
    words = ["bash", "-c", command]
    try:
        done = subprocess.run(
            words,
            cwd=place,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        return 1, b"", f"took more than {PATIENCE} s"
    said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return done.returncode, done.stdout, " ".join(said[-1].split()) if said else ""


@cache
def link_programs() -> Path:
    """A directory with our programs in `bin`, and SCTK's where Kaldi's scripts look for them, for as long as we run."""
    root = Path(mkdtemp())
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    link(str(root / "tools/sctk/bin"), ["sctk"])
    link(str(root / "bin"), ["sctk", "kaldi", "espnet"], flat=True)
    return root


def hide_changing(data: bytes) -> bytes:
    for pattern, text in CHANGING:
        data = pattern.sub(text, data)
    return data


def is_same(expected: bytes, found: bytes, *, ordered: bool = True) -> bool:
    """Whether two files are the same but for times, and for their order where that is by chance."""
    one, other = hide_changing(expected), hide_changing(found)
    return one == other if ordered else sorted(one.split(b"\n")) == sorted(other.split(b"\n"))


def read_files(place: Path) -> dict[str, bytes]:
    paths = (path for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(place)): path.read_bytes() for path in paths}


def describe_recipes(paths: Sequence[Path], root: Path) -> str:
    recipes = sorted({"/".join(path.relative_to(root).parts[:2]) for path in paths})
    return recipes[0] if len(recipes) == 1 else f"{recipes[0]} and {len(recipes) - 1} more"


def find_programs(text: str, known: Iterable[str]) -> str:
    """The programs that a script names: ours, and behind "needs" the others."""
    code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("#"))
    names = sorted(
        set(re.findall(r"(?<![\w/.-])(?:[\w${}./-]*/)?([\w-]+(?:\.(?:sh|pl|py|perl))?)(?![\w.-])", code)) & set(known)
    )
    ours = set(list_programs())
    have, lack = [name for name in names if name in ours], [name for name in names if name not in ours]
    return "; ".join(filter(None, [", ".join(have), f"needs {', '.join(lack)}" if lack else ""]))
