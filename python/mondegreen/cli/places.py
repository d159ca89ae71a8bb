"""Outputs and inputs of a command line: which they are, and that no output is an input, nor leads elsewhere."""

from __future__ import annotations

import os
import re
import stat
import sys
from contextlib import suppress
from glob import escape, glob, has_magic
from itertools import chain
from pathlib import Path

from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.plan.option import Option, Plan

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
    place = Path(directory).resolve()
    for path in inputs if is_run(place) else ():
        if place in (read := Path(path).resolve(), *read.parents):
            what = f"an input is in it ({path}) and would be overwritten; name another directory"
            raise ScoreError(what, path=directory)


def is_run(directory: Path) -> bool:
    """Whether a run was saved there."""
    return (directory / "run.json").is_file()


def is_held(path: Path, directory: Path) -> bool:
    """Whether a file that is there already is read where that directory is; of a saved run only its own files are.

    Summaries in Markdown, such as an experiment's RESULTS.md, are no texts.
    """
    place, above = path.resolve(), directory.resolve()
    if not (place.is_file() and above in place.parents) or place.suffix == ".md":
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
    for text in {value, value.partition("=")[2]} - {""}:
        pattern = BRACES.sub("*", text)
        if text == "-":
            yield "/dev/stdin"
        elif os.path.lexists(text):
            yield text
        elif has_magic(pattern):
            yield from glob(pattern)  # noqa: PTH207 - patterns may be absolute


