"""Word error rate, case by case."""

import pytest

import mondegreen as mg

CASES = [
    (["a b c"], ["a b c"], 0),
    (["a b c"], ["a x c"], 100 / 3),
    (["a b"], [""], 100),  # an empty hypothesis: all deletions
    (["a"], ["a b c"], 200),  # insertions take it over 100
    (["a", ""], ["a", "b"], 100),  # insertions of an empty reference count
    (["a b c d", "e"], ["a b c d", "f"], 20),  # sums, not the mean of 0 and 100
    (["a\u00a0b \t c\n"], ["a b c"], 0),  # words end at any white space
    (["é"], ["e\u0301"], 100),  # nothing is normalized unless asked
    (["A"], ["a"], 100),
]


@pytest.mark.parametrize(("references", "hypotheses", "expected"), CASES)
def test_value(references: list[str], hypotheses: list[str], expected: float) -> None:
    assert mg.score(references, hypotheses, ["wer"])["wer"].value == pytest.approx(expected, rel=1e-15)


def test_columns() -> None:
    total = mg.score(["a b c d"], ["a x d e"], ["wer"], policy="sub-first")["wer"].total
    assert total == {"errors": 3, "words": 4, "substitutions": 3, "deletions": 0, "insertions": 0}
