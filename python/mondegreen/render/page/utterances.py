"""Every utterance with what each system made of it: as data for the script, and as text for those without one.

The data are columns, a list for each kind of thing, because a hundred thousand small objects would take a browser far
longer to read. Of a hypothesis only those words are there that are not the reference's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup, escape

from mondegreen.metrics.base import Quantity
from mondegreen.progress import progress
from mondegreen.render.page.head import find_unit, name_metric
from mondegreen.render.page.where import find_column
from mondegreen.render.sidebyside import LEFTWARD, make_visible
from mondegreen.render.text import make_printable
from mondegreen.reports import View, short_names
from mondegreen.reports.alignments import list_steps
from mondegreen.results.run import Run
from mondegreen.tokenization import tokenize_texts

Scores = Mapping[str, Sequence[Sequence["float | None"]]]

PLACES = 4
# A match whose two words are not written alike, such as those that differ in case alone.
ODD_MATCH = "c"
# So many utterances are tokenized at once: all of them would fill memory.
FEW = 512
SPACE = " "


@dataclass(frozen=True, slots=True)
class Aligned:
    """One utterance by one system: both sides' words as they are shown, the letter of each step, and the weights."""

    references: Sequence[str]
    hypotheses: Sequence[str]
    steps: str
    weights: Sequence[float] = ()
    cosines: Sequence[float | None] = ()

    @property
    def heard(self) -> list[str]:
        """The words of the hypothesis that the reference does not have there."""
        words = iter(self.hypotheses)
        found = []
        for step in self.steps:
            if step != "D":
                word = next(words)
                if step != "C":
                    found.append(word)
        return found


@dataclass
class Listed:
    """The utterances as the page holds them: columns of data, and their texts one by one."""

    columns: dict[str, Any] = field(default_factory=dict)
    texts: list[Markup] = field(default_factory=list)


def list_utterances(runs: Sequence[Run], view: View, scores: Scores, fields: Sequence[str]) -> Listed:
    """All utterances of the runs, which have the same IDs."""
    columns = {
        **describe_systems(runs, scores),
        "ids": list(map(make_printable, runs[0].pairs.keys)),
        "fields": [encode_field(name, find_column(runs, name)) for name in fields],
        **list_times(runs),
    }
    return list_aligned(columns, zip(*(align_utterances(run, view) for run in runs), strict=True))


def list_aligned(columns: Mapping[str, Any], every: Iterable[Sequence[Aligned]]) -> Listed:
    """Utterances of which the columns say all but the words: those as each system has aligned them."""
    found, ids, names = Listed(dict(columns)), columns["ids"], columns["systems"]
    said: list[Any] = []
    own: dict[str, Any] = {}
    leftward: list[int] = []
    systems: list[dict[str, list[Any]]] = [{"steps": [], "heard": []} for _ in names]
    weighed: list[dict[int, Any]] = [{} for _ in names]
    for index, these in enumerate(show_progress(every, len(ids))):
        reference = these[0].references
        said.append(join_words(reference))
        if is_leftward([*reference, *these[0].hypotheses]):
            leftward.append(index)
        for number, each in enumerate(these):
            systems[number]["steps"].append(each.steps)
            systems[number]["heard"].append(join_words(each.heard))
            if each.references != reference:
                own[f"{number}.{index}"] = join_words(each.references)
            if each.weights:
                weighed[number][index] = weigh_errors(each)
        direction = "rtl" if leftward and leftward[-1] == index else "ltr"
        found.texts.append(write_utterance(ids[index], direction, names, these))
    found.columns |= {"said": said, "own": own, "leftward": leftward, "heard": systems}
    if any(weighed):
        found.columns["weights"] = weighed
    return found


def show_progress(every: Iterable[Sequence[Aligned]], count: int) -> Iterator[Sequence[Aligned]]:
    """The same, counted on a terminal."""
    with progress("utterances", count) as advance:
        for each in every:
            yield each
            advance(1)


def describe_systems(runs: Sequence[Run], scores: Scores) -> dict[str, Any]:
    """The systems, the metrics and each utterance's scores."""
    metrics = [describe_metric(label, runs[0].scores[label].metric) for label in scores]
    return {
        "systems": list(map(make_printable, short_names(runs))),
        "metrics": metrics,
        "scores": [[list(map(round_score, each)) for each in systems] for systems in scores.values()],
    }


def describe_metric(label: str, metric: Quantity) -> dict[str, str]:
    label = make_printable(label)
    return {"label": label, "name": name_metric(label), "unit": find_unit(metric), "better": metric.better}


def list_scores(runs: Sequence[Run]) -> Scores:
    return {label: [run.scores[label].values() for run in runs] for label in runs[0].scores}


def round_score(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)


def encode_field(name: str, values: Iterable[str]) -> dict[str, Any]:
    """A column as its different values and, for each utterance, which of them it has."""
    places: dict[str, int] = {}
    index = [places.setdefault(make_printable(value), len(places)) for value in values]
    return {"name": make_printable(name), "values": list(places), "index": index}


