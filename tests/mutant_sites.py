"""Where a Python file can be mutated, and into what: the kinds that `just mutants` draws from.

A mutant is one small change of one expression or statement. Nothing is changed that only people or type checkers read:
docstrings, annotations, help texts, f-strings' positions (Python 3.11 does not know them), `if TYPE_CHECKING`; nor what
asserts and never fails: `zip(strict=True)`.
"""

import ast
import re
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
EXTREMES = {"min": "max", "max": "min"}
# Keywords and names whose strings are shown to people alone.
SHOWN = {"help", "metavar", "description", "epilog", "HELP", "DESCRIPTION", "EPILOG", "__all__", "TYPE_CHECKING"}


class Mutant(NamedTuple):
    """One change of a file: the lines of the statement that it is in, and the bytes that are replaced."""

    path: Path
    kind: str
    lines: range
    start: int
    end: int
    before: str
    after: str

    def mutate(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


class Sites(ast.NodeVisitor):
    """Collects the mutants of one file."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Mutant]()
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.statement = range(1, 2)

    def add(self, kind: str, node: ast.expr | ast.stmt, after: ast.AST | str) -> None:
        start = self.starts[node.lineno - 1] + node.col_offset
        end = self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
        text = after if isinstance(after, str) else f"({ast.unparse(after)})"
        before = self.source[start:end].decode()
        self.found.append(Mutant(self.path, kind, self.statement, start, end, before, text))

    def visit(self, node: ast.AST) -> None:
        """Knows the lines of the statement's head, without those of what it contains."""
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno if isinstance(body, list) and body else (node.end_lineno or node.lineno) + 1
            self.statement = range(node.lineno, max(last, node.lineno + 1))
        super().visit(node)

    def visit_body(self, body: list[ast.stmt]) -> None:
        for statement in body:
            is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
            if not is_text:  # a docstring, or `...`
                self.visit(statement)

    def visit_Module(self, node: ast.Module) -> None:
        self.visit_body(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.visit_body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.default(default)
        self.visit_body(node.body)

    def default(self, value: ast.expr) -> None:
        first = len(self.found)
        self.visit(value)
        self.found[first:] = [each._replace(kind="default") for each in self.found[first:]]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None and "TypeAlias" not in ast.unparse(node.annotation):
            self.default(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in SHOWN for target in node.targets):
            self.visit(node.value)
            for target in node.targets:
                self.visit(target)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in SHOWN:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """An f-string: its parts have no positions."""

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in {"cast", "TypeVar", "NewType", "NamedTuple"}:
            for each in node.args[1:]:
                self.visit(each)
            return
        if name == "zip":
            for each in node.args:
                self.visit(each)
            return
        if name in EXTREMES and isinstance(node.func, ast.Name):
            self.add("order", node.func, EXTREMES[name])
        if name in {"sorted", "sort"}:
            other = deepcopy(node)
            turned = [keyword for keyword in other.keywords if keyword.arg == "reverse"]
            for keyword in turned:
                keyword.value = ast.UnaryOp(ast.Not(), keyword.value)
            if not turned:
                other.keywords.append(ast.keyword("reverse", ast.Constant(value=True)))
            self.add("order", node, other)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        names = {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)}
        if names & {"Literal", "Callable", "Iterator", "Iterable", "Sequence", "Mapping"}:
            return
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        for end in (node.lower, node.upper):
            if end is not None:
                self.add("slice", end, ast.BinOp(end, ast.Add(), ast.Constant(1)))
        for each in filter(None, (node.lower, node.upper, node.step)):
            if not isinstance(each, ast.Constant):
                self.visit(each)

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self.add("constant", node, str(not value))
        elif isinstance(value, int | float):
            for other in (value + 1, value - 1):
                self.add("constant", node, f"({other!r})" if other < 0 else repr(other))
        elif isinstance(value, str):
            # Of sentences tests look for the gist: they vanish whole, names are changed.
            self.add("constant", node, repr("" if " " in value.strip() else value + "x"))
        elif isinstance(value, bytes):
            self.add("constant", node, repr(value + b"x"))

    def visit_Compare(self, node: ast.Compare) -> None:
        for index, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                changed = deepcopy(node)
                changed.ops[index] = other()
                self.add("comparison", node, changed)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        changed = deepcopy(node)
        changed.op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        self.add("and/or", node, changed)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC and not isinstance(node.left, ast.JoinedStr):
            changed = deepcopy(node)
            changed.op = ARITHMETIC[type(node.op)]()
            self.add("arithmetic", node, changed)
        self.generic_visit(node)

    def condition(self, test: ast.expr) -> None:
        self.add("condition", test, ast.UnaryOp(ast.Not(), test))

    def visit_If(self, node: ast.If) -> None:
        if "TYPE_CHECKING" not in ast.unparse(node.test) and "__name__" not in ast.unparse(node.test):
            self.condition(node.test)
            self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.condition(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.condition(test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self.add("return", node.value, "None")
            self.visit(node.value)

    def visit_Continue(self, node: ast.Continue) -> None:
        self.add("jump", node, "pass")

    def visit_Break(self, node: ast.Break) -> None:
        self.add("jump", node, "pass")


def list_mutants(path: Path, root: Path) -> list[Mutant]:
    """All mutants of a file of the tree, also those that do not compile."""
    source = (root / path).read_bytes()
    sites = Sites(path, source)
    sites.visit(ast.parse(source))
    return sites.found


def compiles(mutant: Mutant, root: Path) -> bool:
    """Whether Python takes a mutant, which costs milliseconds."""
    try:
        compile(mutant.mutate((root / mutant.path).read_bytes()), str(mutant.path), "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def mutants(path: Path, root: Path) -> Iterator[Mutant]:
    """All mutants of a file of the tree that still compile."""
    return (each for each in list_mutants(path, root) if compiles(each, root))


def list_changed(base: str, root: Path, package: Path) -> dict[Path, set[int]]:
    """The lines of the package that were written since a commit."""
    command = ["git", "diff", "-U0", "--no-color", "--no-ext-diff", base, "--", str(package)]
    lines: dict[Path, set[int]] = {}
    path = Path()
    done = subprocess.run(command, cwd=root, capture_output=True, check=True, encoding="utf-8")
    for line in done.stdout.splitlines():
        if line.startswith("+++ "):
            path = Path(line[6:])
        elif hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            first = int(hunk[1])
            lines.setdefault(path, set()).update(range(first, first + int(hunk[2] or 1)))
    return lines
