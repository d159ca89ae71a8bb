"""Original programs linked into a directory under their own names, and removed again.

A tool is a few lines of Python that start lean: without the site's modules (`-S`) and without what the user's
environment would add (`-I`), so that it starts in a recipe with a PYTHONPATH of its own too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from mondegreen.dropin import PROGRAMS
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

MARK = "# A tool of mondegreen, written by `mondegreen tools link`; `mondegreen tools unlink` removes it."
# The longest first line that every Linux takes.
MAX_SHEBANG = 127
# The mark is within so many bytes, however long the path of Python.
HEAD_SIZE = 1 << 14

TOOL = """\
{start}
{mark}
import sys
sys.path.append({home!r})
from mondegreen.dropin.start import start
sys.exit(start({name!r}, sys.argv[1:]))
"""


def link(directory: str, groups: Iterable[str], only: Iterable[str] = (), *, force: bool = False) -> list[Path]:
    """Write the tools of some groups into a directory, or only those named, and return their paths.

    If something else has one of the names, none is written, unless `force` replaces it, as in a copy of a recipe. None
    is written through a symbolic link, as that leads into what recipes share.
    """
    root = Path(directory)
    if root.exists() and not root.is_dir():
        raise ScoreError("it is a file; tools are linked into a directory", path=directory)
    tools = {root / path: path.rpartition("/")[2] for path in select_tools(groups, only)}
    for path in tools:
        for parent in path.parents[: len(path.relative_to(root).parts) - 1]:
            if parent.is_symlink():
                raise ScoreError("it is a symbolic link; replace it by a directory", path=str(parent))
        if os.path.lexists(path) and not is_ours(path) and not (force and (path.is_file() or path.is_symlink())):
            what = "something else has this name; remove it, choose tools by --only, or replace it by --force"
            raise ScoreError(what, path=str(path))
    for path, name in tools.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        with binary_output(path) as out:
            out.write(os.fsencode(format_tool(name)))
        path.chmod(0o755)
    return list(tools)


def unlink(directory: str, groups: Iterable[str], only: Iterable[str] = ()) -> list[Path]:
    """Remove the tools of some groups from a directory, or only those named, and return them; other files stay."""
    root = Path(directory)
    if not root.is_dir():
        raise ScoreError("there is no such directory", path=directory)
    removed = [path for path in map(root.joinpath, select_tools(groups, only)) if is_ours(path)]
    for path in removed:
        path.unlink()
        for parent in path.parents[: len(path.relative_to(root).parts) - 1]:
            if not any(parent.iterdir()):
                parent.rmdir()
    return removed


def select_tools(groups: Iterable[str], only: Iterable[str]) -> Iterator[str]:
    """Yield the relative paths of the tools of some groups, or only of those named; some have two paths."""
    paths: dict[str, list[str]] = {}
    for path in (path for group in groups for path in PROGRAMS[group]):
        paths.setdefault(path.rpartition("/")[2], []).append(path)
    for name in list(only) or list(paths):
        if name not in paths:
            raise make_unknown_error(name, paths)
        yield from paths[name]


def make_unknown_error(name: str, known: Iterable[str]) -> ScoreError:
    """Return the error for a tool that is not of the groups; it may be of another."""
    from mondegreen.component import unknown_name

    for group, paths in PROGRAMS.items():
        if any(path.rpartition("/")[2] == name for path in paths):
            return ScoreError(f"{name} is a tool of {group}; choose that too by --of {group}")
    return unknown_name("tool", name, known)


def is_ours(path: Path) -> bool:
    """Return whether a file was written by `link`."""
    try:
        with path.open("rb") as file:
            return os.fsencode(MARK) in file.read(HEAD_SIZE).split(b"\n")[:4]
    except OSError:
        return False


def format_tool(name: str) -> str:
    home = str(Path(__file__).resolve().parents[2])
    return TOOL.format(start=format_shebang(sys.executable), mark=MARK, home=home, name=name)


def format_shebang(python: str) -> str:
    """Return the first lines, which start Python; through the shell if its path is too long or has spaces."""
    direct = f"#!{python} -IS"
    if len(os.fsencode(direct)) <= MAX_SHEBANG and not any(map(str.isspace, python)):
        return direct
    # A command to the shell, a string without effect to Python.
    quoted = python.replace("'", "'\"'\"'")
    return f"#!/bin/sh\n'''exec' '{quoted}' -IS \"$0\" \"$@\"\n' '''"
