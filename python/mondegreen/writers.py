"""Where reports go: in the format that was asked for, to standard output or into a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from mondegreen.errors import ScoreError
from mondegreen.output import STDOUT, text_output
from mondegreen.registry import find_entry, load_target, unknown_name
from mondegreen.render import OUTPUT_FORMATS, SCLITE, SUMMARIES, TABLE_FORMATS, TOOLKITS, find_output_format

if TYPE_CHECKING:
    from mondegreen.plan.shared import Plots, Tables
    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run

    Write = Callable[[Sequence[Run], Iterable[Block]], None]


def select_writer(plan: Tables) -> Write:
    """Shows blocks in the form and at the place that were asked for."""
    if plan.output_format == SCLITE:
        return folder_writer(plan.output, metrics=bool(getattr(plan, "metrics", None)))
    if plan.output_format in TOOLKITS or plan.output_format in SUMMARIES:
        return toolkit_writer(plan.output_format, plan.output)
    if plan.output_format is not None and plan.output_format not in TABLE_FORMATS:
        raise unknown_name("form", plan.output_format, [*OUTPUT_FORMATS, SCLITE])
    form = find_entry(
        "form",
        plan.output_format or ("table" if plan.output == "-" else find_output_format(plan.output)),
        TABLE_FORMATS,
    )

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:
        with open_output(plan.output) as out:
            form(runs, blocks, out)

    return write


def select_table_writer(plan: Tables) -> Write:
    """The same for what is no report on runs, of which files of other programs would hold nothing."""
    if plan.output_format in (*TOOLKITS, *SUMMARIES, SCLITE):
        raise ScoreError(f"--as {plan.output_format} is for the runs of `mondegreen score`; leave it out here")
    return select_writer(plan)


def folder_writer(folder: str, *, metrics: bool) -> Write:
    """Writes runs as sclite's reports, a file each; with `metrics` these too. Blocks are not looked at."""
    if folder == STDOUT:
        raise ScoreError("--as sclite writes several files; say into which folder by --output DIR")

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:  # noqa: ARG001 - forms are all called alike
        from mondegreen.dropin.sctk.folder import write_folder

        write_folder(runs, folder, metrics=metrics)

    return write


def toolkit_writer(name: str, path: str) -> Write:
    """Writes the one run, or all where it holds several, as a file of another toolkit; blocks are not looked at."""
    lines = load_target((TOOLKITS | SUMMARIES)[name])

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:  # noqa: ARG001 - forms are all called alike
        if name in TOOLKITS and len(runs) != 1:
            raise ScoreError(f"--as {name} writes one system, and there are {len(runs)}; score each by itself")
        with open_output(path) as out:
            out.writelines(f"{line}\n" for line in lines(runs[0] if name in TOOLKITS else runs))

    return write


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """Standard output as the terminal has it, or a file that is written whole or not at all."""
    if path == "-":
        yield sys.stdout
        return

    with text_output(path) as out:
        yield out


def refuse_plot(plan: Plots) -> None:
    """Refuses a picture that cannot be drawn, before the work."""
    if plan.plot:
        from mondegreen.render.plot import canvas

        canvas.check_plot(plan.plot)
