"""`mondegreen lexicon neighbours`: the words of one language that are nearest to words of it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.lexicon import NeighborsPlan

HELP = """\
Shows the nearest words of the same language, by their vectors.

example:
  mondegreen lexicon neighbours house dog --vectors en.vec
"""
PLAN = "mondegreen.plan.lexicon:NeighborsPlan"


def run(plan: NeighborsPlan) -> int:
    """As words are translated, into their own language; a word is not its own neighbour."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.cli.lexicon import sides
    from mondegreen.lexicon.spelling import fold_case

    space = sides.space(plan, plan.vectors)
    retriever = sides.retriever(plan, None, space, space)
    known = 0
    for word in plan.words_asked:
        name = fold_case(word, keep_case=plan.keep_case)
        cells = ["-"]
        if retriever.filter_known([name]):
            found = retriever.translate([name], plan.top + 1, plan.way)
            near = zip(found.indices[0].tolist(), found.scores[0].tolist(), strict=True)
            others = [(space.words[index], score) for index, score in near if space.words[index] != name][: plan.top]
            cells = [f"{other} {score:.4f}" if plan.scores else other for other, score in others]
            known += 1
        print("\t".join([word, *cells]))
    return 0 if known else 1
