"""Colors: when they are there, and that all of them can be read on any terminal."""

import io
import sys

import pytest

from mondegreen import color
from mondegreen.color import TONES, Colors, is_colored

BLACK, DARK, WHITE = (0, 0, 0), (0x1E, 0x1E, 0x1E), (255, 255, 255)
# The 16 colors as xterm has them, which are those of VGA but for nuances.
BASIC = [
    *[(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    *[(127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), WHITE],
]
CUBE = (0, 95, 135, 175, 215, 255)


class Stream(io.StringIO):
    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def find_rgb(number: int) -> tuple[int, int, int]:
    """Of xterm's 256 colors."""
    if number < 16:
        return BASIC[number]
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    red, green, blue = (CUBE[(number - 16) // size % 6] for size in (36, 6, 1))
    return red, green, blue


def luminance(rgb: tuple[int, int, int]) -> float:
    parts = [part / 255 for part in rgb]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """As WCAG 2 defines it."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_by_hand() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast(WHITE, (0x76, 0x76, 0x76)) == pytest.approx(4.54, abs=0.01)  # the lightest gray that passes


def test_no_color_of_a_text_alone_would_do() -> None:
    """Which is why each has its background: on #1e1e1e and on white no luminance has 4.5:1."""
    lightest, darkest = 1.05 / 4.5 - 0.05, 4.5 * (luminance(DARK) + 0.05) - 0.05
    assert lightest < darkest


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("tone", TONES)
def test_every_tone_is_read_whatever_the_terminals_background_is(tone: str, few: bool) -> None:
    text, ground = TONES[tone][few]
    assert contrast(find_rgb(text), find_rgb(ground)) >= 4.5


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "WT_SESSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(Colors, "when", "auto")


@pytest.mark.parametrize(
    ("when", "environment", "of_terminal", "of_pipe"),
    [
        ("auto", {}, True, False),
        ("auto", {"TERM": "dumb"}, False, False),
        ("auto", {"NO_COLOR": "1"}, False, False),
        ("auto", {"NO_COLOR": ""}, True, False),  # an empty one says nothing: no-color.org
        ("auto", {"FORCE_COLOR": "1"}, True, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
        ("always", {"NO_COLOR": "1"}, True, True),  # what is typed counts more than what is set
        ("never", {"FORCE_COLOR": "1"}, False, False),
    ],
)
def test_when_output_is_colored(
    monkeypatch: pytest.MonkeyPatch, when: str, environment: dict[str, str], of_terminal: bool, of_pipe: bool
) -> None:
    monkeypatch.setattr(Colors, "when", when)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    for terminal, expected in ((True, of_terminal), (False, of_pipe)):
        out = Stream(terminal=terminal)
        monkeypatch.setattr(sys, "stdout", out)
        assert is_colored(out) is expected
    assert not is_colored(io.StringIO())  # a file never is


def test_a_closed_stream_has_no_colors() -> None:
    out = io.StringIO()
    out.close()
    assert not is_colored(out)


@pytest.mark.parametrize(
    ("term", "painted"), [("xterm", "\x1b[97;41mx\x1b[0m"), ("xterm-256color", "\x1b[38;5;231;48;5;88mx\x1b[0m")]
)
def test_painting(monkeypatch: pytest.MonkeyPatch, term: str, painted: str) -> None:
    monkeypatch.setenv("TERM", term)
    assert color.paint("worse", "x") == painted
