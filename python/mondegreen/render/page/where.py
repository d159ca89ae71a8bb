"""Where the errors are: by speaker and other columns, by length, by kinds of words, over time, by score; and which."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from urllib.parse import quote

import numpy as np

from mondegreen.comparison.bygroup import group_by_length
from mondegreen.errors import ScoreError
from mondegreen.metrics.support.rows import Groups
from mondegreen.render.page.head import Summary, find_unit, join_unit, name_metric
from mondegreen.render.page.panels import Box, Head, Kind, Panel, make_number
from mondegreen.render.page.svg import Axis, color_system, draw_bars, draw_dumbbell, draw_groups, draw_histogram
from mondegreen.render.sidebyside import make_visible
from mondegreen.render.text import make_printable
from mondegreen.results.run import Run, score_groups
from mondegreen.results.summary import STEPS, Confusion, Confusions, count_steps, make_histogram
from mondegreen.results.word_groups import WordGroup, group_words

# Columns by which nobody groups: those of the place of an utterance in a recording.
PLACES = {"start", "end"}
# A column of more values is a list of utterances, unless it was asked for; so many groups are shown.
FEW, MOST = 60, 300
# Parts of the corpus, or of the recordings, that are shown one after the other, and how many utterances they need.
PARTS, ENOUGH = 20, 60
WAYS = {
    "word-frequency": ("By frequency of words", "how often the references have the word"),
    "word-length": ("By length of words", "letters of the reference word"),
    "position": ("By position in the utterance", "the fifth of the utterance in which the reference word stands"),
    "word-class": ("By part of speech", "the reference words' tags"),
}
Scores = dict[str, list[float]]


def choose_fields(runs: Sequence[Run], by: str | None) -> list[str]:
    """The columns that utterances are grouped and filtered by: the one asked for, then those of few values."""
    found = dict.fromkeys([] if by is None else [by])
    for run in runs:
        for name, values in run.pairs.fields.items():
            if name not in PLACES and name not in found and 1 < len(set(values)) <= FEW < 2 * len(values):
                found[name] = None
    return list(found)


def find_column(runs: Sequence[Run], name: str) -> Sequence[str]:
    """What a field says of each utterance, by the first run that has it."""
    return next((run for run in runs if name in run.pairs.fields), runs[0]).pairs.column(name)


def group_by_column(runs: Sequence[Run], name: str) -> Groups:
    return Groups.of(name, find_column(runs, name))


def draw_columns(summary: Summary, names: Sequence[str]) -> Iterator[Panel]:
    """For each column and metric a row for each group, with the systems' scores as dots."""
    for name in names:
        groups = group_by_column(summary.runs, name)
        counts = count_words(summary.runs[0], groups)
        systems = [score_groups(run, groups)[1] for run in summary.runs]
        for label in summary.labels:
            yield draw_column(summary, groups, counts, label, [each[label] for each in systems])


def draw_column(
    summary: Summary, groups: Groups, counts: Sequence[int], label: str, systems: Sequence[Sequence[float]]
) -> Panel:
    """One column by one metric, what gained most first; of one system what is worst first."""
    metric, focus = summary.runs[0].scores[label].metric, summary.focus
    sign = 1 if metric.better == "lower" else -1
    several = len(systems) > 1
    shown = sorted(range(len(groups.names)), key=lambda index: -counts[index])[:MOST]
    axis = Axis.of([each[index] for each in systems for index in shown])

    def rank(index: int) -> tuple[bool, float]:
        value = sign * (systems[focus][index] - systems[0][index] if several else -systems[0][index])
        return math.isnan(value), value

    rows = []
    for index in sorted(shown, key=rank):
        values = [each[index] for each in systems]
        change = values[focus] - values[0] if several else math.nan
        kind = find_kind(sign * change)
        plot = draw_dumbbell(values, axis, focus, kind)
        boxes = [make_number(value, 1) for value in values]
        ends = [make_number(change, 1, kind, signed=True)] if several else []
        rows.append([link_group(groups, index), make_number(counts[index], 0), *boxes, *ends, Box(plot=plot)])
    heads = [Head(make_printable(groups.column)), Head("words", number=True, narrow=False)]
    heads += [Head(name, number=True, narrow=at in (0, focus)) for at, name in enumerate(summary.names)]
    heads += [*([Head("change", number=True)] if several else []), Head("", plot=True)]
    foot = [[Box()] * (len(heads) - 1) + [Box(plot=axis.labels())]]
    note = join_unit(name_metric(label), find_unit(metric)) + note_rest(len(groups.names) - len(shown))
    title = f"By {make_printable(groups.column)}"
    return Panel(title, note, make_printable(label), heads, rows, foot, legend=list_legend(summary), is_wide=True)


