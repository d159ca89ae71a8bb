"""Plots as inline SVG whose horizontal places are percentages: they fill any width, and letters keep their size.

Colors are classes of the page's style sheet, which knows light and dark; no element has a style of its own, because
the page's policy lets none apply.
Plots with two axes show rates over ordered groups with how many there are of each, histograms, and maps of shades.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import quote

from markupsafe import Markup, escape

from mondegreen.render.text import make_printable

# Steps between ticks: these times a power of ten.
STEPS = (1, 2, 2.5, 5, 10)
# So many systems have a color of their own.
COLORS = 8


def draw_element(name: str, *inside: Markup | str, **attributes: object) -> Markup:
    """An element of SVG; `_` in names of attributes is `-`, and a trailing one is for words of Python."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(value)}"' for key, value in attributes.items() if value != ""
    )
    body = "".join(map(escape, inside))
    return Markup(f"<{name}{said}>{body}</{name}>" if inside else f"<{name}{said}/>")


def draw_plot(
    inside: Iterable[Markup], height: int, label: str = "", name: str = "track", *, is_linked: bool = False
) -> Markup:
    """A plot that is as wide as there is room; without a label it is seen only, because the numbers stand beside it."""
    role = "group" if is_linked else "img"
    said: dict[str, object] = {"role": role, "aria_label": make_printable(label)} if label else {"aria_hidden": "true"}
    return draw_element("svg", Markup("").join(inside), class_=name, width="100%", height=height, **said)


def color_system(index: int) -> str:
    """The class of a system: the baseline is gray, and each other has a color."""
    return f"s{index if index < COLORS else 1 + (index - 1) % (COLORS - 1)}"


@dataclass(frozen=True)
class Axis:
    """Numbers along the width of a plot, with a tick at each round one."""

    low: float
    high: float
    ticks: Sequence[float]

    @classmethod
    def of(cls, values: Iterable[float], *, zero: bool = True, count: int = 5) -> Axis:
        """An axis on which all these values lie, and 0 if lengths from it are compared."""
        finite = [value for value in values if math.isfinite(value)] + ([0.0] if zero else [])
        low, high = min(finite, default=0.0), max(finite, default=1.0)
        high = high if high > low else low + 1
        step = choose_step((high - low) / count)
        low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
        ticks = [low + step * index for index in range(round((high - low) / step) + 1)]
        return cls(low, high, [0.0 if abs(tick) < step / 1e6 else tick for tick in ticks])

    def place(self, value: float) -> str:
        """Where a value lies, in percent of the width."""
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}%"

    def grid(self, height: int) -> list[Markup]:
        """A line at each tick; that of 0 is heavier where there are values on both sides of it."""
        return [
            self.rule(tick, height, "zero" if tick == 0 and self.low < 0 < self.high else "grid") for tick in self.ticks
        ]

    def rule(self, value: float, height: int, name: str) -> Markup:
        at = self.place(value)
        return draw_element("line", class_=name, x1=at, x2=at, y1=0, y2=height)

    def labels(self, height: int = 16) -> Markup:
        """The ticks' numbers, as what stands under a column of plots."""
        texts = (
            draw_element("text", format_tick(tick), x=self.place(tick), y=12, class_="tick", text_anchor="middle")
            for tick in self.ticks
        )
        return draw_plot(texts, height)


def choose_step(least: float) -> float:
    """The smallest round number that is not less."""
    power: float = 10.0 ** math.floor(math.log10(least))
    return next(power * step for step in STEPS if power * step >= least * (1 - 1e-9))


def format_tick(value: float) -> str:
    return f"{value:.6g}".replace("-", "\N{MINUS SIGN}")


def draw_dumbbell(values: Sequence[float], axis: Axis, focus: int, kind: str) -> Markup:
    """Each system's value as a dot, and a line from the baseline to the system in focus, or from 0 to a single dot."""
    middle, height = 11, 22
    there = {index: axis.place(value) for index, value in enumerate(values) if math.isfinite(value)}
    lines = axis.grid(height)
    if len(values) == 1 and there:
        lines.append(draw_element("line", class_="stem", x1=axis.place(0), x2=there[0], y1=middle, y2=middle))
    elif {0, focus} <= set(there):
        lines.append(draw_element("line", class_=f"link {kind}", x1=there[0], x2=there[focus], y1=middle, y2=middle))
    dots = [
        draw_element("circle", class_=color_system(index), cx=at, cy=middle, r=5 if index in (0, focus) else 3.5)
        for index, at in there.items()
    ]
    return draw_plot([*lines, *dots], height)


