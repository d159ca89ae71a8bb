"""The command as a whole: help, version, slips, and the ways in which a program ends."""

import os
import re
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.cli import COMMANDS, main
from mondegreen.cli.guard import show_warning
from mondegreen.errors import ScoreError, ScoreWarning

Command = Callable[..., Answer]
MONDEGREEN = [sys.executable, "-m", "mondegreen"]


def test_help_lists_the_commands_and_an_example(command: Command) -> None:
    for words in (["--help"], ["-h"]):
        answer = command(*words)
        assert [answer.code, answer.err] == [0, ""]
        assert all(name in answer.out for name in COMMANDS)
        assert "mondegreen score ref.txt hyp.txt" in answer.out


def test_no_command_is_a_mistake_that_help_answers(command: Command) -> None:
    answer = command()
    assert [answer.code, answer.out] == [2, ""]
    assert "usage:" in answer.err


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_with_an_example(command: Command, name: str) -> None:
    answer = command(name, "--help")
    assert answer.code == 0
    assert re.search(rf"^example:\n  mondegreen {name}[ \n]", answer.out, flags=re.MULTILINE)


def test_version(command: Command) -> None:
    answer = command("--version")
    assert answer.code == 0
    assert re.fullmatch(r"mondegreen \d+\.\d+\.\d+\n", answer.out)


def test_a_slip_in_the_command(command: Command) -> None:
    answer = command("scroe", "a", "b")
    assert answer == (2, "", 'mondegreen: error: there is no command "scroe"; did you mean score?\n')
    assert command("--verbose").code == 2


def test_a_word_that_is_near_no_command(command: Command) -> None:
    assert command("qqqqqq").err == 'mondegreen: error: there is no command "qqqqqq"; see `mondegreen --help`\n'
    assert command("--qqqq").err == 'mondegreen: error: there is no option "--qqqq"; see `mondegreen --help`\n'


def test_debug_shows_where_an_error_arose(files: Path) -> None:
    with pytest.raises(ValueError, match="nowhere"):
        main(["score", "nowhere", "hyp.txt", "--debug"])


def test_an_error_of_ours_is_a_failed_run_without_traceback(
    files: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mondegreen.api.score.score_systems", lambda plan: 1 / 0)
    assert command("score", "a", "b") == (1, "", "mondegreen: error: division by zero\n")


def test_warnings_are_sentences_and_those_of_other_packages_are_not_shown(
    files: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warned(*_: object, **__: object) -> None:
        warnings.warn("something was cut", ScoreWarning, stacklevel=2)
        show_warning("something is old", DeprecationWarning)
        raise ScoreError("enough")

    monkeypatch.setattr("mondegreen.runner.measure_pairs", warned)
    err = "mondegreen: warning: something was cut\nmondegreen: error: enough\n"
    assert command("score", "ref.txt", "hyp.txt") == (2, "", err)


def test_interruption_is_quiet(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.api.score.score_systems", lambda plan: signal.raise_signal(signal.SIGINT))
    assert command("score", "a", "b") == (130, "", "")


def test_a_request_to_end_unwinds_and_is_heard_no_longer_than_that(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        monkeypatch.setattr("mondegreen.api.score.score_systems", lambda plan: signal.raise_signal(signal.SIGTERM))
        assert command("score", "a", "b") == (143, "", "")
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("report", ["table", "json"])
def test_a_closed_pipe_is_quiet(files: Path, report: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = [*MONDEGREEN, "score", "ref.txt", "hyp.txt", "--as", report]
    done = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert [done.returncode, done.stderr] == [141, b""]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_an_error(files: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        words = [*MONDEGREEN, "score", "ref.txt", "hyp.txt"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    assert [done.returncode, done.stderr] == [1, b"mondegreen: error: No space left on device\n"]


def test_closed_output_is_an_error(files: Path) -> None:
    shell = ["sh", "-c", '"$0" -m mondegreen score ref.txt hyp.txt >&-', sys.executable]
    done = subprocess.run(shell, stderr=subprocess.PIPE, check=False)
    assert [done.returncode, done.stderr] == [1, b"mondegreen: error: standard output is closed\n"]


def test_a_narrow_terminal_encoding_escapes_what_it_lacks(files: Path) -> None:
    Path("été.txt").write_bytes(Path("ref.txt").read_bytes())
    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    words = [*MONDEGREEN, "score", "ref.txt", "été.txt"]
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    assert [done.returncode, done.stderr] == [0, b""]
    assert rb"\xe9t\xe9.txt" in done.stdout
