"""Which hypothesis belongs to which reference: the one of its id, and never the one of its line."""

from __future__ import annotations

from typing import NamedTuple

from mondegreen.dropin.espnet.texts import Table, find_repeated
from mondegreen.errors import ScoreError
from mondegreen.wording import amount, counted, listed

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


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
