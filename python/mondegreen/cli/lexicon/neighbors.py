"""`mondegreen lexicon neighbors`: the words of one language that are nearest to words of it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.lexicon import NeighborsPlan

HELP = """\
Shows the nearest words of the same language, by their vectors.

example:
  mondegreen lexicon neighbors house dog --vectors en.vec
"""
PLAN = "mondegreen.plan.lexicon:NeighborsPlan"


def run(plan: NeighborsPlan) -> int:
    """Fails where no word has a vector."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.lexicon.retrieve import format_ranking, list_neighbors

    known = 0
    for word, ranking in list_neighbors(plan):
        print(format_ranking(word, ranking, scores=plan.scores))
        known += ranking is not None
    return 0 if known else 1