def note_rest(count: int) -> str:
    return f"; {count} groups of fewer words are not shown" if count > 0 else ""


def find_kind(change: float) -> Kind:
    """Whether a change is for the better; it is not tested."""
    return "" if math.isnan(change) or not change else "good" if change < 0 else "bad"


def link_group(groups: Groups, index: int) -> Box:
    name = make_printable(groups.names[index])
    return Box(name or "(none)", link=f"#f.{quote(make_printable(groups.column), safe='')}={quote(name, safe='')}")


def list_legend(summary: Summary) -> list[tuple[str, str]]:
    if len(summary.runs) == 1:
        return []
    return [(color_system(index), name) for index, name in enumerate(summary.names)]


def count_words(run: Run, groups: Groups) -> list[int]:
    """The reference words of each group, or the sessions where there are no utterances."""
    if run.pairs.sessions:
        sessions: list[int] = np.bincount(groups.index, minlength=len(groups.names)).tolist()
        return sessions
    steps = count_steps(run)
    words = steps[:, 0] + steps[:, 1] + steps[:, 3]
    counts: list[int] = np.bincount(groups.index, words, len(groups.names)).astype(int).tolist()
    return counts


def draw_lengths(summary: Summary) -> Iterator[Panel]:
    """Each metric's score by the number of words in the reference."""
    groups = group_by_length(summary.runs[0])
    yield from draw_ordered(summary, groups, "By length", "reference words in the utterance", "words")


def draw_times(summary: Summary) -> Iterator[Panel]:
    """Each metric's score by the time in the recording, or by the place in the corpus where no times are known."""
    if len(summary.runs[0].pairs) < ENOUGH:
        return
    timed = group_by_time(summary.runs)
    if timed is not None:
        yield from draw_ordered(summary, timed, "By time", "minutes from the start of the recording", "")
    else:
        groups = group_by_place(len(summary.runs[0].pairs))
        yield from draw_ordered(summary, groups, "By order", "utterances in the order of the corpus", "place")


