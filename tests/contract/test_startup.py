"""Start-up is a budget of modules: what is not imported costs nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.formats import FORMATS

ROOT = Path(__file__).parents[2]

HEAVY = {"numpy", "rich", "kaldiio", "torch", "spacy", "typing_extensions", "importlib.metadata", "difflib"}
# None of these is very heavy, but help needs none of them.
NEEDLESS = {"argparse", "dataclasses", "inspect", "typing", "pathlib", "json"}


def imported_by(code: str) -> set[str]:
    """The modules that some code imports into a fresh interpreter."""
    listing = f"import sys; before = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", listing], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return set(done.stderr.split())


def test_importing_the_package_imports_nothing_else() -> None:
    assert imported_by("import mondegreen") == {"mondegreen"}


@pytest.mark.parametrize("words", [["--help"], ["--version"]])
def test_help_is_light(words: list[str]) -> None:
    loaded = imported_by(f"from mondegreen.cli import main; assert main({words}) == 0")
    assert not loaded & (HEAVY | NEEDLESS)


@pytest.mark.parametrize(
    "name", ["score", "compare", "study correlate", "study agreement", "report", "study robustness"]
)
def test_the_help_of_a_command_is_light(name: str) -> None:
    ended = "except SystemExit as end: assert not end.code"
    loaded = imported_by(f"from mondegreen.cli import main\ntry: main([*'{name}'.split(), '--help'])\n{ended}")
    assert "argparse" in loaded
    assert not loaded & HEAVY


def test_a_score_imports_no_more_than_its_report_needs() -> None:
    code = (
        "from mondegreen.cli import main\n"
        "assert main(['score', 'egs/quickstart/ref.txt', 'egs/quickstart/hyp.txt', '--as', 'json']) == 0"
    )
    loaded = imported_by(code)
    assert "numpy" in loaded
    assert not loaded & (HEAVY - {"numpy"})


def test_a_kaldi_text_is_recognized_without_loading_all_formats() -> None:
    """By the first line: what another format would begin with is known before its module is loaded."""
    code = (
        "from mondegreen.formats import FORMATS, detect_format\n"
        "lines = ['utt-1 the cat sat on a mat', 'utt-2']\n"
        "assert detect_format(lines, 'data/test/text').name == 'kaldi'"
    )
    modules = {entry.target.partition(":")[0] for entry in FORMATS.values()}
    assert modules & imported_by(code) <= {"mondegreen.formats.plain"}


def test_listing_metrics_imports_none() -> None:
    code = "from mondegreen.metrics import METRICS; list(METRICS)"
    assert not {
        module for module in imported_by(code) if module in {"mondegreen.metrics.wer", "mondegreen.metrics.chrf"}
    }
