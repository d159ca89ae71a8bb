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
from mondegreen.cli import (
    COMMANDS,
    GROUPS,
    correct_spelling,
    guard,
    help_text,
    main,
    move_behind_command,
    split_configuration,
)
from mondegreen.cli.guard import show_warning
from mondegreen.dropin import list_programs
from mondegreen.errors import NO_MEMORY, ScoreError, ScoreNote, ScoreWarning, Verbosity

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


@pytest.mark.parametrize(
    ("words", "rest", "config"),
    [
        ("score a b", "score a b", None),
        ("", "", None),
        ("--no-config score a", "score a", ""),
        ("score a --no-config", "score a", ""),
        ("--config f score a", "score a", "f"),
        ("score a --config f b", "score a b", "f"),
        ("score --config=f a", "score a", "f"),
        ("score --config=a=b c", "score c", "a=b"),
        ("--config f --no-config", "--no-config", "f"),  # the second is refused by whoever reads the rest
        ("score -- --config f", "score -- --config f", None),  # a name that begins so
        ("score --no-config -- --config", "score -- --config", ""),
        ("score --configs f", "score --configs f", None),
    ],
)
def test_which_configuration_is_read(words: str, rest: str, config: str | None) -> None:
    assert split_configuration(words.split()) == (rest.split(), config)


@pytest.mark.parametrize("words", [["score", "--config"], ["--config="], ["--config", ""]])
def test_a_configuration_without_a_name(words: list[str]) -> None:
    with pytest.raises(ScoreError) as refused:
        split_configuration(words)
    assert str(refused.value) == "--config needs a file; to read none: --no-config"


@pytest.mark.parametrize(
    ("name", "known"), [("normalise", "normalize"), ("normalize", "normalize"), ("score", "score"), ("x", "x")]
)
def test_another_spelling_of_a_command(name: str, known: str) -> None:
    assert correct_spelling(name) == known


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(2, "No such file", "a.txt"), "a.txt: No such file"),
        (OSError(28, "No space left"), "No space left"),
        (OSError("standard output is closed"), "standard output is closed"),
        (OSError(), "OSError"),
        (MemoryError(), NO_MEMORY),
        (KeyError(), "KeyError"),
        (ScoreError("enough", path="a", line=3), "a:3: enough"),
    ],
)
def test_sentences_of_errors(error: Exception, sentence: str) -> None:
    assert guard.make_sentence(error) == sentence


@pytest.mark.parametrize(
    ("found", "code"), [(0, 0), (1, 1), (3, 3), (True, 1), (False, 0), (None, 0), ([], 0), ("x", 0)]
)
def test_the_exit_code_is_what_the_function_gives(
    command: Command, monkeypatch: pytest.MonkeyPatch, found: object, code: int
) -> None:
    monkeypatch.setattr("mondegreen.cli.doctor.run", lambda plan: found)
    assert command("doctor") == (code, "", "")


@pytest.mark.parametrize(
    ("error", "code", "err"),
    [
        (ScoreError("bad"), 2, "mondegreen: error: bad\n"),
        (ValueError("odd"), 1, "mondegreen: error: odd\n"),
        (MemoryError(), 1, f"mondegreen: error: {NO_MEMORY}\n"),
        (BrokenPipeError(), 141, ""),
        (KeyboardInterrupt(), 130, ""),
        (guard.Terminated(signal.SIGTERM), 143, ""),
        (guard.Terminated(signal.SIGHUP), 129, ""),
    ],
)
def test_exit_codes(
    command: Command, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, err: str
) -> None:
    """Of the shell: 128 and the number of the signal."""

    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr(guard, "forget_output", lambda: None)
    monkeypatch.setattr("mondegreen.cli.doctor.run", fail)
    assert command("doctor") == (code, "", err)


def test_what_is_interrupted_before_anything_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object, *, debug: bool) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mondegreen.cli.guard.run_guarded", interrupt)
    assert main(["score"]) == 130


