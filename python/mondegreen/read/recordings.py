"""Files that are parts of one side: a recording each, by the file's name, or utterances that no other file has."""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from os.path import commonprefix
from pathlib import Path

from mondegreen.corpus import Corpus
from mondegreen.read import format_and_place, shards
from mondegreen.read.folder import joined, stem
from mondegreen.read.ids import id_format
from mondegreen.read.openlines import Lines, Opened, shared
from mondegreen.read.reading import Side
from mondegreen.wording import amount


def by_name(side: Side, found: Opened, other: Opened, opened: Callable[[Side], Opened]) -> Opened:
    """The files of a pattern as recordings by their names, if the other side has those names and they have no IDs."""
    place = format_and_place(side.path, None)[1]
    if not shards.is_pattern(place) or is_keyed(found):
        return found
    files = [replace(side, path=file) for file in shards.files(place)]
    whole = recordings(other, [opened(each) for each in files], files)
    if whole is not None and whole.keyed:
        return replace(whole, name=found.name)
    if len(files) == 1 or are_numbered([each.path for each in files]):
        return found
    note = f"{found.name} has no utterance IDs, and is read in the order of its file names (--pair-by id)"
    return replace(found, notes=(*found.notes, note))


def recordings(reference: Opened, hypotheses: Sequence[Opened], given: Sequence[Side]) -> Corpus | None:
    """One corpus of files that are parts of one system's: a recording each, by its name, or utterances of their own."""
    places = [format_and_place(side.path, None)[1] for side in given]
    if not all(map(os.path.isfile, places)):
        return None
    known = ids_of(reference)
    stems = [stem(Path(place)) for place in places]
    fit = shared(set(stems), known)
    if not fit and len(hypotheses) == 1:
        return None
    own = [known & (ids_of(each) if is_keyed(each) else set()) for each in hypotheses]
    keyed = any(isinstance(each, Corpus) and each.keyed and len(each) for each in hypotheses)
    if not keyed and fit > len(set().union(*own)) and 2 * fit >= len(stems):
        parts = [each.corpus("lines") if isinstance(each, Lines) else each for each in hypotheses]
        how = "by their names, each the text of a recording"
    else:
        if len(own) < 2 or not all(own) or len(set().union(*own)) < sum(map(len, own)):
            return None
        parts = [
            each.corpus(id_format(each.lines) or "kaldi") if isinstance(each, Lines) else each for each in hypotheses
        ]
        how = "since no utterance is in two of them"
    name = common_name(places)
    note = f"{amount(len(places), 'file')} are read as one system, {name}, {how}" if len(places) > 1 else ""
    if len(places) == 1:
        note = f"{name} is read as the text of the recording {stems[0]}, as it is named"
    return joined(name, [(Path(place), part) for place, part in zip(places, parts, strict=True)], note)


def is_keyed(side: Opened) -> bool:
    """Whether a file has IDs, whatever the other side is."""
    return id_format(side.lines) is not None if isinstance(side, Lines) else side.keyed


def ids_of(side: Opened) -> set[str]:
    """All that may name an utterance or a recording."""
    if isinstance(side, Lines):
        return {each for ids in side.ids().values() for each in ids}
    return {*side.keys, *side.fields.get("recording", ())} if side.keyed else set()


def common_name(names: Sequence[str]) -> str:
    """What stands for all names: what they begin and end with, around a star."""
    if len(names) == 1:
        return names[0]
    start, end = common_ends(names)
    return f"{start}*{end}"


def common_ends(names: Sequence[str]) -> tuple[str, str]:
    """What all names begin and end with."""
    start = commonprefix(list(names))  # noqa: RUF071 - of letters, not of directories
    rests = [name[len(start) :][::-1] for name in names]
    return start, commonprefix(rests)[::-1]  # noqa: RUF071 - as above


def are_numbered(names: Sequence[str]) -> bool:
    """Whether names differ by one number alone that counts them, which gives their order."""
    start, end = common_ends(names)
    numbers = [name[len(start) : len(name) - len(end)] for name in names]
    if not all(each.isdecimal() for each in numbers):
        return False
    counted = sorted(map(int, numbers))
    return counted == list(range(counted[0], counted[0] + len(counted)))
