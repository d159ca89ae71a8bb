"""Scoring of a decode directory with a table of all settings, and what of it may be wrong before it is scored.

These are what `mondegreen kaldi score` and `mondegreen kaldi doctor` do.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from typing import NamedTuple

from mondegreen._core import LatticeArchive, TransitionModel
from mondegreen.batch import Settings
from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes
from mondegreen.dropin.kaldi.kaldi_io import is_gzip
from mondegreen.dropin.kaldi.scoring import CHARACTERS, WORDS, Scoring, Setting, Unit, iterate_settings, read_words
from mondegreen.dropin.kaldi.scripts import DieError, read_file
from mondegreen.dropin.kaldi.text_programs import ALIGN_TEXT_TIES, COMPUTE_WER_TIES
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats import read
from mondegreen.metrics.base import Metric
from mondegreen.pairs import Join, pair
from mondegreen.progress import progress
from mondegreen.reports.blocks import Column, Table
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
    beam: float | None,
    characters: bool,
    metrics: Sequence[Metric],
    metric_settings: Settings,
    strict: bool,
    one_alignment: bool,
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


# Frames come every 10 ms, unless a recipe keeps one of several.
FRAMES_PER_SECOND = 100
# How far a length may be from what the times of segments say.
TOLERANCE = 0.2


class Finding(NamedTuple):
    """What was looked at, whether it is well, and what was found."""

    what: str
    is_well: bool
    detail: str


class Lattices:
    """What the lattices of a decode directory hold."""

    def __init__(self) -> None:
        self.files: dict[bytes, str] = {}
        self.twice: list[str] = []
        self.empty: list[str] = []
        self.damaged: list[str] = []
        self.frames: dict[bytes, int] = {}
        self.words: set[int] = set()
        self.ids: set[int] = set()

    def read(self, path: str) -> None:
        """Read a file, as far as it can be read."""
        if not is_gzip(path):
            self.damaged.append(f"{path}: it is no gzip file")
            return
        try:
            for key, lattice in LatticeArchive.open(path):
                if key in self.files:
                    both = " and ".join(dict.fromkeys([self.files[key], path]))
                    self.twice.append(f"{decode_bytes(key)} ({both})")
                self.files.setdefault(key, path)
                best = lattice.best_path().only_path()
                if best is None:
                    self.empty.append(decode_bytes(key))
                    continue
                self.frames[key] = len(best[1])
                self.words |= lattice.words()
                self.ids.update(best[1])
        except (ValueError, OSError) as error:
            self.damaged.append(str(error))


def examine(decode: str, data: str | None, lang: str | None) -> Iterator[Finding]:
    """Yield what was found in a decode directory, and in the data and the lang directory that go with it."""
    if not Path(decode).is_dir():
        raise ScoreError("there is no such directory", path=decode)
    files = sorted(map(str, Path(decode).glob("lat.*.gz")), key=os.fsencode)
    lattices = Lattices()
    with progress("reading lattices", len(files)) as advance:
        for file in files:
            lattices.read(file)
            advance(1)
    yield examine_jobs(decode, files)
    yield make_finding("archives", lattices.damaged, f"{len(lattices.files)} lattices in {len(files)} files")
    yield make_finding("duplicates", lattices.twice, "no utterance has two lattices")
    yield make_finding("paths", lattices.empty, "every lattice has a path to an end")
    if data is not None:
        yield examine_ids(lattices, data)
    if lang is not None:
        yield examine_words(lattices, lang)
    yield examine_model(lattices, decode)
    if data is not None:
        yield from examine_frames(lattices, decode, data)


def make_table(decode: str, findings: Sequence[Finding]) -> Table:
    """Return a table of what was found."""
    rows = [(finding.what, "ok" if finding.is_well else "wrong", finding.detail) for finding in findings]
    columns = [Column("checked", "checked"), Column("result", "result"), Column("detail", "detail")]
    return Table("doctor", f"Check of {decode}", columns, rows)


def make_finding(what: str, faults: list[str], well: str) -> Finding:
    return Finding(what, not faults, f"{len(faults)}: {join_ids(faults)}" if faults else well)


def examine_jobs(decode: str, files: list[str]) -> Finding:
    """Compare the files with the number of jobs."""
    text = read_file(f"{decode}/num_jobs").strip()
    if not text.isdigit():
        what = f"{decode}/num_jobs is missing; {len(files)} files" if files else "there is no lat.*.gz"
        return Finding("jobs", bool(files), what)
    wanted = [f"{decode}/lat.{number}.gz" for number in range(1, int(text) + 1)]
    missing = [path for path in wanted if path not in files]
    extra = [path for path in files if path not in wanted]
    if missing or extra:
        parts = [f"{name}: {join_ids(paths)}" for name, paths in (("missing", missing), ("extra", extra)) if paths]
        return Finding("jobs", is_well=False, detail=f"of {int(text)} jobs, {'; '.join(parts)}")
    return Finding("jobs", is_well=True, detail=f"{int(text)} of {int(text)}")


def examine_ids(lattices: Lattices, data: str) -> Finding:
    """Compare utterance IDs with those of the reference."""
    path = f"{data}/text"
    if not Path(path).is_file():
        return Finding("utterance IDs", is_well=False, detail=f"{path}: there is no such file")
    wanted = dict.fromkeys(read_utterance_ids(path))
    missing = [decode_bytes(key) for key in wanted if key not in lattices.files]
    foreign = [decode_bytes(key) for key in lattices.files if key not in wanted]
    kinds = ((missing, "without a lattice"), (foreign, "not in the reference"))
    parts = [f"{len(keys)} {what}: {join_ids(keys)}" for keys, what in kinds if keys]
    return Finding("utterance IDs", not parts, "; ".join(parts) or f"all {len(wanted)} of {path} have a lattice")


def examine_words(lattices: Lattices, lang: str) -> Finding:
    """Look up the words of all lattices."""
    path = f"{lang}/words.txt"
    if not Path(path).is_file():
        return Finding("words", is_well=False, detail=f"{path}: there is no such file")
    try:
        symbols = read_words(path)
    except KaldiError as error:
        return Finding("words", is_well=False, detail=str(error))
    unknown = [str(number) for number in sorted(lattices.words - symbols.keys())]
    if unknown:
        what = f"{len(unknown)} numbers of words are not in {path}: {join_ids(unknown)}; is it of another graph?"
        return Finding("words", is_well=False, detail=what)
    return Finding("words", is_well=True, detail=f"all {len(lattices.words)} are in {path}")


def examine_model(lattices: Lattices, decode: str) -> Finding:
    """Look up the transition IDs of best paths in the model, which lies above the decode directory."""
    for path in (f"{decode}/final.mdl", f"{os.path.dirname(os.path.abspath(decode))}/final.mdl"):
        if Path(path).is_file():
            break
    else:
        return Finding("model", is_well=False, detail="no final.mdl in the decode directory or above it; CTM needs one")
    try:
        count = len(TransitionModel(Path(path).read_bytes()))
    except ValueError as error:
        return Finding("model", is_well=False, detail=f"{path}: {error}")
    greatest = max(lattices.ids, default=0)
    if greatest > count:
        what = f"lattices have transition ID {greatest}, {path} only {count}: it is another model"
        return Finding("model", is_well=False, detail=what)
    return Finding("model", is_well=True, detail=f"{path} has all transition IDs")


def examine_frames(lattices: Lattices, decode: str, data: str) -> Iterator[Finding]:
    """Compare the lengths of lattices with segments, of which frame subsampling keeps one frame of several."""
    seconds = read_durations(data)
    known = [key for key in lattices.frames if key in seconds]
    if not known:
        return
    path = Path(os.path.abspath(decode)).parent / "frame_subsampling_factor"
    text = read_file(str(path)).strip()
    factor = int(text) if text.isdigit() and int(text) else 1
    rate = sum(lattices.frames[key] for key in known) / sum(seconds[key] for key in known)
    if abs(rate * factor / FRAMES_PER_SECOND - 1) <= TOLERANCE:
        yield Finding(
            "frames", is_well=True, detail=f"{rate:.1f} a second, with a frame subsampling factor of {factor}"
        )
        return
    likely = max(round(FRAMES_PER_SECOND / rate), 1) if rate else 1
    what = f"{rate:.1f} a second, but {path} says {factor}" if text else f"{rate:.1f} a second, and there is no {path}"
    yield Finding("frames", is_well=False, detail=f"{what}; times of words need a factor of {likely}")


def read_durations(data: str) -> dict[bytes, float]:
    """Read how long utterances are, from segments or utt2dur."""
    durations: dict[bytes, float] = {}
    for name in ("utt2dur", "segments"):
        for line in read_file(f"{data}/{name}").splitlines():
            fields = line.split()
            try:
                numbers = list(map(float, fields[-2:] if name == "segments" else fields[1:2]))
            except ValueError:
                continue
            if len(numbers) == (2 if name == "segments" else 1):
                durations[fields[0]] = numbers[-1] - (numbers[0] if name == "segments" else 0.0)
    return {key: length for key, length in durations.items() if length > 0}
