"""`mondegreen espnet`: an experiment of an ESPnet recipe scored as its stage 13 does, joined by utterance."""

from __future__ import annotations

from mondegreen.cli.guard import print_message, warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.batch import Settings
    from mondegreen.dropin.espnet.experiment import Experiment
    from mondegreen.metrics.base import Metric
    from mondegreen.plan.recipes import EspnetPlan

HELP = """\
Scores an experiment of ESPnet, and leaves the files that its scoring stage leaves.

example:
  mondegreen espnet score exp/asr_train_asr_conformer_raw_en_bpe5000
  mondegreen espnet score exp/asr_transducer --nbest
  mondegreen espnet score exp/asr_conformer --nlsyms_txt data/nlsyms.txt --bpemodel data/token_list/bpe.model
  mondegreen espnet score asr_outputs --data dump/raw/eval --score_opts '-s' --metrics semdist,ember
"""
PLAN = "mondegreen.plan.recipes:EspnetPlan"


def bind_words(given: Sequence[str]) -> list[str]:
    """The command line with sclite's options bound to the name before them, for they begin as options do."""
    bound: list[str] = []
    for word in given:
        if bound and bound[-1] in ("--score_opts", "--score-opts"):
            bound[-1] += f"={word}"
        else:
            bound.append(word)
    return bound


def run(plan: EspnetPlan) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows tables."""
    from mondegreen.dropin.espnet import report
    from mondegreen.writers import select_table_writer, select_writer

    metrics, work = select_metrics(plan), make_experiment(plan)
    write = select_writer(plan) if metrics else select_table_writer(plan)
    work.score()
    paths = work.write_summaries(plan.results or "")
    oracles = [report.make_oracle_table(work, metrics, make_settings(plan))] if plan.nbest else []
    for note in work.notes:
        warn(note)
    for path in paths:
        print_message("note", f"wrote {path}")
    runs = report.measure(work, metrics, make_settings(plan)) if metrics else []
    write(runs, report.make_tables(work, oracles, runs))
    return 1 if any(result.failed for result in work.results) else 0


def select_metrics(plan: EspnetPlan) -> list[Metric]:
    """The metrics besides ESPnet's own; where there are none, nothing that they need is imported."""
    if not plan.metrics:
        return []
    from mondegreen.metrics import make_metrics
    from mondegreen.resolve import split_metrics

    return make_metrics(split_metrics(plan.metrics))


def make_experiment(plan: EspnetPlan) -> Experiment:
    """What is to be done, once the options make sense."""
    from mondegreen.dropin.espnet.experiment import plan_experiment

    return plan_experiment(
        plan.experiment,
        {
            "symbols": plan.nlsyms_txt,
            "cleaner": plan.cleaner,
            "hyp_cleaner": plan.hyp_cleaner,
            "bpemodel": plan.bpemodel,
            "token_type": plan.token_type,
        },
        rates=plan.rates,
        score_opts=plan.score_opts,
        literal=plan.literal,
        token_list=plan.token_list,
        dumpdir=plan.dumpdir,
        data=plan.data,
        dictionary=plan.dict,
        speakers=plan.num_spkrs,
        threads=plan.threads,
        strict=plan.strict,
        only=plan.only,
    )


def make_settings(plan: EspnetPlan) -> Settings:
    """The models that metrics look at, and how many threads."""
    from mondegreen.batch import Settings
    from mondegreen.resolve import make_resources

    return Settings(resources=make_resources(plan), threads=plan.threads)
