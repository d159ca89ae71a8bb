"""Bilingual lexicons: vectors mapped, words translated, translations evaluated; `mondegreen.lexicon` offers these."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from mondegreen.api.plans import take_plan
from mondegreen.component import unknown_name
from mondegreen.errors import ScoreError
from mondegreen.lexicon import neighbors
from mondegreen.lexicon.dictionary import Pair, split_file, write_pairs
from mondegreen.lexicon.evaluate.evaluation import Evaluation, evaluate_files
from mondegreen.lexicon.learn import learn_from_files, write_outputs
from mondegreen.plan.lexicon import EvaluatePlan, GatherPlan, MapPlan, NeighborsPlan, SplitPlan, TranslatePlan
from mondegreen.reports import LEXICON_PLOTS
from mondegreen.reports.blocks import Table
from mondegreen.reports.lexicon import report_evaluation, select_reports
from mondegreen.reports.lexicons_gathered import GATHERED, gather_tables, read_evaluations
from mondegreen.resolve import listed_names
from mondegreen.results.shown import draw
from mondegreen.writers import save_plots, select_plots, select_table_writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.lexicon.mapping import Mapping, Trial
    from mondegreen.lexicon.neighbors import Ranking
    from mondegreen.render.plot.canvas import Plot


@take_plan(MapPlan)
def map_vectors(plan: MapPlan) -> Mapping:
    """Maps the word vectors of two languages into one space, and writes what the arguments name.

    The arguments are the options of `mondegreen lexicon map`.
    """
    return learn(plan)


def learn(plan: MapPlan, report_trial: Callable[[Trial], object] = id) -> Mapping:
    """The mapping of a plan; each iteration is reported."""
    mapping = learn_from_files(plan, report_trial)
    write_outputs(plan, mapping)
    return mapping


@take_plan(TranslatePlan)
def translate_words(plan: TranslatePlan) -> dict[str, Ranking]:
    """The best translations of words, and how good they are; none of a word without a vector.

    The arguments are the options of `mondegreen lexicon translate`.
    """
    return dict(neighbors.translate_words(plan, plan.words_asked))


@take_plan(NeighborsPlan)
def find_neighbors(plan: NeighborsPlan) -> dict[str, Ranking]:
    """The nearest words of the same language, and how near they are; none of a word without a vector.

    The arguments are the options of `mondegreen lexicon neighbors`.
    """
    return dict(neighbors.list_neighbors(plan))


@draw.register(Evaluation)
def draw_evaluation(found: Evaluation, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - kinds name it
    from mondegreen.render.plot import groups

    return groups.draw_evaluation(found, kind or "accuracy")


@take_plan(EvaluatePlan)
def evaluate_translations(plan: EvaluatePlan) -> Evaluation:
    """Evaluates translations of one system or several against a dictionary.

    The arguments are the options of `mondegreen lexicon eval`.
    """
    names, write = select_reports(plan.report), select_table_writer(plan)
    plots = select_plots(plan, "accuracy", LEXICON_PLOTS)
    found = evaluate_files(plan)
    if not found.systems and any(name != "shares" for name in (*(names or ["accuracy"]), *(kind for kind, _ in plots))):
        raise ScoreError("SYSTEM must be given; without any, only --report shares is known of a dictionary")
    save_plots(plan, plots, partial(draw, found))
    write([], report_evaluation(found, names))
    return found


@take_plan(GatherPlan)
def gather_evaluations(plan: GatherPlan) -> list[Table]:
    """Puts the tables of evaluations of several pairs of languages into one each, with their means.

    The arguments are the options of `mondegreen lexicon gather`.
    """
    names = listed_names(plan.report)
    if odd := [name for name in names if name not in GATHERED]:
        raise unknown_name("table", odd[0], GATHERED)
    write = select_table_writer(plan)
    tables = list(gather_tables(read_evaluations(plan.inputs), names))
    if not tables:
        raise ScoreError("no table is in all of these files; report the same ones by `mondegreen lexicon eval`")
    plots = select_plots(plan, tables[0].name, GATHERED)
    if plots:
        from mondegreen.render.plot.groups import draw_by_group

        by_name = {table.name: table for table in tables}
        if lacking := [kind for kind, _ in plots if kind not in by_name]:
            raise ScoreError(f"the table {lacking[0]} is not gathered; name it by --report")
        save_plots(plan, plots, lambda kind: draw_by_group(by_name[kind]))
    write([], tables)
    return tables


@take_plan(SplitPlan)
def split_dictionary(plan: SplitPlan) -> tuple[list[Pair], list[Pair]]:
    """Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

    The arguments are the options of `mondegreen lexicon split`.
    """
    train, test = split_file(plan)
    write_pairs(plan.train, train)
    write_pairs(plan.test, test)
    return train, test
