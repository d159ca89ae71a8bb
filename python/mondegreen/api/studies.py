"""Metrics beside each other, beside people, beside translations, and under errors that are made."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
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
    warn_of_shift,
)
from mondegreen.comparison.humans import (
    REFERENCE,
    Choices,
    Humans,
    add_fitted,
    collect_preferences,
    judge_metrics,
    metric_losses,
    pair_sides,
)
from mondegreen.comparison.numbers import list_numbers, read_numbers
from mondegreen.comparison.preferences import fit_preferences, shown_weights
from mondegreen.comparison.ratings import Rated, check_ratings, pair_ratings
from mondegreen.errors import ScoreError
from mondegreen.formats.rated import Ratings, Triplets, is_rated, parse_ratings, parse_triplets, read_table
from mondegreen.metrics.human import HumanLikeness
from mondegreen.metrics.support.preference import PreferenceModel
from mondegreen.nbest.reading import resolve_text_measuring
from mondegreen.plan.study import AgreementPlan, CorrelatePlan, DownstreamPlan
from mondegreen.plan.texts import RobustnessPlan
from mondegreen.reports.studies import report_agreement, report_correlations, report_fitted, report_translations
from mondegreen.resolve import listed_names, make_settings, select_metrics
from mondegreen.results.interval import Bootstrap
from mondegreen.results.shown import draw
from mondegreen.runner import measure_pairs, pair_systems, read_systems
from mondegreen.saved_runs import read_runs
from mondegreen.sources import is_path, load_texts, name_source, read_sides
from mondegreen.writers import save_plots, select_output_format, select_plots, select_table_writer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.inputs import Source
    from mondegreen.metrics.base import Metric
    from mondegreen.pairs import Pairs
    from mondegreen.render.plot.canvas import Plot
    from mondegreen.reports.blocks import Block
    from mondegreen.results.run import Run
    from mondegreen.simulation.robustness.experiment import Experiment


@draw.register(Correlations)
def draw_found_correlations(found: Correlations, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - it has one plot
    from mondegreen.render.plot.maps import draw_correlations

    return draw_correlations(found)


@draw.register(Humans)
@draw.register(Rated)
def draw_judged(found: Humans | Rated, kind: str = "", by: str | None = None, title: str = "") -> Plot:  # noqa: ARG001 - as above
    from mondegreen.render.plot.tables import draw_agreement

    return draw_agreement(next(iter(report_agreement(found, title))))


@draw.register(Downstream)
def draw_downstream(found: Downstream, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - as above
    from mondegreen.render.plot.tables import draw_translations

    return draw_translations(next(iter(report_translations(found, "", ""))))


def draw_experiment(found: Experiment, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - as above
    from mondegreen.render.plot.lines import draw_robustness

    return draw_robustness(found.curves)


@take_plan(CorrelatePlan)
def correlate(plan: CorrelatePlan) -> Correlations:
    """Correlates metrics over utterances, blocks, speakers or systems.

    `inputs` are those of `compare`, of one system or more; the other arguments are the options of
    `mondegreen study correlate`.
    """
    how = Bootstrap(plan.over, plan.resamples, plan.level, plan.seed)
    write = select_table_writer(plan)
    plots = select_plots(plan)
    scored = read_runs(plan)
    found = correlate_metrics(scored, plan.method, how, read_numbers(plan.numbers, plan.encoding, scored))
    save_plots(plan, plots, partial(draw, found))
    write(scored, report_correlations(scored, found))
    return found


@take_plan(AgreementPlan)
def agreement(plan: AgreementPlan) -> Humans | Rated:
    """How far metrics agree with people who chose between two hypotheses, or rated or graded them.

    `triplets` is a file, or what `parse_triplets` or `parse_ratings` gives. With `fit`, the `fitted` weights are those
    of the metrics that predict people best. The other arguments are the options of `mondegreen study agreement`, but
    for `vote`, which asks in a terminal.
    """
    if plan.vote:
        raise plan.refused("vote", "asks in a terminal; say `mondegreen study agreement FILE --vote` there")
    if not 0 < plan.level < 100:
        raise ScoreError(f"a confidence level must be above 0 and below 100 percent, not {plan.level:g}")
    given, write, plots = load_judgements(plan), select_table_writer(plan), select_plots(plan)
    if isinstance(given, Ratings):
        check_ratings(given)
    metrics = select_metrics(plan)
    candidate = make_candidate(metrics) if plan.fit else None
    choices = None if isinstance(given, Ratings) else Choices.of(given.votes(), plan.least_votes)
    pairs = pair_ratings(given) if isinstance(given, Ratings) else pair_sides(given)
    run = measure_pairs(pairs, [*metrics, *([candidate] if candidate else [])], make_settings(plan))
    found = judge_run(plan, given, choices, run, candidate)
    blocks: Iterable[Block] = report_agreement(found, given.path)
    if candidate and found.fitted:
        model = make_model(candidate, found)
        if plan.save_model:
            model.write(plan.save_model)
        blocks = chain(blocks, report_fitted(candidate.members, found, given.path, plan.save_model))
    save_plots(plan, plots, lambda kind: draw_judged(found, kind, title=given.path))
    write([], blocks)
    return found


def load_judgements(plan: AgreementPlan) -> Triplets | Ratings:
    """What people said, of a file or of Python."""
    given = plan.triplets
    if not isinstance(given, Triplets | Ratings):
        table = read_table(given, plan.encoding)
        given = parse_ratings(table) if is_rated(table) else parse_triplets(table)
    if not len(given):
        what = "ratings" if isinstance(given, Ratings) else "triplets"
        raise ScoreError(f"there are no {what} after the first line", path=given.path)
    return given


def make_candidate(metrics: Sequence[Metric]) -> HumanLikeness:
    """A model of these metrics, whose weights are still to be fitted."""
    if any(metric.name == HumanLikeness.name for metric in metrics):
        raise ScoreError("human is a fitted model itself; name the metrics to fit, such as chrf:mean=f,per,bertscore")
    return HumanLikeness.of(PreferenceModel({metric.label: 1 / len(metrics) for metric in metrics}))


def judge_run(
    plan: AgreementPlan, given: Triplets | Ratings, choices: Choices | None, run: Run, candidate: HumanLikeness | None
) -> Humans | Rated:
    """How far each metric agrees with people, and the fitted model."""
    how = Bootstrap(REFERENCE, plan.resamples, plan.level, plan.seed)
    scores = {label: score for label, score in run.scores.items() if score.metric is not candidate}
    roots = run[candidate.label].rows.values[:, :-1] if candidate else None
    if isinstance(given, Ratings):
        losses = {label: metric_losses(score) for label, score in scores.items()}
        rated = Rated(given, losses, {label: score.metric.noise for label, score in scores.items()}, how)
        if roots is None:
            return rated
        if given.graded:
            raise ScoreError("grades are of different references; --fit needs votes or ratings", path=given.path)
        return replace(rated, fitted=fit_preferences(rated.preferences(roots), plan.seed, plan.resamples, plan.level))
    assert choices is not None
    references = given.texts[0]
    found = judge_metrics(scores, choices, references, how)
    if roots is None:
        return found
    preferences = collect_preferences(roots, choices, references)
    return add_fitted(found, fit_preferences(preferences, plan.seed, plan.resamples, plan.level))


def make_model(candidate: HumanLikeness, found: Humans | Rated) -> PreferenceModel:
    """The fitted model, and where it is from."""
    fitted = found.fitted
    assert fitted is not None
    labels = [member.label for member in candidate.members]
    ends = zip(fitted.low.round(4).tolist(), fitted.high.round(4).tolist(), strict=True)
    origin = {
        "judgements": len(fitted.margins),
        "intervals": dict(zip(labels, map(list, ends), strict=True)),
        "level": found.how.level,
        "strength": fitted.strength,
        "folds": fitted.folds,
        "metrics": [member.signature for member in candidate.members],
        "case": candidate.decided,
        "agreement": [
            {"part": each.part, "share": each.share, "right": each.right, "of": each.pairs} for each in found.verdicts()
        ],
    }
    return PreferenceModel(shown_weights(labels, fitted.weights), origin)


@take_plan(DownstreamPlan)
def downstream(plan: DownstreamPlan) -> Downstream:
    """Tells which metrics of recognition go with BLEU, TER and chrF of its translations.

    All texts are files, or dicts of texts by utterance ID, or lists in one order. The other arguments are the options
    of `mondegreen study downstream`.
    """
    (metrics, settings), write = resolve_text_measuring(plan, "wer,cer"), select_table_writer(plan)
    plots = select_plots(plan)
    how, scores = Translations(plan.bleu_tokenize, plan.lowercase), listed_names(plan.scores)
    for name in scores:
        how.metric(name)
    pairs = read_pairs(plan)
    split_blocks(len(pairs), plan.blocks)
    sources = {"translation": plan.translation, "translated": plan.translated}
    if plan.against is not None:
        sources["against"] = plan.against
    texts, references, *others = [read_translation(plan, name, each, pairs.keys) for name, each in sources.items()]
    warn_of_shift(pairs.keys, texts, references, name_source(plan.translated, "translated"))
    run = measure_pairs(pairs, metrics, settings)
    numbers = read_numbers(plan.numbers, plan.encoding, [run])
    known = {name: list_numbers(run, name, each) for name, each in numbers.items()}
    against = others[0] if others else None
    other = None
    if plan.against_hyp is not None:
        hypotheses = read_translation(plan, "against_hyp", plan.against_hyp, pairs.keys)
        other = measure_pairs(replace(pairs, hypotheses=hypotheses), metrics, settings)
    found = follow_translations(run, texts, references, how, scores, plan.blocks, against, known, other)
    names = {name: name_source(each, name) for name, each in sources.items()}
    save_plots(plan, plots, partial(draw, found))
    write([], report_translations(found, names["translation"], names.get("against", ""), plan.top))
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
    from mondegreen.simulation.robustness.experiment import Experiment, run_experiment

    draw.register(Experiment, draw_experiment)  # whose module takes long to load

    write = select_table_writer(plan)
    plots = select_plots(plan)
    found = run_experiment(plan)
    save_plots(plan, plots, partial(draw, found))
    write([], report_robustness(found, charts=select_output_format(plan) == "table"))
    return found
