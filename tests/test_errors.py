"""An error is a sentence with its place before it."""

import pytest

from mondegreen import ScoreError

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
