"""Every utterance with what each system made of it: as data for the script, and as text for those without one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, repeat
from typing import Any, NamedTuple

from mondegreen.render.sidebyside import LEFTWARD, make_visible
from mondegreen.render.text import make_printable
from mondegreen.reports import View
from mondegreen.reports.alignments import iterate_pairs
from mondegreen.reports.blocks import AlignedPair
from mondegreen.reports.caption import short_names
from mondegreen.results.run import Run

Scores = Mapping[str, Sequence[Sequence["float | None"]]]

PLACES = 4
# A match whose two words are not written alike, such as those that differ in case alone.
ODD_MATCH = "c"


class Part(NamedTuple):
    """Neighboring steps of one kind: the letter, and the words of both sides."""

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


def align_systems(runs: Sequence[Run], view: View) -> Iterator[tuple[AlignedPair, ...]]:
    """Of each utterance the aligned pairs of all systems."""
    return zip(*(iterate_pairs(run, view, ()) for run in runs), strict=True)


def utterance_scores(runs: Sequence[Run]) -> Scores:
    return {label: [run.scores[label].values() for run in runs] for label in runs[0].scores}


def page_data(runs: Sequence[Run], by: str | None, found: Scores) -> dict[str, Any]:
    """What the script needs to sort, filter and show, but the utterances themselves."""
    return {
        "systems": [make_printable(name) for name in short_names(runs)],
        "metrics": list(map(make_printable, found)),
        "scores": [[list(map(round_scores, each)) for each in systems] for systems in found.values()],
        "groups": [] if by is None else [make_printable(value) for value in find_column(runs, by)],
    }


def find_column(runs: Sequence[Run], by: str) -> Sequence[str]:
    """What a field says of each utterance, by the first run that has it."""
    return next((run for run in runs if by in run.pairs.fields), runs[0]).pairs.column(by)


def round_scores(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)


def utterance_record(these: tuple[AlignedPair, ...]) -> dict[str, Any]:
    """One utterance: its reference, and the alignments of all systems with it."""
    reference = spoken_texts(these[0])
    systems = [system_record(each, own=spoken_texts(each) != reference) for each in these]
    return {
        "key": make_printable(these[0].key),
        "rtl": is_leftward(these[0]),
        "said": system_texts(reference),
        "systems": systems,
    }


def system_record(pair: AlignedPair, *, own: bool) -> dict[str, Any]:
    """One alignment: its steps, the words that are not those of the reference, and of errors what they weigh.

    Where another tokenizer cut the reference, it has `own` words for it.
    """
    steps = "".join(step_letters(pair))
    heard = [word for word, step in zip(pair.hypotheses, steps, strict=True) if step not in "CD"]
    found: dict[str, Any] = {"steps": steps, "heard": system_texts(heard)}
    if pair.weights:
        wrong = [index for index, step in enumerate(pair.steps) if step != "C"]
        found["weights"] = [round_scores(pair.weights[index]) for index in wrong]
        found["cosines"] = [round_scores(pair.cosines[index]) for index in wrong]
    return found | ({"said": system_texts(spoken_texts(pair))} if own else {})


def step_letters(pair: AlignedPair) -> Iterator[str]:
    """The steps, in which a match of words that are not written alike is known."""
    for reference, hypothesis, step in pair.iterate_steps():
        yield ODD_MATCH if step == "C" and reference != hypothesis else step


def spoken_texts(pair: AlignedPair) -> list[str]:
    return [word for word, step in zip(pair.references, pair.steps, strict=True) if step != "I"]


def system_texts(words: Iterable[str]) -> list[str]:
    return [make_visible(word)[0] for word in words]


def is_leftward(pair: AlignedPair) -> bool:
    """Whether the utterance is read from right to left: as its first letter that has a direction is."""
    for word in (*pair.references, *pair.hypotheses):
        if word.isascii() and any(map(str.isalpha, word)):
            return False
        for direction in map(unicodedata.bidirectional, word):
            if direction in LEFTWARD or direction == "L":
                return direction != "L"
    return False


def list_utterances(
    runs: Sequence[Run], by: str | None, every: Iterable[tuple[AlignedPair, ...]]
) -> Iterator[Utterance]:
    names = [make_printable(name) for name in short_names(runs)]
    fields = repeat("") if by is None else map(make_printable, find_column(runs, by))
    for these, field in zip(every, fields, strict=False):
        systems = [(name, list(split_parts(pair))) for name, pair in zip(names, these, strict=True)]
        direction = "rtl" if is_leftward(these[0]) else "ltr"
        yield Utterance(
            make_printable(these[0].key), field, direction, " ".join(system_texts(spoken_texts(these[0]))), systems
        )


def split_parts(pair: AlignedPair) -> Iterator[Part]:
    """The steps of an alignment, neighbors of one kind together."""
    at = 0
    for step, neighbors in groupby(pair.steps):
        end = at + sum(1 for _ in neighbors)
        sides = (" ".join(system_texts(filter(None, side[at:end]))) for side in (pair.references, pair.hypotheses))
        yield Part(step, *sides)
        at = end
