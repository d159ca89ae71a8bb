"""Bilingual lexicons: vectors mapped, words translated, translations evaluated; `mondegreen.lexicon` offers these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.api.plans import take_plan
from mondegreen.lexicon import retrieve
from mondegreen.lexicon.dictionary import Pair, split_file, write_pairs
from mondegreen.lexicon.evaluate.evaluation import Evaluation, evaluate_files
from mondegreen.lexicon.learn import learn_from_files, write_outputs
from mondegreen.plan.lexicon import EvaluatePlan, MapPlan, NeighborsPlan, SplitPlan, TranslatePlan
from mondegreen.reports.lexicon import report_evaluation, select_reports
from mondegreen.writers import select_table_writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.lexicon.mapping import Mapping, Trial
    from mondegreen.lexicon.retrieve import Ranking


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
    return dict(retrieve.translate_words(plan, plan.words_asked))


@take_plan(NeighborsPlan)
def find_neighbors(plan: NeighborsPlan) -> dict[str, Ranking]:
    """The nearest words of the same language, and how near they are; none of a word without a vector.

    The arguments are the options of `mondegreen lexicon neighbors`.
    """
    return dict(retrieve.list_neighbors(plan))


@take_plan(EvaluatePlan)
def evaluate_translations(plan: EvaluatePlan) -> Evaluation:
    """Evaluates translations of one system or several against a dictionary.

    The arguments are the options of `mondegreen lexicon eval`.
    """
    names, write = select_reports(plan.report), select_table_writer(plan)
    found = evaluate_files(plan)
    write([], report_evaluation(found, names))
    return found


@take_plan(SplitPlan)
def split_dictionary(plan: SplitPlan) -> tuple[list[Pair], list[Pair]]:
    """Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

    The arguments are the options of `mondegreen lexicon split`.
    """
    train, test = split_file(plan)
    write_pairs(plan.train, train)
    write_pairs(plan.test, test)
    return train, test
