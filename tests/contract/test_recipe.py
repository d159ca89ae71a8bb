"""The recipe of the conda package says what the package says: its version, and what it needs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import jinja2

import mondegreen as mg
from pages import ROOT

RECIPE = ROOT / ".ci" / "conda" / "meta.yaml"


def read_toml(path: str, *, from_recipe_dir: bool) -> dict[str, Any]:
    """What conda-build's function of the name `load_file_data` gives."""
    assert from_recipe_dir
    tomllib: Any = __import__("tomllib" if find_module("tomllib") else "tomli")
    found: dict[str, Any] = tomllib.loads((RECIPE.parent / Path(path)).read_text(encoding="utf-8"))
    return found


def find_module(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


def test_the_recipe_agrees_with_the_package() -> None:
    text = RECIPE.read_text(encoding="utf-8")
    given = {"load_file_data": read_toml, "compiler": "{}_compiler".format, "PYTHON": "python"}
    recipe = jinja2.Template(text).render(given)
    assert f"\n  version: {mg.__version__}\n" in recipe
    run = re.search(r"\n  run:\n((?:    - .*\n)+)", recipe)
    assert run is not None
    asked = {re.sub(r" +# .*", "", line.removeprefix("    - ")).replace(" ", "") for line in run[1].splitlines()}
    project = read_toml("../../pyproject.toml", from_recipe_dir=True)["project"]
    wanted = {each.partition(";")[0] for each in project["dependencies"]}
    assert asked == wanted | {f"python{project['requires-python']}"}
    assert f'summary: "{project["description"]}"' in recipe
