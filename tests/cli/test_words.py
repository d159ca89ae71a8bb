"""Words of command lines, made and shown: from a file's values, in usages, in columns, and where they break."""

from collections.abc import Callable
from typing import Any

import pytest

from conftest import Answer
from mondegreen.cli import layout
from mondegreen.cli.config import words_of
from mondegreen.cli.parser import Parser, list_options, make_usage, parse_whole_number
from mondegreen.errors import ScoreError

Command = Callable[..., Answer]


@pytest.fixture
def parser() -> Parser:
    made = Parser(prog="x")
    made.add_argument("place", metavar="REF")
    made.add_argument("rest", nargs="*", metavar="HYP")
    made.add_argument("--flag", action="store_true")
    made.add_argument("--one")
    made.add_argument("--maybe", nargs="?", const="c")
    made.add_argument("--some", nargs="+")
    made.add_argument("--any", nargs="*")
    made.add_argument("--again", action="append")
    return made


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("flag", True, ["--flag"]),
        ("flag", False, []),
        ("one", "x", ["--one=x"]),
        ("one", 3, ["--one=3"]),
        ("one", 0.5, ["--one=0.5"]),
        ("one", ["a", "b"], ["--one=a,b"]),
        ("one", [], ["--one="]),
        ("one", "-x", ["--one=-x"]),
        ("maybe", True, ["--maybe"]),
        ("maybe", False, []),
        ("maybe", "x", ["--maybe=x"]),
        ("some", "x", ["--some", "x"]),
        ("some", ["a", "b"], ["--some", "a", "b"]),
        ("any", ["a"], ["--any", "a"]),
        ("again", "x", ["--again=x"]),
        ("again", ["a", "b"], ["--again=a", "--again=b"]),
    ],
)
def test_values_of_a_file_as_words(parser: Parser, name: str, value: Any, expected: list[str]) -> None:
    assert words_of(list_options(parser)[f"--{name}"], name, value, "f") == expected


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("one", True, "one needs a value, not true"),
        ("one", False, "one needs a value, not false"),
        ("some", True, "some needs a value, not true"),
        ("flag", "yes", "flag is either true or false"),
        ("flag", 1, "flag is either true or false"),
    ],
)
def test_values_that_do_not_fit(
    parser: Parser, name: str, value: Any, message: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line is named where only one names the option."""
    path = tmp_path / "mondegreen.toml"
    path.write_text(f'[score]\n{name} = "x"\n', encoding="utf-8")
    with pytest.raises(ScoreError, match=rf"mondegreen\.toml:2: {message}$"):
        words_of(list_options(parser)[f"--{name}"], name, value, str(path))
    path.write_text(f'{name} = "x"\n[score]\n{name} = "x"\n', encoding="utf-8")
    with pytest.raises(ScoreError, match=rf"mondegreen\.toml: {message}$"):
        words_of(list_options(parser)[f"--{name}"], name, value, str(path))


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"metavar": "REF"}, "REF"),
        ({}, "place"),
        ({"choices": ["a", "b"]}, "a|b"),
        ({"nargs": "*", "metavar": "HYP"}, "[HYP ...]"),
        ({"nargs": "+", "metavar": "HYP"}, "HYP [HYP ...]"),
        ({"nargs": "?", "metavar": "HYP"}, "[HYP]"),
        ({"nargs": 2, "metavar": "HYP"}, "HYP"),
    ],
)
def test_places_in_a_usage(how: dict[str, Any], expected: str) -> None:
    made = Parser(prog="x 50%", add_help=False)
    made.add_argument("place", **how)
    assert make_usage(made) == f"x 50%% {expected} [options]"


@pytest.mark.parametrize("text", ["0", "-3", "9223372036854775807", "-9223372036854775807", " 7 ", "1_000"])
def test_whole_numbers_up_to_what_the_core_counts(text: str) -> None:
    assert parse_whole_number(text) == int(text)


@pytest.mark.parametrize("text", ["9223372036854775808", "-9223372036854775808", "1.0", "x", ""])
def test_what_is_no_whole_number_of_the_core(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_whole_number(text or "x")


# --- lines as people see them ---


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (19, "  a   one two three"),
        (18, "  a   one two\n      three"),
        (10, "  a   one\n      two\n      three"),
        (2, "  a   one\n      two\n      three"),  # no word is broken
    ],
)
def test_what_does_not_fit_stands_under_its_beginning(width: int, expected: str) -> None:
    assert layout.hang_text("  a   ", "one two three", width) == expected


def test_paragraphs_are_broken_and_examples_are_not() -> None:
    page = "Measures: one two three\n    four five\n\nExample:\n    >>> long(example, of, code)\n    12345 67890"
    assert layout.fit_columns(page, 200) == page
    assert layout.fit_columns(page, 34) == page
    assert layout.fit_columns(page, 14).splitlines() == [
        "Measures: one",
        "    two three",
        "    four five",
        "",
        "Example:",
        "    >>> long(example, of, code)",
        "    12345",
        "        67890",
    ]


@pytest.mark.parametrize(("columns", "expected"), [(40, 40), (200, 200)])
def test_the_room_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int, expected: int) -> None:
    import sys

    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert layout.get_width() == expected
    monkeypatch.setattr(sys.stdout, "isatty", lambda: False, raising=False)
    assert layout.get_width() == 1_000_000


@pytest.mark.parametrize("name", ["doctor", "list"])
def test_names_stand_in_a_column_of_their_own(files: Any, command: Command, name: str) -> None:
    """Two blanks behind the longest, and more behind the others, up to where all others begin."""
    lines = command(*name.split()).out.splitlines()
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("  "):
            blocks[-1].append(line)
        elif blocks[-1] and name == "doctor":
            blocks.append([])
    for block in filter(None, blocks):
        begins = {len(line) - len(line[2:].partition("  ")[2].lstrip()) for line in block if "  " in line[2:]}
        longest = max(len(line[2:].partition("  ")[0]) for line in block)
        assert begins == {2 + longest + 2}
