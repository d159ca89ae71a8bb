"""An error is a sentence with its place before it."""

from typing import Any

import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.errors import CoreError

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
