"""Every utterance with what each system made of it: as data for the script, and as text for those without one."""

from __future__ import annotations

import unicodedata
from itertools import groupby, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from mondegreen.report.alignments import aligned
from mondegreen.report.caption import headings
from mondegreen.report.form.sidebyside import LEFTWARD, visible
from mondegreen.report.form.text import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report import View
    from mondegreen.report.blocks import AlignedPair

    Scores = Mapping[str, Sequence[Sequence["float | None"]]]

PLACES = 4
# A match whose two words are not written alike, such as those that differ in case alone.
ODD_MATCH = "c"


class Part(NamedTuple):
    """Neighbouring steps of one kind: the letter, and the words of both sides."""

    step: str
    reference: str
    hypothesis: str


class Utterance(NamedTuple):
    """One utterance as text: what was said, in which direction it is read, and the parts of each system's alignment."""

    key: str
    field: str
    direction: str
    reference: str
    systems: Sequence[tuple[str, Sequence[Part]]]


def pairs(runs: Sequence[Run], view: View) -> Iterator[tuple[AlignedPair, ...]]:
    """Of each utterance the aligned pairs of all systems."""
    return zip(*(aligned(run, view, ()) for run in runs), strict=True)


def scores(runs: Sequence[Run]) -> Scores:
    """By each metric the scores of all utterances, system by system."""
    return {label: [run.scores[label].values() for run in runs] for label in runs[0].scores}


def data(runs: Sequence[Run], by: str | None, found: Scores) -> dict[str, Any]:
    """What the script needs to sort, filter and show, but the utterances themselves."""
    return {
        "systems": [shown(name) for name in headings(runs)],
        "metrics": list(map(shown, found)),
        "scores": [[list(map(rounded, each)) for each in systems] for systems in found.values()],
        "groups": [] if by is None else [shown(value) for value in column(runs, by)],
    }


def column(runs: Sequence[Run], by: str) -> Sequence[str]:
    """What a field says of each utterance, by the first run that has it."""
    return next((run for run in runs if by in run.pairs.fields), runs[0]).pairs.column(by)


def rounded(value: float | None) -> float | None:
    """A number that is as exact as anybody can see."""
    return None if value is None else round(value, PLACES)


def record(these: tuple[AlignedPair, ...]) -> dict[str, Any]:
    """One utterance: its reference, and the alignments of all systems with it."""
    reference = said(these[0])
    systems = [system(each, own=said(each) != reference) for each in these]
    return {"key": shown(these[0].key), "rtl": leftward(these[0]), "said": texts(reference), "systems": systems}


def system(pair: AlignedPair, *, own: bool) -> dict[str, Any]:
    """One alignment: its steps, the words that are not those of the reference, and of errors what they weigh.

    Where another tokeniser cut the reference, it has `own` words for it.
    """
    steps = "".join(letters(pair))
    heard = [word for word, step in zip(pair.hypotheses, steps, strict=True) if step not in "CD"]
    found: dict[str, Any] = {"steps": steps, "heard": texts(heard)}
    if pair.weights:
        wrong = [place for place, step in enumerate(pair.steps) if step != "C"]
        found["weights"] = [rounded(pair.weights[place]) for place in wrong]
        found["cosines"] = [rounded(pair.cosines[place]) for place in wrong]
    return found | ({"said": texts(said(pair))} if own else {})


def letters(pair: AlignedPair) -> Iterator[str]:
    """The steps, in which a match of words that are not written alike is known."""
    for reference, hypothesis, step in zip(pair.references, pair.hypotheses, pair.steps, strict=True):
        yield ODD_MATCH if step == "C" and reference != hypothesis else step


def said(pair: AlignedPair) -> list[str]:
    """The words of the reference."""
    return [word for word, step in zip(pair.references, pair.steps, strict=True) if step != "I"]


def texts(words: Iterable[str]) -> list[str]:
    """Words of which all can be seen."""
    return [visible(word)[0] for word in words]


def leftward(pair: AlignedPair) -> bool:
    """Whether the utterance is read from right to left: as its first letter that has a direction is."""
    for word in (*pair.references, *pair.hypotheses):
        if word.isascii() and any(map(str.isalpha, word)):
            return False
        for direction in map(unicodedata.bidirectional, word):
            if direction in LEFTWARD or direction == "L":
                return direction != "L"
    return False


def listing(runs: Sequence[Run], by: str | None, every: Iterable[tuple[AlignedPair, ...]]) -> Iterator[Utterance]:
    """All utterances as text."""
    names = [shown(name) for name in headings(runs)]
    fields = repeat("") if by is None else map(shown, column(runs, by))
    for these, field in zip(every, fields, strict=False):
        systems = [(name, list(parts(pair))) for name, pair in zip(names, these, strict=True)]
        direction = "rtl" if leftward(these[0]) else "ltr"
        yield Utterance(shown(these[0].key), field, direction, " ".join(texts(said(these[0]))), systems)


def parts(pair: AlignedPair) -> Iterator[Part]:
    """The steps of an alignment, neighbours of one kind together."""
    at = 0
    for step, neighbours in groupby(pair.steps):
        end = at + sum(1 for _ in neighbours)
        sides = (" ".join(texts(filter(None, side[at:end]))) for side in (pair.references, pair.hypotheses))
        yield Part(step, *sides)
        at = end
