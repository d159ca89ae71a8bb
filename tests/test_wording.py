"""How messages speak of amounts and of many keys, at the limits."""

import pytest

from mondegreen.wording import amount, counted, listed


@pytest.mark.parametrize(("number", "text"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs")])
def test_amounts(number: int, text: str) -> None:
    assert amount(number, "pair") == text
    assert counted(["u"] * number) == text.replace("pair", "utterance")


@pytest.mark.parametrize(("keys", "text"), [("", ""), ("a", "a"), ("abc", "a, b, c"), ("abcd", "a, b, c, ...")])
def test_three_keys_are_named(keys: str, text: str) -> None:
    assert listed(list(keys)) == text
