"""`mondegreen lexicon translate`: the best translations of words."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mondegreen.plan.lexicon import TranslatePlan

HELP = """\
Translates words by mapped vectors; without WORD, those on standard input, a line each.

example:
  mondegreen lexicon translate house dog --mapping en-fr.npz --source en.vec --target fr.vec
  mondegreen lexicon translate --source en.fr.npy --target fr.npy --way cosine < words.txt
"""
PLAN = "mondegreen.plan.lexicon:TranslatePlan"


def run(plan: TranslatePlan) -> int:
    """Answers word by word."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.lexicon.retrieve import format_ranking, translate_words

    missing = 0
    for word, ranking in translate_words(plan, plan.words_asked or read_words()):
        print(format_ranking(word, ranking, scores=plan.scores), flush=True)
        if ranking is None:
            missing += 1
            warn(f'"{word}" has no vector')
    return 1 if plan.words_asked and missing == len(plan.words_asked) else 0


def read_words() -> Iterator[str]:
    """The words on standard input, as they come."""
    return filter(None, map(str.strip, sys.stdin))
