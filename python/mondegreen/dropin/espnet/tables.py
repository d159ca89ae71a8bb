"""ESPnet's tables, a line for each utterance, and which hypothesis belongs to which reference.

That is the one of its ID, and never the one of its line.
"""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mondegreen.errors import ScoreError, count_ids, join_ids, pluralize
from mondegreen.io.source import BYTE_ORDER_MARK, decode_text, load_bytes


class Table(NamedTuple):
    """IDs and texts in the order of the file; `notes` report what is unexpected in it."""

    path: str
    utt_ids: list[str]
    texts: list[str]
    notes: tuple[str, ...] = ()


def find_files(directory: str, pattern: str) -> list[str]:
    return sorted(glob.glob(f"{glob.escape(directory)}/{pattern}", recursive=True), key=os.fsencode)


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
    data = load_bytes(path)
    try:
        return decode_text(data, "utf-8", path)
    except ScoreError as error:
        what = f"{error.what.partition(';')[0]}, as ESPnet's files are"
        raise ScoreError(what, path=path, line=error.line) from error


def split_lines(text: str) -> list[str]:
    """The lines as ESPnet parts them, which other line ends of Unicode do not part."""
    plain = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    return plain.removesuffix("\n").split("\n")


def read_fields(path: str) -> list[list[str]]:
    return [line.split() for line in split_lines(read_text(path))]


def gather_table(directory: str, name: str) -> Table:
    """A decode directory's table of that name, or what its jobs wrote of it where they were not yet gathered."""
    path = os.path.join(directory, name)
    if os.path.exists(path):
        return read_table(path)
    parts = find_job_files(directory, name)
    if not parts:
        raise ScoreError("there is no such file, and no job has written one; is decoding done?", path=path)
    if parts == [join_best(directory, name)]:  # decoded at one go
        return read_table(*parts)
    tables = [read_table(part) for part in parts if os.path.getsize(part)]
    rows = sorted(pair for table in tables for pair in zip(table.utt_ids, table.texts, strict=True))
    note = f"{path}: is not there; taken from {len(tables)} of {len(parts)} jobs in {directory}/logdir instead"
    notes = [note, *(note for table in tables for note in table.notes)]
    return Table(path, [utt_id for utt_id, _ in rows], [text for _, text in rows], tuple(notes))


def find_job_files(directory: str, name: str) -> list[str]:
    """The tables of that name that decoding wrote: at one go, or each job its own."""
    whole = join_best(directory, name)
    if os.path.exists(whole):
        return [whole]
    return [path for output in find_job_directories(directory) if os.path.exists(path := join_best(output, name))]


def find_job_directories(directory: str) -> list[str]:
    found = glob.glob(f"{glob.escape(directory)}/logdir/output.*")
    return sorted(found, key=lambda path: (len(path), path))


def join_best(directory: str, name: str) -> str:
    """Where decoding into a directory leaves what it holds best."""
    return os.path.join(directory, "1best_recog", name)


def has_jobs(directory: str) -> bool:
    return any(find_job_files(directory, name) for name in ("text", "text_spk1"))


def has_begun(directory: str) -> bool:
    return bool(find_job_directories(directory) or glob.glob(f"{glob.escape(directory)}/logdir/keys.*.scp"))


