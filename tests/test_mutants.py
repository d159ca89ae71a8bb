"""What `just mutants` changes and what it leaves alone, and which tests it deems near."""

import ast
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from mutant_sites import mutants
from mutants import Reach, Sandbox, default_tests, distance, draw, scope

CHANGES = [
    ("x = a < b", {("comparison", "a < b", "(a <= b)"), ("comparison", "a < b", "(a >= b)")}),
    ("x = a is not b", {("comparison", "a is not b", "(a is b)")}),
    ("x = a and b", {("and/or", "a and b", "(a or b)")}),
    ("x = 1", {("constant", "1", "2"), ("constant", "1", "0")}),
    ("x = 0", {("constant", "0", "1"), ("constant", "0", "(-1)")}),
    ("x = True", {("constant", "True", "False")}),
    ("x = 'a'", {("constant", "'a'", "'ax'")}),
    ("x = 'a sentence'", {("constant", "'a sentence'", "''")}),
    ("x = b''", {("constant", "b''", "b'x'")}),
    ("x = a[n:]", {("slice", "n", "(n + 1)")}),
    ("x = a[:-1]", {("slice", "-1", "(-1 + 1)"), ("constant", "1", "2"), ("constant", "1", "0")}),
    ("x = max(a, b)", {("order", "max", "min")}),
    ("x = sorted(a)", {("order", "sorted(a)", "(sorted(a, reverse=True))")}),
    ("x = é + b", {("arithmetic", "é + b", "(é - b)")}),
    ("if a:\n    x = b", {("condition", "a", "(not a)")}),
    ("x = [a for a in b if c]", {("condition", "c", "(not c)")}),
    ("x = a if c else b", {("condition", "c", "(not c)")}),
    ("def f():\n    return a", {("return", "a", "None")}),
    ("def f(a=None, *, b=True):\n    a", {("default", "True", "False")}),
    ("class A:\n    b: int = 1", {("default", "1", "2"), ("default", "1", "0")}),
    ("for a in b:\n    continue", {("jump", "continue", "pass")}),
]
LEFT_ALONE = [
    '"""Says 1."""',
    'def f(a: "Literal[1]") -> "list[2]":\n    """Says 1."""\n    a',
    "X = Literal['a', 'b']",
    "Y: TypeAlias = 'A | None'",
    "if TYPE_CHECKING:\n    x = 1",
    "f(help='a', metavar='B')",
    "HELP = 'a'",
    "TYPE_CHECKING = False",
    "__all__ = ['a']",
    "x = f'{1} a'",
    "x = cast('int', a)",
    "x = zip(a, b, strict=True)",
    "def f():\n    return None",
    "class A(B):\n    '''Says 1.'''\n    ...",
]


@pytest.mark.parametrize(("code", "expected"), CHANGES)
def test_what_is_changed(code: str, expected: set[tuple[str, str, str]], tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(f"{code}\n", encoding="utf-8")
    found = list(mutants(Path("code.py"), tmp_path))
    assert {(each.kind, each.before, each.after) for each in found} == expected
    for each in found:
        made = each.mutate((tmp_path / "code.py").read_bytes()).decode()
        assert ast.dump(ast.parse(made)) != ast.dump(ast.parse(code))


@pytest.mark.parametrize("code", LEFT_ALONE)
def test_what_only_people_and_type_checkers_read_is_left_alone(code: str, tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(f"{code}\n", encoding="utf-8")
    assert list(mutants(Path("code.py"), tmp_path)) == []


def test_a_mutant_knows_the_lines_of_its_statement_alone(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("if (a and\n    b):\n    x = [\n        1,\n    ]\n", encoding="utf-8")
    lines = {each.kind: each.lines for each in mutants(Path("code.py"), tmp_path)}
    assert lines == {"condition": range(1, 3), "and/or": range(1, 3), "constant": range(3, 6)}


def test_the_innermost_function_is_known() -> None:
    tree = ast.parse("x = 1\ndef f(a=1):\n    def g():\n        return 1\n    return g\n")
    assert [scope(tree, line) for line in (1, 2, 4, 5)] == [None, None, range(4, 5), range(3, 6)]


def test_the_tests_of_the_same_name_and_folder_are_nearest() -> None:
    files = default_tests([Path("tests")])
    near = sorted(files, key=lambda file: distance(file, Path("python/mondegreen/formats/nemo.py")))
    assert near[0] == "tests/formats/test_nemo.py"
    assert all(file.startswith("tests/formats/") for file in near[: len(default_tests([Path("tests/formats")]))])
    assert not any(file.startswith(("tests/faults", "tests/live")) for file in files)


def test_a_seed_draws_the_same_each_of_another_statement() -> None:
    paths = [Path("python/mondegreen/tokenization")]
    drawn = draw(10, 7, paths, None)
    assert drawn == draw(10, 7, paths, None) != draw(10, 8, paths, None)
    assert len({(each.path, each.lines) for each in drawn}) == 10
    assert all(each.path.is_relative_to(paths[0]) for each in drawn)


def test_tests_that_were_measured_under_another_name_of_a_module_reach_its_lines(tmp_path: Path) -> None:
    path = Path("python/mondegreen/new.py")
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("def add(b):\n    a = b + c\n    return a\n", encoding="utf-8")
    reach = Reach(cast("Sandbox", SimpleNamespace(root=tmp_path)))
    lines = {"python/mondegreen/old.py": {"a = b + c": [1]}, "python/mondegreen/other.py": {"b = c": [0]}}
    reach.known["tests/test_new.py"] = {"tests": {"one": 0.1, "two": 0.2}, "lines": lines}
    mutant = next(each for each in mutants(path, tmp_path) if each.kind == "arithmetic")
    assert reach.tests("tests/test_new.py", mutant) == {"two": 0.2}


def test_a_file_that_does_not_load_a_module_is_asked_of_its_lines_alone(tmp_path: Path) -> None:
    """All its tests would use up the time of those that reach the module."""
    path = Path("python/mondegreen/new.py")
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("x = 1 + y\ndef add(b):\n    a = b + c\n    return a\n", encoding="utf-8")
    reach = Reach(cast("Sandbox", SimpleNamespace(root=tmp_path)))
    reach.known["tests/test_other.py"] = {"tests": {"one": 0.1}, "lines": {"python/mondegreen/o.py": {"return a": [0]}}}
    reach.known["tests/test_new.py"] = {"tests": {"one": 0.1, "two": 0.2}, "lines": {str(path): {"return a": [1]}}}
    constant, within = (each for each in mutants(path, tmp_path) if each.kind == "arithmetic")
    assert [reach.tests("tests/test_other.py", each) for each in (constant, within)] == [{}, {}]
    assert reach.tests("tests/test_new.py", within) == {"two": 0.2}
    assert reach.tests("tests/test_new.py", constant) == {"one": 0.1, "two": 0.2}
