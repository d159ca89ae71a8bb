"""Deletions, insertions and a system's own errors in the study of robustness."""

from collections import Counter
from dataclasses import replace

import pytest

from mondegreen.errors import ScoreError
from mondegreen.simulation.profile import measure_profile
from noisy import noise, texts

IDS = [str(at) for at in range(2000)]
MANY = texts(4, 2000)


def test_fractions_of_the_errors_delete_and_insert() -> None:
    """One in four deletes, one in four inserts; what has no candidates is not substituted."""
    made = replace(noise(), deletions=0.25, insertions=0.25).draw(MANY, IDS, 0.4, 7)
    assert [count / made.words for count in made.counts] == pytest.approx([0.2 * 30 / 40, 0.1, 0.1], abs=0.01)
    assert made.texts != MANY


def test_without_fractions_errors_are_those_of_the_paper() -> None:
    assert noise().draw(MANY, IDS, 0.3, 7).counts[1:] == (0, 0)
    assert noise().draw(MANY, IDS, 0.0, 7).texts == MANY


@pytest.mark.parametrize("parts", [(-0.1, 0.0), (0.6, 0.5)])
def test_fractions_that_cannot_be(parts: tuple[float, float]) -> None:
    with pytest.raises(ScoreError, match="give fractions of all errors, of 0 or more and 1 at most together"):
        replace(noise(), deletions=parts[0], insertions=parts[1])


def test_errors_are_those_of_a_system() -> None:
    """It deletes w0 and takes w1 for w39, which the table does not; as often as the rate says, in its proportions."""
    heard = [" ".join("w39" if word == "w1" else word for word in text.split() if word != "w0") for text in MANY]
    profile = measure_profile(MANY, heard, "system")
    learned = replace(noise(), mode="calibrated").like(profile, MANY)
    made = learned.draw(MANY, IDS, profile.rate, 7)
    found = Counter((edit.reference, edit.hypothesis) for edits in made.edits for edit in edits)
    (first, _), (second, _) = found.most_common(2)
    assert {first, second} == {("w0", ""), ("w1", "w39")}
    assert made.rate == pytest.approx(profile.rate, rel=0.1)
    assert learned.draw(MANY, IDS, 0.0, 7).texts == MANY