def list_times(runs: Sequence[Run]) -> dict[str, Any]:
    """When utterances begin and end, in seconds, where that is known."""
    run = next((run for run in runs if {"start", "end"} <= set(run.pairs.fields)), None)
    if run is None:
        return {}
    return {name: [parse_time(value) for value in run.pairs.fields[name]] for name in ("start", "end")}


def parse_time(value: str) -> float | None:
    try:
        found = float(value)
    except ValueError:
        return None
    return round(found, 3) if 0 <= found < float("inf") else None


def align_utterances(run: Run, view: View) -> Iterator[Aligned]:
    """Each utterance of a run as it was aligned."""
    for batch in run.batches():
        steps = list_steps(batch, view)
        for start in range(0, len(batch), FEW):
            sides = (batch.references[start : start + FEW], batch.hypotheses[start : start + FEW])
            tokens = (tokenize_texts(side, "words", batch.settings.tokenize) for side in sides)
            for references, hypotheses, (_, letters, weights, cosines) in zip(*tokens, steps, strict=False):
                yield make_aligned(references, hypotheses, letters, weights, cosines)


def make_aligned(
    references: Sequence[str], hypotheses: Sequence[str], steps: str, weights: Sequence[float], cosines: Sequence[Any]
) -> Aligned:
    """The words as they are shown; a match of words that are not written alike is known by its letter."""
    left, right = show_words(references), show_words(hypotheses)
    if "C" in steps and left != right:
        steps = mark_odd_matches(left, right, steps)
    return Aligned(left, right, steps, weights, cosines)


def show_words(words: Sequence[str]) -> list[str]:
    every = "".join(words)
    if every.isascii() and every.isalnum():
        return [*words]
    return [word if word.isascii() and word.isalnum() else make_visible(word)[0] for word in words]


def mark_odd_matches(references: Sequence[str], hypotheses: Sequence[str], steps: str) -> str:
    left, right = iter(references), iter(hypotheses)
    found = []
    for step in steps:
        one = next(left) if step != "I" else None
        other = next(right) if step != "D" else None
        found.append(ODD_MATCH if step == "C" and one != other else step)
    return "".join(found)


def join_words(words: Sequence[str]) -> str | list[str]:
    """The words as one text where spaces can divide it again, else as a list."""
    return list(words) if any(SPACE in word or not word for word in words) else SPACE.join(words)


def weigh_errors(each: Aligned) -> list[Any]:
    """The weights of the errors and the cosines of their words."""
    wrong = [index for index, step in enumerate(each.steps) if step not in f"C{ODD_MATCH}"]
    return [[round_score(numbers[index]) for index in wrong] for numbers in (each.weights, each.cosines)]


def is_leftward(words: Iterable[str]) -> bool:
    """Whether an utterance is read from right to left: as its first letter that has a direction is."""
    for word in words:
        if word.isascii():
            if any(map(str.isalpha, word)):
                return False
            continue
        for direction in map(unicodedata.bidirectional, word):
            if direction in LEFTWARD or direction == "L":
                return direction != "L"
    return False


# Steps of one letter in a row, and what a page takes for markup.
SAME_STEPS, MARKUP = re.compile(r"(.)\1*", re.DOTALL), re.compile("[&<>'\"]")


def write_utterance(name: str, direction: str, systems: Sequence[str], these: Sequence[Aligned]) -> Markup:
    """An utterance as text, for those without scripts: the reference, and of each system what differs from it."""
    said = escape(SPACE.join(these[0].references))
    head = f'<article dir="{direction}"><h3><bdi>{escape(name)}</bdi></h3>'
    lines = [f"{head}\n<p>{said}</p>\n"]
    for system, each in zip(systems, these, strict=True):
        lines.append(f"<p><small><bdi>{escape(system)}</bdi></small> {write_differences(each)}</p>\n")
    return Markup("".join([*lines, "</article>\n"]))


def write_differences(each: Aligned) -> str:
    """The words of a hypothesis, with those of the reference that it lost or replaced."""
    if not each.steps.strip("C"):
        return str(escape(SPACE.join(each.hypotheses))) if each.steps else ""
    at = of = 0
    parts = []
    for found in SAME_STEPS.finditer(each.steps):
        step, count = found[1], len(found[0])
        said = each.references[at : at + count] if step != "I" else ()
        heard = each.hypotheses[of : of + count] if step != "D" else ()
        at, of = at + len(said), of + len(heard)
        if step in f"C{ODD_MATCH}":
            parts.append(escape_words(heard))
            continue
        parts += [f'<del class="{step}">{escape_words(said)}</del>'] if step != "I" else []
        parts += [f'<ins class="{step}">{escape_words(heard)}</ins>'] if step != "D" else []
    return SPACE.join(parts)


def escape_words(words: Iterable[str]) -> str:
    """The words as text of a page; most have nothing to escape, and there are many."""
    text = SPACE.join(filter(None, words))
    return str(escape(text)) if MARKUP.search(text) else text
