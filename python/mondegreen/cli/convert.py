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
    from mondegreen.formats import find_output_format, read, write
    from mondegreen.notes import report_notes

    kind = find_output_format(plan.output, plan.goal)
    corpus = read(plan.input, plan.source, plan.encoding, key=plan.id_column, text=plan.text_column)
    if plan.segments:
        from mondegreen.formats.kaldi_files import read_boundaries
        from mondegreen.formats.segmenting import segment_words

        corpus = segment_words(corpus, read_boundaries(plan.segments, plan.encoding))
    report_notes(corpus.notes)
    if lost := kind.list_losses(corpus):
        warn(f"{kind.name} has no place for these, left out: {', '.join(lost)}")
    write(corpus, plan.output, kind.name)
    return 0
