"""Scoring of a decode directory with a table of all settings: what `mondegreen kaldi score` does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from pathlib import Path

from mondegreen.batch import Settings
from mondegreen.dropin.kaldi.kaldi_io import is_gzip
from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS, Scoring, Setting, Unit, iterate_settings
from mondegreen.dropin.kaldi.scripts import DieError, read_file
from mondegreen.dropin.kaldi.text_programs import ALIGN_TEXT_TIES, COMPUTE_WER_TIES
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import read
from mondegreen.metrics.base import Metric
from mondegreen.pairs import Join, pair
from mondegreen.progress import progress
from mondegreen.reports.blocks import Table
from mondegreen.reports.tuning import find_best, make_grid
from mondegreen.runner import measure_pairs

Warn = Callable[[str], object]


def check_files(data: str, lang: str, decode: str) -> None:
    for path in (f"{lang}/words.txt", f"{data}/text", f"{data}/utt2spk", f"{decode}/lat.1.gz"):
        if not Path(path).is_file():
            raise ScoreError("there is no such file", path=path)


def parse_settings(weights: range, penalties: str) -> list[Setting]:
    settings = list(iterate_settings(weights, penalties))
    if not settings:
        raise ScoreError("no setting is left: give a --max-lmwt that is not below --min-lmwt, and a penalty")
    for penalty in {setting.penalty for setting in settings}:
        if not is_number(penalty):
            raise ScoreError(f"--word-ins-penalty: {penalty} is not a number")
    return settings


def is_number(text: str) -> bool:
    try:
        return isfinite(float(text))
    except ValueError:
        return False


def score_decode(
    data: str,
    lang: str,
    decode: str,
    settings: Sequence[Setting],
    *,
    beam: float | None = None,
    characters: bool = False,
    metrics: Sequence[Metric] = (),
    metric_settings: Settings,
    strict: bool = False,
    one_alignment: bool = False,
    warn: Warn,
) -> list[Table]:
    """Score all settings, leave Kaldi's files, and return a table for each unit and metric.

    A beam asks for minimum Bayes risk; `one_alignment` counts errors as `align-text` does, for those who want the
    details to agree with the rates.
    """
    ties = ALIGN_TEXT_TIES if one_alignment else COMPUTE_WER_TIES
    scoring = Scoring(data, f"{lang}/words.txt", decode, settings, strict=strict, ties=ties)
    check_inputs(scoring, warn)
    units = [WORDS, CHARACTERS] if characters else [WORDS]
    try:
        search(scoring, beam, warn)
        blocks = [score_unit(scoring, unit, warn) for unit in units]
        return [*blocks, *score_metrics(scoring, metrics, metric_settings)]
    except DieError as error:
        raise ScoreError(error.what.removeprefix("run.pl: ")) from error
    finally:
        for note in scoring.notes:
            warn(note)
        for fault in scoring.faults if not strict else ():
            warn(f"{fault}; what follows it was not scored")


def check_inputs(scoring: Scoring, warn: Warn) -> None:
    """Look for missing lattices and duplicate utterances before anything is done."""
    faults: list[tuple[str, str]] = []
    text = f"{scoring.data}/text"
    jobs = read_file(f"{scoring.decode}/num_jobs").strip()
    lattices = [f"{scoring.decode}/lat.{number}.gz" for number in range(1, int(jobs) + 1)] if jobs.isdigit() else []
    faults += [(path, f"it is not there, of {len(lattices)} jobs") for path in lattices if not Path(path).is_file()]
    files = sorted(map(str, Path(scoring.decode).glob("lat.*.gz")))
    faults += [(path, "it is no gzip file: gunzip reads nothing of it") for path in files if not is_gzip(path)]
    seen: set[bytes] = set()
    for utterance in read_utterance_ids(text):
        if utterance in seen:
            faults.append((text, f"utterance {os.fsdecode(utterance)} is there twice"))
        seen.add(utterance)
    if not seen:
        raise ScoreError("it has no utterances", path=text)
    for path, what in faults:
        if scoring.strict:
            raise ScoreError(what, path=path)
        warn(f"{path}: {what}")


def read_utterance_ids(path: str) -> list[bytes]:
    with Path(path).open("rb") as stream:
        return [fields[0] for line in stream if (fields := line.split(None, 1))]


def search(scoring: Scoring, beam: float | None, warn: Warn) -> None:
    """Search the lattices, and report utterances without a hypothesis, whose words are not counted."""
    scoring.filter_reference()
    utterances = read_utterance_ids(scoring.reference_path())
    with progress("searching lattices", len(utterances)) as advance:
        scoring.search(beam=beam, progress=advance)
    found = set(read_utterance_ids(scoring.hypothesis_path(scoring.settings[0])))
    missing = [os.fsdecode(utterance) for utterance in utterances if utterance not in found]
    if len(missing) == len(utterances):
        what = f"no hypothesis is of an utterance of {scoring.data}/text: {join_ids(missing)}"
        raise ScoreError(what, path=scoring.decode)
    if missing:
        what = f"{len(missing)} of {len(utterances)} utterances have no hypothesis: {join_ids(missing)}"
        if scoring.strict:
            raise ScoreError(what, path=scoring.decode)
        warn(f"{what}; their words are not counted")


def score_unit(scoring: Scoring, unit: Unit, warn: Warn) -> Table:
    """Leave the files of a unit, and return a table of its rates, with the best one by Kaldi's choice among equals."""
    if unit is CHARACTERS:
        scoring.write_characters()
    with progress(f"{unit.name} of each setting", len(scoring.settings)) as advance:
        scoring.score(unit, advance)
    best, line = scoring.find_best(unit)
    if best is not None:
        scoring.write_details(best, unit)
        warn_of_edge(best, scoring.settings, unit, warn)
    values = {(one.weight, one.penalty): float(scoring.counts[unit, one].wer) for one in scoring.settings}
    return make_grid(unit.name, f"{unit.name.upper()} of {scoring.decode}", values, best, line.strip())


