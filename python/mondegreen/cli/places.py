"""Outputs and inputs of a command line: no output may be an input, nor another output, by whatever name.

Each option's declaration says whether it names a file, so that a new one is checked without being listed here.
"""

from __future__ import annotations

import re
from pathlib import Path

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.plan.option import Plan

KIND = re.compile(r"^[a-z]+=")
BRACES = re.compile(r"\{[^{}]*\}")


def check_places(plan: Plan) -> None:
    """Refuses, before any work, outputs that cannot be written or that would replace an input or each other."""
    from mondegreen.output import refuse_places
    from mondegreen.writers import find_kind

    outputs: list[str] = []
    inputs: list[str] = []
    has_directory = find_kind(getattr(plan, "output_format", None)) == "directory"
    for each in plan.options.values():
        values = list(flatten_texts(getattr(plan, each.name)))
        if (each.metavar or "").startswith("[KIND=]"):
            values = [KIND.sub("", value) for value in values]
        if each.path == "output" and not (each.name == "output" and has_directory):
            outputs += [path for value in values for path in (list_files(value) if BRACES.search(value) else [value])]
        elif each.path in ("input", "model", "cache"):
            inputs += [path for value in values for path in list_files(value)]
    held = [path for path in outputs for directory in inputs if is_held(Path(path), Path(directory))]
    refuse_places(outputs, [*inputs, *held])
    if directory := getattr(plan, "save", None):
        check_run(directory, inputs)


def check_run(directory: str, inputs: list[str]) -> None:
    """Refuses to save a run over one that is read, whole or a file of it: saving replaces it."""
    from mondegreen.errors import ScoreError

    place = Path(directory).resolve()
    for path in inputs if is_run(place) else ():
        if place in (read := Path(path).resolve(), *read.parents):
            what = f"an input is in it ({path}) and would be overwritten; name another directory"
            raise ScoreError(what, path=directory)


def is_run(directory: Path) -> bool:
    """Whether a run was saved there."""
    return (directory / "run.json").is_file()


def is_held(path: Path, directory: Path) -> bool:
    """Whether a file that is there already is read where that directory is; of a saved run only its own files are."""
    place, above = path.resolve(), directory.resolve()
    if not (place.is_file() and above in place.parents):
        return False
    return not is_run(above) or place.name.startswith(("run.json", "rows"))


def flatten_texts(value: object) -> Iterator[str]:
    """The strings of an option's value, however they are nested."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from flatten_texts(each)


def list_files(value: str) -> Iterator[str]:
    """The files that a value may stand for: itself, what follows `NAME=`, and those that a pattern finds."""
    from glob import glob, has_magic
    from os.path import lexists

    for text in {value, value.partition("=")[2]} - {""}:
        pattern = BRACES.sub("*", text)
        if text == "-":
            yield "/dev/stdin"
        elif lexists(text):
            yield text
        elif has_magic(pattern):
            yield from glob(pattern)  # noqa: PTH207 - patterns may be absolute
