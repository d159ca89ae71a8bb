"""Runs compared, shown, merged and verified."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from io import StringIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from mondegreen.api.plans import take_plan
from mondegreen.comparison.bygroup import TAGGED, check_group_name
from mondegreen.comparison.changes import Condition
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.numbers import read_numbers
from mondegreen.comparison.standings import read_marks
from mondegreen.errors import ScoreError
from mondegreen.io.source import STDIN, natural_key
from mondegreen.notes import report_notes
from mondegreen.output import STDOUT
from mondegreen.plan.compare import AlignPlan, CompareCall, ComparePlan, PageCall, PagePlan
from mondegreen.plan.runs import MergePlan, VerifyPlan
from mondegreen.render.plot import COMPARISON_PLOTS, SCORE_PLOTS
from mondegreen.reports import COMPARISON_REPORTS, REPORTS, View
from mondegreen.resolve import listed_names, make_resampling, make_settings
from mondegreen.results.run import Run
from mondegreen.results.shown import draw, render_html
from mondegreen.results.word_groups import choose_weighted_metric, select_weighted_metric
from mondegreen.saved_runs import read_runs, rename_run
from mondegreen.writers import is_silent, open_output, save_plots, select_plots, select_table_writer, select_writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.inputs import Source
    from mondegreen.metrics.support.weighed import Weighed
    from mondegreen.render.page.write import WholePage
    from mondegreen.render.plot.canvas import Plot
    from mondegreen.results.verified import Verification


@render_html.register
def render_comparison(comparison: Comparison) -> str:
    """A comparison as a notebook shows it."""
    from mondegreen.render import html

    return html.render_comparison(comparison)


@draw.register(Comparison)
def draw_comparison(comparison: Comparison, kind: str = "changes", by: str | None = None) -> Plot:
    """A comparison as `--plot` draws it."""
    shown = comparison.runs if kind in SCORE_PLOTS else comparison
    plot: Plot = COMPARISON_PLOTS.find(kind)(shown, by)
    return plot


@take_plan(CompareCall)
def compare(plan: ComparePlan) -> Comparison:
    """Compares systems with a baseline, the first of the runs: what changes, and whether that is chance.

    `inputs` are runs, directories of saved ones, or a reference and the hypotheses of two systems or more, each in any
    form that `score` takes. Of the `Comparison`, `changes` holds what changed by each metric, `verdicts` what the tests
    say, and `findings` which conditions of `fail_if` hold. The other arguments are the options of `mondegreen compare`.

    Example:
        >>> import mondegreen as mg
        >>> found = mg.compare(["a b", "c d"], {"base": ["a x", "c x"], "new": ["a b", "c x"]}, metrics="wer")
        >>> [(change.metric, change.absolute) for change in found.changes[0]]
        [('wer', -25.0)]
    """
    from mondegreen.reports.comparison import report_comparison, report_marks
    from mondegreen.reports.studies import report_beside

    how = make_resampling(plan)
    groups = listed_names(plan.by)
    reports = COMPARISON_REPORTS.find_all(plan.report)
    write, marks = select_table_writer(plan), read_marks(plan.marks, plan.encoding) if plan.marks else None
    plots = select_plots(plan, "changes", COMPARISON_PLOTS)
    conditions = [Condition.parse(text) for text in plan.fail_if]
    found = Comparison(read_compared_runs(plan, groups), how, plan.threads, conditions)
    for name in groups:
        check_group_name(found.runs, name)
    numbers = read_numbers(plan.numbers, plan.encoding, found.runs)
    _ = found.findings  # a metric that was not measured is better found before the work
    blocks = []
    if not is_silent(plan):
        blocks = report_comparison(found, reports, View(top=plan.top), groups)
        if plan.marks and marks is not None:
            blocks += report_marks(found, found.marked(marks, plan.marks), plan.marks)
        if numbers:
            blocks += report_beside(found, found.correlated(numbers))
    save_plots(plan, plots, lambda kind: draw_comparison(found, kind, groups[0] if groups else None))
    write(found.runs, blocks)
    return found


def read_compared_runs(plan: ComparePlan, groups: Sequence[str]) -> Sequence[Run]:
    """The runs; tags of the references alone are for the words that are grouped by them, and concern no metric."""
    if not plan.ref_tags or plan.hyp_tags or TAGGED.isdisjoint(groups):
        return read_named_runs(plan)
    settings = ((run, run.settings) for run in read_named_runs(plan.replace(ref_tags=None)))
    choosing = {"ref-tags": plan.ref_tags}
    return [replace(run, settings=replace(own, resources=own.resources.choosing(choosing))) for run, own in settings]


def read_named_runs(plan: ComparePlan | PagePlan) -> Sequence[Run]:
    """The runs; those of systems that were given by name bear their names."""
    systems: Mapping[str, Source | Run] | None = getattr(plan, "systems", None)
    first: Any = plan.inputs
    if systems is None and isinstance(first, Mapping) and not isinstance(first, Run):
        if odd := [name for name, each in first.items() if not isinstance(each, Run)]:
            raise ScoreError(f'"{odd[0]}" is not a run; give the reference, and a dict of the systems behind it')
        systems, named = first, list(first.values())
    elif systems is None:
        return read_runs(plan)
    else:
        named = [first, *systems.values()]
    runs = read_runs(plan.replace(inputs=named, **({"systems": None} if "systems" in plan.options else {})))
    return [rename_run(run, name) for run, name in zip(runs, systems, strict=True)]


@take_plan(PageCall)
def report(plan: PagePlan) -> None:
    """Writes one HTML file with a verdict, scores, plots and every utterance's errors, which opens without a network.

    `inputs` are those of `compare`, or one run; the other arguments are the options of `mondegreen report`. With
    `serve` the page is served until it is interrupted.
    """
    if plan.serve:
        serve_report(plan)
    elif plan.output is not None:
        page = gather_page(plan, plan.output)
        with open_output(plan.output) as out:
            page.write(out)


def serve_report(plan: PagePlan) -> None:
    from mondegreen.render.page.serve import Built, LivePage, serve_page

    def build(number: int) -> Built:
        page, out = gather_page(plan, STDOUT), StringIO()
        page.write(out, number)
        return Built(out.getvalue(), tuple(page.audio.paths) if page.audio else ())

    paths = list_watched(plan)
    if STDIN in paths:
        raise ScoreError(f"standard input can be read once; {plan.spell('serve')} reads its inputs again")
    serve_page(LivePage(build, paths), plan.port or 0)


def list_watched(plan: PagePlan) -> list[str]:
    """The files and directories that are read, but those of sounds."""
    named = (getattr(plan, name) for name, each in plan.options.items() if each.path == "input" and name != "audio")
    every = chain.from_iterable([value] if isinstance(value, str) else value or () for value in named)
    return [os.fspath(each).rpartition("=")[2] for each in every if isinstance(each, str | os.PathLike)]


def gather_page(plan: PagePlan, output: str) -> WholePage:
    """All that stands on the page, but for the writing."""
    from mondegreen.render.page.audio import add_segments, collect_audio, list_places
    from mondegreen.render.page.head import Summary
    from mondegreen.render.page.meetings import Meetings
    from mondegreen.render.page.where import find_column
    from mondegreen.render.page.write import WholePage
    from mondegreen.reports.tuning import read_map_tables

    how = make_resampling(plan)
    surfaces = [table for path in plan.surfaces for table in read_map_tables(path)]
    found = list(read_named_runs(plan))
    if plan.audio and plan.segments and not any("start" in run.pairs.fields for run in found):
        found = add_segments(found, plan.segments, plan.encoding)
    comparison = Comparison(found, how, plan.threads) if len(found) > 1 else None
    if plan.by is not None:
        find_column(found, plan.by)  # a slip is better found at once
    view = View(top=plan.top, by=plan.by, all=True, weights=choose_weighted_metric(plan.weights, found))
    page = WholePage(found, comparison, view, plan.title, surfaces, how)
    if plan.audio is None:
        return page
    meetings = Meetings(Summary(found, comparison, how, plan.threads)) if found[0].pairs.sessions else None
    places = meetings.list_places() if meetings else list_places(found)
    audio = collect_audio(places, plan.audio, output, embed=plan.embed_audio, encoding=plan.encoding)
    return replace(page, audio=audio, meetings=meetings)


@take_plan(MergePlan)
def merge(plan: MergePlan) -> Run:
    """Makes one saved run of the saved runs of its parts, and gives it without its rows."""
    from mondegreen.formats import read
    from mondegreen.results.merged import merge_runs

    write, plots = select_table_writer(plan), select_plots(plan, "scores")
    keys = None if plan.reference is None else read(plan.reference, plan.format, plan.encoding).keys
    directories = sorted(plan.runs, key=natural_key)
    found = merge_runs(directories, plan.save, reference=keys, skip=plan.missing == "skip", name=plan.name)
    report_notes(found.notes)
    save_plots(plan, plots, partial(draw, found))
    write([found], REPORTS.find("metrics")([found], View()))
    return found


@take_plan(VerifyPlan)
def verify(plan: VerifyPlan) -> list[Verification]:
    """Recomputes the scores of saved runs from their rows, and compares the digests of inputs and models.

    A `Verification` is true where nothing differs; its `differing` says what does.
    """
    from mondegreen.reports.stored import report_checks
    from mondegreen.results.verified import verify_run

    write = select_table_writer(plan)
    found = [verify_run(directory) for directory in plan.runs]
    write([], [table for each in found for table in report_checks(each)])
    return found


def show_alignments(plan: AlignPlan) -> list[Run]:
    """Shows references and hypotheses side by side; the runs have no scores."""
    from mondegreen.reports.alignments import report_alignments
    from mondegreen.runner import read_systems

    settings, write, weights = make_settings(plan), select_writer(plan), select_weights(plan)
    runs = [Run(pairs, {}, settings) for pairs in read_systems(plan, plan.reference, plan.hypotheses)[1]]
    view = View(all=plan.all, utterances=tuple(plan.utterance), unit=plan.unit, weights=weights, unfolded=plan.unfolded)
    write(runs, report_alignments(runs, view))
    return runs


def select_weights(plan: AlignPlan) -> Weighed | None:
    """The metric by which errors are weighed, if they are."""
    if plan.weights is None:
        return None
    found = select_weighted_metric(plan.weights)
    if plan.unit != found.unit:
        raise ScoreError(f"{found.label} weighs {found.unit}; remove {plan.spell('unit')} {plan.unit}")
    return found
