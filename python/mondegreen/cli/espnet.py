"""`mondegreen espnet`: an experiment of an ESPnet recipe scored as its stage 13 does, joined by utterance."""

from __future__ import annotations

from mondegreen.cli.guard import say, warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Settings
    from mondegreen.dropin.espnet.experiment import Experiment
    from mondegreen.measure.metric import Metric
    from mondegreen.plan.recipes import EspnetPlan
    from mondegreen.report.blocks import Block

RATES = "cer,wer,ter"
HELP = """\
Scores an experiment of ESPnet, and leaves the files that its scoring stage leaves.

example:
  mondegreen espnet score exp/asr_train_asr_conformer_raw_en_bpe5000
  mondegreen espnet score exp/asr_transducer --nbest
  mondegreen espnet score exp/asr_conformer --nlsyms_txt data/nlsyms.txt --bpemodel data/token_list/bpe.model
  mondegreen espnet score asr_outputs --data dump/raw/eval --score_opts '-s' --metrics semdist,ember
"""
PLAN = "mondegreen.plan.recipes:EspnetPlan"


def words(given: Sequence[str]) -> list[str]:
    """The command line with sclite's options bound to the name before them, for they begin as options do."""
    bound: list[str] = []
    for word in given:
        if bound and bound[-1] in ("--score_opts", "--score-opts"):
            bound[-1] += f"={word}"
        else:
            bound.append(word)
    return bound


def run(plan: EspnetPlan) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows a table."""
    from mondegreen.dropin.espnet.table import rates, speakers
    from mondegreen.writers import select_table_writer, select_writer

    metrics, work = chosen(plan), planned(plan)
    write = select_writer(plan) if metrics else select_table_writer(plan)
    work.score()
    places = work.summarise(plan.results or "")
    held = oracles(work, metrics, plan) if plan.nbest else []
    for note in work.notes:
        warn(note)
    for place in places:
        say("note", f"wrote {place}")
    runs = measured(work, metrics, plan)
    write(runs, [rates(work.results, work.root), *speakers(work.results, work.root), *held, *shown(runs)])
    return 1 if any(result.failed for result in work.results) else 0


def chosen(plan: EspnetPlan) -> list[Metric]:
    """The metrics besides ESPnet's own; where there are none, nothing that they need is imported."""
    from mondegreen.resolve import split_metrics

    if not plan.metrics:
        return []
    from mondegreen.measure import chosen

    return chosen(split_metrics(plan.metrics))


def planned(plan: EspnetPlan) -> Experiment:
    """What is to be done, once the options make sense."""
    from mondegreen.dropin.espnet.experiment import Experiment
    from mondegreen.dropin.espnet.recipe import UNITS, Recipe, split_options
    from mondegreen.registry import unknown

    units = tuple(plan.rates.split(","))
    for unit in units:
        if unit not in UNITS:
            raise unknown("rate", unit, UNITS)
    named = {
        "symbols": plan.nlsyms_txt,
        "cleaner": plan.cleaner,
        "hyp_cleaner": plan.hyp_cleaner,
        "bpemodel": plan.bpemodel,
        "token_type": plan.token_type,
    }
    given: dict[str, Any] = {name: value for name, value in named.items() if value is not None}
    asked = [*given, *([] if plan.rates == RATES else ["units"])]
    how: dict[str, Any] = {"options": split_options(plan.score_opts), "units": units, "literal": plan.literal}
    known = Recipe(**given, **how, token_list=plan.token_list)
    root = plan.experiment.rstrip("/") or "/"
    return Experiment(
        root,
        known,
        tuple(asked),
        plan.dumpdir,
        plan.data,
        plan.dict,
        plan.num_spkrs,
        plan.threads,
        strict=plan.strict,
        only=plan.only,
    )


def oracles(work: Experiment, metrics: Sequence[Metric], plan: EspnetPlan) -> list[Block]:
    """What the n-best lists of each decode folder hold."""
    from mondegreen.dropin.espnet.oracles import table
    from mondegreen.measure import chosen

    return [table(work.materials, metrics or chosen(["wer", "cer"]), settings(plan), work.tell)]


def settings(plan: EspnetPlan) -> Settings:
    """The models that metrics look at, and how many threads."""
    from mondegreen.batch import Settings
    from mondegreen.resolve import make_resources

    return Settings(resources=make_resources(plan), threads=plan.threads)


def measured(work: Experiment, metrics: Sequence[Metric], plan: EspnetPlan) -> list[Run]:
    """Other metrics of each decode folder, over the cleaned texts."""
    if not metrics:
        return []
    from mondegreen.runner import measure_pairs

    how = settings(plan)
    return [measure_pairs(each.pairs(), metrics, how) for each in work.materials]


def shown(runs: Sequence[Run]) -> list[Block]:
    """A table of metrics for each decode folder."""
    if not runs:
        return []
    from mondegreen.report import View
    from mondegreen.report.metrics import blocks

    return [block for run in runs for block in blocks([run], View())]
