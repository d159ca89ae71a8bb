"""Command lines as Kaldi's option parser reads them; what is expected was seen of Kaldi's programs (5.5)."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, program, quote_word


class Answer(NamedTuple):
    code: int
    out: str
    err: str


@program(
    "show",
    "Usage: show [options] <a> [<b>]",
    Option("flag", default=False, purpose="A flag"),
    Option("count", 3, "A count"),
    Option("scale", 0.1, "A scale"),
    Option("exact", 0.1, "Another", double=True),
    Option("two-words", "x", "A text"),
    arguments=(1, 2),
)
def show(call: Call) -> int:
    values = (
        call.flag("flag"),
        call.integer("count"),
        call.number("scale"),
        call.number("exact"),
        call.text("two-words"),
    )
    call.stdout.write(repr((*values, *call.arguments)).encode())
    if call.argument(0) == "fail":
        raise KaldiError("no luck", "Try")
    if call.argument(0) == "assert":
        raise KaldiAssertionError("beam > 0.0", "Prune")
    return 0


def run(*words: str) -> Answer:
    out, err = io.BytesIO(), io.BytesIO()
    code = show([word.encode() for word in words], io.BytesIO(), out, err)
    return Answer(code, out.getvalue().decode(), err.getvalue().decode())


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["a"], (False, 3, 0.1, 0.1, "x", "a")),
        (["--flag", "a"], (True, 3, 0.1, 0.1, "x", "a")),
        (["--FLAG=T", "--Two_Words=y z", "a"], (True, 3, 0.1, 0.1, "y z", "a")),  # case and underscores are one
        (["--flag=0", "--count=-7", "a"], (False, -7, 0.1, 0.1, "x", "a")),
        (["--scale=0.2", "--exact=0.2", "a"], (False, 3, round_to_float32(0.2), 0.2, "x", "a")),  # 32 bits and 64
        (["--scale=inf", "a"], (False, 3, float("inf"), 0.1, "x", "a")),
        (["--count=1", "--count=2", "a"], (False, 2, 0.1, 0.1, "x", "a")),  # the last one counts
        (["--two-words= y ", "a"], (False, 3, 0.1, 0.1, "y", "a")),
        (["--", "--flag"], (False, 3, 0.1, 0.1, "x", "--flag")),
        (["a", "--"], (False, 3, 0.1, 0.1, "x", "a")),  # the first one is taken out wherever it stands
        (["a", "--flag"], (False, 3, 0.1, 0.1, "x", "a", "--flag")),  # behind an argument there are no options
        (["-", "-x"], (False, 3, 0.1, 0.1, "x", "-", "-x")),
    ],
)
def test_words_become_options_and_arguments(words: Sequence[str], values: tuple[object, ...]) -> None:
    answer = run("--print-args=false", *words)
    assert answer == (0, repr(values), "")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("--nothing=1", "Invalid option --nothing=1"),
        ("--=1", "Invalid option (no key): --=1"),
        ("--flag=yes", "Invalid format for boolean argument [expected true or false]: yes"),
        ("--flag=", "Invalid option --flag="),
        ("--count=1.5", 'Invalid integer option "1.5"'),
        ("--count=2147483648", 'Invalid integer option "2147483648"'),
        (f"--count={'9' * 5000}", f'Invalid integer option "{"9" * 5000}"'),
        ("--count=1_0", 'Invalid integer option "1_0"'),
        ("--scale=1_0", 'Invalid floating-point option "1_0"'),
        ("--scale", 'Invalid floating-point option ""'),
        ("--two-words", "Invalid option --two-words (option format is --x=y)."),
        ("--config=missing", "Cannot open config file: missing"),
    ],
)
def test_what_is_no_option_ends_with_255(word: str, said: str) -> None:
    code, out, err = run(word, "a")
    assert (code, out) == (255, "")
    assert f") {said}\n" in err
    assert "ERROR (show[5.5]:" in err


@pytest.mark.parametrize("words", [[], ["a", "b", "c"]])
def test_a_wrong_number_of_arguments_shows_the_usage(words: list[str]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (1, "")
    assert "Usage: show [options] <a> [<b>]" in err
    assert "(float, default = 0.1)" in err
    assert "(double, default = 0.1)" in err
    assert '(string, default = "x")' in err
    assert "Standard options:" in err


@pytest.mark.parametrize("words", [["--nothing", "--help"], ["a", "b", "--help"]])
def test_help_wins_over_everything(words: list[str]) -> None:
    code, out, err = run(*words)
    assert (code, out) == (0, "")
    assert "Usage:" in err
    assert "'--help'" in run("--", "--help").out


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("ark:a/b-c_d+e,f.gz", "ark:a/b-c_d+e,f.gz"),
        ("[]~#^", "[]~#^"),
        ("--x=***", "'--x=***'"),
        ("ark:cat f |", "'ark:cat f |'"),
        ("it's", '"it\'s"'),
        ("it's $1", "'it'\\''s $1'"),
        ("", "''"),
        ("é", "'é'"),
    ],
)
def test_the_command_line_is_repeated_as_a_shell_reads_it(word: str, shown: str) -> None:
    assert quote_word(word) == shown
    assert run("a", word).err == f"show a {shown} \n"


def test_a_configuration_file_gives_way_to_options(tmp_path: Path) -> None:
    (tmp_path / "conf").write_text("# all of them\n\n--count=5  # five\n  --flag\n", encoding="utf-8")
    answer = run("--print-args=f", "--count=6", f"--config={tmp_path / 'conf'}", "a")
    assert answer == (0, repr((True, 6, 0.1, 0.1, "x", "a")), "")
    (tmp_path / "conf").write_text("count=5\n", encoding="utf-8")
    assert "line 1 does not look like an option" in run(f"--config={tmp_path / 'conf'}", "a").err
    (tmp_path / "conf").write_text("--dount=5\n", encoding="utf-8")
    assert "Invalid option --dount=5 in config file" in run(f"--config={tmp_path / 'conf'}", "a").err


def test_failures_have_the_codes_and_heads_of_kaldi() -> None:
    code, _, err = run("fail")
    assert (code, err) == (255, "show fail \nERROR (show[5.5]:Try()) no luck\n\nkaldi::KaldiFatalError\n")
    code, _, err = run("assert")
    assert (code, err) == (134, "show assert \nASSERTION_FAILED (show[5.5]:Prune()) Assertion failed: (beam > 0.0)\n")


def test_bytes_that_are_no_text_go_through() -> None:
    err = io.BytesIO()
    assert show([b"\xe9"], io.BytesIO(), io.BytesIO(), err) == 0
    assert err.getvalue() == b"show '\xe9' \n"
