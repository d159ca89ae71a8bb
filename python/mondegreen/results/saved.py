"""Runs that are kept: a folder with `run.json` and a file of rows, which comes into being whole or not at all.

Where a run was scored or merged in parts, there is a file of rows for each, `rows-000000.jsonl` and so on.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from mondegreen.cache import Cache
from mondegreen.digest import InputFile, digest_file, get_state
from mondegreen.errors import ScoreError
from mondegreen.limits import check_nesting
from mondegreen.notes import Note, report_notes
from mondegreen.output import LOCK, MISPLACED, UNFINISHED, encode_text, lock_file, sweep_leftovers
from mondegreen.results.row_files import SAVED_FORMATS
from mondegreen.results.run import Run
from mondegreen.results.run_data import check_layout, describe_run, list_columns, restore_run

ABOUT = "run.json"
# Modules of ours whose resources the packages of others compute; their versions stand in saved runs.
COMPUTED_BY = {
    "mondegreen.resources.analyzer": ("spacy",),
    "mondegreen.resources.spacy_vectors": ("spacy",),
    "mondegreen.resources.fasttext_vectors": ("fasttext", "fasttext-numpy2"),
    "mondegreen.resources.sentence_models": ("sentence-transformers", "transformers", "tokenizers", "torch"),
    "mondegreen.resources.contextual": ("transformers", "tokenizers", "torch"),
    "mondegreen.resources.torchscript": ("torch",),
}
OURS = re.compile(r"run\.json|rows(-\d{6,})?\.(jsonl|parquet)")


def is_saved(path: str | os.PathLike[str]) -> bool:
    return Path(path, ABOUT).is_file()


def save_runs(runs: Sequence[Run], folder: str | os.PathLike[str]) -> None:
    """Keeps a run in this folder, or several in folders inside it, each under the name of its hypothesis.

    What was saved there before is replaced; a folder that holds anything else is left alone, with an error.
    """
    check_destination(folder)
    names, ending = name_directories([run.name for run in runs], folder), rows_ending(folder)
    with replace_directory(folder) as beside:
        for name, run in zip(names, runs, strict=True):
            place = beside if len(runs) == 1 else beside / name
            place.mkdir(exist_ok=True)
            path = place / f"rows{ending}"
            rows = list_columns(run)
            digest = SAVED_FORMATS[ending].write(rows, path)
            named = {"file": path.name, "digest": digest, "columns": list(rows)}
            (place / ABOUT).write_bytes(encode_description({**describe_with_digests(run), "rows": named}, place))


def name_directories(names: Sequence[str], folder: str | os.PathLike[str]) -> list[str]:
    """What the folders of these systems are called, each otherwise."""
    found = [Path(name).name for name in names]
    for name in found:
        if found.count(name) > 1:
            raise ScoreError(f'two hypotheses are called "{name}" and would be saved under one name', path=str(folder))
    return found


def rows_ending(folder: str | os.PathLike[str]) -> str:
    """What files of rows end in: that of Parquet if the folder's name does."""
    return ".parquet" if os.fspath(folder).rstrip(os.sep).endswith(".parquet") else ".jsonl"


def name_part(place: int, ending: str) -> str:
    return f"rows-{place:06}{ending}"


def packages_used(resources: Iterable[object]) -> dict[str, str]:
    """The versions of the packages that these resources are computed by."""
    names = dict.fromkeys(name for each in resources for name in COMPUTED_BY.get(type(each).__module__, ()))
    if not names:
        return {}
    from mondegreen.resources.installable import Item

    found = ((name, Item("", name, "").installed) for name in sorted(names))
    return {name: version for name, version in found if version}


def describe_with_digests(run: Run) -> dict[str, Any]:
    """All that is said of a run but its rows, with the digests of its files and the versions of what measured it."""
    cache = run.settings.resources.cache
    files = [describe_input(file, cache) for file in run.pairs.files]
    resources = run.settings.resources.loaded.values()
    return {**describe_run(run), "inputs": files, "packages": packages_used(resources)}


def describe_input(file: InputFile, cache: Cache) -> dict[str, str | None]:
    """What is said of a file that was scored; no digest where the file is no longer what was read."""
    found = file.digest
    if found is None and file.state:
        try:
            found = digest_file(file.path, cache) if get_state(Path(file.path)) == file.state else None
        except ScoreError:  # it is gone
            found = None
        if found is None:
            report_notes([Note("input-changed", file.path)])
    return {"side": file.side, "file": file.path, "digest": found}


def encode_description(about: Mapping[str, Any], folder: Path) -> bytes:
    """What the file of that folder says of its run."""
    text = json.dumps(about, ensure_ascii=False, indent=2, allow_nan=False)
    return encode_text(f"{text}\n", folder / ABOUT)


def load_run(folder: str | os.PathLike[str]) -> Run:
    with reading_errors(folder):
        return restore_run(*read_run(Path(folder)))


def load_description(folder: str | os.PathLike[str]) -> dict[str, Any]:
    """What is said of the run in this folder, without its rows, if its layout is known."""
    with reading_errors(folder):
        return check_layout(read_description(Path(folder)))


