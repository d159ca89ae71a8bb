"""The sound of each utterance: which file it is in, when it begins and ends there, and short clips to embed.

A directory holds files that are called as utterances or as recordings are; Kaldi's wav.scp names them. The page links
to them by their place beside it, and fetches one only when its button is pressed.
"""

from __future__ import annotations

import io
import os
import wave
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from mondegreen.errors import ScoreError, count_ids, join_ids, warn
from mondegreen.formats.kaldi_files import TO_THE_END, read_boundaries, read_mapping
from mondegreen.limits import check_links
from mondegreen.results.run import Run

# What browsers play; of files that differ in their endings alone the first is taken.
ENDINGS = (".wav", ".flac", ".opus", ".ogg", ".oga", ".mp3", ".m4a", ".aac", ".mp4", ".webm")
PLACES = ("recording", "start", "end")
# Clips up to so many seconds are embedded, and up to so many bytes of them in all; the rest stays linked.
LONGEST, LARGEST = 30.0, 64 << 20


@dataclass(frozen=True, slots=True)
class Files:
    """Audio files by the IDs of their utterances or recordings; of `commands` only a shell knows the sound."""

    paths: Mapping[str, str]
    commands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Clip:
    """A part of a file, in seconds; all of it where it has no end. A file that is not there is named all the same."""

    path: str
    start: float = 0.0
    end: float | None = None


@dataclass
class Audio:
    """The clip of each utterance, as the page's data hold it, and those that are embedded."""

    data: dict[str, Any]
    embedded: dict[int, str] = field(default_factory=dict)
    paths: Sequence[str] = ()

    def serve(self) -> Audio:
        """The same where a server gives each file by its number."""
        return replace(self, data={**self.data, "files": [f"audio/{number}" for number in range(len(self.paths))]})


def add_segments(runs: Sequence[Run], path: str, encoding: str) -> list[Run]:
    """The runs with the recordings and times of a file of segments, where they have none."""
    rows = {row.key: row.fields for row in read_boundaries(path, encoding)}
    lacking = [key for key in runs[0].pairs.keys if key not in rows]
    if len(lacking) == len(runs[0].pairs):
        raise ScoreError(f"no utterance has a segment, among them {join_ids(lacking)}", path=path)
    if lacking:
        warn(f"{path}: {count_ids(lacking)} without a segment: {join_ids(lacking)}")
    found = []
    for run in runs:
        fields = {name: [rows.get(key, {}).get(name, "") for key in run.pairs.keys] for name in PLACES}
        found.append(replace(run, pairs=replace(run.pairs, fields={**fields, **run.pairs.fields})))
    return found


def list_files(place: str, encoding: str = "utf-8") -> Files:
    """The audio files of a directory and those below it, or those that a wav.scp names."""
    path = Path(place)
    if path.is_dir():
        return list_directory(path)
    if not path.exists():
        raise ScoreError("there is no such directory or wav.scp", path=place)
    named = read_mapping(place, encoding)
    for line, target in enumerate(named.values(), 1):
        check_links(target, place, line)
    commands = frozenset(key for key, value in named.items() if value.endswith("|") or "://" in value)
    return Files({key: value for key, value in named.items() if key not in commands}, commands)


def list_directory(path: Path) -> Files:
    found: dict[str, list[Path]] = {}
    for directory, _, names in os.walk(path):
        for name in sorted(names):
            if Path(name).suffix.lower() in ENDINGS:
                found.setdefault(Path(name).stem, []).append(Path(directory, name))
    if not found:
        raise ScoreError(f"it holds no audio file ({' '.join(ENDINGS)})", path=str(path))
    return Files({stem: str(choose_file(stem, files)) for stem, files in found.items()})


def choose_file(stem: str, files: Sequence[Path]) -> Path:
    """One of several files of a name, if they stand in one directory."""
    if len({each.parent for each in files}) > 1:
        what = f'two audio files are called "{stem}", the other is {files[1]}; give a wav.scp that says which is meant'
        raise ScoreError(what, path=str(files[0]))
    return min(files, key=lambda each: ENDINGS.index(each.suffix.lower()))


class Place(NamedTuple):
    """An utterance, and where it lies in which recording, as files say it; "" where that is not known."""

    key: str
    recording: str
    start: str
    end: str