# What Python, its packages and the system's libraries read: nothing of the user's.
SYSTEM = (
    *("/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/etc/os-release"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/sys/vm"),
    *("/sys/devices/system", "/sys/fs/cgroup"),
)
DEVICES = ("/dev/null", "/dev/tty")
# Where a pattern begins to be one.
MAGIC = re.compile(r"[*?[]")
PACKAGE = Path(__file__).parents[1]
SEPARATORS = re.compile(r'[,:="]')


def check_inputs(plan: Plan) -> None:
    """Refuse inputs that point elsewhere, are no files, or are too large."""
    from mondegreen.io import compressed

    for path in list_inputs(plan):
        check_path(path, compressed.Limit.bytes)


def list_inputs(plan: Plan) -> Iterator[str]:
    """What is read and may be of strangers; models and the cache are the user's."""
    from mondegreen.io.source import without_prefix

    for value in chain.from_iterable(flatten_texts(getattr(plan, each.name)) for each in options_of(plan, "input")):
        kind, path = without_prefix(value)
        if kind == "scp":
            raise ScoreError("names other files, and --untrusted opens none; give those themselves", path=value)
        yield from {path, path.partition("=")[2]} - {"", "-"}


def options_of(plan: Plan, *kinds: str) -> list[Option]:
    """The options that name such files."""
    return [each for each in plan.options.values() if each.path in kinds]


def check_path(path: str, most: int) -> None:
    """Refuse an input that leads elsewhere by a link, is neither file nor directory, or holds too much."""
    place = Path(path)
    if os.path.lexists(place):
        found, root, check_links = [place], place.parent, place.is_symlink()
    else:
        found, root, check_links = list(list_matching(path)), get_fixed_part(path), True
    for each in found:
        if check_links:
            check_link(each, root)
        check_kind(each, most)
        for folder, below, files in os.walk(each):
            for inner in map(Path(folder).joinpath, (*below, *files)):
                if inner.is_symlink():
                    check_link(inner, each)
                check_kind(inner, most)


def list_matching(pattern: str) -> Iterator[Path]:
    """What a pattern finds; nothing if it is none."""
    if has_magic(pattern):
        yield from map(Path, glob(pattern))  # noqa: PTH207 - patterns may be absolute


def get_fixed_part(pattern: str) -> Path:
    """The directory that a pattern names before its first sign."""
    return Path(f"{MAGIC.split(pattern)[0]}x").parent


def check_link(path: Path, root: Path) -> None:
    """Refuse a path that leads out of a directory."""
    target = path.resolve()
    if not target.is_relative_to(root.resolve()):
        what = f"leads out of its directory, to {target}, and --untrusted follows no such link; name the file itself"
        raise ScoreError(what, path=str(path))


def check_kind(path: Path, most: int) -> None:
    """Refuse devices and pipes, which may never end, and files that are too large."""
    from mondegreen.io.compressed import make_limit_error

    with suppress(FileNotFoundError):  # which whoever reads it will say, or nobody reads
        found = path.stat()
        if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
            what = "is neither a file nor a directory, and --untrusted reads no other; pipe it into `-`"
            raise ScoreError(what, path=str(path))
        if stat.S_ISREG(found.st_mode) and found.st_size > most:
            raise make_limit_error("holds", most, str(path))


def list_written(plan: Plan) -> list[str]:
    """The directories of outputs, or those above that there are already, and devices that are written to."""
    found: dict[str, None] = {}
    for each in options_of(plan, "output", "run"):
        for value in flatten_texts(getattr(plan, each.name)):
            place = Path(os.path.realpath(BRACES.split(value)[0] + "x" if BRACES.search(value) else value))
            if value == "-":
                continue
            if place.is_dir() or place.is_file() or not place.exists():
                found[str(next(each for each in place.parents if each.is_dir()))] = None
            if place.exists() and not place.is_file():
                found[str(place)] = None
    return list(found)


def list_caches(plan: Plan) -> list[str]:
    """The directory of the cache, made if need be, unless nothing is kept."""
    from mondegreen.cache import users_folder

    if getattr(plan, "no_cache", True):
        return []
    own = getattr(plan, "cache", None)
    folder = Path(own) if own else users_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    return [str(folder)]


def list_readable(plan: Plan, words: Sequence[str]) -> Iterator[str]:
    """What may be read: Python and its packages, the system's libraries, fetched models, and what the words name.

    Links are resolved once, here, so that nobody can exchange them between this and the checks.
    """
    theirs = set(list_inputs(plan))
    yield from map(os.path.realpath, chain(of_programs(), of_models(plan)))
    for piece in chain.from_iterable(map(split_pieces, words)):
        target, above = os.path.realpath(piece), os.path.realpath(Path(piece).parent)
        if piece in theirs and os.path.lexists(piece):
            if Path(target).is_relative_to(above) or Path(piece).name == "..":
                yield target
        elif has_magic(piece):
            yield os.path.realpath(get_fixed_part(piece))
        else:
            yield target
            folder, name = os.path.split(piece)  # files of a stem, and the words of a matrix
            stem = Path(folder, name.partition(".")[0])
            yield from map(os.path.realpath, list_matching(f"{escape(str(stem))}.*"))


def of_programs() -> Iterator[str]:
    """Python, its packages, the system's libraries, and models that were fetched."""
    hub = os.environ.get("HF_HOME") or f"{os.environ.get('XDG_CACHE_HOME') or '~/.cache'}/huggingface"
    yield from (*SYSTEM, sys.prefix, sys.base_prefix, str(PACKAGE), *filter(None, sys.path))
    yield str(Path(hub).expanduser())
    yield from filter(None, map(os.environ.get, ("HF_HUB_CACHE", "ESPEAK_DATA_PATH")))


def of_models(plan: Plan) -> Iterator[str]:
    """What links lead to in the directories of models that are named, as in a cache of Hugging Face's."""
    names = (*(each.name for each in options_of(plan, "model")), "analyzer", "metrics")
    values = chain.from_iterable(flatten_texts(getattr(plan, name, None)) for name in names)
    for piece in chain.from_iterable(map(split_pieces, values)):
        for folder, _, files in os.walk(piece):
            yield from (str(path) for path in map(Path(folder).joinpath, files) if path.is_symlink())


def split_pieces(word: str) -> Iterator[str]:
    """What of a word may be a path: all of it, what follows a sign between names, and what stands between two."""
    starts = [0, *(found.end() for found in SEPARATORS.finditer(word))]
    whole = {word[start:] for start in starts} | set(SEPARATORS.split(word))
    yield from (each for each in whole if each.strip("./") or each == word != "")
