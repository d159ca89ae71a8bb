"""`mondegreen kaldi`: what Kaldi's recipes score, with a look at all settings at once."""

from __future__ import annotations

import os

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.kaldi.scoring import Scoring, Unit
    from mondegreen.measure.metric import Metric
    from mondegreen.plan.recipes import KaldiPlan
    from mondegreen.report.blocks import Block

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
    from mondegreen.dropin.kaldi.scripts import DieError
    from mondegreen.errors import ScoreError
    from mondegreen.writers import select_table_writer

    metrics, write, task = chosen(plan), select_table_writer(plan), planned(plan)
    check(task, strict=plan.strict)
    try:
        scored(task, plan)
        blocks = [*tables(task, plan), *measured(task, metrics, plan)]
    except DieError as error:
        raise ScoreError(error.what.removeprefix("run.pl: ")) from error
    finally:
        for note in task.notes:
            warn(note)
        for fault in task.faults if not plan.strict else ():
            warn(f"{fault}; what follows it was not scored")
    write([], blocks)
    return 0


def chosen(plan: KaldiPlan) -> list[Metric]:
    """The metrics besides Kaldi's own."""
    from mondegreen.measure import chosen
    from mondegreen.resolve import split_metrics

    return chosen(split_metrics(plan.metrics or ()))


def planned(plan: KaldiPlan) -> Scoring:
    """What is to be done, once the options make sense and all files are there."""
    from pathlib import Path

    from mondegreen.dropin.kaldi.hypotheses import all_settings
    from mondegreen.dropin.kaldi.scoring import Scoring
    from mondegreen.errors import ScoreError

    words = f"{plan.lang}/words.txt"
    for path in (words, f"{plan.data}/text", f"{plan.data}/utt2spk", f"{plan.decode}/lat.1.gz"):
        if not Path(path).is_file():
            raise ScoreError("there is no such file", path=path)
    if not plan.mbr:
        plan.refuse_idle(["beam"], "is for --mbr")
    if plan.beam is not None and not plan.beam >= 0:
        raise ScoreError(f"--beam is {plan.beam:g}; give 0 or more")
    settings = list(all_settings(range(plan.min_lmwt, plan.max_lmwt + 1), plan.word_ins_penalty))
    if not settings:
        raise ScoreError("no setting is left: give a --max-lmwt that is not below --min-lmwt, and a penalty")
    for penalty in {setting.penalty for setting in settings}:
        if not is_number(penalty):
            raise ScoreError(f"--word-ins-penalty: {penalty} is not a number")
    task = Scoring(plan.data, words, plan.decode, settings)
    task.strict, task.one_alignment = plan.strict, plan.one_alignment
    return task


def is_number(text: str) -> bool:
    """Whether a text is a number that a penalty can be."""
    from math import isfinite

    try:
        return isfinite(float(text))
    except ValueError:
        return False


def check(task: Scoring, *, strict: bool) -> None:
    """Looks for what is missing before anything is done: lattices of a job, texts that come twice."""
    from pathlib import Path

    from mondegreen.dropin.kaldi.recipe import load
    from mondegreen.dropin.kaldi.unpacked import is_packed
    from mondegreen.errors import ScoreError

    said: list[tuple[str, str]] = []
    text = f"{task.data}/text"
    jobs = load(f"{task.decode}/num_jobs").strip()
    lattices = [f"{task.decode}/lat.{number}.gz" for number in range(1, int(jobs) + 1)] if jobs.isdigit() else []
    said += [(path, f"it is not there, of {len(lattices)} jobs") for path in lattices if not Path(path).is_file()]
    found = sorted(Path(task.decode).glob("lat.*.gz"))
    said += [
        (str(path), "it is no gzip file: gunzip reads nothing of it") for path in found if not is_packed(str(path))
    ]
    seen: set[bytes] = set()
    for key in keys_of(text):
        if key in seen:
            said.append((text, f"utterance {os.fsdecode(key)} is there twice"))
        seen.add(key)
    if not seen:
        raise ScoreError("it has no utterances", path=text)
    for path, what in said:
        if strict:
            raise ScoreError(what, path=path)
        warn(f"{path}: {what}")


def keys_of(path: str) -> list[bytes]:
    """The keys of a table of texts."""
    from pathlib import Path

    with Path(path).open("rb") as stream:
        return [fields[0] for line in stream if (fields := line.split(None, 1))]