def list_places(runs: Sequence[Run]) -> list[Place]:
    """Where the utterances are, by the first run that knows."""
    run = next((each for each in runs if set(PLACES) <= set(each.pairs.fields)), runs[0])
    columns = (run.pairs.fields.get(name) or [""] * len(run.pairs) for name in PLACES)
    return list(map(Place, run.pairs.keys, *columns))


def find_clip(key: str, recording: str, start: str, end: str, files: Files) -> Clip | None:
    if key in files.paths:
        return Clip(files.paths[key])
    path = files.paths.get(recording) or files.paths.get(Path(recording).stem)
    if not recording or path is None or not start:
        return None
    return Clip(path, float(start), None if end in ("", TO_THE_END) else float(end))


def collect_audio(places: Sequence[Place], source: str, output: str, *, embed: bool, encoding: str) -> Audio:
    """The clips of all utterances, linked from where the page will be, and the short ones embedded if asked for."""
    files = list_files(source, encoding)
    clips = [find_clip(*place, files) for place in places]
    warn_of_missing(places, clips, files, source)
    there = {path: Path(path).is_file() for path in {clip.path for clip in clips if clip}}
    if lost := [path for path, is_there in there.items() if not is_there]:
        warn(f"{len(lost)} audio {'file is' if len(lost) == 1 else 'files are'} not there, such as {sorted(lost)[0]}")
    numbers = {path: index for index, path in enumerate(there)}
    data = {
        "files": [link_file(path, output) for path in there],
        "missing": [numbers[path] for path in lost],
        "index": [-1 if clip is None else numbers[clip.path] for clip in clips],
        "start": [0 if clip is None else round(clip.start, 3) for clip in clips],
        "end": [None if clip is None or clip.end is None else round(clip.end, 3) for clip in clips],
    }
    return Audio(data, embed_clips(clips, source) if embed else {}, tuple(there))


def warn_of_missing(places: Sequence[Place], clips: Sequence[Clip | None], files: Files, place: str) -> None:
    lacking = [each.key for each, clip in zip(places, clips, strict=True) if clip is None]
    if files.commands:
        count = len(files.commands)
        what = "entry is a command or an address" if count == 1 else "entries are commands or addresses"
        warn(f"{place}: {count} {what}, which a page cannot play")
    if lacking and len(lacking) == len(clips) and not files.commands:
        what = f"no utterance has audio, among them {join_ids(lacking)}; the files are {join_ids(sorted(files.paths))}"
        raise ScoreError(f"{what}; --segments says where utterances lie in recordings", path=place)
    if lacking:
        warn(f"{place}: {count_ids(lacking)} without audio: {join_ids(lacking)}")


def link_file(path: str, output: str) -> str:
    """Where a file is, as seen from the page."""
    base = Path.cwd() if output == "-" else Path(output).resolve().parent
    return quote(Path(os.path.relpath(Path(path).resolve(), base)).as_posix())


def embed_clips(clips: Sequence[Clip | None], place: str) -> dict[int, str]:
    """The clips that can be cut out of wav files and are short, as text; a warning counts those that stay links."""
    found: dict[int, str] = {}
    size = 0
    for index, clip in enumerate(clips):
        text = cut_clip(clip) if clip is not None and size < LARGEST else None
        if text is not None:
            found[index] = text
            size += len(text)
    linked = sum(clip is not None for clip in clips) - len(found)
    if linked:
        what = f"no wav of up to {LONGEST:g} s, or beyond {LARGEST >> 20} MB in all"
        warn(f"{place}: {linked} of {len(clips)} clips are linked, not embedded: {what}")
    return found


def cut_clip(clip: Clip) -> str | None:
    """A clip of a wav file in base64, if it is short enough."""
    if not Path(clip.path).is_file():  # a pipe may never give anything
        return None
    try:
        with wave.open(clip.path, "rb") as sound:
            rate, frames = sound.getframerate(), sound.getnframes()
            first = min(frames, round(clip.start * rate))
            last = frames if clip.end is None else min(frames, round(clip.end * rate))
            if not 0 < last - first <= LONGEST * rate:
                return None
            sound.setpos(first)
            samples, shape = sound.readframes(last - first), sound.getparams()
    except (OSError, EOFError, wave.Error):
        return None
    out = io.BytesIO()
    with wave.open(out, "wb") as clipped:
        clipped.setparams(shape)
        clipped.writeframes(samples)
    return b64encode(out.getvalue()).decode("ascii")