def find_repeated(utt_ids: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for utt_id in utt_ids:
        if utt_id in seen:
            yield utt_id
        seen.add(utt_id)


class JoinedTexts(NamedTuple):
    """References, the hypothesis of each, and notes on what did not match.

    `spelled` holds the IDs of hypotheses that are written in another way, with those that they stand for.
    """

    utt_ids: list[str]
    references: list[str]
    hypotheses: list[str]
    notes: tuple[str, ...]
    spelled: Mapping[str, str]


def join_by_id(reference: Table, hypothesis: Table, speakers: Mapping[str, str]) -> JoinedTexts:
    """The pairs in the order of the references; a reference without a hypothesis has an empty one."""
    references, hypotheses = keep_first(reference), keep_first(hypothesis)
    respelled = dict(find_other_spellings(references, hypotheses, speakers))
    missing = [utt_id for utt_id in references if utt_id not in hypotheses and utt_id not in respelled]
    taken = set(respelled.values())
    extra = [utt_id for utt_id in hypotheses if utt_id not in references and utt_id not in taken]
    if references and len(missing) == len(references):
        here, there = join_ids(list(references)), join_ids(list(hypotheses)) or "none"
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
        shown = join_ids([f"{theirs} for {ours}" for ours, theirs in respelled.items()])
        notes.append(f"{hypothesis.path}: {count_ids(respelled)} found under another spelling of the id: {shown}")
    texts = [hypotheses.get(respelled.get(utt_id, utt_id), "") for utt_id in references]
    spelled = {theirs: ours for ours, theirs in respelled.items()}
    return JoinedTexts(list(references), list(references.values()), texts, tuple(notes), spelled)


def keep_first(table: Table) -> dict[str, str]:
    """The text of each key; of several the first."""
    found: dict[str, str] = {}
    for utt_id, text in zip(table.utt_ids, table.texts, strict=True):
        found.setdefault(utt_id, text)
    return found


def note_duplicates(table: Table) -> Iterator[str]:
    again = list(find_repeated(table.utt_ids))
    if again:
        yield f"{table.path}: {count_ids(again)} with a duplicate ID, skipped: {join_ids(again)}"


def note_unmatched(reference: Table, hypothesis: Table, missing: list[str], extra: list[str]) -> Iterator[str]:
    if missing:
        what = f"{count_ids(missing)} of {reference.path} not here, scored as empty"
        yield f"{hypothesis.path}: {what}: {join_ids(missing)}"
    if extra:
        yield f"{hypothesis.path}: {count_ids(extra)} not in {reference.path}, skipped: {join_ids(extra)}"


def find_other_spellings(
    references: Mapping[str, str], hypotheses: Mapping[str, str], speakers: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """References and the hypotheses whose IDs differ from theirs by case or by the speaker before it, and by no more.

    Nothing is guessed: what might belong to two is left alone.
    """
    wanted = [utt_id for utt_id in references if utt_id not in hypotheses]
    left = [utt_id for utt_id in hypotheses if utt_id not in references]
    if not wanted or not left:
        return
    by_form: dict[str, set[str]] = {}
    for utt_id in wanted:
        for form in list_spellings(utt_id, speakers.get(utt_id, "")):
            by_form.setdefault(form, set()).add(utt_id)
    claims: dict[str, list[str]] = {}
    for utt_id in left:
        owners = by_form.get(utt_id.lower(), set())
        if len(owners) == 1:
            claims.setdefault(next(iter(owners)), []).append(utt_id)
    yield from ((ours, theirs[0]) for ours, theirs in claims.items() if len(theirs) == 1)


def list_spellings(utt_id: str, speaker: str) -> Iterator[str]:
    """How else an ID may be written, in lower case."""
    yield utt_id.lower()
    if speaker:
        for mark in "-_":
            prefix = f"{speaker}{mark}"
            yield f"{prefix}{utt_id}".lower()
            if utt_id.startswith(prefix):
                yield utt_id.removeprefix(prefix).lower()


def note_similar_ids(ids: list[str]) -> Iterator[str]:
    """A sentence on IDs that differ by case alone, which sclite would take for one."""
    folded: dict[str, str] = {}
    pairs = [
        f"{folded[utt_id.lower()]} and {utt_id}"
        for utt_id in ids
        if folded.setdefault(utt_id.lower(), utt_id) != utt_id
    ]
    if pairs:
        yield f"{pluralize(len(pairs), 'pair')} of ids differ by case alone, scored as two each: {join_ids(pairs)}"
