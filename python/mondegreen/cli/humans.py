"""`mondegreen humans`: how far metrics agree with people who chose between two hypotheses."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.formats.triplets import Triplets
    from mondegreen.pairs import Pairs
    from mondegreen.plan.compare import HumansPlan
    from mondegreen.results.run import Run

HELP = """\
Compares metrics with what people choose, or collects their votes.

example:
  mondegreen humans hats.tsv --metrics wer,cer,semdist,human --language fr
  mondegreen humans hats.tsv --metrics cer,per,semdist --fit
  mondegreen humans mine.tsv --vote
"""
PLAN = "mondegreen.plan.compare:HumansPlan"
# What says how metrics are compared with votes.
OF_METRICS = ("metrics", "ties", "only", "fit", "output_format", "output")


def run(plan: HumansPlan) -> int:
    """Collects votes, or scores both sides of all triplets and compares with people."""
    from mondegreen.errors import ScoreError
    from mondegreen.formats.triplets import read_triplets

    if plan.vote:
        plan.refuse_idle(OF_METRICS, "is for metrics, and --vote only collects votes; leave one of them out")
    triplets = read_triplets(plan.triplets, plan.encoding)
    if not len(triplets):
        raise ScoreError("there are no triplets after the first line", path=plan.triplets)
    if plan.vote:
        from mondegreen.cli.vote import collect_votes

        return collect_votes(triplets, plan.seed)
    return compare_with_votes(plan, triplets)


def compare_with_votes(plan: HumansPlan, triplets: Triplets) -> int:
    """Shows how often the metrics agree with the votes."""
    from mondegreen.comparison.humans import Choices, judge_metrics
    from mondegreen.reports.studies import report_agreement, report_weights
    from mondegreen.writers import select_table_writer

    choices, write = Choices.of(triplets.votes(), plan.least_votes), select_table_writer(plan)
    first, second = score_sides(plan, triplets)
    humans, weights = judge_metrics(first, second, choices, plan.seed if plan.fit else None)
    metrics = [score.metric for score in first.scores.values()]
    further = report_weights(metrics, weights, plan.triplets) if weights else ()
    write([], [*report_agreement(humans, plan.triplets), *further])
    return 0


def score_sides(plan: HumansPlan, triplets: Triplets) -> list[Run]:
    """The run of the first hypotheses, and that of the second."""
    from mondegreen.resolve import make_settings, select_metrics
    from mondegreen.runner import measure_pairs

    settings = make_settings(plan)
    return [measure_pairs(pairs, select_metrics(plan), settings) for pairs in pair_sides(triplets)]


def pair_sides(triplets: Triplets) -> list[Pairs]:
    """The references with the first hypotheses, and with the second."""
    from mondegreen.pairs import Pairs

    reference, *hypotheses = triplets.texts
    keys = [str(line) for line in triplets.lines]
    return [
        Pairs(keys, reference, texts, (triplets.path, f"{triplets.path} ({name})"))
        for name, texts in zip("AB", hypotheses, strict=True)
    ]
