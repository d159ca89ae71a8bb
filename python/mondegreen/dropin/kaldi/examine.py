"""What of a decode directory may be wrong before it is scored: what `mondegreen kaldi doctor` says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mondegreen._core import LatticeArchive, TransitionModel
from mondegreen.dropin.kaldi.command import KaldiError, decode_bytes
from mondegreen.dropin.kaldi.kaldi_io import is_gzip
from mondegreen.dropin.kaldi.score_decode import read_utterance_ids
from mondegreen.dropin.kaldi.scoring import read_words
from mondegreen.dropin.kaldi.scripts import read_file
from mondegreen.errors import ScoreError, join_ids
from mondegreen.progress import progress
from mondegreen.reports.blocks import Column, Table

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
