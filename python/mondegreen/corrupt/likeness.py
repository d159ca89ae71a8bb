"""Where the errors of a system are learned from: a saved run, a file that holds both sides, two files, or a dtl."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from mondegreen.corrupt.profile import Profile, measured
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# sclite's detailed report: how it begins, its lists, and a line of them.
TITLE = "DETAILED OVERALL REPORT FOR THE SYSTEM:"
LIST = re.compile(r"(CONFUSION PAIRS|INSERTIONS|DELETIONS)\s+Total\s+\(\d+\)")
ENTRY = re.compile(r"\s*\d+:\s+(\d+)\s+->\s+(.*\S)")
END = re.compile(r"\s+-+$")
WORDS = re.compile(r"Ref\. words\s+=\s+\(\s*(\d+)\)")
BETWEEN = " ==> "


def learned(places: Sequence[str], threads: int | None = None) -> Profile:
    """The profile of the system that one or two names stand for."""
    from mondegreen.aggregate.saved import is_saved

    if len(places) == 1 and is_saved(places[0]):
        return of_run(places[0], threads)
    if len(places) == 1 and is_dtl(places[0]):
        return of_dtl(places[0])
    return of_files(places, threads)


def of_run(folder: str, threads: int | None) -> Profile:
    """The errors of a run that was saved."""
    from mondegreen.aggregate.run import Run

    run = Run.load(folder)
    sides: tuple[list[str], list[str]] = ([], [])
    for batch in run.batches():
        for side, words in zip(sides, batch.tokens(), strict=True):
            side.extend(" ".join(each) for each in words)
    return sound(measured(*sides, run.name, threads), folder)


def of_files(places: Sequence[str], threads: int | None) -> Profile:
    """The errors of a hypothesis against its reference."""
    from mondegreen.formats import read
    from mondegreen.formats.both import as_hypothesis, as_reference, split_sides
    from mondegreen.pairs import pair

    if len(places) == 2:
        reference, hypothesis = as_reference(read(places[0])), as_hypothesis(read(places[1]))
    else:
        reference, (hypothesis, *_) = split_sides(read(places[0]))
    found = pair(reference, hypothesis)
    return sound(measured(found.references, found.hypotheses, hypothesis.name, threads), places[-1])


def is_dtl(place: str) -> bool:
    """Whether a file is a detailed report of sclite's."""
    try:
        lines = load_lines(place, "latin-1")
    except ScoreError:
        return False  # a folder; who reads it says what is wrong
    return bool(lines) and lines[0].startswith(TITLE)


def of_dtl(place: str) -> Profile:
    """The errors that a detailed report lists. How often each word was said, and bursts, it does not tell."""
    confusions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    lost: Counter[str] = Counter()
    added: Counter[str] = Counter()
    lines = text_of(place)
    said = next((int(found[1]) for found in map(WORDS.match, lines) if found), 0)
    for kind, number, count, entry in entries(lines):
        if kind == "CONFUSION PAIRS":
            word, between, heard = entry.partition(BETWEEN)
            if not between:
                raise ScoreError(f'expected WORD{BETWEEN}WORD, found "{entry}"', path=place, line=number)
            confusions[word.lower()][heard.lower()] += count
        else:
            (lost if kind == "DELETIONS" else added)[entry.lower()] += count
    if not said:
        raise ScoreError("this report does not tell how many words were said; was it cut short?", path=place)
    return sound(Profile(place, said, {}, confusions, lost, added), place)


def text_of(place: str) -> Sequence[str]:
    """The lines of a report, which may be in an older encoding than UTF-8."""
    try:
        return load_lines(place)
    except ScoreError:
        return load_lines(place, "latin-1")


def entries(lines: Sequence[str]) -> Iterator[tuple[str, int, int, str]]:
    """The lists' lines: which list, which line, how often, and what."""
    kind = ""
    for number, line in enumerate(lines, 1):
        if heading := LIST.match(line):
            kind = heading[1]
        elif END.match(line):
            kind = ""
        elif kind and (found := ENTRY.match(line)):
            yield kind, number, int(found[1]), found[2]


def sound(profile: Profile, place: str) -> Profile:
    """The profile, if anything can be learned from it."""
    if not profile.words:
        raise ScoreError("nothing can be learned from references without a word", path=place)
    if not profile.rate:
        raise ScoreError("nothing can be learned from a system without errors", path=place)
    return profile
