"""N-best lists and lattices: the best of each, tuned weights and settings, and choices without a reference."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from mondegreen.api.plans import take_plan
from mondegreen.api.rates import wer
from mondegreen.api.runs import compare
from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.inputs import REFERENCES
from mondegreen.nbest.lists import check_pattern, write_choices, write_selection, write_selections
from mondegreen.nbest.oracle import Oracle, run_oracle
from mondegreen.nbest.reading import resolve_text_measuring
from mondegreen.nbest.rerank import COMBINED, ORACLE, Combination, Selection, combine_lists, run_rerank
from mondegreen.nbest.search import tune_weights
from mondegreen.nbest.surface import Tuning, tune_settings
from mondegreen.output import STDOUT
from mondegreen.plan.nbest import OraclePlan, RerankPlan, RoverPlan, TunePlan
from mondegreen.reports import COMPARISON_REPORTS, View
from mondegreen.reports.comparison import report_comparison
from mondegreen.reports.tuning import make_weights_table, report_oracle, report_tuning
from mondegreen.results.shown import draw
from mondegreen.sources import is_path, load_texts, name_source
from mondegreen.writers import is_silent, save_plots, select_plots, select_table_writer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mondegreen.plan.option import Plan
    from mondegreen.render.plot.canvas import Plot

    P = TypeVar("P", bound=Plan)


@draw.register(Oracle)
def draw_oracle(found: Oracle, kind: str = "", by: str | None = None, of: str = "") -> Plot:  # noqa: ARG001 - it has one plot
    from mondegreen.render.plot.lines import draw_curves

    curves = {label: found.curve(label) for label in found.metrics}
    return draw_curves(curves, "hypotheses in each list", f"oracle by the length of the lists{of}")


@draw.register(Tuning)
def draw_found_tuning(found: Tuning, kind: str = "", by: str | None = None) -> Plot:  # noqa: ARG001 - as above
    from mondegreen.render.plot.maps import draw_tuning

    return draw_tuning(found.names, found.surfaces)


@take_plan(OraclePlan)
def oracle(plan: OraclePlan) -> Oracle:
    """Chooses the best hypothesis of each n-best list, or of a whole lattice, by each metric.

    `reference` is a dict of texts by utterance ID, a `Corpus` or a file; `sources` are files, directories and archives,
    or lists as `mondegreen.nbest.read` gives them. The other arguments are the options of `mondegreen nbest oracle`.
    """
    plan = hold_lists(plan, "sources")
    metrics, settings = resolve_text_measuring(plan, "wer,cer")
    write = select_table_writer(plan)
    check_pattern(plan.write, len(metrics))
    plots = select_plots(plan)
    found, lists = run_oracle(plan, metrics, settings)
    if plan.write:
        write_choices(found, plan.write)
    save_plots(plan, plots, lambda kind: draw_oracle(found, kind, of=f" of {lists}"))
    write([], report_oracle(found, name_source(plan.reference, REFERENCES), lists))
    return found


@take_plan(TunePlan)
def tune(plan: TunePlan) -> Tuning:
    """Finds the setting of a decoder, or the weights of its scores, that each metric holds best.

    `grid` names the files of all settings; `weights` tries ranges of weights of the scores of lists, and `search` finds
    them by line search. Of the `Tuning`, `surfaces` are the maps over settings, and `weights` what a search found.
    References and lists are those of `oracle`; the other arguments are the options of `mondegreen nbest tune`.
    """
    plan = hold_lists(plan, "sources", "test_lists")
    metrics, settings = resolve_text_measuring(plan, "wer")
    write = select_table_writer(plan)
    plots = select_plots(plan)
    if plan.search:
        found = Tuning(plan.search.split(","), (), weights=tune_weights(plan, metrics, settings))
        write([], [make_weights_table(found.weights)])
        return found
    found = tune_settings(plan, metrics, settings)
    save_plots(plan, plots, partial(draw, found))
    write([], report_tuning(found, name_source(plan.reference, REFERENCES)))
    return found


@take_plan(RerankPlan)
def rerank(plan: RerankPlan) -> list[Selection]:
    """Chooses from n-best lists or lattices by weighted scores, or by least expected loss; no reference is needed.

    `sources` are those of `oracle`; the other arguments are the options of `mondegreen nbest rerank`.
    """
    found, name = run_rerank(hold_lists(plan, "sources"))
    if not (plan.in_python and plan.output == STDOUT):
        write_selections(found, name, plan.output)
    return found


@take_plan(RoverPlan)
def rover(plan: RoverPlan) -> Combination:
    """Combines the outputs of several systems, or the hypotheses of each list, by a vote on each word.

    `sources` are those of `oracle`. With a `reference`, the `comparison` holds the best system, the combination and the
    oracle of the words that competed. The other arguments are the options of `mondegreen nbest rover`.
    """
    plan = hold_lists(plan, "sources")
    write, plots = select_table_writer(plan), select_plots(plan, "changes")
    found = combine_lists(plan)
    if plan.write or (plan.reference is None and not plan.in_python):
        corpus = Corpus(found.keys, found.texts, COMBINED)
        write_selection(corpus, plan.write or STDOUT)
    if plan.reference is None:
        return found
    reference = load_texts(plan, plan.reference, plan.ref_format, REFERENCES)
    references = dict(zip(reversed(reference.keys), reversed(reference.texts), strict=True))
    metrics = plan.metrics if isinstance(plan.metrics, str) else list(plan.metrics)
    compared = list_compared(found, {key: text for key, text in references.items() if key in found.keys})
    found.comparison = compare(
        dict(reversed(references.items())), compared, metrics=metrics or "wer,cer", missing=plan.missing
    )
    save_plots(plan, plots, partial(draw, found.comparison))
    if not is_silent(plan):
        write(
            found.comparison.runs,
            report_comparison(found.comparison, COMPARISON_REPORTS.find_all("changes"), View(), []),
        )
    return found


def list_compared(found: Combination, references: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """The texts that are compared: the best system first, then the combination, its oracle, and the other systems."""

    def rate(name: str) -> float:
        return float(wer(list(references.values()), [found.systems[name].get(key, "") for key in references]))

    if not references:
        raise ScoreError("the references and the lists have no utterance in common")
    best, *others = sorted(found.systems, key=rate)
    # What a list lacks is empty, as where files are scored.
    systems = {name: dict.fromkeys(found.keys, "") | texts for name, texts in found.systems.items()}
    compared = {best: systems[best], COMBINED: dict(zip(found.keys, found.texts, strict=True))}
    compared[ORACLE] = found.find_oracles(references)
    return compared | {name: systems[name] for name in others}


def hold_lists(plan: P, *names: str) -> P:
    """The plan with lists that can be read more than once, and with paths as texts."""
    if not plan.in_python:
        return plan
    given = {name: getattr(plan, name) for name in names}
    every = {name: [value] if is_path(value) else list(value) for name, value in given.items()}
    return plan.replace(
        **{name: [os.fspath(each) if is_path(each) else each for each in lists] for name, lists in every.items()}
    ).mark_given(plan.given)
