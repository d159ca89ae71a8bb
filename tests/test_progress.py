"""Progress: only on a terminal, only after a while, and gone at the end."""

import io
import re
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import ClassVar

import pytest

import mondegreen as mg
from bars import watched
from mondegreen.color import Colors
from mondegreen.progress import DELAY, DISPLAYS, counted_progress, progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def worked(stream: io.StringIO, seconds: list[float], total: int | None = 10) -> str:
    """What a stream shows of work that advances by one after each of so many seconds."""
    clock = Clock()
    with progress("[bold]scoring", total, stream=stream, clock=clock) as advance:
        for each in seconds:
            clock.now += each
            advance(1)
    return stream.getvalue()


@pytest.fixture(autouse=True)
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


def test_short_work_shows_nothing() -> None:
    assert worked(Terminal(), [DELAY / 3, DELAY / 3]) == ""


def test_long_work_shows_a_bar_from_then_on() -> None:
    text = worked(Terminal(), [DELAY / 2, DELAY, 1.0])
    assert "[bold]scoring" in text  # a title is no markup
    assert "30%" in text  # the first two advances count, though nobody saw them


def test_nothing_stays() -> None:
    text = worked(Terminal(), [DELAY, 1.0])
    last = text.rpartition("\n")[2]
    assert "\x1b[?25h" in text  # the cursor is shown again
    assert "\x1b[2K" in last  # the line is wiped
    assert not re.sub(r"\x1b\[[0-9?;]*[A-Za-z]|\r", "", last)  # and nothing is written on it