@contextmanager
def reading_errors(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Says of a folder from which a saved run cannot be read what is wrong with it."""
    name = os.fspath(folder)
    if not is_saved(folder):
        raise ScoreError(f"there is no saved run here: it has no {ABOUT}", path=name)
    try:
        yield
    except ScoreError as error:
        raise ScoreError(error.what, path=error.path or name) from error
    except OSError as error:
        raise ScoreError(f"cannot be read: {error.strerror}", path=error.filename or name) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ScoreError("its files are damaged or were not saved by mondegreen; score again", path=name) from error


def read_run(folder: Path) -> tuple[dict[str, Any], dict[str, list[Any]]]:
    """What is said of the run, and the columns of its rows, which must be those that were saved with it."""
    about = read_description(folder)
    return about, read_rows(list_row_files(about, folder), about["rows"]["columns"])


def read_rows(paths: Iterable[Path], names: Sequence[str]) -> dict[str, list[Any]]:
    """These columns of several files of rows."""
    found: dict[str, list[Any]] = {name: [] for name in names}
    for path in paths:
        for name, values in SAVED_FORMATS[path.suffix].read(path, names).items():
            found[name] += values
    return found


def read_description(folder: Path) -> dict[str, Any]:
    about: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
    check_nesting(about, str(folder / ABOUT))
    return about


def list_row_files(about: Mapping[str, Any], folder: Path) -> Iterator[Path]:
    """The files of rows in their order, each if it is as it was when it was written."""
    for part in list_parts(about):
        path = folder / part["file"]
        if digest_file(path) != part["digest"]:
            raise ScoreError(f"it was changed after {ABOUT} was written; score again", path=str(path))
        yield path


def list_parts(about: Mapping[str, Any]) -> list[dict[str, str]]:
    """The name and the digest of each file of rows."""
    parts: list[dict[str, str]] = about["rows"].get("parts", [about["rows"]])
    for part in parts:
        if Path(part["file"]).name != part["file"]:
            raise ValueError(part["file"])  # it points elsewhere
    return parts


def check_destination(folder: str | os.PathLike[str]) -> None:
    """Refuses a place where something stands that is not a saved run, or that nobody may write to."""
    place = Path(folder)
    if place.exists() and not place.is_dir():
        raise ScoreError("cannot be written: it is a file; name a directory", path=str(folder))
    if any(not each.is_dir() and not OURS.fullmatch(each.name) for each in place.rglob("*")):
        raise ScoreError("the directory holds other files than saved runs; name a new one", path=str(folder))
    above = next(each for each in place.absolute().parents if each.exists())  # folders between are made too
    if not above.is_dir():
        raise ScoreError(f"cannot be written: {above.name} is not a directory", path=str(folder))
    if not os.access(above, os.W_OK | os.X_OK):
        raise ScoreError("cannot be written: that is not permitted", path=str(folder))


@contextmanager
def replace_directory(folder: str | os.PathLike[str]) -> Iterator[Path]:
    """A new folder beside the one of that name, whose place it takes at the end."""
    goal = Path(os.path.realpath(folder))  # a link stays a link
    sweep_leftovers(str(goal.parent))
    beside = goal
    try:
        held, beside = create_unfinished_directory(goal.parent)
        with held:
            yield beside
            (beside / LOCK).unlink()
        swap_directories(beside, goal)
    except BaseException as error:
        if beside != goal:
            shutil.rmtree(beside, ignore_errors=True)
        if isinstance(error, OSError) and error.errno in MISPLACED:
            raise ScoreError(f"cannot be written: {MISPLACED[error.errno]}", path=str(folder)) from error
        if isinstance(error, OSError) and error.filename is None:
            error.filename = os.fspath(folder)  # a failed write does not say of what
        raise


def create_unfinished_directory(parent: Path) -> tuple[BinaryIO, Path]:
    """A new folder, and its lock that is held, so that no other run takes it for one that was left there."""
    while True:
        beside = parent / f"{UNFINISHED}{os.urandom(6).hex()}"
        beside.mkdir(parents=True)
        with suppress(FileNotFoundError):  # another run removed it before it was locked
            held = (beside / LOCK).open("wb")
            if not lock_file(held.fileno(), wait=True) or os.fstat(held.fileno()).st_nlink:
                return held, beside
            held.close()


def swap_directories(beside: Path, goal: Path) -> None:
    """Gives a folder that is complete the name of another, which is removed.

    Where the system can exchange two names at once, one of the two folders bears the name at any moment.
    """
    before = goal.parent / f"{UNFINISHED}{os.urandom(6).hex()}"
    if goal.exists() and try_exchange(beside, goal):
        beside.rename(before)
        shutil.rmtree(before, ignore_errors=True)
        return
    try:
        if goal.exists():
            goal.rename(before)
        beside.rename(goal)
    except BaseException:
        if before.exists() and not goal.exists():
            before.rename(goal)
        raise
    shutil.rmtree(before, ignore_errors=True)


def try_exchange(one: Path, other: Path) -> bool:
    """Whether the system exchanged the names of two folders, which some systems and disks cannot."""
    import ctypes

    here, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of Linux
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):  # another system, or an old one
        return False
    failed: int = rename(here, os.fsencode(one), here, os.fsencode(other), exchange)
    return failed == 0
