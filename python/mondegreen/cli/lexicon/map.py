"""`mondegreen lexicon map`: a mapping of two languages' word vectors."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.lexicon.mapping import Trial
    from mondegreen.plan.lexicon import MapPlan

HELP = """\
Maps the word vectors of two languages into one space.

example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.txt --output en-fr.npz
  mondegreen lexicon map en.vec fr.vec --supervision none --words 50000 --output en-fr.npz --write-source en.fr.vec
"""
PLAN = "mondegreen.plan.lexicon:MapPlan"


def run(plan: MapPlan) -> int:
    """Learns and writes; progress is reported on standard error."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.lexicon.learn import learn_from_files, write_outputs

    mapping = learn_from_files(plan, print_trial)
    write_outputs(plan, mapping)
    print(mapping.describe())
    return 0


def print_trial(trial: Trial) -> None:
    print(f"iteration {trial.iteration}: criterion {trial.criterion:.5f}, {trial.pairs} pairs", file=sys.stderr)
