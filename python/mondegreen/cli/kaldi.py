"""`mondegreen kaldi`: what Kaldi's recipes score, with a look at all settings at once."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.recipes import KaldiPlan

BEAM = 6.0
HELP = """\
Scores a decode folder of Kaldi, and leaves the files that steps/score_kaldi.sh leaves. Started in a recipe it runs the
filters that this has, such as local/wer_output_filter, as that script does.

example:
  mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
  mondegreen kaldi score data/test lang exp/decode --min-lmwt 5 --characters --metrics ember,semdist --strict
"""
PLAN = "mondegreen.plan.recipes:KaldiPlan"


def run(plan: KaldiPlan) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows a table for each metric."""
    from mondegreen.batch import Settings
    from mondegreen.dropin.kaldi.score_decode import check_files, parse_settings, score_decode
    from mondegreen.errors import ScoreError
    from mondegreen.metrics import make_metrics
    from mondegreen.resolve import make_resources, split_metrics
    from mondegreen.writers import select_table_writer

    metrics, write = make_metrics(split_metrics(plan.metrics or ())), select_table_writer(plan)
    check_files(plan.data, plan.lang, plan.decode)
    if not plan.mbr:
        plan.refuse_idle(["beam"], "is for --mbr")
    if plan.beam is not None and not plan.beam >= 0:
        raise ScoreError(f"--beam is {plan.beam:g}; give 0 or more")
    blocks = score_decode(
        plan.data,
        plan.lang,
        plan.decode,
        parse_settings(range(plan.min_lmwt, plan.max_lmwt + 1), plan.word_ins_penalty),
        beam=(BEAM if plan.beam is None else plan.beam) if plan.mbr else None,
        characters=plan.characters,
        metrics=metrics,
        metric_settings=Settings(resources=make_resources(plan)),
        strict=plan.strict,
        one_alignment=plan.one_alignment,
        warn=warn,
    )
    write([], blocks)
    return 0
