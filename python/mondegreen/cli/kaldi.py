"""`mondegreen kaldi`: what Kaldi's recipes score, with a look at all settings at once."""

from __future__ import annotations

import os

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator, Sequence

    from mondegreen.dropin.kaldi.scoring import Scoring, Unit
    from mondegreen.measure.metric import Metric
    from mondegreen.report.blocks import Block

BEAM = 6.0
HELP = """\
Scores a decode folder of Kaldi, and leaves the files that steps/score_kaldi.sh leaves. Started in a recipe it runs the
filters that this has, such as local/wer_output_filter, as that script does.

example:
  mondegreen kaldi score data/test exp/tri3b/graph exp/tri3b/decode_test
  mondegreen kaldi score data/test lang exp/decode --min-lmwt 5 --characters --metrics ember,semdist --strict
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli import options, outside

    add = parser.add_argument
    add("action", choices=["score"], help="score all settings, and describe the best one")
    add("data", metavar="DATA", help="the folder with text and utt2spk")
    add("lang", metavar="LANG", help="the folder of the language or the graph, with words.txt")
    add("decode", metavar="DECODE", help="the folder with lat.1.gz, lat.2.gz, ...")
    add("--min-lmwt", type=int, default=7, metavar="N", help="the least language model weight (%(default)s)")
    add("--max-lmwt", type=int, default=17, metavar="N", help="the greatest one (%(default)s)")
    add("--word-ins-penalty", default="0.0,0.5,1.0", metavar="LIST", help="penalties of a word (%(default)s)")
    add("--mbr", action="store_true", help="words of least expected errors, rather than best paths")
    add("--beam", type=float, metavar="X", help=f"with --mbr, leave out paths worse by more ({BEAM:g})")
    add("--characters", action="store_true", help="character error rates too, as score_kaldi_cer.sh leaves them")
    add("--metrics", action="append", metavar="NAMES", help="other metrics for each setting; may come again")
    add("--strict", action="store_true", help="a damaged archive, an unknown word or a missing hypothesis is an error")
    add(
        "--one-alignment",
        action="store_true",
        help="count insertions, deletions and substitutions as per_utt shows them; Kaldi counts them by another "
        "of equally good alignments",
    )
    outside.models(parser)
    options.answering(parser, toolkits=False)


def run(args: Namespace) -> int:
    """Plans, so that a mistyped name costs no time; then scores, and shows a table for each metric."""
    from mondegreen.cli import options
    from mondegreen.dropin.kaldi.scripts import DieError
    from mondegreen.errors import ScoreError

    metrics, write, task = chosen(args), options.tables_writer(args), planned(args)
    check(task, strict=args.strict)
    try:
        scored(task, args)
        blocks = [*tables(task, args), *measured(task, metrics, args)]
    except DieError as error:
        raise ScoreError(error.what.removeprefix("run.pl: ")) from error
    finally:
        for note in task.notes:
            warn(note)
        for fault in task.faults if not args.strict else ():
            warn(f"{fault}; what follows it was not scored")
    write([], blocks)
    return 0


def chosen(args: Namespace) -> list[Metric]:
    """The metrics besides Kaldi's own."""
    from mondegreen.cli.measuring import asked
    from mondegreen.measure import chosen

    return chosen(asked(args.metrics or ()))


