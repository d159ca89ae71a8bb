"""A project's usual options: `mondegreen.toml`, or `[tool.mondegreen]` of pyproject.toml, here or in a folder above.

Options are written without their hyphens. Those at the top hold for every command that has them, those of a table, such
as `[score]` or `[lexicon.map]`, for that command. What stands on the command line goes before, and paths mean what they
mean there. The original programs read no such file.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import suppress
from itertools import chain
from pathlib import Path

from mondegreen.cli.guard import print_message
from mondegreen.cli.parser import build_parser, list_options, select_parser
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Mapping, Sequence
    from typing import Any

    from mondegreen.cli.parser import Parser

OWN, SHARED = "mondegreen.toml", "pyproject.toml"


def find_nearest() -> str | None:
    """The file of this project: the nearest one, looking upwards from here; a stranger's is skipped with a warning."""
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the directory was removed under our feet
        return None
    for folder in (here, *here.parents):
        with suppress(PermissionError):  # whose directory nobody may look into is not this project's
            for name in (OWN, SHARED):
                path = folder / name
                if path.is_file() and (name == OWN or b"[tool.mondegreen" in path.read_bytes()):
                    shown = os.path.relpath(path)
                    if (doubt := explain_distrust(folder) or explain_distrust(path)) is None:
                        return shown
                    print_message("warning", f"{shown}: not read, because {doubt}; to read it anyway: --config {shown}")
    return None


def explain_distrust(path: Path) -> str | None:
    """Why a file or directory may hold what others want rather than the user, if it may."""
    if sys.platform == "win32":
        return None
    kind = "its directory" if path.is_dir() else "it"
    for place in {path, path.resolve()}:
        found = place.lstat()
        if found.st_uid not in (os.geteuid(), 0):
            return f"{kind} belongs to another user"
        if not stat.S_ISLNK(found.st_mode) and (
            found.st_mode & stat.S_IWOTH or (found.st_mode & stat.S_IWGRP and not is_private(found.st_gid))
        ):
            return f"others can write to {kind}"
    return None


def is_private(group: int) -> bool:
    """Whether a group is the user's alone, as most Linux systems give each user one."""
    if sys.platform == "win32":
        return False
    import grp
    import pwd

    try:
        own = pwd.getpwuid(os.geteuid())
        known = grp.getgrgid(group)
    except KeyError:
        return False
    return own.pw_gid == group and known.gr_name == own.pw_name and set(known.gr_mem) <= {own.pw_name}


def add_configured(parser: Parser, words: Sequence[str], given: dict[str, Any], path: str) -> dict[str, Any]:
    """The options that the words give, and those that only the file does."""
    own = select_parser(parser, words)
    wanted = options_for(own, own.prog.split()[1:], read_options(path), path)
    taken = {*given, *(other for name in given if name in own.plan.options for other in own.plan.options[name].apart)}
    added = {key: each for key, each in wanted.items() if each and list_options(own)[f"--{key}"].dest not in taken}
    end = words.index("--") if "--" in words else len(words)
    try:
        found = parser.parse_given([*words[:end], *chain.from_iterable(added.values()), *words[end:]])
    except ScoreError as error:
        raise blame_configuration(error, added, path) from None
    if added and not found.get("quiet", False):
        names = ", ".join(f"--{key}" for key in added)
        print_message("note", f"using {names} from {path}")
    return found


def read_options(path: str) -> dict[str, Any]:
    """A file's options and tables."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        table: dict[str, Any] = tomllib.loads(read_bytes(path).decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ScoreError("it is not UTF-8, as TOML must be", path=path) from None
    except tomllib.TOMLDecodeError as error:
        raise ScoreError(f"it is not TOML: {error}", path=path) from None
    for name in ("tool", "mondegreen") if Path(path).name == SHARED else ():
        table = table.get(name, {})
        if not isinstance(table, dict):
            raise ScoreError(f"{name} is not a table; write [tool.mondegreen]", path=path)
    return table


def read_bytes(path: str) -> bytes:
    """A file's bytes; one that cannot be read is the user's to repair."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise ScoreError(error.strerror or str(error), path=path) from None


def options_for(parser: Parser, names: Sequence[str], table: Mapping[str, Any], path: str) -> dict[str, list[str]]:
    """What a file says for the command of these names, as words of a command line by the option's name."""
    from mondegreen.cli import COMMANDS, correct_spelling

    found: dict[str, list[str]] = {}
    actions = list_options(parser)
    table = {correct_spelling(key) if isinstance(value, dict) else key: value for key, value in table.items()}
    for depth in range(len(names) + 1):
        for key, value in table.items():
            if isinstance(value, dict):
                if depth == 0 and key not in COMMANDS:
                    raise add_line(path, key, unknown_name("command", key, COMMANDS))
            elif key in list_option_names(parser):
                found = {name: words for name, words in found.items() if not is_same(actions, name, key)}
                found[key] = words_of(actions[f"--{key}"], key, value, path)
            elif depth == len(names) or not is_option(key):
                known = list_option_names(parser)
                raise add_line(path, key, unknown_name(f"option of `{parser.prog}`" if depth else "option", key, known))
        inner_table = table.get(names[depth]) if depth < len(names) else None
        table = inner_table if isinstance(inner_table, dict) else {}  # an option may be called as a command is
    return found


def is_same(actions: Mapping[str, Action], name: str, other: str) -> bool:
    """Whether two names are spellings of one option."""
    return actions[f"--{name}"].dest == actions[f"--{other}"].dest


def list_option_names(parser: Parser) -> list[str]:
    """The options that a file may give, as it writes them."""
    return [name[2:] for name in list_options(parser) if name.startswith("--") and not name.startswith("--help")]


def is_option(key: str) -> bool:
    """Whether any command has this option."""
    from mondegreen.cli import COMMANDS, find_command

    for name in COMMANDS:
        parser = build_parser(name, find_command(name))
        if any(key in list_option_names(each) for each in (parser, *parser.inner.values())):
            return True
    return False


def words_of(action: Action, key: str, value: Any, path: str) -> list[str]:  # noqa: ANN401 - TOML's values
    """An option with its value as it is written on a command line."""
    if isinstance(value, bool):
        if action.nargs not in (0, "?"):
            raise add_line(path, key, ScoreError(f"{key} needs a value, not {str(value).lower()}"))
        return [f"--{key}"] if value else []
    if action.nargs == 0:
        raise add_line(path, key, ScoreError(f"{key} is either true or false"))
    texts = [str(each) for each in value] if isinstance(value, list) else [str(value)]
    if action.nargs in ("+", "*"):
        return [f"--{key}", *texts]
    repeats = type(action).__name__ == "_AppendAction"
    return [f"--{key}={each}" for each in (texts if repeats else [",".join(texts)])]


def blame_configuration(error: ScoreError, added: Mapping[str, list[str]], path: str) -> ScoreError:
    """An error of the parser, with the place in the file if that is where it comes from."""
    key = next((key for key in added if f"--{key}" in str(error)), None)
    return add_line(path, key, error) if key else error


def add_line(path: str, key: str, error: ScoreError) -> ScoreError:
    """An error with its line, where only one names that key."""
    lines = read_bytes(path).decode("utf-8-sig").splitlines()
    places = [number for number, line in enumerate(lines, 1) if re.match(rf"\s*\[?[\w.]*\"?{re.escape(key)}\b", line)]
    return ScoreError(error.what, path=path, line=places[0] if len(places) == 1 else None)
