"""Pipelines of programs through which lattices go one by one, so that many pipelines share one reading.

Kaldi's scripts start a pipeline for every language model weight, each of which unpacks and reads all lattices again.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from io import BytesIO

from mondegreen.dropin.kaldi.console import Console, KaldiAssertionError, KaldiError
from mondegreen.dropin.kaldi.options import Call
from mondegreen.dropin.kaldi.pipes import piped
from mondegreen.dropin.kaldi.recipe import save
from mondegreen.dropin.kaldi.records import Sink
from mondegreen.dropin.kaldi.stages import First, Last, Middle

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, BinaryIO, TypeVar

    from mondegreen._core import Lattice
    from mondegreen.dropin.kaldi.jobs import Job
    from mondegreen.dropin.kaldi.pipes import Step
    from mondegreen.dropin.kaldi.stages import Stage, StageDoor

    LatticeStep = tuple[StageDoor, Sequence[str]]
    # What a table has for a key, or several tables have.
    Found = Lattice | list[Lattice | None]
    Opened = AbstractContextManager[Iterable[tuple[bytes, Found]]]
    T = TypeVar("T")
    U = TypeVar("U")


class Pipeline:
    """Programs one behind the other, the last of which writes lines; each says in the log what it says anywhere.

    `kept` is what pipelines side by side have in common, such as a model.
    """

    def __init__(self, steps: Sequence[LatticeStep], log: BinaryIO, kept: dict[str, Any]) -> None:
        self.log = log
        self.program = steps[0][0].program
        self.names = [door.program.name for door, _ in steps]
        self.codes = [0] * len(steps)
        self.is_over = False
        self.text = BytesIO()
        self.out = Sink(self.text)
        self.stages: list[Stage] = []
        for place, (door, words) in enumerate(steps):
            call = Call(door.program, words, BytesIO(), BytesIO(), log, kept)
            try:
                call.parse()
                call.console.raw(f"{door.program.shown(words)}\n")
                self.stages.append(door.kind(call))
            except KaldiError as error:
                self.fail(place, error)
                break

    def take(self, key: bytes, found: Found) -> None:
        """Sends what tables have for a key through all programs, until one has nothing for the next."""
        now: Found | None = found
        for place, stage in enumerate(self.stages):
            if now is None or self.is_over:
                return
            try:
                now = self.step(stage, key, now)
            except KaldiError as error:
                self.fail(place, error)
            except ValueError as error:
                self.fail(place, KaldiError(str(error)))

    def step(self, stage: Stage, key: bytes, found: Found) -> Lattice | None:
        """What one program makes of it for the next."""
        if isinstance(found, list):
            return stage.join(key, found) if isinstance(stage, First) else None
        if isinstance(stage, Middle):
            return stage.take(key, found)
        if isinstance(stage, Last):
            self.out.write(stage.lines(key, found))
        return None

    def fail(self, place: int, error: KaldiError) -> None:
        """Ends the pipeline at a program that failed; what the last one kept back is lost if it aborts."""
        self.is_over = True
        self.codes[place] = error.code
        Console(self.names[place], self.log).fail(error)
        if not isinstance(error, KaldiAssertionError):
            self.out.flush()

    def end(self) -> tuple[bytes, list[int]]:
        """All lines, and how each of the programs ended."""
        for place, stage in enumerate(self.stages):
            code = stage.end()
            self.codes[place] = self.codes[place] or code
        if not self.is_over:
            self.out.flush()
        return self.text.getvalue(), self.codes


class Track:
    """One of the pipelines of a script: its job, what becomes of the lines, and the file that they go to, if any."""

    def __init__(
        self,
        one: Job,
        steps: Sequence[LatticeStep],
        out: str | None,
        *,
        texts: Sequence[Step] = (),
        kept: dict[str, Any] | None = None,
        pipefail: bool = True,
    ) -> None:
        self.job = one
        self.pipeline = Pipeline(steps, one.log, {} if kept is None else kept)
        self.texts = texts
        self.out = out
        self.pipefail = pipefail

    def finish(self) -> None:
        """Writes the file. The job fails if any of the programs does, or without `pipefail` if the last one does."""
        text, codes = self.pipeline.end()
        text, more = piped(self.texts, self.job.log, text)
        codes += more
        self.job.code = next((code for code in reversed(codes) if code), 0) if self.pipefail else codes[-1]
        if self.out is not None:
            save(self.out, text)


def run_tracks(tracks: Sequence[Track], opened: Callable[[Call], Opened]) -> list[Job]:
    """Runs pipelines side by side in one reading of what they share; gives their jobs."""
    with ExitStack() as stack:
        for track in tracks:
            stack.enter_context(track.job)
        read_once(opened, [track.pipeline for track in tracks])
        for track in tracks:
            track.finish()
    return [track.job for track in tracks]


def read_once(opened: Callable[[Call], Opened], pipelines: Sequence[Pipeline]) -> None:
    """Sends all that tables have for a key through all pipelines, on all cores, before the next key is read.

    What is wrong with a table is told to every pipeline as to its first program.
    """
    from concurrent.futures import ThreadPoolExecutor

    said = BytesIO()
    call = Call(pipelines[0].program, (), BytesIO(), BytesIO(), said)
    try:
        with opened(call) as entries, ThreadPoolExecutor(os.cpu_count()) as pool:
            for key, found in entries:
                list(pool.map(Pipeline.take, pipelines, [key] * len(pipelines), [found] * len(pipelines)))
                if all(pipeline.is_over for pipeline in pipelines):
                    break
    except KaldiError as error:
        for pipeline in pipelines:
            pipeline.log.write(said.getvalue())
            pipeline.fail(0, error)


def on_all_cores(work: Callable[[T], U], items: Sequence[T]) -> list[U]:
    """What work makes of each item, in their order."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))
