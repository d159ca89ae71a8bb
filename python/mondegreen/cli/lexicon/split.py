"""`mondegreen lexicon split`: a dictionary split into parts to train and to test on."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.lexicon import SplitPlan

HELP = """\
Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

example:
  mondegreen lexicon split en-fr.tsv --train train.tsv --test test.tsv --target-forms fr.lemma.tsv
"""
PLAN = "mondegreen.plan.lexicon:SplitPlan"


def run(plan: SplitPlan) -> int:
    """Splits and writes."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.lexicon.dictionary import split_file, write_pairs

    train, test = split_file(plan)
    write_pairs(plan.train, train)
    write_pairs(plan.test, test)
    print(f"{len(train)} pairs to train on, {len(test)} to test on")
    return 0
