"""A saved run in the making: a folder beside its place, where each shard's rows are put as they come.

A shard is done when its `part-000000.json` is there, which comes last and at once. So whatever ends the program, what
is there is whole, and a later run may go on from it (`--resume`). The folder takes the place of what was saved before
when all shards are done.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import warnings
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mondegreen.aggregate.row_files import SAVED_FORMATS
from mondegreen.aggregate.run_data import IN_PARTS
from mondegreen.aggregate.saved import (
    OURS,
    describe_with_digests,
    name_directories,
    name_part,
    rows_ending,
    swap_directories,
    write_description,
)
from mondegreen.digest import digest_file
from mondegreen.engine.outcome import Outcome, Told
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.output import MISPLACED, binary_output, output

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.aggregate.run import Run

PLAN, LOCK = "plan.json", "lock"
# What may be there: these, what a saved run holds, and what a program left that was killed while it wrote.
INSIDE = re.compile(rf"{PLAN}|{LOCK}|part-\d{{6,}}\.json|\.mondegreen-.*|{OURS.pattern}")


class Unfinished:
    """The run of one system in the making."""

    def __init__(self, folder: Path, ending: str) -> None:
        self.folder = folder
        self.ending = ending
        self.parts: dict[int, dict[str, str]] = {}

    def done(self) -> dict[int, Told]:
        """The shards that are done, as they were told; one that was damaged is not."""
        found = {}
        for path in sorted(self.folder.glob("part-*.json")):
            with suppress(ValueError, KeyError, TypeError, RecursionError):
                said = json.loads(path.read_text(encoding="utf-8"))
                told, rows = Told.of(said["told"]), self.folder / said["file"]["file"]
                if rows.is_file() and digest_file(rows) == said["file"]["digest"]:
                    found[told.place] = told
                    self.parts[told.place] = said["file"]
        return found

    def add(self, outcome: Outcome) -> None:
        """Keeps a shard."""
        place = outcome.told.place
        path = self.folder / name_part(place, self.ending)
        with binary_output(path) as stream:
            stream.write(outcome.saved or b"")
        self.parts[place] = {"file": path.name, "digest": digest_file(path)}
        with output(self.folder / f"part-{place:06}.json") as stream:
            json.dump({"told": outcome.told.to_dict(), "file": self.parts[place]}, stream)

    def forget(self, places: Iterable[int]) -> None:
        """Removes shards that are to be scored again, or that are no more."""
        for place in places:
            (self.folder / f"part-{place:06}.json").unlink()  # first, so that no half of a shard counts
            (self.folder / self.parts.pop(place)["file"]).unlink()

    def columns(self, told: Told) -> dict[str, list[Any]]:
        """The rows of a shard that is done."""
        return SAVED_FORMATS[self.ending].read(self.folder / name_part(told.place, self.ending), told.columns)

    def finish(self, run: Run, columns: Sequence[str]) -> None:
        """Says what the parts are parts of."""
        parts = [self.parts[place] for place in sorted(self.parts)]
        write_description(
            {**describe_with_digests(run), "layout": IN_PARTS, "rows": {"parts": parts, "columns": list(columns)}},
            self.folder,
        )
        for path in (*self.folder.glob("part-*.json"), *self.folder.glob(".mondegreen-*")):
            path.unlink()


@contextmanager
def unfinished(goal: str, names: Sequence[str], plan: Mapping[str, Any], *, resume: bool) -> Iterator[list[Unfinished]]:
    """The runs of these systems in the making; at the end they take their place."""
    place = Path(os.path.realpath(goal))  # a link stays a link
    beside = place.parent / f"{place.name}.unfinished"
    folders = name_directories(names, goal)
    refuse_others(beside)
    try:
        with alone(beside):
            begin(beside, plan, resume=resume)
            inner = [beside if len(folders) == 1 else beside / name for name in folders]
            for each in inner:
                each.mkdir(exist_ok=True)
            try:
                yield [Unfinished(each, rows_ending(goal)) for each in inner]
            except BaseException:
                leave(beside)
                raise
            for name in (PLAN, LOCK):
                (beside / name).unlink()
            swap_directories(beside, place)
    except OSError as error:
        if error.errno in MISPLACED:
            raise ScoreError(f"cannot be written: {MISPLACED[error.errno]}", path=goal) from error
        raise


def leave(folder: Path) -> None:
    """Says what a later run can go on from; nothing stays where no shard is done."""
    if any(folder.rglob("part-*.json")):
        warnings.warn(f"{folder.name} keeps what was scored; --resume goes on from there", ScoreWarning, stacklevel=2)
    else:
        shutil.rmtree(folder, ignore_errors=True)


def begin(folder: Path, plan: Mapping[str, Any], *, resume: bool) -> None:
    """Makes the folder, or takes up what an earlier run of the same plan left there."""
    path = folder / PLAN
    if resume and path.is_file():
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (ValueError, RecursionError) as error:
            raise ScoreError("is damaged; score without --resume to begin anew", path=str(path)) from error
        if before != json.loads(json.dumps(plan)):
            known = before if isinstance(before, dict) else {}
            odd = sorted(name for name in {*known, *plan} if known.get(name) != plan.get(name))
            what = f"holds a run that was begun otherwise ({', '.join(odd)}); score without --resume to begin anew"
            raise ScoreError(what, path=str(folder))
        return
    for each in folder.iterdir():
        if each.is_dir():
            shutil.rmtree(each)
        elif each.name != LOCK:
            each.unlink()
    with output(path) as stream:
        json.dump(plan, stream)


def refuse_others(folder: Path) -> None:
    """Refuses a folder of that name that holds anything else than a run in the making."""
    if any(not each.is_dir() and not INSIDE.fullmatch(each.name) for each in folder.rglob("*")):
        raise ScoreError("holds other things than a run that was begun; move it away", path=str(folder))


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keeps others out of the folder until the program ends, in whatever way."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("wb") as lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ScoreError("another run is saved there at this moment; wait for it", path=str(folder)) from error
        except (ImportError, OSError):
            pass  # this system, or where the folder is, has no such locks
        yield
