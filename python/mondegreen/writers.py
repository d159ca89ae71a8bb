"""The output formats of reports, and where they are written: to standard output or into a file.

Each is declared once, in `OUTPUT_FORMATS`: what writes it, whether it holds tables or files of another toolkit, and the
ending of files that are in it unless another one is named.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal, NamedTuple, TextIO

from mondegreen.component import Registry, unknown_name
from mondegreen.errors import ScoreError, ScoreNote, warn
from mondegreen.output import STDOUT, text_output

if TYPE_CHECKING:
    from mondegreen.plan.shared import Plots, Tables
    from mondegreen.render.plot.canvas import Plot
    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run

    Write = Callable[[Sequence[Run], Iterable[Block]], None]
    BlockWriter = Callable[[Sequence[Run], Iterable[Block], TextIO], None]

Kind = Literal["tables", "system", "summary", "directory"]


class OutputFormat(NamedTuple):
    """What writes it, as "module:function", what that writes, and the ending of files that are in it.

    tables     f(runs, blocks, out): the blocks of reports
    system     f(run): the lines of another toolkit's file of one system
    summary    f(runs): the lines of another toolkit's file of any number of systems
    directory  f(runs, directory, metrics): several files of another toolkit
    """

    target: str
    kind: Kind = "tables"
    ending: str = ""


OUTPUT_FORMATS = Registry(
    "output format",
    {
        "table": OutputFormat("mondegreen.render.terminal:write", ending=".txt"),
        "json": OutputFormat("mondegreen.render.json:write", ending=".json"),
        "markdown": OutputFormat("mondegreen.render.markdown:write", ending=".md"),
        "csv": OutputFormat("mondegreen.render.csv:write", ending=".csv"),
        "latex": OutputFormat("mondegreen.render.latex:write", ending=".tex"),
        "html": OutputFormat("mondegreen.render.html:write", ending=".html"),
        "github": OutputFormat("mondegreen.render.markdown:write_github"),
        "errs": OutputFormat("mondegreen.render.toolkit.icefall:list_errors", "system"),
        "wenet": OutputFormat("mondegreen.render.toolkit.wenet:write_wenet", "system"),
        "funasr": OutputFormat("mondegreen.render.toolkit.wenet:write_funasr", "system"),
        "speechbrain": OutputFormat("mondegreen.render.toolkit.speechbrain:lines", "system"),
        "jiwer": OutputFormat("mondegreen.render.toolkit.printed:print_jiwer", "system"),
        "texterrors": OutputFormat("mondegreen.render.toolkit.printed:print_texterrors", "system"),
        "wer-summary": OutputFormat("mondegreen.render.toolkit.icefall:list_rates", "summary"),
        "sclite": OutputFormat("mondegreen.dropin.sctk.folder:write_folder", "directory"),
    },
)
TABLE_FORMATS = [name for name, each in OUTPUT_FORMATS.items() if each.kind == "tables"]


def find_output_format(path: str | os.PathLike[str]) -> str:
    """The output format that a file's ending asks for; a further .gz says only that it is to be compressed."""
    place = os.fspath(path)
    ending = os.path.splitext(place.removesuffix(".gz"))[1].lower()  # noqa: PTH122 - help must not wait for pathlib
    endings = {each.ending: name for name, each in OUTPUT_FORMATS.items() if each.ending}
    if ending not in endings:
        raise ScoreError(f"no output format has this ending; use one of {', '.join(endings)}", path=place)
    return endings[ending]


def select_output_format(plan: Tables) -> str:
    """The output format that is asked for, by name or by the file's ending."""
    return plan.output_format or ("table" if plan.output == STDOUT else find_output_format(plan.output))


def find_kind(name: str | None) -> Kind:
    """What is written in the output format of that name: tables where none is named."""
    found = OUTPUT_FORMATS.get((name or "table").lower())
    return found.kind if found else "tables"


def select_writer(plan: Tables) -> Write:
    """A function that writes runs and blocks in the output format, and at the place, that were asked for.

    Python's functions write only into files: what they found, they give.
    """
    if is_silent(plan):
        plan.refuse_idle(["output_format"], "is that of a file; say which by output")
        return lambda runs, blocks: None  # noqa: ARG005 - a `Write`
    name = select_output_format(plan)
    write, kind = OUTPUT_FORMATS.find(name), find_kind(name)
    if kind == "directory":
        return make_directory_writer(name, write, plan)

    def write_file(runs: Sequence[Run], blocks: Iterable[Block]) -> None:
        if kind == "system" and len(runs) != 1:
            raise ScoreError(
                f"--output-format {name} writes one system, and there are {len(runs)}; score each by itself"
            )
        with open_output(plan.output) as out:
            if kind == "tables":
                write(runs, blocks, out)
            else:
                out.writelines(f"{line}\n" for line in write(runs[0] if kind == "system" else runs))

    return write_file


def make_directory_writer(name: str, write: Callable[..., None], plan: Tables) -> Write:
    """A function that writes runs as several files; with metrics where they are asked for."""
    if plan.output == STDOUT:
        raise ScoreError(f"--output-format {name} writes several files; name a directory with --output DIR")

    def write_files(runs: Sequence[Run], blocks: Iterable[Block]) -> None:  # noqa: ARG001 - a `Write`
        write(runs, plan.output, metrics=bool(getattr(plan, "metrics", None)))

    return write_files


def is_silent(plan: Tables) -> bool:
    """Whether nothing is shown: a function of Python has no standard output of its own."""
    return plan.in_python and plan.output == STDOUT


def select_table_writer(plan: Tables) -> Write:
    """The same for what is no report on runs, of which files of other programs would hold nothing."""
    if find_kind(plan.output_format) != "tables":
        raise ScoreError(
            f"--output-format {plan.output_format} is for the runs of `mondegreen score`; leave it out here"
        )
    return select_writer(plan)


def load_table_format(name: str) -> BlockWriter:
    """What writes blocks in the output format of that name."""
    if name not in TABLE_FORMATS:
        raise unknown_name("output format", name, TABLE_FORMATS)
    write: BlockWriter = OUTPUT_FORMATS.find(name)
    return write


@contextmanager
def open_output(path: str) -> Iterator[TextIO]:
    """Standard output as the terminal has it, or a file that is written whole or not at all."""
    if path == STDOUT:
        yield sys.stdout
        return
    with text_output(path) as out:
        yield out


def select_plots(plan: Plots, default: str = "", kinds: Collection[str] = ()) -> list[tuple[str, str]]:
    """The kind and the file of each plot that is asked for; those that cannot be drawn are refused before the work."""
    plots = []
    for text in [plan.plot] if isinstance(plan.plot, str) else plan.plot or ():
        from mondegreen.render.plot import canvas

        kind, equals, path = text.partition("=")
        if not (kinds and equals and kind.isalpha()):
            kind, path = default, text
        elif kind not in kinds:
            raise unknown_name("plot", kind, kinds, f"write ./{text} if that is the file")
        canvas.check_plot(path)
        plots.append((kind, path))
    return plots


def save_plots(plan: Plots, plots: Sequence[tuple[str, str]], draw: Callable[[str], Plot]) -> None:
    """Draws the plots, each by its kind, and says what was written; Python's functions say nothing."""
    for kind, path in plots:
        from mondegreen.render.plot import canvas

        canvas.save_plot(path, draw(kind))
        if not plan.in_python:
            warn(f"wrote {path}", ScoreNote)
