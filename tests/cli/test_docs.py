"""The pages that come with the package."""

import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli.docs import list_pages

Command = Callable[..., Answer]


def test_a_list_with_titles_the_first_steps_first(command: Command) -> None:
    answer = command("docs")
    assert [answer.code, answer.err] == [0, ""]
    assert [line.split()[0] for line in answer.out.splitlines()] == list(list_pages())
    assert answer.out.startswith("first-steps")
    assert "What the numbers mean" in answer.out


def test_pages_are_printed_as_they_are_written(command: Command) -> None:
    texts = [list_pages()[name].read_text(encoding="utf-8") for name in ("numbers", "projects")]
    assert command("docs", "numbers", "projects").out == "".join(texts)


def test_options_are_shown(command: Command) -> None:
    """Each with what it takes, as a row of a table."""
    shown = command("docs", "options").out
    assert shown.startswith("# Every option of every command\n")
    assert "| `--restarts` | `restarts` | whole number of at least 0 | `10` |" in shown


def test_a_slip(command: Command) -> None:
    assert command("docs", "nubmers") == (
        2,
        "",
        'mondegreen: error: there is no page "nubmers"; did you mean numbers?\n',
    )


@pytest.mark.parametrize("found", [True, False])
def test_a_browser_shows_tables(command: Command, monkeypatch: pytest.MonkeyPatch, found: bool) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda uri: found)
    answer = command("docs", "numbers", "--open")
    place = Path(answer.out.rpartition("open")[2].removeprefix("ed").strip())
    shown = place.read_text(encoding="utf-8")
    assert "<h1>What the numbers mean</h1>" in shown
    assert "<table>" in shown
    assert ("no browser" in answer.out) is not found


def test_titles_stand_in_a_column(command: Command) -> None:
    lines = command("docs").out.splitlines()
    width = max(map(len, list_pages()))
    assert [line[width : width + 2] for line in lines] == ["  "] * len(lines)
    assert f"{'numbers':<{width}}  What the numbers mean" in lines
    assert lines[1:] == sorted(lines[1:])


def test_all_pages_are_opened_unless_some_are_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda uri: uri.startswith("file://") and uri.endswith("/docs.html"))
    for words, headings in (([], len(list_pages())), (["numbers", "projects"], 2)):
        answer = command("docs", "--open", *words)
        assert answer.out.startswith("opened ")
        assert Path(answer.out[7:-1]).read_text(encoding="utf-8").count("<h1>") == headings


def test_a_terminal_sees_a_page_without_its_marks(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = command("docs", "projects").out
    assert "# " not in shown.split("\n")[0]
    assert shown.strip()
