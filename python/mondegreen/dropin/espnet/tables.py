"""ESPnet's tables, a line for each utterance, and which hypothesis belongs to which reference.

That is the one of its ID, and never the one of its line.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.read.source import BYTE_ORDER_MARK, decoded, load
from mondegreen.wording import amount, counted, listed


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


class JoinedTexts(NamedTuple):
    """References, the hypothesis of each, and sentences on what did not fit.

    `spelled` holds the keys of hypotheses that are written in another way, with those that they stand for.
    """

    keys: list[str]
    references: list[str]
    hypotheses: list[str]
    notes: tuple[str, ...]
    spelled: Mapping[str, str]


def join_by_id(reference: Table, hypothesis: Table, speakers: Mapping[str, str]) -> JoinedTexts:
    """The pairs in the order of the references; a reference without a hypothesis has an empty one."""
    said, heard = keep_first(reference), keep_first(hypothesis)
    respelled = dict(find_other_spellings(said, heard, speakers))
    missing = [key for key in said if key not in heard and key not in respelled]
    taken = set(respelled.values())
    extra = [key for key in heard if key not in said and key not in taken]
    if said and len(missing) == len(said):
        here, there = listed(list(said)), listed(list(heard)) or "none"
        what = f"has no utterance of {reference.path}; its first are: {there}; and the reference's: {here}"
        raise ScoreError(what, path=hypothesis.path)
    notes = [
        *reference.notes,
        *hypothesis.notes,
        *note_duplicates(reference),
        *note_duplicates(hypothesis),
        *note_unmatched(reference, hypothesis, missing, extra),
    ]
    if respelled:
        shown = listed([f"{theirs} for {ours}" for ours, theirs in respelled.items()])
        notes.append(f"{hypothesis.path}: {counted(respelled)} found under another spelling of the id: {shown}")
    texts = [heard.get(respelled.get(key, key), "") for key in said]
    spelled = {theirs: ours for ours, theirs in respelled.items()}
    return JoinedTexts(list(said), list(said.values()), texts, tuple(notes), spelled)


def keep_first(table: Table) -> dict[str, str]:
    """The text of each key; of several the first."""
    found = dict(zip(table.keys, table.texts, strict=True))
    if len(found) < len(table.keys):
        found.update(zip(reversed(table.keys), reversed(table.texts), strict=True))
    return found


def note_duplicates(table: Table) -> Iterator[str]:
    """What is said of keys that come again."""
    again = list(find_repeated(table.keys))
    if again:
        yield f"{table.path}: {counted(again)} under an id that an earlier one bears, left out: {listed(again)}"


def note_unmatched(reference: Table, hypothesis: Table, missing: list[str], extra: list[str]) -> Iterator[str]:
    """What is said of keys that only one side has."""
    if missing:
        yield f"{hypothesis.path}: {counted(missing)} of {reference.path} not here, scored as empty: {listed(missing)}"
    if extra:
        yield f"{hypothesis.path}: {counted(extra)} not in {reference.path}, left out: {listed(extra)}"


def find_other_spellings(
    said: Mapping[str, str], heard: Mapping[str, str], speakers: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """References and the hypotheses whose ids differ from theirs by case or by the speaker before it, and by no more.

    Nothing is guessed: what might belong to two is left alone.
    """
    wanted = [key for key in said if key not in heard]
    left = [key for key in heard if key not in said]
    if not wanted or not left:
        return
    by_form: dict[str, set[str]] = {}
    for key in wanted:
        for form in list_spellings(key, speakers.get(key, "")):
            by_form.setdefault(form, set()).add(key)
    claims: dict[str, list[str]] = {}
    for key in left:
        owners = by_form.get(key.lower(), set())
        if len(owners) == 1:
            claims.setdefault(next(iter(owners)), []).append(key)
    yield from ((ours, theirs[0]) for ours, theirs in claims.items() if len(theirs) == 1)


def list_spellings(key: str, speaker: str) -> Iterator[str]:
    """How else an id may be written, in small letters."""
    yield key.lower()
    if speaker:
        for mark in "-_":
            prefix = f"{speaker}{mark}"
            yield f"{prefix}{key}".lower()
            if key.startswith(prefix):
                yield key.removeprefix(prefix).lower()


def note_similar_ids(ids: list[str]) -> Iterator[str]:
    """A sentence on ids that differ by case alone, which sclite would take for one."""
    folded: dict[str, str] = {}
    pairs = [f"{folded[key.lower()]} and {key}" for key in ids if folded.setdefault(key.lower(), key) != key]
    if pairs:
        yield f"{amount(len(pairs), 'pair')} of ids differ by case alone, scored as two each: {listed(pairs)}"
