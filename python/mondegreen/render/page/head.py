"""The top of a page: a verdict in a line, what it rests on, and each metric's score with its change and intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from mondegreen.comparison.changes import Change
from mondegreen.comparison.comparison import Comparison
from mondegreen.errors import pluralize
from mondegreen.metrics.base import Quantity
from mondegreen.pairs import UTTERANCE
from mondegreen.render.page.panels import DASH, MINUS, Box, Head, Kind, Panel, make_number
from mondegreen.render.page.svg import Axis, draw_interval, draw_stack
from mondegreen.render.text import make_printable
from mondegreen.reports import short_names
from mondegreen.results.interval import Bootstrap, Interval, find_intervals, warn_of_few_units
from mondegreen.results.run import Run
from mondegreen.results.summary import summarize_run, to_percentages

KINDS = ("substitutions", "deletions", "insertions")
# Metrics whose names are not written in capitals.
NAMES = {
    "bertscore": "BERTScore",
    "cpwer": "cpWER",
    "chrf": "chrF",
    "ember": "EmbER",
    "entities": "entities",
    "human": "HumanLikeness",
    "keywords": "keywords",
    "orcwer": "ORC-WER",
    "semdist": "SemDist",
    "tcorcwer": "tcORC-WER",
    "tcpwer": "tcpWER",
}
# Scores that are no shares of words or of characters.
WITHOUT_UNIT = {"bertscore", "chrf", "human", "semdist"}
LOW_P = 0.001


def name_metric(label: str) -> str:
    """A metric as a heading calls it, with its options as they were given."""
    name, colon, options = make_printable(label).partition(":")
    return f"{NAMES.get(name, name if '=' in name else name.upper())}{colon}{options}"


def find_unit(metric: Quantity) -> str:
    return "" if metric.label.partition(":")[0] in WITHOUT_UNIT else "%"


def join_unit(text: str, unit: str) -> str:
    return f"{text} {unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Standing:
    """A system's score by a metric, with its confidence interval; beside a baseline also what changed."""

    name: str
    color: int
    score: str
    interval: str
    change: str = ""
    spread: str = ""
    kind: Kind = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A metric: the score of the system in focus in large figures, and those of the others."""

    label: str
    name: str
    unit: str
    focus: Standing
    others: Sequence[Standing]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the page says first: a few words that may be colored, the rest of the line, and a sentence under it."""

    kind: Kind
    who: str
    rest: str
    about: str


