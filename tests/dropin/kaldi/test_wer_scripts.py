"""Options with values of Kaldi's scripts on details: what is taken off the front of a command line, and what stays."""

import pytest

from mondegreen.dropin.kaldi.scripts import DieError
from mondegreen.dropin.kaldi.wer_scripts import check_no_words, classify_pair, take_options

NAMES = ("--special-symbol", "--separator")


@pytest.mark.parametrize(
    ("words", "values", "left"),
    [
        ("", {}, ""),
        ("in out", {}, "in out"),
        ("--separator ; in", {"--separator": ";"}, "in"),
        ("--separator=; in", {"--separator": ";"}, "in"),
        ("--separator= in", {"--separator": ""}, "in"),
        ("--separator ; --special-symbol=*** in", {"--separator": ";", "--special-symbol": "***"}, "in"),
        ("--separator a --separator b", {"--separator": "b"}, ""),
        ("--separator --special-symbol x", {"--separator": "--special-symbol"}, "x"),
        ("in --separator ;", {}, "in --separator ;"),  # behind the first word all stays
        ("--other x --separator ;", {}, "--other x --separator ;"),  # and so it does behind a flag
        ("--other=x --separator ;", {}, "--other=x --separator ;"),
        ("--separator ; --other x", {"--separator": ";"}, "--other x"),
        ("- --separator ;", {}, "- --separator ;"),
    ],
)
def test_options_are_taken_off_the_front(words: str, values: dict[str, str], left: str) -> None:
    found = words.split()
    assert take_options(found, *NAMES) == values
    assert found == left.split()


def test_an_option_without_its_value_and_what_is_left() -> None:
    with pytest.raises(DieError, match="Option separator requires an argument"):
        take_options(["--separator"], *NAMES)
    with pytest.raises(DieError, match="Unknown option or argument: --other"):
        check_no_words(["--other", "x"])
    check_no_words([])


@pytest.mark.parametrize(
    ("reference", "hypothesis", "expected"), [("a", "a", "C"), ("a", "b", "S"), ("***", "a", "I"), ("a", "***", "D")]
)
def test_what_became_of_a_pair_of_words(reference: str, hypothesis: str, expected: str) -> None:
    assert classify_pair(reference, hypothesis, "***") == expected
