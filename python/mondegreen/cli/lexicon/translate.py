"""`mondegreen lexicon translate`: the best translations of words."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mondegreen.lexicon.retrieve import Retriever
    from mondegreen.plan.lexicon import TranslatePlan

HELP = """\
Translates words by mapped vectors; without WORD, those on standard input, a line each.

example:
  mondegreen lexicon translate house dog --mapping en-fr.npz --source en.vec --target fr.vec
  mondegreen lexicon translate --source en.fr.npy --target fr.npy --way cosine < words.txt
"""
PLAN = "mondegreen.plan.lexicon:TranslatePlan"


def run(plan: TranslatePlan) -> int:
    """Loads both sides, then answers word by word."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.cli.lexicon import sides
    from mondegreen.lexicon import mapping

    found = mapping.load(plan.mapping) if plan.mapping else None
    retriever = sides.retriever(plan, found, sides.space(plan, plan.source), sides.space(plan, plan.target))
    retriever.compute_penalties(plan.way)
    missing = answer(plan, retriever, plan.words_asked or asked())
    return 1 if plan.words_asked and missing == len(plan.words_asked) else 0


def asked() -> Iterator[str]:
    """The words on standard input, as they come."""
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


def answer(plan: TranslatePlan, retriever: Retriever, words: Iterable[str]) -> int:
    """A line for each word: it and its translations, with tabs between them; how many had none."""
    from mondegreen.lexicon.spelling import fold_case

    missing = 0
    for word in words:
        known = fold_case(word, keep_case=plan.keep_case)
        if not retriever.filter_known([known]):
            missing += 1
            print(f"{word}\t-", flush=True)
            warn(f'"{word}" has no vector')
            continue
        found = retriever.translate([known], plan.top, plan.way)
        names = [retriever.target.words[index] for index in found.indices[0].tolist()]
        scores = found.scores[0].tolist()
        cells = [f"{name} {score:.4f}" for name, score in zip(names, scores, strict=True)] if plan.scores else names
        print("\t".join([word, *cells]), flush=True)
    return missing
