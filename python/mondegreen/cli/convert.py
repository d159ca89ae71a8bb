"""`mondegreen convert`: utterances from one format into another."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.texts import ConvertPlan

HELP = """\
Converts a file of utterances to another format.

example:
  mondegreen convert ref.stm ref.jsonl
  mondegreen convert hyp.ctm hyp.text --to kaldi --segments data/test/segments
"""
PLAN = "mondegreen.plan.texts:ConvertPlan"


def run(plan: ConvertPlan) -> int:
    """Plans, so that a mistyped name costs no time; then reads, cuts and writes."""
    from mondegreen.read import read, write, written

    kind = written(plan.output, plan.goal)
    corpus = read(plan.input, plan.source, plan.encoding, key=plan.id_column, text=plan.text_column)
    if plan.segments:
        from mondegreen.read.cut import cut
        from mondegreen.read.side import boundaries

        corpus = cut(corpus, boundaries(plan.segments, plan.encoding))
    for note in corpus.notes:
        warn(note)
    if lost := kind.loses(corpus):
        warn(f"{kind.name} has no place for these, left out: {', '.join(lost)}")
    write(corpus, plan.output, kind.name)
    return 0
