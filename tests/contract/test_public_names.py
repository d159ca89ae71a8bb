"""What `import mondegreen` offers: every name works, and nothing else shows."""

import ast
import pkgutil
import subprocess
import sys

import mondegreen as mg
from generated import STUB, stub


def test_every_public_name_is_there() -> None:
    assert all(isinstance(name, str) for name in mg.__all__)
    for name in mg.__all__:
        assert getattr(mg, name) is not None


def test_nothing_else_shows() -> None:
    assert dir(mg) == sorted(mg.__all__)
    code = "from mondegreen import *; print(*sorted(set(dir()) - {'__builtins__'}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    offered = set(done.stdout.split()) - set(dir(sys.modules["builtins"]))
    assert {name for name in offered if not name.startswith("__")} == {
        name for name in mg.__all__ if not name.startswith("__")
    }


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(mg, "word_error_rate")


def test_no_module_hides_a_public_name() -> None:
    modules = {module.name for module in pkgutil.iter_modules(mg.__path__)}
    assert not modules & set(mg.__all__)


def test_type_checkers_see_the_same_names() -> None:
    """The names of the stub are those that are loaded, from the same modules."""
    text = STUB.read_text(encoding="utf-8")
    assert text == stub(), "stale, run: just gen"
    imported = {
        alias.asname: node.module
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    homes = {name: f"mondegreen.{home}" for name, home in mg._HOMES.items()}
    assert imported == homes | dict.fromkeys(mg._MODULES, "mondegreen")