def draw_interval(low: float, value: float, high: float, axis: Axis, kind: str) -> Markup:
    """A row of a forest plot: the value as a square on its confidence interval."""
    middle, height = 11, 22
    parts = axis.grid(height)
    if math.isfinite(low) and math.isfinite(high):
        ends = axis.place(low), axis.place(high)
        parts.append(draw_element("line", class_=f"link {kind}", x1=ends[0], x2=ends[1], y1=middle, y2=middle))
    if math.isfinite(value):
        at = axis.place(value)
        parts.append(
            draw_element("line", class_=f"square {kind}", x1=at, x2=at, y1=middle - 5, y2=middle + 5, stroke_width=9)
        )
    return draw_plot(parts, height)


def draw_bars(values: Sequence[float], axis: Axis, names: Sequence[str]) -> Markup:
    """A thin bar for each system, one under the other, from 0."""
    thick = 6
    bars = [
        draw_element("rect", class_=name, x=0, y=2 + index * (thick + 1), width=axis.place(value), height=thick, rx=2)
        for index, (value, name) in enumerate(zip(values, names, strict=True))
    ]
    return draw_plot(bars, 4 + len(bars) * (thick + 1))


def draw_stack(values: Sequence[float], axis: Axis, names: Sequence[str]) -> Markup:
    """Parts of a whole in a row, from 0."""
    height, at, parts = 22, 0.0, axis.grid(22)
    for value, name in zip(values, names, strict=True):
        parts.append(draw_element("rect", class_=name, x=axis.place(at), y=4, width=axis.place(value), height=14))
        at += value
    return draw_plot(parts, height)


HEIGHT, TOP, LEFT = 190, 8, 44
BASE = 24  # room under the plot for labels
SHADES = 6
# So many letters fit under a chart on a small screen.
LETTERS = 46


@dataclass(frozen=True)
class Scale:
    """The vertical axis of a chart: values grow upward."""

    axis: Axis

    def place(self, value: float) -> float:
        share = (value - self.axis.low) / (self.axis.high - self.axis.low)
        return round(TOP + (HEIGHT - TOP) * (1 - min(1.0, max(0.0, share))), 2)

    def grid(self) -> Iterator[Markup]:
        for tick in self.axis.ticks:
            at = self.place(tick)
            yield draw_element("line", class_="grid", x1=0, x2="100%", y1=at, y2=at)
            yield draw_element("text", format_tick(tick), class_="tick", x=-6, y=at + 4, text_anchor="end")


def draw_groups(
    label: str, names: Sequence[str], systems: Sequence[Sequence[float]], counts: Sequence[int], key: str = ""
) -> Markup:
    """A line of dots for each system over ordered groups; pale columns behind say how many there are of each.

    A group leads to its utterances where the page can filter by its `key`.
    """
    scale = Scale(Axis.of([value for each in systems for value in each], count=4))
    middles = [100 * (index + 0.5) / max(1, len(names)) for index in range(len(names))]
    parts = [*draw_columns(counts, middles), *scale.grid()]
    for index, values in enumerate(systems):
        parts += draw_line(values, middles, scale, color_system(index))
    parts += [*label_groups(names, middles), *cover_groups(key, names, middles)]
    return draw_plot(parts, HEIGHT + BASE, label, "chart", is_linked=bool(key))


def draw_columns(counts: Sequence[int], middles: Sequence[float]) -> Iterator[Markup]:
    highest = max(counts, default=0)
    width = 72 / max(1, len(counts))
    for count, middle in zip(counts, middles, strict=True):
        tall = round((HEIGHT - TOP) * count / highest, 2) if highest else 0.0
        at = f"{middle - width / 2:.2f}%"
        yield draw_element("rect", class_="behind", x=at, y=HEIGHT - tall, width=f"{width:.2f}%", height=tall)


def draw_line(values: Sequence[float], middles: Sequence[float], scale: Scale, name: str) -> Iterator[Markup]:
    """Dots, and lines between neighbors that both have a value."""
    dots = [
        (f"{middle:.2f}%", scale.place(value)) if math.isfinite(value) else None
        for value, middle in zip(values, middles, strict=True)
    ]
    for one, other in pairwise(dots):
        if one and other:
            yield draw_element("line", class_=f"curve {name}", x1=one[0], y1=one[1], x2=other[0], y2=other[1])
    for dot in filter(None, dots):
        yield draw_element("circle", class_=name, cx=dot[0], cy=dot[1], r=4)


def label_groups(names: Sequence[str], middles: Sequence[float]) -> Iterator[Markup]:
    """The groups' names, of which as many are written as there is room for."""
    every = max(1, math.ceil(sum(len(name) + 2 for name in names) / LETTERS))
    for index, (name, middle) in enumerate(zip(names, middles, strict=True)):
        if index % every == 0:
            text = make_printable(name)
            yield draw_element("text", text, class_="tick", x=f"{middle:.2f}%", y=HEIGHT + 16, text_anchor="middle")


