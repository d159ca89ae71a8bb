"""The notebook of egs/notebook runs from top to bottom, and shows something in each cell that should."""

from __future__ import annotations

import ast
import json
import warnings
from typing import Any

import pytest

from mondegreen.errors import ScoreNote
from pages import ROOT

NOTEBOOK = ROOT / "egs" / "notebook" / "scoring.ipynb"
CELLS = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
# How a notebook asks objects to show themselves.
VIEWS = ("_repr_html_", "_repr_png_")


def run_cell(source: str, names: dict[str, Any]) -> object:
    """What the last line of a cell gives, as in a notebook."""
    *body, last = ast.parse(source).body
    is_shown = isinstance(last, ast.Expr)
    exec(compile(ast.Module(body if is_shown else [*body, last], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if isinstance(last, ast.Expr) else None


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    for package in ("matplotlib", "pandas"):
        pytest.importorskip(package)
    names: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore", ScoreNote)
        patch.chdir(tmp_path_factory.mktemp("notebook"))
        return [run_cell("".join(cell["source"]), names) for cell in CELLS if cell["cell_type"] == "code"]


def test_cells_run_and_show_what_they_are_about(shown: list[object]) -> None:
    views = [view for each in shown for view in VIEWS if callable(getattr(each, view, None))]
    assert views.count("_repr_html_") >= 4  # a run, an alignment, a comparison and a frame
    assert "_repr_png_" in views
    for each in shown:
        page = each._repr_html_() if hasattr(each, "_repr_html_") else ""
        assert page is None or "Traceback" not in page
    (rates,) = (each for each in shown if isinstance(each, tuple))
    assert rates[0] == 18 / 59  # counted by hand


def test_the_notebook_is_kept_without_outputs() -> None:
    code = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert 10 <= len(code) <= 20
    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert len({cell["id"] for cell in CELLS}) == len(CELLS)
