"""Command lines as Kaldi's option parser reads them; what is expected was seen of Kaldi's programs (5.5)."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import (
    Call,
    Console,
    KaldiAssertionError,
    KaldiError,
    Option,
    program,
    quote_word,
    to_kaldi_error,
)


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


# As ParseOptions::PrintUsage writes it: names in 25 columns, a program's own options first.
HELP = """
Usage: show [options] <a> [<b>]

Options:
  --flag                      : A flag (bool, default = false)
  --count                     : A count (int, default = 3)
  --scale                     : A scale (float, default = 0.1)
  --exact                     : Another (double, default = 0.1)
  --two-words                 : A text (string, default = "x")

Standard options:
  --config                    : Configuration file to read (this option may be repeated) (string, default = "")
  --help                      : Print out usage message (bool, default = false)
  --print-args                : Print the command line arguments (to stderr) (bool, default = true)
  --verbose                   : Verbose level (higher->more logging) (int, default = 0)

"""


def test_help_is_laid_out_as_kaldis() -> None:
    assert run("--help") == (0, "", HELP)
    assert run("--print-args=false") == (1, "", f"{HELP}Command line was: show --print-args=false \n")
    said = "ERROR (show[5.5]:Read()) Invalid option --nothing\n\nkaldi::KaldiFatalError\n"
    assert run("--nothing", "a") == (255, "", f"{HELP}Command line was: show --nothing a \n{said}")
    bare = program("bare", "Usage: bare", arguments=(1,))(lambda _: 0)
    err = io.BytesIO()
    assert bare([b"--help"], io.BytesIO(), io.BytesIO(), err) == 0
    assert err.getvalue().decode() == "\nUsage: bare\n\n" + HELP[HELP.index("\nStandard") :]


@pytest.mark.parametrize(
    ("error", "what"),
    [
        (OSError(2, "No such file or directory", "hyp"), "hyp: No such file or directory"),
        (OSError(28, "No space left on device"), "No space left on device"),
        (OSError("the disk is gone"), "the disk is gone"),
        (ValueError("byte 3: no lattice"), "byte 3: no lattice"),
    ],
)
def test_other_errors_are_reported_as_those_of_main(error: Exception, what: str) -> None:
    failure = to_kaldi_error(error)
    assert (failure.what, failure.where, failure.code) == (what, "main", 255)
    err = io.BytesIO()
    Console("show", err).fail(failure)
    assert err.getvalue().decode() == f"ERROR (show[5.5]:main()) {what}\n\nkaldi::KaldiFatalError\n"
    own = KaldiAssertionError("beam > 0.0", "Prune")
    assert to_kaldi_error(own) is own


@pytest.mark.parametrize(
    ("value", "flag"), [("", True), ("=true", True), ("=T", True), ("=1", True), ("=False", False), ("=f", False)]
)
def test_words_for_yes_and_no(value: str, flag: bool) -> None:
    assert run("--print-args=0", f"--flag{value}", "a").out == repr((flag, 3, 0.1, 0.1, "x", "a"))


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
        ("it's \"", "'it'\\''s \"'"),
        ("it's`", "'it'\\''s`'"),
        ("it's\\", "'it'\\''s\\'"),
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
    code, out, err = run(f"--config={tmp_path / 'conf'}", "a")
    assert (code, out) == (255, "")
    what = "line 1 does not look like an option of a Kaldi program, which is of the form --x=y"
    sourced = "(files that a shell is to source lack the '--')"
    where = f"ERROR (show[5.5]:ReadConfigFile()) Reading config file {tmp_path}/conf: "
    assert err == f"{where}{what} {sourced}\n\nkaldi::KaldiFatalError\n"
    (tmp_path / "conf").write_text("# first\n\n-count=5\n", encoding="utf-8")
    assert "/conf: line 3 does not" in run(f"--config={tmp_path / 'conf'}", "a").err
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
