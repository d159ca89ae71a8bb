"""Original programs put into a folder under their own names, and taken away again.

A tool is a few lines of Python that start lean: without the site's modules (`-S`) and without what the user's
environment would add (`-I`), so that a recipe with a PYTHONPATH of its own starts it all the same.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mondegreen.dropin import PROGRAMS
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

TYPE_CHECKING = False  # type checkers know the name; listing must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MARK = "# A tool of mondegreen, written by `mondegreen tools link`; `mondegreen tools unlink` removes it."
# The longest first line that every Linux takes.
LONGEST = 127
# In so many bytes the mark stands, be the place of Python as long as a system lets it be.
HEAD = 1 << 14

TOOL = """\
{start}
{mark}
import sys
sys.path.append({home!r})
from mondegreen.dropin.start import start
sys.exit(start({name!r}, sys.argv[1:]))
"""


def link(folder: str, groups: Iterable[str], only: Iterable[str] = (), *, force: bool = False) -> list[Path]:
    """Puts the tools of some groups into a folder, or only those named.

    None if something else bears a name, unless that is to be replaced, as in a copy of a recipe; and none behind a
    link, as that leads into what recipes share.
    """
    root = Path(folder)
    if root.exists() and not root.is_dir():
        raise ScoreError("it is a file; tools go into a folder", path=folder)
    tools = {root / path: path.rpartition("/")[2] for path in chosen(groups, only)}
    for path in tools:
        for parent in path.parents[: len(path.relative_to(root).parts) - 1]:
            if parent.is_symlink():
                raise ScoreError(
                    "it is a link, and tools would go where it leads; make a folder of it", path=str(parent)
                )
        if os.path.lexists(path) and not is_ours(path) and not (force and (path.is_file() or path.is_symlink())):
            what = "something else has this name; remove it, choose tools by --only, or replace it by --force"
            raise ScoreError(what, path=str(path))
    for path, name in tools.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            path.unlink()
        with binary_output(path) as out:
            out.write(os.fsencode(script(name)))
        path.chmod(0o755)
    return list(tools)


def unlink(folder: str, groups: Iterable[str], only: Iterable[str] = ()) -> list[Path]:
    """Removes the tools of some groups from a folder, or only those named; what is not ours stays."""
    root = Path(folder)
    if not root.is_dir():
        raise ScoreError("there is no such folder", path=folder)
    removed = [path for path in map(root.joinpath, chosen(groups, only)) if is_ours(path)]
    for path in removed:
        path.unlink()
        for parent in path.parents[: len(path.relative_to(root).parts) - 1]:
            if not any(parent.iterdir()):
                parent.rmdir()
    return removed


def chosen(groups: Iterable[str], only: Iterable[str]) -> Iterator[str]:
    """The places of the tools of some groups; a name that none of them bears is an error. Some have two places."""
    places: dict[str, list[str]] = {}
    for path in (path for group in groups for path in PROGRAMS[group]):
        places.setdefault(path.rpartition("/")[2], []).append(path)
    wanted = list(only) or list(places)
    for name in wanted:
        if name not in places:
            raise not_among(name, places)
        yield from places[name]


def not_among(name: str, places: Iterable[str]) -> ScoreError:
    """What is said of a tool that is not of the groups; it may be of another."""
    from mondegreen.registry import unknown

    for group, paths in PROGRAMS.items():
        if any(path.rpartition("/")[2] == name for path in paths):
            return ScoreError(f"{name} is a tool of {group}; choose that too by --of {group}")
    return unknown("tool", name, places)


def is_ours(path: Path) -> bool:
    """Whether a file was written by `link`."""
    try:
        with path.open("rb") as file:
            return os.fsencode(MARK) in file.read(HEAD).split(b"\n")[:4]
    except OSError:
        return False


def script(name: str) -> str:
    """The text of a tool."""
    home = str(Path(__file__).resolve().parents[2])
    return TOOL.format(start=first_line(sys.executable), mark=MARK, home=home, name=name)


def first_line(python: str) -> str:
    """What starts Python; by way of the shell where its place is too long for the system or has blanks."""
    direct = f"#!{python} -IS"
    if len(os.fsencode(direct)) <= LONGEST and not any(map(str.isspace, python)):
        return direct
    # To the shell a command, to Python a string without effect.
    quoted = python.replace("'", "'\"'\"'")
    return f"#!/bin/sh\n'''exec' '{quoted}' -IS \"$0\" \"$@\"\n' '''"
