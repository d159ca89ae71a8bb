"""`mondegreen help`: kinds, names, options, commands and the pages that come with the package."""

import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS
from mondegreen.cli.help import list_pages, list_topics

Command = Callable[..., Answer]


def test_without_a_name_it_shows_the_commands_and_the_kinds(command: Command) -> None:
    answer = command("help")
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.startswith(command("--help").out)
    assert "metrics, formats, reports," in answer.out.splitlines()[-1]


def test_a_kind_lists_its_names(command: Command) -> None:
    answer = command("help", "metrics")
    lines = answer.out.splitlines()
    assert [answer.code, answer.err, lines[0]] == [0, "", "--metrics NAME"]
    assert ["wer", "Word error rate."] in [line.split(maxsplit=1) for line in lines]
    assert {"kaldi", "wer"} & {line.split()[0] for line in lines} == {"wer"}
    assert "wer-summary" in command("help", "output-formats").out
    assert "sub-first" in command("help", "policies").out


@pytest.mark.parametrize("name", ["wer", "WER", "wer:ties=range"])
def test_a_metric_is_explained_in_any_case(command: Command, name: str) -> None:
    answer = command("help", name)
    assert [answer.code, answer.err] == [0, ""]
    assert answer.out.startswith("metric wer (--metrics wer)\n\nWord error rate.\n")


def test_everything_of_a_name_is_shown(command: Command) -> None:
    out = command("help", "kaldi").out
    assert out.startswith("usage: mondegreen kaldi ")
    assert "\nformat kaldi (--format kaldi)\n" in out
    assert "\npolicy kaldi (--policy kaldi)\n" in out


def test_an_option_is_explained_with_its_commands(command: Command) -> None:
    for name in ("resamples", "--resamples"):
        out = command("help", "--", name).out
        assert out.startswith("option --resamples N of score")
        assert "number of resamples (default: 10,000)" in out


def test_an_action_is_explained_with_and_without_its_command(command: Command) -> None:
    assert command("help", "tune").out.startswith("usage: mondegreen nbest tune REF ")


def test_every_topic_has_help(command: Command) -> None:
    topics = list_topics()
    assert {*COMMANDS, "metrics", "pages", "wer", "first-steps", "by"} <= {*topics}
    for name in topics[::7]:
        answer = command("help", name)
        assert [answer.code, answer.err, bool(answer.out)] == [0, "", True], name


def test_a_slip(command: Command) -> None:
    assert command("help", "nubmers").err == 'mondegreen: error: there is no help on "nubmers"; did you mean numbers?\n'
    assert command("help", "nubmers", "--open").err.startswith('mondegreen: error: there is no page "nubmers"')


def test_pages_are_listed_by_title_the_first_steps_first(command: Command) -> None:
    lines = command("help", "pages").out.splitlines()
    assert [line.split()[0] for line in lines] == list(list_pages())
    assert lines[0].startswith("first-steps")
    width = max(map(len, list_pages()))
    assert [line[width : width + 2] for line in lines] == ["  "] * len(lines)
    assert lines[1:] == sorted(lines[1:])


def test_pages_are_printed_as_they_are_written(command: Command) -> None:
    texts = [list_pages()[name].read_text(encoding="utf-8") for name in ("numbers", "projects")]
    assert command("help", "numbers", "projects").out == "\n".join(texts)


@pytest.mark.parametrize("found", [True, False])
def test_a_browser_shows_tables(command: Command, monkeypatch: pytest.MonkeyPatch, found: bool) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda uri: found)
    answer = command("help", "numbers", "--open")
    place = Path(answer.out.rpartition("open")[2].removeprefix("ed").strip())
    shown = place.read_text(encoding="utf-8")
    assert "<h1>" in shown
    assert "<table>" in shown
    assert ("no browser" in answer.out) is not found


def test_all_pages_are_opened_unless_some_are_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda uri: uri.startswith("file://") and uri.endswith("/docs.html"))
    for words, headings in (([], len(list_pages())), (["numbers", "projects"], 2)):
        answer = command("help", "--open", *words)
        assert answer.out.startswith("opened ")
        assert Path(answer.out[7:-1]).read_text(encoding="utf-8").count("<h1>") == headings


def test_a_terminal_sees_a_page_without_its_marks(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    shown = command("help", "projects").out
    assert "# " not in shown.split("\n")[0]
    assert shown.strip()


@pytest.mark.parametrize(
    ("former", "meant"),
    [
        ("wer", "score a b --metrics wer"),
        ("CER", "score a b --metrics cer"),
        ("cpwer", "score a b --metrics cpwer"),
        ("speakers", "score a b --metrics cpwer"),
        ("humans", "study agreement a b"),
        ("corrupt", "simulate a b"),
        ("list", "help a b"),
        ("merge", "runs merge a b"),
        ("models", "doctor models a b"),
        ("oracle", "nbest oracle a b"),
        ("correlate", "study correlate a b"),
        ("evaluate", "score a b"),
    ],
)
def test_a_former_name_of_a_command_is_answered_with_the_one_meant(command: Command, former: str, meant: str) -> None:
    assert command(former, "a", "b") == (
        2,
        "",
        f'mondegreen: error: there is no command "{former}"; write: mondegreen {meant}\n',
    )
