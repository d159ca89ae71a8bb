"""Command lines as Perl 5.36 reads them; each case was tried with its Getopt::Std and Getopt::Long."""

import pytest

from mondegreen.dropin.emulation.getopt import parse_getopt_long, parse_getopt_std


@pytest.mark.parametrize(
    ("words", "options", "rest", "said"),
    [
        ("-a x", {"a": "1"}, "x", ""),
        ("-ac", {"a": "1", "c": "1"}, "", ""),
        ("-bval x", {"b": "val"}, "x", ""),
        ("-b val x", {"b": "val"}, "x", ""),
        ("-ab val", {"a": "1", "b": "val"}, "", ""),
        ("-bac", {"b": "ac"}, "", ""),  # all that follows is the value
        ("-b -a", {"b": "-a"}, "", ""),
        ("-a -b", {"a": "1"}, "", ""),  # nothing follows
        ("-a - -c", {"a": "1"}, "- -c", ""),  # a lone hyphen is a word
        ("-a -- -c", {"a": "1"}, "-c", ""),
        ("x -a", {}, "x -a", ""),
        ("-za", {"a": "1"}, "", "Unknown option: z\n"),
    ],
)
def test_single_letters(
    words: str, options: dict[str, str], rest: str, said: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    found, others = parse_getopt_std(words.encode().split(), "ab:c")
    assert found == {name: value.encode() for name, value in options.items()}
    assert others == rest.encode().split()
    assert capfdbinary.readouterr() == (b"", said.encode())


SPEC = ("help", "symbol=s", "name:s", "ratio:f", "count:i")


@pytest.mark.parametrize(
    ("words", "options", "rest", "said"),
    [
        ("--help x", {"help": "1"}, "x", ""),
        ("-help", {"help": "1"}, "", ""),
        ("--h", {"help": "1"}, "", ""),
        ("--HELP", {"help": "1"}, "", ""),
        ("--help=1", {}, "", "Option help does not take an argument\n"),
        ("x --help y", {"help": "1"}, "x y", ""),
        ("-- --help", {}, "--help", ""),
        ("-", {}, "-", ""),
        ("--sym x", {"symbol": "x"}, "", ""),
        ("--symbol=x=y", {"symbol": "x=y"}, "", ""),
        ("--symbol --help", {"symbol": "--help"}, "", ""),  # what must come is taken whatever it is
        ("--symbol= x", {}, "x", "Option symbol requires an argument\n"),
        ("--name= x", {"name": ""}, "x", ""),
        ("--ratio=2", {"ratio": "2"}, "", ""),
        ("--ratio= 2", {"ratio": "0"}, "2", ""),
        ("--ratio=x 2", {}, "2", 'Value "x" invalid for option ratio (real number expected)\n'),
        ("--count=2.5", {}, "", 'Value "2.5" invalid for option count (number expected)\n'),
        ("--=1", {}, "", "Unknown option: =1\n"),
        ("x --symbol", {}, "x", "Option symbol requires an argument\n"),
        ("--name x y", {"name": "x"}, "y", ""),
        ("--name --help", {"name": "", "help": "1"}, "", ""),  # what may come is no option
        ("--name -", {"name": "-"}, "", ""),
        ("--name", {"name": ""}, "", ""),
        ("--ratio 1.5e3", {"ratio": "1.5e3"}, "", ""),
        ("--ratio -.5", {"ratio": "-.5"}, "", ""),
        ("--ratio x", {"ratio": "0"}, "x", ""),
        ("--ratio", {"ratio": "0"}, "", ""),
        ("--count -3", {"count": "-3"}, "", ""),
        ("--count 3.5", {"count": "0"}, "3.5", ""),
        ("--bad x --help", {"help": "1"}, "x", "Unknown option: bad\n"),
    ],
)
def test_long_names(
    words: str, options: dict[str, str], rest: str, said: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    found, others, is_valid = parse_getopt_long(words.encode().split(), SPEC)
    assert found == {name: value.encode() for name, value in options.items()}
    assert others == rest.encode().split()
    assert is_valid is not bool(said)
    assert capfdbinary.readouterr() == (b"", said.encode())


def test_case_may_matter(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert parse_getopt_long([b"--Help"], SPEC, case_sensitive=True) == ({}, [], False)
    assert parse_getopt_long([b"--Help"], ["Help"], case_sensitive=True) == ({"Help": b"1"}, [], True)
    assert capfdbinary.readouterr().err == b"Unknown option: Help\n"


def test_nothing_behind_the_last_option_is_read() -> None:
    """The script ends there."""
    words = [b"a", b"--help", b"b", b"--bad"]
    assert parse_getopt_long(words, SPEC, final={"help"}) == ({"help": b"1"}, [b"a", b"b", b"--bad"], True)
    assert parse_getopt_long([b"--help=1"], SPEC, final={"help"}) == ({}, [], False)
