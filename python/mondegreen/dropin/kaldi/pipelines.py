"""Jobs of Kaldi's scripts: functions where the originals start processes, and the logs that `run.pl` would leave.

Kaldi's scripts start a pipeline for every language model weight, each of which decompresses and reads all lattices
again. Here lattices go one by one through many pipelines, which share one reading.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, ExitStack
from io import BytesIO
from typing import Any, TypeVar

from mondegreen._core import Lattice
from mondegreen.dropin.kaldi.command import (
    Call,
    Console,
    Entry,
    KaldiAssertionError,
    KaldiError,
    ProgramEntry,
    encode_text,
    quote_word,
    to_kaldi_error,
)
from mondegreen.dropin.kaldi.lattice_programs import LatticeProgram, Run, open_lattices
from mondegreen.dropin.kaldi.scripts import FAILED, DieError, make_directory, write_file
from mondegreen.dropin.kaldi.writers import Sink, Writer

T = TypeVar("T")
U = TypeVar("U")
# Keys with their lattices, and what further tables have for them.
Opened = AbstractContextManager[Iterable[tuple[Any, ...]]]
Step = tuple[Entry, Sequence[str]]
LatticeStep = tuple[LatticeProgram, Sequence[str]]


class Job:
    """A job: its log, which is written at its end, and the exit code of the last command of its pipeline."""

    def __init__(self, path: str, command: str = "") -> None:
        self.path = path
        self.command = command
        self.log = BytesIO()
        self.code = 0
        self.start = time.time()

    def __enter__(self) -> Job:
        make_directory(self.path.rpartition("/")[0] or ".")
        self.start = time.time()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if error is not None:
            self.code = self.code or FAILED
        write_file(self.path, self.format_log())

    def format_log(self) -> bytes:
        """Return the log between the lines of run.pl, below the command line that does the same."""
        self.log.seek(0)
        text, end = self.log.read(), time.time()
        seconds = round(end - self.start)
        command = f"# {self.command}\n" if self.command else ""
        head = f"{command}# Started at {format_date(self.start)}\n#\n"
        foot = f"# Ended (code {self.code}) at {format_date(end)}, elapsed time {seconds} seconds\n"
        newline = b"" if text.endswith(b"\n") or not text else b"\n"
        return b"".join([encode_text(head), text, newline, foot.encode()])


def format_command(steps: Sequence[tuple[Entry, Sequence[str]]], out: str | None = None) -> str:
    """Return the command line of programs one behind the other, quoted for a shell."""
    pipeline = " | ".join(" ".join([get_program_name(entry), *map(quote_word, words)]) for entry, words in steps)
    return f"{pipeline} > {quote_word(out)}" if out else pipeline


def get_program_name(entry: Entry) -> str:
    return entry.program.name if isinstance(entry, ProgramEntry) else getattr(entry, "name", "")


def format_date(moment: float) -> str:
    return time.strftime("%a %b %e %H:%M:%S %Z %Y", time.localtime(moment))


def check_jobs(jobs: Sequence[Job], pattern: str) -> None:
    """End the script if a job failed, in the words of run.pl; the pattern matches the logs of all of them."""
    failed = [one for one in jobs if one.code]
    if not failed:
        return
    if len(jobs) == 1:
        raise DieError(f"run.pl: job failed, log is in {jobs[0].path}", FAILED)
    raise DieError(f"run.pl: {len(failed)} / {len(jobs)} failed, log is in {pattern}", FAILED)


def run_steps(steps: Sequence[Step], log: BytesIO, text: bytes) -> tuple[bytes, list[int]]:
    """Run programs, each on the output of the one before; return the last output and all exit codes."""
    codes = []
    for run, words in steps:
        out = BytesIO()
        codes.append(run([os.fsencode(word) for word in words], BytesIO(text), out, log))
        text = out.getvalue()
    return text, codes


def run_job(path: str, steps: Sequence[Step], out: str | None = None, text: bytes = b"") -> Job:
    """Run programs, each on the output of the one before, as a job; the last output goes to a file if one is named."""
    with Job(path, format_command(steps, out)) as job:
        text, codes = run_steps(steps, job.log, text)
        job.code = codes[-1]
        if out is not None:
            write_file(out, text)
    return job


class Pipeline:
    """Programs on lattices, the last of which writes lines, then programs on these; a job with a file to write, if any.

    Pipelines that run side by side share a `cache`, of a model for example.
    """

    def __init__(
        self,
        job: Job,
        steps: Sequence[LatticeStep],
        out: str | None,
        *,
        text_steps: Sequence[Step] = (),
        cache: dict[str, Any] | None = None,
        pipefail: bool = True,
    ) -> None:
        self.job = job
        job.command = job.command or format_command([*steps, *text_steps], out)
        self.out = out
        self.text_steps = text_steps
        self.pipefail = pipefail
        self.program = steps[0][0].program
        self.names = [entry.program.name for entry, _ in steps]
        self.codes = [0] * len(steps)
        self.is_over = False
        self.text = BytesIO()
        self.sink = Sink(self.text)
        self.runs: list[Run] = []
        for index, (entry, words) in enumerate(steps):
            call = Call(entry.program, words, (BytesIO(), BytesIO(), job.log), cache)
            try:
                call.parse()
                call.console.write(f"{entry.program.format_command_line(words)}\n")
                self.runs.append(Run(entry, call))
            except KaldiError as error:
                self.fail(index, error)
                return
        for index, (entry, _) in enumerate(steps):
            is_last = index == len(steps) - 1
            first = entry.make_text_writer(self.sink) if is_last else NextProgram(self, index + 1)
            self.runs[index].writers = [first, *(Writer() for _ in entry.outputs[1:])]

    def process(self, key: bytes, *lattices: Lattice | None, index: int = 0) -> None:
        """Pass what the tables have for a key to the first program, or what one program wrote to the next."""
        if self.is_over:
            return
        try:
            self.runs[index].process(key, *lattices)
        except (KaldiError, ValueError) as error:
            self.fail(index, to_kaldi_error(error))

    def fail(self, index: int, error: KaldiError) -> None:
        """End the pipeline at a program that failed; what the last one has in its buffer is lost if it aborts."""
        self.is_over = True
        self.codes[index] = error.code
        Console(self.names[index], self.job.log).fail(error)
        if not isinstance(error, KaldiAssertionError):
            self.sink.flush()

    def finish(self) -> None:
        """Write the file. The job fails if any of the programs does, or without `pipefail` if the last one does."""
        for index, run in enumerate(self.runs):
            code = run.finish()
            self.codes[index] = self.codes[index] or code
        if not self.is_over:
            self.sink.flush()
        text, more = run_steps(self.text_steps, self.job.log, self.text.getvalue())
        codes = [*self.codes, *more]
        self.job.code = next((code for code in reversed(codes) if code), 0) if self.pipefail else codes[-1]
        if self.out is not None:
            write_file(self.out, text)


class NextProgram(Writer):
    """Passes lattices to the next program of a pipeline."""

    def __init__(self, pipeline: Pipeline, index: int) -> None:
        self.pipeline = pipeline
        self.index = index

    def write(self, key: bytes, value: Lattice) -> None:
        self.pipeline.process(key, value, index=self.index)


def run_pipelines(pipelines: Sequence[Pipeline], tables: Sequence[str]) -> list[Job]:
    """Run pipelines side by side in one reading of the tables that they share; return their jobs."""
    with ExitStack() as stack:
        for pipeline in pipelines:
            stack.enter_context(pipeline.job)
        read_once(lambda call: open_lattices(call, tables), pipelines)
        for pipeline in pipelines:
            pipeline.finish()
    return [pipeline.job for pipeline in pipelines]


def read_once(open_tables: Callable[[Call], Opened], pipelines: Sequence[Pipeline]) -> None:
    """Pass what tables have for a key through all pipelines, on all cores, before the next key is read.

    What is wrong with a table is reported to every pipeline as by its first program.
    """
    from concurrent.futures import ThreadPoolExecutor

    messages = BytesIO()
    call = Call(pipelines[0].program, (), (BytesIO(), BytesIO(), messages))
    try:
        with open_tables(call) as entries, ThreadPoolExecutor(os.cpu_count()) as pool:
            for entry in entries:
                list(pool.map(lambda pipeline: Pipeline.process(pipeline, *entry), pipelines))  # noqa: B023 - all at once
                if all(pipeline.is_over for pipeline in pipelines):
                    break
    except KaldiError as error:
        for pipeline in pipelines:
            pipeline.job.log.write(messages.getvalue())
            pipeline.fail(0, error)


def map_on_all_cores(work: Callable[[T], U], items: Sequence[T]) -> list[U]:
    """Return the results of all items, in their order."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(work, items))