def warn_of_edge(best: Setting, settings: Sequence[Setting], unit: Unit, warn: Warn) -> None:
    """Warn if no worse weight was tried on one side of the best one, where a better one may be."""
    weights = [setting.weight for setting in settings]
    for edge, side, option in ((max(weights), "largest", "--max-lmwt"), (min(weights), "smallest", "--min-lmwt")):
        if best.weight == edge and len(set(weights)) > 1 and edge > 1:
            what = f"{unit.name.upper()}: the best weight, {edge}, is the {side} that was tried"
            warn(f"{what}; try {'larger' if side == 'largest' else 'smaller'} ones by {option}")


def read_best_setting(decode: str) -> Setting:
    """Return the setting that was best when another decode directory was scored."""
    path = f"{decode}/scoring_kaldi/best_wer"
    fields = os.fsdecode(read_file(path)).split()
    _, weight, penalty = f"__{fields[-1] if fields else ''}".rsplit("_", 2)
    if not (weight.isdigit() and int(weight) and is_number(penalty)):
        raise ScoreError("it does not name the best setting; score that decode directory first", path=path)
    return Setting(int(weight), penalty)


def score_metrics(scoring: Scoring, metrics: Sequence[Metric], settings: Settings) -> Iterator[Table]:
    """Yield tables of other metrics, over the utterances that have a hypothesis."""
    if not metrics:
        return
    values: list[dict[tuple[int, str], float]] = [{} for _ in metrics]
    reference = read(scoring.reference_path(), "kaldi")
    with progress("other metrics", len(scoring.settings)) as advance:
        for setting in scoring.settings:
            pairs = pair(reference, read(scoring.hypothesis_path(setting), "kaldi"), Join(missing="skip"))
            scores = measure_pairs(pairs, metrics, settings).scores
            for column, score in zip(values, scores.values(), strict=True):
                column[setting] = score.value
            advance(1)
    for metric, column in zip(metrics, values, strict=True):
        best = find_best(column, higher=metric.better == "higher")
        note = f"best: {column[best]:.2f} at weight {best[0]} and penalty {best[1]}" if best else ""
        yield make_grid(metric.label, f"{metric.label} of {scoring.decode}", column, best, note)
