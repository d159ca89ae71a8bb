"""A stage imports only stages to its left: read from the code, imports inside functions and for types included."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages import ROOT

PACKAGE = ROOT / "python" / "mondegreen"
# In the order data flows; before the stages stands what knows of none of them. Whatever is not here, such as the
# command line, uses stages and is used by none.
ORDER = """
    errors wording registry progress output cache _core
    corpus read pairs normalise tokenise weights alignment resources batch measure aggregate compare report
""".split()  # noqa: SIM905 - a line of names is easier to read


def modules() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if stage(path) in ORDER:
            yield path


def stage(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(code: str) -> Iterator[tuple[int, str]]:
    """The parts of the package that some code imports, and where."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "mondegreen":
                yield node.lineno, rest.partition(".")[0]


def violations(stage: str, code: str) -> list[str]:
    left = set(ORDER[: ORDER.index(stage) + 1])
    return [f"line {line}: {stage} imports {part}" for line, part in imported(code) if part not in left]


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_stage_imports_only_stages_to_its_left(path: Path) -> None:
    assert violations(stage(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("stage", "code", "found"),
    [
        ("read", "from mondegreen.pairs import pair", ["line 1: read imports pairs"]),
        ("read", "def f():\n    from mondegreen import batch", ["line 2: read imports batch"]),
        ("measure", "import mondegreen.report.blocks", ["line 1: measure imports report"]),
        ("report", "from mondegreen.cli import options", ["line 1: report imports cli"]),
        ("measure", "import numpy\nfrom mondegreen.batch import Batch\nfrom mondegreen.measure import metric", []),
    ],
)
def test_a_violation_is_seen(stage: str, code: str, found: list[str]) -> None:
    assert violations(stage, code) == found


def test_all_stages_are_there() -> None:
    """Those that CONTRIBUTING.md names, in its order."""
    named = "read normalise tokenise align measure aggregate compare report".split()  # noqa: SIM905 - as above
    places = [ORDER.index({"align": "alignment"}.get(name, name)) for name in named]
    assert places == sorted(places)
    assert " -> ".join(named) in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
