"""ESPnet's tables: an utterance and what belongs to it, a line each."""

from __future__ import annotations

import glob
import os
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.read.source import BYTE_ORDER_MARK, decoded, load

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Table(NamedTuple):
    """Keys and texts in the order of the file; `notes` say what is odd about it."""

    path: str
    keys: list[str]
    texts: list[str]
    notes: tuple[str, ...] = ()


def read_table(path: str) -> Table:
    """A table of texts, of which ESPnet takes the words that any Unicode space parts."""
    text = read_text(path)
    rows = [row for row in map(str.split, split_lines(text)) if row]
    if not rows:
        raise ScoreError("the file is empty; did what wrote it end early?", path=path)
    cut = () if text.endswith(("\n", "\r")) else (f"{path}: the last line has no end; was the file cut off?",)
    return Table(path, [row[0] for row in rows], [" ".join(row[1:]) for row in rows], cut)


def read_text(path: str) -> str:
    """The text of a file, which ESPnet writes and reads as UTF-8."""
    data = load(path)
    try:
        return decoded(data, "utf-8", path)
    except ScoreError as error:
        what = f"{error.what.partition(';')[0]}, as ESPnet's files are"
        raise ScoreError(what, path=path, line=error.line) from error


def split_lines(text: str) -> list[str]:
    """The lines as ESPnet parts them, which other line ends of Unicode do not part."""
    plain = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    return plain.removesuffix("\n").split("\n")


def read_fields(path: str) -> list[list[str]]:
    """The fields of each line, such as an utterance and its speaker."""
    return [line.split() for line in split_lines(read_text(path))]


def gather_table(folder: str, name: str) -> Table:
    """A decode folder's table of that name, or what its jobs wrote of it where they were not yet gathered."""
    path = os.path.join(folder, name)
    if os.path.exists(path):
        return read_table(path)
    parts = find_job_files(folder, name)
    if not parts:
        raise ScoreError("there is no such file, and no job has written one; is decoding done?", path=path)
    if parts == [join_best(folder, name)]:  # decoded at one go
        return read_table(*parts)
    tables = [read_table(part) for part in parts if os.path.getsize(part)]
    rows = sorted(pair for table in tables for pair in zip(table.keys, table.texts, strict=True))
    told = f"{path}: is not there; taken from {len(tables)} of {len(parts)} jobs in {folder}/logdir instead"
    notes = [told, *(note for table in tables for note in table.notes)]
    return Table(path, [key for key, _ in rows], [text for _, text in rows], tuple(notes))


def find_job_files(folder: str, name: str) -> list[str]:
    """The tables of that name that decoding wrote: at one go, or each job its own."""
    whole = join_best(folder, name)
    if os.path.exists(whole):
        return [whole]
    return [path for output in find_job_directories(folder) if os.path.exists(path := join_best(output, name))]


def find_job_directories(folder: str) -> list[str]:
    """The folders of decoding jobs, by their numbers."""
    found = glob.glob(f"{glob.escape(folder)}/logdir/output.*")
    return sorted(found, key=lambda path: (len(path), path))


def join_best(folder: str, name: str) -> str:
    """Where decoding into a folder leaves what it holds best."""
    return os.path.join(folder, "1best_recog", name)


def has_jobs(folder: str) -> bool:
    """Whether decoding wrote texts there."""
    return any(find_job_files(folder, name) for name in ("text", "text_spk1"))


def has_begun(folder: str) -> bool:
    """Whether jobs of decoding were at work there."""
    return bool(find_job_directories(folder) or glob.glob(f"{glob.escape(folder)}/logdir/keys.*.scp"))


def find_repeated(keys: Iterable[str]) -> Iterator[str]:
    """Each key that was seen before."""
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            yield key
        seen.add(key)
