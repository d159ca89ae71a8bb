"""Lists in any of their forms, one utterance at a time."""

from __future__ import annotations

from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.io.source import STDIN
from mondegreen.nbest.stream import first_line
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.nbest.lists import NBest, Reader

FORMS = ("kaldi", "jsonl", "espnet", "lattice", "systems")


class Chained:
    """Lists of several sources, one behind the other."""

    def __init__(self, parts: Sequence[Reader]) -> None:
        self.parts = parts
        self.name = parts[0].name if len(parts) == 1 else f"{len(parts)} files of lists"

    @property
    def notes(self) -> list[str]:
        """What all of them have to say."""
        return [note for part in self.parts for note in part.notes]

    def __iter__(self) -> Iterator[NBest]:
        seen: set[str] = set()
        for part in self.parts:
            for each in part:
                if each.key in seen:
                    raise ScoreError("has a list in another file too", path=part.name, key=each.key)
                seen.add(each.key)
                yield each


def read(
    sources: str | Sequence[str],
    form: str | None = None,
    *,
    words: str | None = None,
    costs: Mapping[str, str] | None = None,
    count: int | None = None,
    weight: float = 1.0,
    format: str | None = None,
    encoding: str = "utf-8",
) -> Reader:
    """The lists of these files, in the form of that name, or else the one that the files look like.

    Forms are "kaldi" (keys `utterance-N`, with files of `costs` by name), "jsonl", "espnet" (folders with
    `1best_recog`), "lattice" (with their table of `words`; the best `count` paths under the language model's
    `weight`), and "systems": single-best files of a `format`, of which each gives a hypothesis.
    """
    paths = [sources] if isinstance(sources, str) else list(sources)
    chosen = form or guessed(paths, words, encoding)
    if chosen not in FORMS:
        raise ScoreError(f'the form of lists is "{chosen}"; choose from {", ".join(FORMS)}')
    if not isfinite(weight):
        raise ScoreError(f"the weight of the language model, by which paths are ranked, is {weight}; give a number")
    if costs and (chosen != "kaldi" or len(paths) != 1):
        raise ScoreError("files of costs belong to one file of Kaldi's n-best lists")
    return readers(chosen, paths, words, costs or {}, count, weight, format, encoding)


def readers(
    form: str,
    paths: Sequence[str],
    words: str | None,
    costs: Mapping[str, str],
    count: int | None,
    weight: float,
    format: str | None,
    encoding: str,
) -> Reader:
    """The reader of a form; others are not imported."""
    if form == "lattice":
        from mondegreen.nbest.lattices import LatticeLists

        if words is None:
            raise ScoreError("lattices need their table of words, words.txt", path=paths[0])
        return LatticeLists(paths, words, count, weight)
    if form == "systems":
        from mondegreen.nbest.systems import SystemLists

        return SystemLists(paths, format, encoding)
    if form == "espnet":
        from mondegreen.nbest.espnet import EspnetLists, outputs

        return Chained([EspnetLists(output, encoding) for path in paths for output in outputs(path)])
    if form == "jsonl":
        from mondegreen.nbest.jsonl import JsonLists

        return Chained([JsonLists(path, encoding) for path in paths])
    from mondegreen.nbest.kaldi import KaldiLists

    return Chained([KaldiLists(path, costs, encoding) for path in paths])


def guessed(paths: Sequence[str], words: str | None, encoding: str) -> str:
    """The form that files look like; standard input and pipes, which can be read but once, are not looked at."""
    if words is not None:
        return "lattice"
    if any(Path(path).is_dir() for path in paths):
        return "espnet"
    first = first_line(paths[0], encoding) if paths[0] != STDIN and Path(paths[0]).is_file() else ""
    if first.lstrip().startswith("{") and (len(paths) == 1 or '"nbest"' in first):
        return "jsonl"
    return "kaldi" if len(paths) == 1 else "systems"


def watched(lists: Iterable[NBest], total: int | None = None) -> Iterator[NBest]:
    """The same lists; who waits sees how far the work on them is."""
    with progress("lists", total) as advance:
        for each in lists:
            yield each
            advance(1)


def blocks(lists: Iterable[NBest], size: int) -> Iterator[list[NBest]]:
    """Lists until they hold so many texts: what is looked up in models is asked for much at a time."""
    held: list[NBest] = []
    total = 0
    for each in lists:
        held.append(each)
        total += len(each.texts)
        if total >= size:
            yield held
            held, total = [], 0
    if held:
        yield held