def test_a_terminal_that_is_gone_ends_the_program(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        monkeypatch.setattr("mondegreen.cli.doctor.run", lambda plan: signal.raise_signal(signal.SIGHUP))
        assert command("doctor") == (129, "", "")
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_DFL
    finally:
        signal.signal(signal.SIGHUP, before)


def test_who_hears_or_ignores_a_request_already_goes_on_doing_so(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As below nohup, which ignores that the terminal is gone."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        monkeypatch.setattr("mondegreen.cli.doctor.run", lambda plan: signal.raise_signal(signal.SIGHUP))
        assert command("doctor") == (0, "", "")
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_what_c_code_makes_of_a_request_is_no_error(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def hear(_: object) -> None:
        try:
            signal.raise_signal(signal.SIGTERM)
        except BaseException as end:
            raise ImportError("numpy") from end

    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        monkeypatch.setattr("mondegreen.cli.doctor.run", hear)
        assert command("doctor") == (143, "", "")
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("category", "shown"),
    [
        (ScoreWarning, "mondegreen: warning: odd\n"),
        (ScoreNote, "mondegreen: note: odd\n"),
        (UserWarning, ""),
        (DeprecationWarning, ""),
    ],
)
def test_warnings_by_their_kind(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, category: type[Warning], shown: str
) -> None:
    monkeypatch.setattr(Verbosity, "has_notes", True)
    show_warning("odd", category)
    assert capsys.readouterr() == ("", shown)
    monkeypatch.setattr(Verbosity, "has_notes", False)
    show_warning("odd", category)
    assert capsys.readouterr().err == ("" if category is ScoreNote else shown)


def test_quiet_holds_for_one_command(files: Path, command: Command) -> None:
    assert command("score", "ref.txt", "hyp.txt", "--quiet").code == 0
    assert not Verbosity.has_notes
    assert command("doctor").code == 0
    assert Verbosity.has_notes


def test_how_much_a_file_may_hold_is_said_for_one_command(files: Path, command: Command) -> None:
    from mondegreen.io import compressed

    assert command("score", "ref.txt", "hyp.txt", "--max-bytes", "1M").code == 0
    assert compressed.Limit.bytes == 1 << 20
    assert command("score", "ref.txt", "hyp.txt").code == 0
    assert compressed.Limit.bytes == compressed.DEFAULT_LIMIT


@pytest.mark.parametrize("words", [["--debug", "wer", "--x"], ["wer", "--x", "--debug"]])
def test_debug_of_an_original_stands_before_its_name(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    """Behind it, it is the original's own."""
    started = []

    def start(name: str, arguments: list[str], *, debug: bool) -> int:
        started.append((name, arguments, debug))
        return 5

    monkeypatch.setattr("mondegreen.dropin.list_programs", lambda: ["wer"])
    monkeypatch.setattr("mondegreen.dropin.start.start", start)
    assert main(words) == 5
    assert started == [("wer", words[2:] if words[0] == "--debug" else words[1:], words[0] == "--debug")]


@pytest.mark.parametrize("words", [["--limits", "time=1m"], ["--limits=time=1m"]])
def test_limits_are_for_files_of_strangers(command: Command, words: list[str]) -> None:
    sentence = "--limits says what --untrusted allows; give that, too"
    assert command("doctor", *words) == (2, "", f"mondegreen: error: {sentence}\n")


def test_a_sandbox_runs_the_work_of_the_plan(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """And no configuration is looked for."""
    from mondegreen.cli.untrusted import Sandbox

    started: list[object] = []

    def run(self: Sandbox, work: Callable[[], int], plan: object, words: list[str]) -> int:
        started.extend([self.time, type(plan).__name__, words])
        return 10 + work()

    monkeypatch.setattr(Sandbox, "run", run)
    monkeypatch.setattr("mondegreen.cli.config.find_nearest", lambda: pytest.fail("looked for"))
    monkeypatch.setattr("mondegreen.api.score.score_systems", lambda plan: 1)
    assert command("--untrusted", "score", "a", "b", "--limits", "time=2m") == (11, "", "")
    assert started == [120, "ScorePlan", ["a", "b"]]


def test_the_help_of_all_commands() -> None:
    """Each group with its title, each command beside the first sentence of its own help."""
    blocks = help_text().split("\n\n")
    titles = [block.partition(":")[0] for block in blocks]
    assert titles[2:-3] == list(GROUPS)
    first = blocks[2].splitlines()
    assert first[1] == "  score       Compute error rates and other metrics against a reference."
    assert len(first) == 1 + 5
    assert f"  {len(list_programs())} programs of NIST SCTK" in help_text()


def test_what_concerns_the_terminal_may_stand_first() -> None:
    assert move_behind_command(["-q", "--color", "never", "score", "a", "--", "b"]) == [
        *("score", "a", "-q", "--color", "never", "--", "b")
    ]
    assert move_behind_command(["score", "-q"]) == ["score", "-q"]
    assert move_behind_command(["--quiet"]) == []