def test_the_bar_goes_where_the_work_fails() -> None:
    stream, clock = Terminal(), Clock()

    def work() -> None:
        with progress("x", 2, stream=stream, clock=clock) as advance:
            clock.now += DELAY
            advance(1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert "\x1b[?25h" in stream.getvalue()


def lines(stream: io.StringIO) -> list[list[str]]:
    """The titles that each drawing shows, from the top; drawings of the same titles count once."""
    text = re.sub(r"\x1b\[2K", "\n", stream.getvalue())
    plain = re.sub(r"\x1b\[[0-9?;]*[A-Za-z]", "", text)
    found: list[list[str]] = []
    for drawing in re.split(r"\n\s*\n", plain.replace("\r", "\n")):
        titles = re.findall(r"^(\w+) ", drawing, flags=re.MULTILINE)
        if titles and titles not in found:
            found.append(titles)
    return found


def test_work_inside_work_stands_below_it_in_one_display() -> None:
    stream, clock = Terminal(), Clock()
    with progress("run", 2, stream=stream, clock=clock) as outer:
        for name in ("wer", "ler"):
            with progress(name, stream=stream, clock=clock), progress("spacy", 3, stream=stream, clock=clock) as inner:
                clock.now += DELAY
                inner(1)
            outer(1)
    assert stream.getvalue().count("\x1b[?25l") == 1  # the cursor is hidden once, for one display
    found = lines(stream)
    assert [["run", "wer", "spacy"] in found, ["run", "ler", "spacy"] in found] == [True, True]
    assert not any({"wer", "ler"} <= set(titles) for titles in found)
    assert not DISPLAYS


def test_short_work_inside_short_work_shows_nothing() -> None:
    stream, clock = Terminal(), Clock()
    with progress("run", 2, stream=stream, clock=clock), progress("wer", 2, stream=stream, clock=clock) as inner:
        clock.now += DELAY / 2
        inner(1)
    assert stream.getvalue() == ""


def test_no_color_stands_on_the_terminal_s_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Yellow is not read on white: bold and dim are the only styles."""
    monkeypatch.setattr(Colors, "when", "always")
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = Terminal()
    monkeypatch.setattr("sys.stderr", stream)
    clock = Clock()
    for total in (2, None):
        with progress("wer", total, stream=stream, clock=clock) as advance:
            clock.now += DELAY
            advance(1)
    codes = set(";".join(re.findall(r"\x1b\[([\d;]*)m", stream.getvalue())).split(";"))
    assert codes - {""} <= {"0", "1", "2"}
    assert "1" in codes


def test_a_pipe_shows_nothing() -> None:
    assert worked(io.StringIO(), [DELAY, DELAY]) == ""


def test_an_unknown_total_is_no_obstacle() -> None:
    assert "scoring" in worked(Terminal(), [DELAY, DELAY], total=None)


def test_a_closed_standard_error_is_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    with progress("x") as advance:
        advance(1)


def test_work_that_tells_how_much_is_done_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[int] = []
    about: list[object] = []

    def watched(*given: object) -> nullcontext[Callable[[int], None]]:
        about.append(given)
        return nullcontext(found.append)

    monkeypatch.setattr("mondegreen.progress.progress", watched)
    with counted_progress("reading", 10) as told:
        for now in (0, 3, 3, 10):
            told(now)
    assert found == [0, 3, 0, 7]
    with counted_progress("reading"):
        pass
    assert about == [("reading", 10), ("reading", None)]


def test_work_is_long_after_two_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """On standard error, unless another stream is given."""
    for seconds, shown in ((1.99, False), (2.0, True)):
        clock, stream = Clock(), Terminal()
        monkeypatch.setattr(sys, "stderr", stream)
        with progress("x", 2, clock=clock) as advance:
            clock.now += seconds
            advance(1)
        assert bool(stream.getvalue()) is shown


def test_a_shorter_delay(monkeypatch: pytest.MonkeyPatch) -> None:
    stream, clock = Terminal(), Clock()
    with progress("x", 4, stream=stream, clock=clock, delay=0.5) as advance:
        clock.now += 0.4
        advance(1)
        assert stream.getvalue() == ""
        clock.now += 0.1
        advance(2)
    assert "75%" in stream.getvalue()


def test_displays_of_two_streams_are_apart() -> None:
    one, two, clock = Terminal(), Terminal(), Clock()
    with progress("x", 2, stream=one, clock=clock) as first, progress("y", 2, stream=two, clock=clock) as second:
        clock.now += DELAY
        first(1)
        second(2)
    assert [["x"] in lines(one), ["y"] in lines(one), ["y"] in lines(two)] == [True, False, True]
    assert not DISPLAYS


class Timer:
    """A timer that rings when a test says so."""

    made: ClassVar[list["Timer"]] = []

    def __init__(self, delay: float, ring: Callable[[], None]) -> None:
        self.delay, self.ring, self.state = delay, ring, "new"
        Timer.made.append(self)

    def start(self) -> None:
        self.state = "started"

    def cancel(self) -> None:
        self.state = "cancelled"


def test_work_that_never_advances_is_shown_by_a_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a single huge pair, of which nobody knows how far it is: the time says that it goes on."""
    monkeypatch.setattr("mondegreen.progress.threading.Timer", Timer)
    monkeypatch.setattr(Timer, "made", [])
    stream, clock = Terminal(), Clock()
    with progress("huge", 1, stream=stream, clock=clock):
        timer = Timer.made[0]
        assert (timer.delay, timer.state) == (DELAY, "started")
        assert stream.getvalue() == ""
        clock.now += 65
        timer.ring()
        assert "huge" in stream.getvalue()
        assert "0:01:05" in stream.getvalue()  # since it began, not since it is shown
    assert timer.state == "cancelled"
    assert not DISPLAYS


def test_a_timer_that_rings_too_late_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.progress.threading.Timer", Timer)
    monkeypatch.setattr(Timer, "made", [])
    stream = Terminal()
    with progress("short", 1, stream=stream, clock=Clock()):
        pass
    Timer.made[0].ring()
    assert stream.getvalue() == ""


def test_reading_and_pages_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ref.txt").write_text("u1 a b\n", encoding="utf-8")
    (tmp_path / "hyp.txt").write_text("u1 a c\n", encoding="utf-8")
    found = watched(monkeypatch)
    mg.report([tmp_path / "ref.txt", tmp_path / "hyp.txt"], output=str(tmp_path / "report.html"), resamples=5)
    assert {f"reading {tmp_path / name}" for name in ("ref.txt", "hyp.txt")} < set(found)
    assert (found["page"], found["utterances"]) == ((None, 0), (1, 1))
