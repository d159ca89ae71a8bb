"""An error is a sentence with its place before it; messages speak of amounts and of many keys."""

from typing import Any

import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.errors import CoreError, ScoreNote, ScoreWarning, count_ids, join_ids, pluralize, warn

PLACES: list[tuple[dict[str, str | int], str]] = [
    ({}, "no"),
    ({"path": "a.txt"}, "a.txt: no"),
    ({"path": "a.txt", "line": 3}, "a.txt:3: no"),
    ({"key": "u"}, "utterance u: no"),
    ({"path": "a.txt", "line": 3, "key": "u"}, "a.txt:3: utterance u: no"),
]


@pytest.mark.parametrize(("place", "sentence"), PLACES)
def test_sentence(place: dict[str, str | int], sentence: str) -> None:
    error = ScoreError("no", **place)  # type: ignore[arg-type]
    assert str(error) == sentence
    assert isinstance(error, ValueError)
    assert [error.path, error.line, error.key] == [place.get(name) for name in ("path", "line", "key")]


def test_errors_of_the_core_have_a_kind_and_a_place() -> None:
    table = mg.Weights.from_table(["a"], ["a"], [[0.0]])
    with pytest.raises(CoreError) as refused:
        mg.align(["a", "a"], ["a", "b"], weights=table)
    error = refused.value
    assert (error.kind, error.pair, error.key) == ("UncoveredWord", 1, None)
    assert str(error).startswith('pair 1: the cost table has no column for "b"')
    error.name_utterance(["u1", "u2"])
    assert str(error).startswith('utterance u2: the cost table has no column for "b"')


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ({}, "what"),
        ({"line": 3}, "line 3: what"),
        ({"line": 3, "path": "f"}, "f:3: what"),
        ({"path": "lat.1", "key": "u", "byte": 7}, "lat.1: utterance u: byte 7: what"),
        ({"path": "lat.1", "byte": 0}, "lat.1: byte 0: what"),
    ],
)
def test_where_an_error_of_the_core_is(place: dict[str, Any], expected: str) -> None:
    assert str(CoreError("what", **place)) == expected


def test_an_error_of_the_core_names_its_utterance_where_there_is_one() -> None:
    error = CoreError("no", "Kind", 2)
    assert [error.kind, error.pair, error.byte, str(error)] == ["Kind", 2, None, "pair 2: no"]
    error.name_utterance(["a", "b"])  # a pair of another list
    assert str(error) == "pair 2: no"
    error.name_utterance(["a", "b", "c"])
    assert str(error) == "utterance c: no"
    alone = CoreError("no")
    alone.name_utterance(["a"])
    assert [str(alone), alone.kind, alone.key] == ["no", "", None]
    first = CoreError("no", pair=0)
    first.name_utterance(["a"])
    assert str(first) == "utterance a: no"


def test_a_warning_points_at_the_line_of_the_caller() -> None:
    with pytest.warns(ScoreWarning, match="^told$") as caught:
        exec("from mondegreen.errors import warn\nwarn('told')", {"__name__": "mondegreen.made"})
    assert [each.category for each in caught] == [ScoreWarning]
    assert caught[0].filename == __file__
    with pytest.warns(ScoreNote) as caught:
        warn("told", ScoreNote)
    assert caught[0].filename == __file__
    with pytest.warns(ScoreWarning) as caught:
        exec("from mondegreen.errors import warn\nwarn('told')", {"__name__": "mondegreens"})
    assert caught[0].filename == "<string>"  # another package, whatever its name begins with


@pytest.mark.parametrize(("number", "text"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs")])
def test_amounts(number: int, text: str) -> None:
    assert pluralize(number, "pair") == text
    assert count_ids(["u"] * number) == text.replace("pair", "utterance")


@pytest.mark.parametrize(("keys", "text"), [("", ""), ("a", "a"), ("abc", "a, b, c"), ("abcd", "a, b, c, ...")])
def test_three_keys_are_named(keys: str, text: str) -> None:
    assert join_ids(list(keys)) == text