def group_by_time(runs: Sequence[Run]) -> Groups | None:
    """Utterances by when they begin, where all say that and not all begin at once."""
    run = next((run for run in runs if "start" in run.pairs.fields), None)
    if run is None:
        return None
    try:
        starts = np.array([float(value) for value in run.pairs.fields["start"]], np.float64)
    except ValueError:
        return None
    if not len(starts) or not np.isfinite(starts).all() or starts.min() < 0 or starts.max() == 0:
        return None
    width = Axis.of([float(starts.max()) / 60], count=PARTS // 2)
    edges = np.array(width.ticks[1:-1], np.float64)
    index = np.searchsorted(edges, starts / 60, side="right")
    return Groups("time", tuple(f"{tick:.4g}" for tick in width.ticks[:-1]), index)


def group_by_place(count: int) -> Groups:
    size = math.ceil(count / PARTS)
    parts = math.ceil(count / size)
    names = tuple(f"{1 + size * part}-{min(count, size * (part + 1))}" for part in range(parts))
    return Groups("place", names, np.arange(count) // size)


def draw_ordered(summary: Summary, groups: Groups, title: str, what: str, key: str) -> Iterator[Panel]:
    """A chart for each metric over groups that have an order."""
    counts = np.bincount(groups.index, minlength=len(groups.names)).tolist()
    systems = [score_groups(run, groups)[1] for run in summary.runs]
    for label, score in summary.runs[0].scores.items():
        values = [each[label] for each in systems]
        metric = join_unit(name_metric(label), find_unit(score.metric))
        chart = draw_groups(f"{metric} {title.lower()}", groups.names, values, counts, key)
        rows = [
            [Box(name, link=f"#{key}={quote(name)}" if key else ""), make_number(count, 0), *map(make_number, numbers)]
            for name, count, *numbers in zip(groups.names, counts, *values, strict=True)
        ]
        heads = [Head(what), Head("utterances", number=True), *(Head(name, number=True) for name in summary.names)]
        note = f"{metric} by {what}; columns: how many utterances"
        yield Panel(
            title, note, make_printable(label), heads, rows, chart=chart, legend=list_legend(summary), is_behind=True
        )


def draw_words(summary: Summary) -> Iterator[Panel]:
    """How many of each hundred reference words are wrong, by what the words are like."""
    for way, (title, what) in WAYS.items():
        if way == "word-class" and not has_tags(summary.runs):
            continue
        try:
            found = [group_words(run, way) for run in summary.runs]
        except ScoreError as error:  # its analyzer is not installed here
            yield Panel(title, make_printable(str(error)))
            continue
        if len(found[0]) > 1:
            yield draw_word_groups(summary, title, what, found)


def has_tags(runs: Sequence[Run]) -> bool:
    """Whether parts of speech are known without loading a model that nobody asked for."""
    return all(
        "ref-tags" in run.settings.resources.chosen
        or any("analyzer" in score.metric.uses() for score in run.scores.values())
        for run in runs
    )


def draw_word_groups(summary: Summary, title: str, what: str, found: Sequence[Sequence[WordGroup]]) -> Panel:
    names = [make_printable(each.name) for each in found[0]]
    values = [[each.rate for each in groups] for groups in found]
    counts = [each.words for each in found[0]]
    chart = draw_groups(f"errors {title.lower()}", names, values, counts)
    rows = [
        [Box(name), make_number(count, 0), *map(make_number, numbers)]
        for name, count, *numbers in zip(names, counts, *values, strict=True)
    ]
    heads = [Head(what), Head("words", number=True), *(Head(name, number=True) for name in summary.names)]
    note = f"substitutions and deletions per 100 reference words, by {what}; columns: how many words"
    return Panel(title, note, "", heads, rows, chart=chart, legend=list_legend(summary), is_behind=True)


def draw_distributions(
    summary: Summary, scores: Iterable[tuple[str, Sequence[Sequence[float | None]]]]
) -> Iterator[Panel]:
    """How the scores of utterances are distributed, for each metric by which there are any."""
    for label, systems in scores:
        found = make_histogram(systems)
        if found is None:
            continue
        highest = max(score for score in chain.from_iterable(systems) if score is not None)
        chart = draw_histogram(
            f"utterances by {name_metric(label)}", found.edges, found.counts, last=highest > found.edges[-1]
        )
        lacking = ", ".join(map(str, found.undefined))
        said = f"; without a score: {lacking}" if any(found.undefined) else ""
        note = f"utterances by their {name_metric(label)}, in {STEPS} steps{said}"
        rows = [
            [Box(f"{low:.4g} to {high:.4g}", low), *(make_number(each, 0) for each in counts)]
            for low, high, *counts in zip(found.edges, found.edges[1:], *found.counts, strict=False)
        ]
        heads = [Head("score"), *(Head(name, number=True) for name in summary.names)]
        yield Panel(
            "Scores of utterances", note, make_printable(label), heads, rows,
            chart=chart, legend=list_legend(summary), is_behind=True,
        )  # fmt: skip


TITLES = {"substitutions": "Substitutions", "deletions": "Deletions", "insertions": "Insertions"}
COLUMNS = {"substitutions": "ref → hyp", "deletions": "reference", "insertions": "hypothesis"}


def draw_confusions(summary: Summary, found: Confusions, top: int) -> Iterator[Panel]:
    """A table for each kind of error, with a bar for each system."""
    for kind in TITLES:
        these = found.of(kind)
        if len(these.pairs):
            yield draw_kind(summary, kind, these, top)


def draw_kind(summary: Summary, kind: str, these: Confusions, top: int) -> Panel:
    shown = these.top(top)
    axis = Axis(0, max(max(each.counts) for each in shown), ())
    colors = [color_system(index) for index in range(len(summary.runs))]
    rows = [
        [
            link_confusion(each),
            *(make_number(count, 0) for count in each.counts),
            Box(plot=draw_bars(each.counts, axis, colors)),
        ]
        for each in shown
    ]
    heads = [Head(COLUMNS[kind]), *(Head(name, number=True) for name in summary.names), Head("", plot=True)]
    note = f"{len(rows):,} of {len(these.pairs):,} different, {int(these.counts.sum()):,} in all"
    return Panel(TITLES[kind], note, "", heads, rows)


def link_confusion(each: Confusion) -> Box:
    """The words, leading to the utterances in which the one stands for the other."""
    reference, hypothesis = (make_visible(word)[0] for word in (each.reference, each.hypothesis))
    text = f"{reference} → {hypothesis}" if reference and hypothesis else reference or hypothesis
    return Box(text, link=f"#ref={quote(reference, safe='')}&hyp={quote(hypothesis, safe='')}")
