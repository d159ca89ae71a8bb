"""Plots as inline SVG whose horizontal places are percentages: they fill any width, and letters keep their size.

Colors are classes of the page's style sheet, which knows light and dark; no element has a style of its own, because
the page's policy lets none apply.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


def draw_dumbbell(values: Sequence[float], axis: Axis, focus: int, kind: str = "") -> Markup:
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
