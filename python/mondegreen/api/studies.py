"""Metrics beside each other, beside people, beside translations, and under errors that are made."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from mondegreen.api.plans import take_plan
from mondegreen.comparison.correlations import Correlations, correlate_metrics
from mondegreen.comparison.downstream import (
    Downstream,
    Translations,
    find_translations,
    follow_translations,
    split_blocks,
)
from mondegreen.comparison.humans import Choices, Humans, judge_metrics, pair_sides
from mondegreen.errors import ScoreError
from mondegreen.formats.triplets import Triplets, read_triplets
from mondegreen.nbest.reading import resolve_text_measuring
from mondegreen.plan.simulate import RobustnessPlan
from mondegreen.plan.study import AgreementPlan, CorrelatePlan, DownstreamPlan
from mondegreen.reports.studies import report_agreement, report_correlations, report_translations, report_weights
from mondegreen.resolve import listed_names, make_settings, select_metrics
from mondegreen.results.interval import Bootstrap
from mondegreen.runner import measure_pairs, pair_systems, read_systems
from mondegreen.saved_runs import read_runs
from mondegreen.sources import is_path, load_texts, name_source, read_sides
from mondegreen.writers import check_plots, save_plots, select_output_format, select_table_writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.inputs import Source
    from mondegreen.pairs import Pairs
    from mondegreen.simulation.robustness.experiment import Experiment


@take_plan(CorrelatePlan)
def correlate(plan: CorrelatePlan) -> Correlations:
    """Correlates metrics over utterances, blocks, speakers or systems.

    `inputs` are those of `compare`, of one system or more; the other arguments are the options of
    `mondegreen study correlate`.
    """
    how = Bootstrap(plan.over, plan.resamples, plan.level, plan.seed)
    write = select_table_writer(plan)
    plots = plan.list_plots()
    check_plots(plots)
    scored = read_runs(plan)
    found = correlate_metrics(scored, plan.method, how)
    if plots:
        from mondegreen.render.plot.maps import draw_correlations

        save_plots(plan, plots, lambda kind: draw_correlations(found))  # noqa: ARG005 - it has one
    write(scored, report_correlations(scored, found))
    return found


@take_plan(AgreementPlan)
def agreement(plan: AgreementPlan) -> Humans:
    """How far metrics agree with people who chose between two hypotheses.

    `triplets` is a file of them, or what `read_triplets` gives. With `fit`, the `fitted` weights are those of the
    metrics that agree best. The other arguments are the options of `mondegreen study agreement`, but for `vote`, which
    asks in a terminal.
    """
    if plan.vote:
        raise plan.refused("vote", "asks in a terminal; say `mondegreen study agreement FILE --vote` there")
    given = plan.triplets
    triplets = given if isinstance(given, Triplets) else read_triplets(given, plan.encoding)
    if not len(triplets):
        raise ScoreError("there are no triplets after the first line", path=triplets.path)
    choices, write = Choices.of(triplets.votes(), plan.least_votes), select_table_writer(plan)
    settings = make_settings(plan)
    first, second = (measure_pairs(pairs, select_metrics(plan), settings) for pairs in pair_sides(triplets))
    found = judge_metrics(first, second, choices, plan.seed if plan.fit else None)
    metrics = [score.metric for score in first.scores.values()]
    weights = report_weights(metrics, found.fitted, triplets.path) if found.fitted else ()
    write([], chain(report_agreement(found, triplets.path), weights))
    return found


@take_plan(DownstreamPlan)
def downstream(plan: DownstreamPlan) -> Downstream:
    """Tells which metrics of recognition go with BLEU, TER and chrF of its translations.

    All texts are files, or dicts of texts by utterance ID, or lists in one order. The other arguments are the options
    of `mondegreen study downstream`.
    """
    (metrics, settings), write = resolve_text_measuring(plan, "wer,cer"), select_table_writer(plan)
    how, scores = Translations(plan.bleu_tokenize, plan.lowercase), listed_names(plan.scores)
    for name in scores:
        how.metric(name)
    pairs = read_pairs(plan)
    split_blocks(len(pairs), plan.blocks)
    sources = {"translation": plan.translation, "translated": plan.translated}
    if plan.against is not None:
        sources["against"] = plan.against
    texts, references, *others = [read_translation(plan, name, each, pairs.keys) for name, each in sources.items()]
    run = measure_pairs(pairs, metrics, settings)
    found = follow_translations(run, texts, references, how, scores, plan.blocks, *others)
    names = {name: name_source(each, name) for name, each in sources.items()}
    write([], report_translations(found, names["translation"], names.get("against", "")))
    return found


def read_pairs(plan: DownstreamPlan) -> Pairs:
    """References and hypotheses, of files or of what Python holds."""
    if is_path(plan.reference) and is_path(plan.hypothesis):
        (found,) = read_systems(plan, str(plan.reference), [str(plan.hypothesis)], together=False)[1]
    else:
        (found,) = pair_systems(plan, [read_sides(plan, plan.reference, plan.hypothesis)])
    return found


def read_translation(plan: DownstreamPlan, name: str, source: Source, ids: Sequence[str]) -> list[str]:
    """The translation of each utterance."""
    found = load_texts(plan, source, plan.format, name)
    texts = dict(zip(found.keys, found.texts, strict=True))
    return find_translations(ids, texts, name_source(source, name))


@take_plan(RobustnessPlan)
def robustness(plan: RobustnessPlan) -> Experiment:
    """Measures how encoders of sentences, and metrics, move with the rate of recognition errors.

    `text` holds sentences without errors: a file, or texts as `score` takes them. The other arguments are the options
    of `mondegreen study robustness`.
    """
    from mondegreen.reports.robustness import report_robustness
    from mondegreen.simulation.robustness.experiment import run_experiment

    write = select_table_writer(plan)
    plots = plan.list_plots()
    check_plots(plots)
    found = run_experiment(plan)
    if plots:
        from mondegreen.render.plot.lines import draw_robustness

        save_plots(plan, plots, lambda kind: draw_robustness(found.curves))  # noqa: ARG005 - it has one
    write([], report_robustness(found, charts=select_output_format(plan) == "table"))
    return found
