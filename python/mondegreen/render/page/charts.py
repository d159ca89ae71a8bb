"""Plots with two axes: rates over ordered groups with how many there are of each, histograms, and maps of shades."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from urllib.parse import quote

from markupsafe import Markup

from mondegreen.render.page.svg import Axis, color_system, draw_element, draw_plot, format_tick
from mondegreen.render.text import make_printable

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
