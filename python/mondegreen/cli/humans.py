"""`mondegreen humans`: how far metrics agree with people who chose between two hypotheses."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.aggregate.run import Run
    from mondegreen.pairs import Pairs
    from mondegreen.plan.compare import HumansPlan
    from mondegreen.read.triplets import Triplets
    from mondegreen.report.blocks import Block

HELP = """\
Compares metrics with what people choose, or collects their votes.

example:
  mondegreen humans hats.tsv --metrics wer,cer,semdist,human --language fr
  mondegreen humans hats.tsv --metrics cer,per,semdist --fit
  mondegreen humans mine.tsv --vote
"""
PLAN = "mondegreen.plan.compare:HumansPlan"
FITTED = "fitted"
# What says how metrics are compared with votes.
OF_METRICS = ("metrics", "ties", "only", "fit", "output_format", "output")


def run(plan: HumansPlan) -> int:
    """Collects votes, or scores both sides of all triplets and compares with people."""
    from mondegreen.errors import ScoreError
    from mondegreen.read.triplets import read_triplets

    if plan.vote:
        plan.refuse_idle(OF_METRICS, "is for metrics, and --vote only collects votes; leave one of them out")
    triplets = read_triplets(plan.triplets, plan.encoding)
    if not len(triplets):
        raise ScoreError("there are no triplets after the first line", path=plan.triplets)
    if plan.vote:
        from mondegreen.cli.vote import vote

        return vote(triplets, plan.seed)
    return compared(plan, triplets)


def compared(plan: HumansPlan, triplets: Triplets) -> int:
    """Shows how often the metrics agree with the votes."""
    import numpy as np

    from mondegreen.compare.humans import Choices, Humans, check_triplets, fit_weights, metric_losses, preferred_side
    from mondegreen.report import studies
    from mondegreen.resolve import select_metrics
    from mondegreen.writers import select_table_writer

    choices = Choices(np.array(triplets.votes(), dtype=np.int64).reshape(-1, 2), plan.least_votes)
    check_triplets(choices)
    metrics, write = select_metrics(plan), select_table_writer(plan)
    first, second = scored(plan, triplets)
    found = {metric.label: metric_losses([first[metric.label], second[metric.label]]) for metric in metrics}
    preferences = {metric.label: preferred_side(found[metric.label], metric.noise) for metric in metrics}
    blocks: list[Block] = []
    if plan.fit:
        weights = fit_weights(list(found.values()), choices, plan.seed, [metric.noise for metric in metrics])
        preferences[FITTED] = weights.preferences
        blocks += studies.report_weights(metrics, weights, plan.triplets)
    blocks = [*studies.report_agreement(Humans(preferences, choices), plan.triplets), *blocks]
    write([], blocks)
    return 0


def scored(plan: HumansPlan, triplets: Triplets) -> list[Run]:
    """The run of the first hypotheses, and that of the second."""
    from mondegreen.resolve import make_settings, select_metrics
    from mondegreen.runner import measure_pairs

    settings = make_settings(plan)
    return [measure_pairs(pairs, select_metrics(plan), settings) for pairs in sides(triplets)]


def sides(triplets: Triplets) -> list[Pairs]:
    """The references with the first hypotheses, and with the second."""
    from mondegreen.pairs import Pairs

    reference, *hypotheses = triplets.texts
    keys = [str(line) for line in triplets.lines]
    return [
        Pairs(keys, reference, texts, (triplets.path, f"{triplets.path} ({name})"))
        for name, texts in zip("AB", hypotheses, strict=True)
    ]