@dataclass(frozen=True)
class Summary:
    """The runs of a page, which of them it speaks of first, and the confidence intervals of their scores.

    Unless it `draws` there are only those intervals that the runs have.
    """

    runs: Sequence[Run]
    comparison: Comparison | None
    how: Bootstrap
    threads: int | None = None
    draws: bool = True
    names: Sequence[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", [make_printable(name) for name in short_names(self.runs)])

    @property
    def labels(self) -> list[str]:
        return list(self.runs[0].scores)

    @cached_property
    def focus(self) -> int:
        """The index of the system that the page speaks of first: the best of those that are not the baseline."""
        if len(self.runs) < 3 or not self.labels:
            return len(self.runs) - 1
        score = self.runs[0].scores[self.labels[0]]
        sign = 1 if score.metric.better == "lower" else -1
        values = [sign * run.scores[self.labels[0]].value for run in self.runs]
        return min(range(1, len(values)), key=lambda index: (math.isnan(values[index]), values[index]))

    @cached_property
    def intervals(self) -> list[Mapping[str, Interval]]:
        """The intervals of each run's scores; those that it has, and else by as many resamples as its changes."""
        return [find_score_intervals(run, self.how, self.threads, draws=self.draws) for run in self.runs]

    def change(self, index: int, label: str) -> Change | None:
        """What changed from the baseline to the system of that index."""
        if self.comparison is None or index == 0:
            return None
        return next(each for each in self.comparison.changes[index - 1] if each.metric == label)

    def judge(self, index: int, label: str) -> Kind:
        """Whether a change is better or worse, if a test shows that."""
        change = self.change(index, label)
        if change is None or self.comparison is None:
            return ""
        found = self.comparison.verdict(index - 1, change)
        return "good" if found == "better" else "bad" if found == "worse" else ""


def find_score_intervals(run: Run, how: Bootstrap, threads: int | None, *, draws: bool) -> Mapping[str, Interval]:
    known = {label: score.interval for label, score in run.scores.items() if score.interval is not None}
    lacking = {label: score for label, score in run.scores.items() if label not in known}
    if not draws or not lacking or not len(run.pairs):
        return known
    return {**find_intervals(lacking, run.pairs.column(how.over), how, threads), **known}


def make_verdict(summary: Summary) -> Verdict:
    """What the page says first, by its first metric."""
    if not summary.labels:
        return Verdict("", summary.names[0], "", describe_size(summary))
    label, index = summary.labels[0], summary.focus
    metric, name = summary.runs[index].scores[label], summary.names[index]
    title, unit = name_metric(label), find_unit(metric.metric)
    change = summary.change(index, label)
    if change is None or math.isnan(change.absolute):
        value = "not defined" if math.isnan(metric.value) else join_unit(f"{metric.value:.2f}", unit)
        return Verdict("", name, f": {title} {value}", f"{describe_size(summary)}{warn_of_few(summary, index, label)}")
    kind = summary.judge(index, label)
    points = "point" if abs(change.absolute) == 1 else "points"
    more = "less" if change.absolute < 0 else "more"
    if kind:
        rest = f": {abs(change.absolute):.2f} {points} {more} {title}"
        who = f"{name} is {'better' if kind == 'good' else 'worse'}"
        return Verdict(kind, who, rest, describe_change(summary, index, change, unit))
    scores = f"{title} {change.base:.2f} → {join_unit(f'{change.system:.2f}', unit)}"
    what = f"{name} scores the same" if change.better is None else "No difference shown"
    return Verdict("", what, f": {scores}", describe_change(summary, index, change, unit))


def warn_of_few(summary: Summary, index: int, label: str) -> str:
    """What is said of a confidence interval that is drawn from few units."""
    found = summary.intervals[index].get(label)
    noun = summary.runs[0].pairs.noun if found is None or found.how.over == UTTERANCE else found.how.over
    few = warn_of_few_units(found.units, noun) if found is not None else []
    return "".join(f" {each[0].upper()}{each[1:]}." for each in few)


def describe_change(summary: Summary, index: int, change: Change, unit: str) -> str:
    """The scores that a verdict rests on, of how much, and how likely chance is."""
    base = f"{join_unit(f'{change.base:.2f}', unit)} of {summary.names[0]}"
    first = f"{join_unit(f'{change.system:.2f}', unit)} against {base}, over {describe_size(summary)}"
    return f"{first} {describe_probability(summary, index, change)}"


def describe_probability(summary: Summary, index: int, change: Change) -> str:
    comparison = summary.comparison
    if comparison is None or math.isnan(change.randomization):
        return "One unit alone cannot be tested."
    p = comparison.corrected(index - 1, change.metric)
    shown = f"p < {LOW_P}" if p < LOW_P / 2 else f"p = {p:.3f}"
    tests = f", corrected for {comparison.family} comparisons by Holm's method" if comparison.family > 1 else ""
    said = f"{shown} by approximate randomization over {pluralize(change.units, comparison.unit)}{tests}."
    few = warn_of_few_units(change.units, comparison.unit)
    return " ".join([said, *(f"{each[0].upper()}{each[1:]}." for each in few)])


def describe_size(summary: Summary) -> str:
    """How much was scored."""
    run = summary.runs[0]
    parts = [f"{len(run.pairs):,} {run.pairs.noun}{'' if len(run.pairs) == 1 else 's'}"]
    if not run.pairs.sessions:
        words = int(run.scores["wer"].total["words"] if "wer" in run.scores else summarize_run(run).total[1])
        parts.append(f"{words:,} reference word{'' if words == 1 else 's'}")
    if "speaker" in run.pairs.fields:
        speakers = len(set(run.pairs.fields["speaker"]))
        parts.append(pluralize(speakers, "speaker"))
    first = ", ".join(parts[:-1])
    return f"{first} and {parts[-1]}." if first else f"{parts[0]}."


def make_cards(summary: Summary) -> Iterator[Card]:
    """A card for each metric."""
    for label, score in summary.runs[0].scores.items():
        unit = find_unit(score.metric)
        standings = [make_standing(summary, index, label) for index in range(len(summary.runs))]
        focus = standings.pop(summary.focus)
        yield Card(make_printable(label), name_metric(label), unit, focus, standings)


def make_standing(summary: Summary, index: int, label: str) -> Standing:
    """A system's score, its interval and its change, in words."""
    score, found = summary.runs[index].scores[label], summary.intervals[index].get(label)
    text = DASH if math.isnan(score.value) else f"{score.value:.2f}"
    between = describe_interval(found) if found is not None else ""
    change = summary.change(index, label)
    if change is None or math.isnan(change.absolute):
        return Standing(summary.names[index], index, text, between)
    sign = "=" if change.better is None else "▲" if change.absolute > 0 else "▼"
    spread = f"{summary.how.level:g} % CI {format_signed(change.low)} to {format_signed(change.high)}"
    spread = "" if math.isnan(change.low) else spread
    amount = f"{sign} {abs(change.absolute):.2f}"
    return Standing(summary.names[index], index, text, between, amount, spread, summary.judge(index, label))


def describe_interval(found: Interval) -> str:
    if math.isnan(found.low):
        return ""
    return f"{found.how.level:g} % CI {found.low:.2f} to {found.high:.2f}"


def format_signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", MINUS)


def make_overview(summary: Summary) -> Iterator[Panel]:
    """A forest plot of the changes by all metrics, and the kinds of errors of each system."""
    if summary.comparison is not None:
        yield draw_forest(summary)
    yield draw_kinds(summary)


def draw_forest(summary: Summary) -> Panel:
    """The change of each metric from the baseline, with its confidence interval; to the left of 0 it is less."""
    several = len(summary.runs) > 2
    found = [
        (label, index, change)
        for label in summary.labels
        for index in range(1, len(summary.runs))
        if (change := summary.change(index, label)) is not None
    ]
    axis = Axis.of([value for _, _, each in found for value in (each.low, each.high, each.absolute)])
    rows = []
    for label, index, change in found:
        kind = summary.judge(index, label)
        plot = draw_interval(change.low, change.absolute, change.high, axis, kind)
        who = f"{name_metric(label)}, {summary.names[index]}" if several else name_metric(label)
        amount = make_number(change.absolute, 2, kind, signed=True)
        share = make_number(change.relative, 1, kind, signed=True)
        rows.append([Box(who), amount, share, Box(plot=plot)])
    heads = [Head("metric"), Head("points", number=True), Head("%", number=True, narrow=False), Head("", plot=True)]
    interval = f"{summary.how.level:g} % confidence interval"
    note = f"change from {summary.names[0]} with its {interval}; gray where chance explains it"
    foot = [[Box(), Box(), Box(), Box(plot=axis.labels())]]
    return Panel("Change by metric", note, "", heads, rows, foot)


def list_kinds(run: Run) -> Sequence[float]:
    """Substitutions, deletions and insertions per 100 words; of sessions as their first metric counts them."""
    if not run.pairs.sessions and "wer" not in run.scores:
        found: list[float] = to_percentages(summarize_run(run).total)[3:6].tolist()
        return found
    total = next(iter(run.scores.values())).total if run.pairs.sessions else run.scores["wer"].total
    return [100 * total[name] / total["words"] if total["words"] else math.nan for name in KINDS]


def draw_kinds(summary: Summary) -> Panel:
    """Substitutions, deletions and insertions of each system in percent of the reference words."""
    kinds = [list_kinds(run) for run in summary.runs]
    axis = Axis.of([sum(each) for each in kinds])
    rows = []
    for name, each in zip(summary.names, kinds, strict=True):
        finite = [value if math.isfinite(value) else 0.0 for value in each]
        plot = draw_stack(finite, axis, ("fS", "fD", "fI"))
        rows.append([Box(name), *(make_number(value) for value in each), Box(plot=plot)])
    heads = [Head("system"), *(Head(name, number=True) for name in ("sub", "del", "ins")), Head("", plot=True)]
    foot = [[Box(), Box(), Box(), Box(), Box(plot=axis.labels())]]
    legend = [("fS", "substitutions"), ("fD", "deletions"), ("fI", "insertions")]
    return Panel("Kinds of errors", "per 100 reference words", "", heads, rows, foot, legend=legend)
