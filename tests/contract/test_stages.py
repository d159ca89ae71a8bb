"""A stage imports only stages to its left: read from the code, imports inside functions and for types included.

So are texts that name a module, such as the "module:attribute" of a registry: they are imported later. The command
line alone knows of its parser.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages import ROOT

PACKAGE = ROOT / "python" / "mondegreen"
# In the order data flows; before the stages stands what knows of none of them. Whatever is not here, such as the
# command line, uses stages and is used by none. Tools use all stages but the last two, which show what tools find.
ORDER = """
    errors limits color notes component kinds progress output cache _core digest io
    corpus inputs formats pairs normalization tokenization weights aligned alignment resources batch metrics results
    comparison reports render
""".split()  # noqa: SIM905 - a line of names is easier to read
TOOLS = ["simulation", "lexicon", "nbest", "meetings"]
SHOWN = ["reports", "render"]

# A module of ours by its full name, and perhaps what is taken from it.
NAMED = re.compile(r"mondegreen\.(\w+)(\.\w+)*(:[\w.]+)?")


def modules() -> Iterator[Path]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if stage(path) in (*ORDER, *TOOLS):
            yield path


def stage(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imported(code: str) -> Iterator[tuple[int, str]]:
    """The parts of the package that some code imports or names, and where."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            names = [node.value]
        elif isinstance(node, ast.JoinedStr) and (hit := NAMED.match(beginning(node))):
            names = [hit[0]]
        else:
            continue
        for name in names:
            package, _, rest = name.partition(".")
            if package == "mondegreen":
                yield node.lineno, re.split("[.:]", rest)[0]


def beginning(node: ast.JoinedStr) -> str:
    """What an f-string begins with, whatever it is filled with."""
    first = node.values[0] if node.values else None
    return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""


def violations(stage: str, code: str) -> list[str]:
    found = [(line, part) for line, part in imported(code) if not may_import(stage, part)]
    return [f"line {line}: {stage} imports {part}" for line, part in found]


def may_import(stage: str, part: str) -> bool:
    if stage in TOOLS:
        return part not in SHOWN
    return part in ORDER[: ORDER.index(stage) + 1] or (stage in SHOWN and part in TOOLS)


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_stage_imports_only_stages_to_its_left(path: Path) -> None:
    assert violations(stage(path), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("stage", "code", "found"),
    [
        ("formats", "from mondegreen.pairs import pair", ["line 1: formats imports pairs"]),
        ("formats", "def f():\n    from mondegreen import batch", ["line 2: formats imports batch"]),
        ("metrics", "import mondegreen.reports.blocks", ["line 1: metrics imports reports"]),
        ("lexicon", "import mondegreen.reports.blocks", ["line 1: lexicon imports reports"]),
        ("results", "import mondegreen.lexicon.space", ["line 1: results imports lexicon"]),
        ("reports", "import mondegreen.lexicon.space\nimport mondegreen.runner", ["line 2: reports imports runner"]),
        ("reports", "from mondegreen.cli import options", ["line 1: reports imports cli"]),
        ("metrics", 'T = {"cpwer": "mondegreen.meetings.cpwer:Rate"}', ["line 1: metrics imports meetings"]),
        ("results", 'HTML = "mondegreen.render.html:render_run"', ["line 1: results imports render"]),
        ("formats", 'def f():\n    import_module("mondegreen.metrics")', ["line 2: formats imports metrics"]),
        ("formats", 'import_module(f"mondegreen.pairs.{name}")', ["line 1: formats imports pairs"]),
        ("formats", '"""mondegreen.reports shows it."""\nT = {"ctm": "mondegreen.formats.timed:Ctm"}', []),
        ("metrics", "import numpy\nfrom mondegreen.batch import Batch\nfrom mondegreen.metrics import metric", []),
    ],
)
def test_a_violation_is_seen(stage: str, code: str, found: list[str]) -> None:
    assert violations(stage, code) == found


def test_all_stages_are_there() -> None:
    """Those that CONTRIBUTING.md names, in its order."""
    named = {
        "read": "formats", "normalize": "normalization", "tokenize": "tokenization", "align": "alignment",
        "measure": "metrics", "aggregate": "results", "compare": "comparison", "report": "reports",
    }  # fmt: skip
    places = [ORDER.index(package) for package in named.values()]
    assert places == sorted(places)
    assert " -> ".join(named) in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def namespaces(code: str) -> list[str]:
    """Where some code takes, makes or imports what `argparse` gives, be it for types alone."""
    found = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = getattr(node, "module", None)
            named = {"argparse" for alias in node.names if "argparse" in (module, alias.name)}
        elif isinstance(node, ast.Name | ast.Attribute):
            named = {ast.unparse(node)} & {"Namespace", "argparse.Namespace"}
        elif isinstance(node, ast.arg) and isinstance(node.annotation, ast.Constant):
            named = set(re.findall(r"\bNamespace\b", str(node.annotation.value)))
        else:
            continue
        found += [f"line {node.lineno}: {name}" for name in sorted(named)]
    return found


def test_only_the_command_line_knows_what_it_was_given() -> None:
    """What it calls takes values, so that Python, a saved plan or another command can call it as well."""
    others = [path for path in PACKAGE.rglob("*.py") if stage(path) != "cli"]
    assert len(others) > 300
    found = {str(path.relative_to(PACKAGE)): namespaces(path.read_text(encoding="utf-8")) for path in others}
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("if TYPE_CHECKING:\n    from argparse import Namespace", ["line 2: argparse"]),
        ("import argparse", ["line 1: argparse"]),
        ("from mondegreen.cli.options import Namespace\ndef f(args: Namespace): pass", ["line 2: Namespace"]),
        ('def f(args: "list[Namespace]"): pass', ["line 1: Namespace"]),
        ("def f(args: argparse.Namespace): pass", ["line 1: argparse.Namespace"]),
        ("from types import SimpleNamespace\ndef f(args: Request) -> SimpleNamespace: pass", []),
    ],
)
def test_a_namespace_is_seen(code: str, found: list[str]) -> None:
    assert namespaces(code) == found
