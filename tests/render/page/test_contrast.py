"""Colors of the page: each text is read on each ground that it stands on, in the light theme and in the dark one."""

import re
from itertools import product
from pathlib import Path

import pytest

from mondegreen.render import page

STYLE = Path(page.__file__).with_name("style")
# WCAG 2: of texts, and of parts of pictures.
READ, SEEN = 4.5, 3.0
GROUNDS = ("ground", "panel")
TEXTS = [
    *product(("text", "faint", "accent", "good", "bad"), GROUNDS),
    *[("on-accent", "accent"), ("good", "good-ground"), ("bad", "bad-ground")],
    *[(letter, ground) for letter in "SDI" for ground in (f"{letter}-ground", *GROUNDS)],
    *[("text", f"{letter}-ground") for letter in "SDI"],
    *[("text", "overlap"), ("faint", "overlap"), ("text", "behind")],
]
THEMES = ("light", "dark")
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}", re.DOTALL)
VALUE = re.compile(r"--([\w-]+):\s*#([0-9a-f]{6})\b")


def read_colors(theme: str) -> dict[str, str]:
    """The colors of a theme by name: what the dark one does not name is that of the light one."""
    text = "".join((STYLE / f"{name}.css").read_text(encoding="utf-8") for name in ("page", "plots", "utterances"))
    light = dict(VALUE.findall(DARK.sub("", text)))
    return light | dict(VALUE.findall(" ".join(DARK.findall(text)))) if theme == "dark" else light


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def test_both_themes_are_found() -> None:
    light, dark = map(read_colors, THEMES)
    assert light.keys() == dark.keys()
    assert (light["ground"], dark["ground"]) == ("ffffff", "14171a")
    assert contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_every_text_is_read(theme: str, text: str, ground: str) -> None:
    colors = read_colors(theme)
    assert contrast(colors[text], colors[ground]) >= READ


@pytest.mark.parametrize("theme", THEMES)
def test_marks_of_systems_are_seen(theme: str) -> None:
    colors = read_colors(theme)
    marks = [name for name in colors if re.fullmatch(r"s\d", name)]
    assert len(marks) == 8
    assert all(contrast(colors[mark], colors[ground]) >= SEEN for mark in marks for ground in GROUNDS)


def test_counts_are_read_on_their_shade() -> None:
    """Those of maps, which both themes share."""
    text = (STYLE / "plots.css").read_text(encoding="utf-8")
    shades = dict(re.findall(r"\.shade(\d) \{ fill: #(\w{6}); \}", text))
    letters = {
        at: color
        for names, color in re.findall(r"((?:\.on\d,? ?)+)\{ fill: #(\w{6}); \}", text)
        for at in re.findall(r"\d", names)
    }
    assert shades.keys() == letters.keys()
    assert all(contrast(shades[at], letters[at]) >= READ for at in shades)