def planned(args: Namespace) -> Scoring:
    """What is to be done, once the options make sense and all files are there."""
    from pathlib import Path

    from mondegreen.cli.options import refuse_idle, refuse_less
    from mondegreen.dropin.kaldi.hypotheses import all_settings
    from mondegreen.dropin.kaldi.scoring import Scoring
    from mondegreen.errors import ScoreError

    words = f"{args.lang}/words.txt"
    for path in (words, f"{args.data}/text", f"{args.data}/utt2spk", f"{args.decode}/lat.1.gz"):
        if not Path(path).is_file():
            raise ScoreError("there is no such file", path=path)
    refuse_less(args, 1, "min_lmwt")
    if not args.mbr:
        refuse_idle(args, {"beam": None}, "is for --mbr")
    if args.beam is not None and not args.beam >= 0:
        raise ScoreError(f"--beam is {args.beam:g}; give 0 or more")
    settings = list(all_settings(range(args.min_lmwt, args.max_lmwt + 1), args.word_ins_penalty))
    if not settings:
        raise ScoreError("no setting is left: give a --max-lmwt that is not below --min-lmwt, and a penalty")
    for penalty in {setting.penalty for setting in settings}:
        if not is_number(penalty):
            raise ScoreError(f"--word-ins-penalty: {penalty} is not a number")
    task = Scoring(args.data, words, args.decode, settings)
    task.strict, task.one_alignment = args.strict, args.one_alignment
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


def scored(task: Scoring, args: Namespace) -> None:
    """Leaves all files."""
    from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS
    from mondegreen.progress import progress

    task.filter_reference()
    wanted = len(keys_of(task.reference()))
    with progress("searching lattices", wanted) as told:
        task.hear(beam=(BEAM if args.beam is None else args.beam) if args.mbr else None, told=told)
    missing(task, strict=args.strict)
    units = [WORDS, CHARACTERS] if args.characters else [WORDS]
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


def tables(task: Scoring, args: Namespace) -> Iterator[Block]:
    """Kaldi's own rates."""
    from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS

    yield table(task, WORDS)
    if args.characters:
        yield table(task, CHARACTERS)


def table(task: Scoring, unit: Unit) -> Block:
    """The rates that were left in files, and the best of them, which is Kaldi's choice among equals."""
    from mondegreen.dropin.kaldi.best_wer import RATE
    from mondegreen.dropin.kaldi.perl import numeric
    from mondegreen.dropin.kaldi.recipe import load
    from mondegreen.report.grid import grid

    values: dict[tuple[int, str], float] = {}
    for setting in task.settings:
        found = RATE.search(os.fsdecode(load(task.result(setting, unit))))
        values[setting.weight, setting.penalty] = numeric(found[1]) if found else float("nan")
    line = os.fsdecode(load(f"{task.home}/best_{unit.name}")).strip()
    _, weight, penalty = f"_0_{line}".rsplit("_", 2)
    best = next(
        (setting for setting in task.settings if (str(setting.weight), setting.penalty) == (weight, penalty)), None
    )
    return grid(unit.name, f"{unit.name.upper()} of {task.decode}", values, best, line)


def measured(task: Scoring, metrics: Sequence[Metric], args: Namespace) -> Iterator[Block]:
    """Other metrics, over the utterances that have a hypothesis."""
    from mondegreen import pipeline
    from mondegreen.batch import Settings
    from mondegreen.cli import outside
    from mondegreen.pairs import Join, pair
    from mondegreen.progress import progress
    from mondegreen.read import read
    from mondegreen.report.grid import best_of, grid

    settings = Settings(resources=outside.resources(args))
    values: list[dict[tuple[int, str], float]] = [{} for _ in metrics]
    if not metrics:
        return
    reference = read(task.reference(), "kaldi")
    with progress("other metrics", len(task.settings)) as told:
        for setting in task.settings:
            pairs = pair(reference, read(task.hypothesis(setting), "kaldi"), Join(missing="skip"))
            scores = pipeline.run(pairs, metrics, settings).scores
            for column, score in zip(values, scores.values(), strict=True):
                column[setting.weight, setting.penalty] = score.value
            told(1)
    for metric, column in zip(metrics, values, strict=True):
        best = best_of(column, higher=metric.better == "higher")
        note = f"best: {column[best]:.2f} at weight {best[0]} and penalty {best[1]}" if best else ""
        yield grid(metric.label, f"{metric.label} of {task.decode}", column, best, note)