def cover_groups(key: str, names: Sequence[str], middles: Sequence[float]) -> Iterator[Markup]:
    """What is clicked to see the utterances of a group."""
    if not key:
        return
    width = 100 / max(1, len(names))
    for name, middle in zip(names, middles, strict=True):
        at = f"{middle - width / 2:.2f}%"
        cover = draw_element("rect", class_="cover", x=at, y=0, width=f"{width:.2f}%", height=HEIGHT)
        title = draw_element("title", f"show the utterances of {make_printable(name)}")
        yield draw_element("a", title, cover, href=f"#{key}={quote(make_printable(name))}", tabindex="-1")


def draw_histogram(label: str, edges: Sequence[float], systems: Sequence[Sequence[int]], *, last: bool) -> Markup:
    """How many utterances have which score, as steps for each system; the `last` column may hold all beyond it."""
    scale = Scale(Axis.of([float(count) for each in systems for count in each], count=4))
    axis = Axis(edges[0], edges[-1], Axis.of(edges, zero=False).ticks)
    parts = [*scale.grid(), *draw_bins(len(edges) - 1, systems, scale)]
    for tick in axis.ticks:
        if edges[0] <= tick <= edges[-1]:
            sign = "+" if last and tick == axis.ticks[-1] else ""
            text, at = format_tick(tick) + sign, axis.place(tick)
            parts.append(draw_element("text", text, class_="tick", x=at, y=HEIGHT + 16, text_anchor="middle"))
    parts += cover_bins(edges, axis)
    return draw_plot(parts, HEIGHT + BASE, label, "chart", is_linked=True)


def draw_bins(bins: int, systems: Sequence[Sequence[int]], scale: Scale) -> Iterator[Markup]:
    """The columns of all systems side by side in each bin."""
    wide = 100 / bins
    for index, counts in enumerate(systems):
        part = 0.86 * wide / len(systems)
        for place, count in enumerate(counts):
            at, top = place * wide + 0.07 * wide + index * part, scale.place(count)
            box = {"x": f"{at:.2f}%", "y": top, "width": f"{part:.2f}%", "height": round(HEIGHT - top, 2)}
            if count:
                yield draw_element("rect", class_=color_system(index), **box)


def cover_bins(edges: Sequence[float], axis: Axis) -> Iterator[Markup]:
    for place, (low, high) in enumerate(pairwise(edges)):
        ends = f"low={low:.6g}" if place == len(edges) - 2 else f"low={low:.6g}&below={high:.6g}"
        width = 100 / (len(edges) - 1)
        title = draw_element("title", f"show the utterances that score {low:.4g} to {high:.4g}")
        cover = draw_element("rect", class_="cover", x=axis.place(low), y=0, width=f"{width:.2f}%", height=HEIGHT)
        yield draw_element("a", title, cover, href=f"#{ends}", tabindex="-1")


def draw_map(title: str, down: Sequence[str], across: Sequence[str], values: Sequence[Sequence[float]]) -> Markup:
    """Shades for each setting, the lowest value the palest, with the numbers on them where there is room."""
    finite = [value for row in values for value in row if math.isfinite(value)]
    low, high = min(finite, default=0.0), max(finite, default=1.0)
    wide, tall = 100 / max(1, len(across)), 26
    parts = []
    for row, (name, cells) in enumerate(zip(down, values, strict=True)):
        at = 4 + row * tall
        parts.append(draw_element("text", make_printable(name), class_="tick", x=-6, y=at + 17, text_anchor="end"))
        for column, value in enumerate(cells):
            shade = round((SHADES - 1) * (value - low) / (high - low)) if high > low and math.isfinite(value) else 0
            left, width = f"{column * wide:.2f}%", f"{wide - 0.3:.2f}%"
            parts.append(draw_element("rect", class_=f"shade{shade}", x=left, y=at, width=width, height=tall - 2))
            if len(across) <= 12 and math.isfinite(value):
                place = {"x": f"{(column + 0.5) * wide:.2f}%", "y": at + 17}
                text = f"{value:.2f}"
                parts.append(draw_element("text", text, class_=f"on{shade}", text_anchor="middle", **place))
    foot = 4 + len(down) * tall
    every = max(1, math.ceil(len(across) / 12))
    for column, name in enumerate(across[::every]):
        middle = f"{(column * every + 0.5) * wide:.2f}%"
        parts.append(
            draw_element("text", make_printable(name), class_="tick", x=middle, y=foot + 14, text_anchor="middle")
        )
    return draw_plot(parts, foot + 20, title, "chart map")
