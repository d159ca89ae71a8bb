"""Checkpoints: a saved run in the making, a directory beside its target to which the rows of each shard are written.

A shard is done when its `part-000000.json` exists, which is written last and atomically. So whatever ends the program,
its contents are valid, and a later run can resume (`--resume`). The directory replaces the target when all shards are
done.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from mondegreen.digest import digest_file
from mondegreen.engine.shards import ShardResult, ShardSummary
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.output import MISPLACED, binary_output, text_output
from mondegreen.results.row_files import SAVED_FORMATS
from mondegreen.results.run import Run
from mondegreen.results.run_data import IN_PARTS
from mondegreen.results.saved import (
    ABOUT,
    OURS,
    describe_with_digests,
    encode_description,
    name_directories,
    name_part,
    rows_ending,
    swap_directories,
)

PLAN, LOCK = "plan.json", "lock"
# What may be in it: these, the files of a saved run, and temporary files of a killed program.
ALLOWED_NAMES = re.compile(rf"{PLAN}|{LOCK}|part-\d{{6,}}\.json|\.mondegreen-.*|{OURS.pattern}")


class Checkpoint:
    """The checkpoint of one system."""

    def __init__(self, directory: Path, ending: str) -> None:
        self.directory = directory
        self.ending = ending
        self.parts: dict[int, dict[str, str]] = {}

    def read_summaries(self) -> dict[int, ShardSummary]:
        """The summaries of the shards that are done; a damaged one is not."""
        found = {}
        for path in sorted(self.directory.glob("part-*.json")):
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                row = json.loads(path.read_text(encoding="utf-8"))
                summary, rows = ShardSummary.of(row["summary"]), self.directory / row["file"]["file"]
                if rows.is_file() and digest_file(rows) == row["file"]["digest"]:
                    found[summary.index] = summary
                    self.parts[summary.index] = row["file"]
        return found

    def add(self, result: ShardResult) -> None:
        index = result.summary.index
        path = self.directory / name_part(index, self.ending)
        with binary_output(path) as stream:
            stream.write(result.saved or b"")
        self.parts[index] = {"file": path.name, "digest": digest_file(path)}
        with text_output(self.directory / f"part-{index:06}.json") as stream:
            json.dump({"summary": result.summary.to_dict(), "file": self.parts[index]}, stream)

    def forget(self, indices: Iterable[int]) -> None:
        """Removes shards that must be scored again, or that do not exist any more."""
        for index in indices:
            (self.directory / f"part-{index:06}.json").unlink()  # first, so that no half of a shard counts
            (self.directory / self.parts.pop(index)["file"]).unlink()

    def read_columns(self, summary: ShardSummary) -> dict[str, list[Any]]:
        return SAVED_FORMATS[self.ending].read(self.directory / name_part(summary.index, self.ending), summary.columns)

    def finish(self, run: Run, columns: Sequence[str]) -> None:
        """Writes the description of the run, which makes it a saved one."""
        parts = [self.parts[index] for index in sorted(self.parts)]
        rows = {"parts": parts, "columns": list(columns)}
        about = encode_description({**describe_with_digests(run), "layout": IN_PARTS, "rows": rows}, self.directory)
        with binary_output(self.directory / ABOUT) as stream:
            stream.write(about)
        for path in (*self.directory.glob("part-*.json"), *self.directory.glob(".mondegreen-*")):
            path.unlink()


@contextmanager
def create_checkpoints(
    goal: str, names: Sequence[str], plan: Mapping[str, Any], *, resume: bool
) -> Iterator[list[Checkpoint]]:
    """The checkpoints of these systems; at the end they become the saved runs."""
    target = Path(os.path.realpath(goal))  # a link stays a link
    beside = target.parent / f"{target.name}.unfinished"
    directories = name_directories(names, goal)
    check_directory(beside)
    try:
        with lock_directory(beside):
            begin_checkpoint(beside, plan, resume=resume)
            inner = [beside if len(directories) == 1 else beside / name for name in directories]
            for each in inner:
                each.mkdir(exist_ok=True)
            try:
                yield [Checkpoint(each, rows_ending(goal)) for each in inner]
            except BaseException:
                report_unfinished(beside)
                raise
            for name in (PLAN, LOCK):
                (beside / name).unlink()
            swap_directories(beside, target)
    except OSError as error:
        if error.errno in MISPLACED:
            raise ScoreError(f"cannot be written: {MISPLACED[error.errno]}", path=goal) from error
        raise


def report_unfinished(directory: Path) -> None:
    """Warns that a later run can resume; removes a checkpoint without a shard that is done."""
    if any(directory.rglob("part-*.json")):
        what = f"{directory.name} keeps what was scored; --resume goes on from there"
        warnings.warn(what, ScoreWarning, stacklevel=2)
    else:
        shutil.rmtree(directory, ignore_errors=True)


def begin_checkpoint(directory: Path, plan: Mapping[str, Any], *, resume: bool) -> None:
    """Empties the directory, or resumes the checkpoint of an earlier run of the same plan."""
    path = directory / PLAN
    if resume and path.is_file():
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ScoreError("is damaged; without --resume it starts over", path=str(path)) from error
        if before != json.loads(json.dumps(plan)):
            known = before if isinstance(before, dict) else {}
            changed = sorted(name for name in {*known, *plan} if known.get(name) != plan.get(name))
            what = f"holds a run started with other settings ({', '.join(changed)}); without --resume it starts over"
            raise ScoreError(what, path=str(directory))
        return
    for each in directory.iterdir():
        if each.is_dir():
            shutil.rmtree(each)
        elif each.name != LOCK:
            each.unlink()
    with text_output(path) as stream:
        json.dump(plan, stream)


def check_directory(directory: Path) -> None:
    if any(not each.is_dir() and not ALLOWED_NAMES.fullmatch(each.name) for each in directory.rglob("*")):
        raise ScoreError("holds something else than an interrupted run; move it away", path=str(directory))


@contextmanager
def lock_directory(directory: Path) -> Iterator[None]:
    """Locks the directory against other runs until the program ends, in whatever way."""
    directory.mkdir(parents=True, exist_ok=True)
    with (directory / LOCK).open("wb") as lock:
        if sys.platform != "win32":  # which has no such locks
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                what = "another run is being saved there; wait for it"
                raise ScoreError(what, path=str(directory)) from error
            except OSError:
                pass  # nor has the disk where the directory is
        yield
