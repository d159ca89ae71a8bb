"""Insertion loops: shown once and counted for people, whole for programs."""

import pytest

from mondegreen.render.sidebyside import fold_insertions
from mondegreen.reports.blocks import AlignedPair

CASES = [
    (["a"] * 11, ["a"] * 11, "eleven are not yet a loop"),
    (["a"] * 12, ["a", "[11 times more]"], "one word"),
    (["a", "b"] * 6, ["a", "b", "[5 times more]"], "two words"),
    ([*["a", "b", "c"] * 4, "a"], ["a", "b", "c", "[3 times more]", "a"], "the last time breaks off"),
    (list("abcdefghijklmn"), [*"abcd", "[6 more]", *"klmn"], "nothing comes again"),
    (list("abcdefg") * 2, [*"abcd", "[6 more]", *"defg"], "twice is no loop"),
]


@pytest.mark.parametrize(("heard", "seen", "why"), CASES, ids=[case[2] for case in CASES])
def test_a_run_of_insertions(heard: list[str], seen: list[str], why: str) -> None:
    pair = AlignedPair("u", ["x", *[""] * len(heard), "y"], ["x", *heard, ""], f"C{'I' * len(heard)}D")
    short = fold_insertions(pair)
    assert short.hypotheses == ["x", *seen, ""]
    assert short.references == ["x", *[""] * len(seen), "y"]
    assert short.steps == f"C{'I' * len(seen)}D"


def test_only_insertions_are_folded() -> None:
    pair = AlignedPair("u", ["a"] * 20, [""] * 20, "D" * 20)
    assert fold_insertions(pair) is pair


def test_what_is_left_out_weighs_all_the_same() -> None:
    pair = AlignedPair("u", [""] * 13, ["a"] * 13, "I" * 13, {}, [0.5] * 13, [None] * 13)
    short = fold_insertions(pair)
    assert short.weights == [0.5, 6.0]
    assert short.cosines == [None, None]
