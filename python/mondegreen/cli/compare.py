"""`mondegreen compare`: what systems change of a baseline, and whether that is more than chance."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.plan.compare import ComparePlan
    from mondegreen.results.run import Run

HELP = """\
Compares systems with a baseline: what changes, and whether that is chance.

example:
  mondegreen compare ref.txt base.txt new.txt
  mondegreen compare ref.stm base.ctm new.ctm newer.ctm --metrics wer,semdist --over speaker --output changes.tex
  mondegreen compare runs/base runs/new --report changes,examples --top 5
  mondegreen compare runs/base runs/new --plot changes.svg
  mondegreen compare runs/released runs/new --fail-if 'wer>+0.2' --as github >> "$GITHUB_STEP_SUMMARY"
  mondegreen compare ref.txt base.txt new.txt --report changes --by upos,word-frequency,speaker --utt2spk utt2spk
"""
PLAN = "mondegreen.plan.compare:ComparePlan"
USUAL = "changes,tests,utterances,examples"


def run(plan: ComparePlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, scores, compares and reports."""
    from mondegreen.cli.guard import print_message
    from mondegreen.comparison.bygroup import check_group_name
    from mondegreen.comparison.comparison import Comparison
    from mondegreen.comparison.condition import Condition, check_conditions
    from mondegreen.comparison.standings import read_marks
    from mondegreen.reports import COMPARISON_REPORTS, View
    from mondegreen.reports.comparison import report_comparison, report_conditions, report_marks
    from mondegreen.results.interval import Bootstrap
    from mondegreen.writers import refuse_plot, select_table_writer

    how = Bootstrap(plan.over, plan.resamples, plan.level, plan.seed)
    reports = COMPARISON_REPORTS.find_all(plan.report)
    write, marks = select_table_writer(plan), read_marks(plan.marks, plan.encoding) if plan.marks else None
    refuse_plot(plan)
    limits = [Condition.parse(text) for text in plan.fail_if]
    groups = [name for names in plan.by for name in names.split(",")]
    comparison = Comparison(read_compared_runs(plan, groups), how, plan.threads, "tests" in plan.report.split(","))
    for name in groups:
        check_group_name(comparison.runs, name)
    findings = check_conditions(limits, comparison.runs)
    blocks = report_comparison(comparison, reports, View(top=plan.top), groups)
    if plan.marks and marks is not None:
        blocks += report_marks(comparison, comparison.marked(marks, plan.marks), plan.marks)
    if plan.plot:
        from mondegreen.render.plot.bars import plot_changes

        plot_changes(comparison, plan.plot)
    write(comparison.runs, [*report_conditions(findings), *blocks])
    failed = [finding for finding in findings if finding.fails]
    for finding in failed:
        print_message("error", finding)  # where the tables go elsewhere this tells why the program ends so
    return 1 if failed else 0


def read_compared_runs(plan: ComparePlan, groups: Sequence[str]) -> Sequence[Run]:
    """The runs; tags of the references alone are for the words that are grouped by them, and concern no metric."""
    from dataclasses import replace

    from mondegreen.comparison.bygroup import TAGGED
    from mondegreen.saved_runs import read_runs

    if not plan.ref_tags or plan.hyp_tags or TAGGED.isdisjoint(groups):
        return read_runs(plan)
    settings = ((run, run.settings) for run in read_runs(plan.replace(ref_tags=None)))
    choosing = {"ref-tags": plan.ref_tags}
    return [replace(run, settings=replace(own, resources=own.resources.choosing(choosing))) for run, own in settings]
