"""Times, channels and numbers as files write them, at their limits."""

import pytest

from mondegreen import ScoreError
from mondegreen.corpus import TimedWord
from mondegreen.formats.format import (
    Reading,
    are_in_order,
    fold_channel,
    is_number,
    parse_number,
    parse_seconds,
    parse_span,
    to_decimal,
)
from mondegreen.formats.kaldi_files import TO_THE_END

READING = Reading("file")
NUMBERS = ["0", "12", "1.", ".5", "-1.5", "+2", "1e3", "1E-3", "1.5e+10"]
OTHERS = ["", ".", "1_0", "nan", "inf", "1e", "e1", "0x1", "\u0662", " 1", "1 ", "1,5", "--1", "1.2.3"]


@pytest.mark.parametrize("word", NUMBERS)
def test_numbers(word: str) -> None:
    assert is_number(word)
    assert parse_number(word, "start", READING) == float(word)


@pytest.mark.parametrize("word", OTHERS)
def test_what_is_no_number(word: str) -> None:
    assert not is_number(word)
    with pytest.raises(ScoreError) as refused:
        parse_number(word, "start", READING, 3)
    assert str(refused.value) == f'file:3: the start, "{word}", is not a number'


def test_places_of_errors() -> None:
    for wrong, sentence in (
        (lambda: parse_number("1e999", "end", READING), 'file: the end, "1e999", is not a number'),
        (lambda: parse_seconds("-1", "start", READING, 2), "file:2: the start, -1, is negative"),
        (lambda: parse_seconds("x", "start", READING, 2), 'file:2: the start, "x", is not a number'),
        (lambda: parse_span("2", "1", READING, 2), "file:2: the end, 1, is before the start, 2"),
        (lambda: parse_span("x", "1", READING, key="u"), 'file: utterance u: the start, "x", is not a number'),
        (lambda: parse_span("0", "y", READING, key="u"), 'file: utterance u: the end, "y", is not a number'),
        (lambda: parse_span("2", "1", READING, key="u"), "file: utterance u: the end, 1, is before the start, 2"),
        (lambda: parse_seconds("-1", "end", READING, key="u"), "file: utterance u: the end, -1, is negative"),
    ):
        with pytest.raises(ScoreError) as refused:
            wrong()
        assert str(refused.value) == sentence


def test_the_least_times() -> None:
    assert str(parse_seconds("-0", "start", READING)) == "0.0"
    assert parse_span("1", "1", READING) == (1.0, 1.0)
    assert parse_span("0", "1.5", READING) == (0.0, 1.5)
    assert to_decimal("1.1") + to_decimal("2.2") == to_decimal("3.3")  # in binary 3.3000000000000003
    assert TO_THE_END == "-1"  # as Kaldi's `segments` has it


def test_channels_of_one_name() -> None:
    assert [*map(fold_channel, ["1", "2", "A", "a", "b", "3", ""])] == ["A", "B", "A", "A", "B", "3", ""]


ORDER = [
    ((0.0, 0.0), True), ((0.0, 1.0), True), ((1.0, 0.5), False), ((-0.5, 1.0), False), ((0.0, float("inf")), False),
    ((float("nan"), 1.0), False), ((0.0, float("nan")), False),
]  # fmt: skip


@pytest.mark.parametrize(("times", "expected"), ORDER)
def test_times_in_order(times: tuple[float, float], expected: bool) -> None:
    assert are_in_order(TimedWord("a", *times)) is expected