def scored(task: Scoring, plan: KaldiPlan) -> None:
    """Leaves all files."""
    from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS
    from mondegreen.progress import progress

    task.filter_reference()
    wanted = len(keys_of(task.reference()))
    with progress("searching lattices", wanted) as told:
        task.hear(beam=(BEAM if plan.beam is None else plan.beam) if plan.mbr else None, told=told)
    missing(task, strict=plan.strict)
    units = [WORDS, CHARACTERS] if plan.characters else [WORDS]
    for unit in units:
        if unit is CHARACTERS:
            task.tokenise()
        with progress(f"{unit.name} of each setting", len(task.settings)) as told:
            task.rate(unit, told)
        fields = task.best(unit).split()
        _, weight, penalty = f"__{fields[-1] if fields else ''}".rsplit("_", 2)
        task.details(weight, penalty, unit)


def missing(task: Scoring, *, strict: bool) -> None:
    """Tells which utterances have no hypothesis; their words count nowhere. Where none has, there is no rate."""
    from mondegreen.errors import ScoreError
    from mondegreen.wording import listed

    wanted = keys_of(task.reference())
    heard = set(keys_of(task.hypothesis(task.settings[0])))
    lost = [os.fsdecode(key) for key in wanted if key not in heard]
    if len(lost) == len(wanted):
        raise ScoreError(f"no hypothesis is of an utterance of {task.data}/text: {listed(lost)}", path=task.decode)
    if lost:
        what = f"{len(lost)} of {len(wanted)} utterances have no hypothesis: {listed(lost)}"
        if strict:
            raise ScoreError(what, path=task.decode)
        warn(f"{what}; their words are not counted")


def tables(task: Scoring, plan: KaldiPlan) -> Iterator[Block]:
    """Kaldi's own rates."""
    from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS

    yield table(task, WORDS)
    if plan.characters:
        yield table(task, CHARACTERS)


def table(task: Scoring, unit: Unit) -> Block:
    """The rates that were left in files, and the best of them, which is Kaldi's choice among equals."""
    from mondegreen.dropin.kaldi.best_wer import RATE
    from mondegreen.dropin.kaldi.perl import numeric
    from mondegreen.dropin.kaldi.recipe import load
    from mondegreen.report.grid import make_grid

    values: dict[tuple[int, str], float] = {}
    for setting in task.settings:
        found = RATE.search(os.fsdecode(load(task.result(setting, unit))))
        values[setting.weight, setting.penalty] = numeric(found[1]) if found else float("nan")
    line = os.fsdecode(load(f"{task.home}/best_{unit.name}")).strip()
    _, weight, penalty = f"_0_{line}".rsplit("_", 2)
    best = next(
        (setting for setting in task.settings if (str(setting.weight), setting.penalty) == (weight, penalty)), None
    )
    return make_grid(unit.name, f"{unit.name.upper()} of {task.decode}", values, best, line)


def measured(task: Scoring, metrics: Sequence[Metric], plan: KaldiPlan) -> Iterator[Block]:
    """Other metrics, over the utterances that have a hypothesis."""
    from mondegreen.batch import Settings
    from mondegreen.pairs import Join, pair
    from mondegreen.progress import progress
    from mondegreen.read import read
    from mondegreen.report.grid import find_best, make_grid
    from mondegreen.resolve import make_resources
    from mondegreen.runner import measure_pairs

    settings = Settings(resources=make_resources(plan))
    values: list[dict[tuple[int, str], float]] = [{} for _ in metrics]
    if not metrics:
        return
    reference = read(task.reference(), "kaldi")
    with progress("other metrics", len(task.settings)) as told:
        for setting in task.settings:
            pairs = pair(reference, read(task.hypothesis(setting), "kaldi"), Join(missing="skip"))
            scores = measure_pairs(pairs, metrics, settings).scores
            for column, score in zip(values, scores.values(), strict=True):
                column[setting.weight, setting.penalty] = score.value
            told(1)
    for metric, column in zip(metrics, values, strict=True):
        best = find_best(column, higher=metric.better == "higher")
        note = f"best: {column[best]:.2f} at weight {best[0]} and penalty {best[1]}" if best else ""
        yield make_grid(metric.label, f"{metric.label} of {task.decode}", column, best, note)
