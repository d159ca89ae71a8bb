"""`mondegreen align`: references and hypotheses side by side, with the errors marked."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.metrics.support.weighed import Weighed
    from mondegreen.plan.compare import AlignPlan

HELP = """\
Shows where a hypothesis differs from a reference, word by word.

example:
  mondegreen align ref.txt hyp.txt --utterance talk1-017 --utterance talk1-018
  mondegreen align ref.txt hyp.txt --weights ember --vectors cc.fr.300.vec
"""
PLAN = "mondegreen.plan.compare:AlignPlan"
VECTORS = ("vectors", "hyp_vectors")


def run(plan: AlignPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, aligns and shows."""
    from mondegreen.reports import View
    from mondegreen.reports.alignments import report_alignments
    from mondegreen.resolve import make_settings
    from mondegreen.results.run import Run
    from mondegreen.runner import read_systems
    from mondegreen.writers import select_writer

    settings, write, weights = make_settings(plan), select_writer(plan), select_weights(plan)
    runs = [Run(pairs, {}, settings) for pairs in read_systems(plan, plan.reference, plan.hypotheses)[1]]
    view = View(all=plan.all, utterances=tuple(plan.utterance), unit=plan.unit, weights=weights, unfolded=plan.unfolded)
    write(runs, report_alignments(runs, view))
    return 0


def select_weights(plan: AlignPlan) -> Weighed | None:
    """The metric by which errors are weighed, if they are."""
    from mondegreen.errors import ScoreError
    from mondegreen.results.word_groups import select_weighted_metric

    if plan.weights is None:
        why = "is for --weights, which names a metric that weighs errors by them"
        plan.refuse_idle(VECTORS, why)
        return None

    found = select_weighted_metric(plan.weights)
    if plan.unit != found.unit:
        raise ScoreError(f"{found.label} weighs {found.unit}; leave out --unit {plan.unit}")
    return found
