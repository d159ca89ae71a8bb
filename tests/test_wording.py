"""How messages speak of amounts and of many keys, at the limits."""

import pytest

from mondegreen.wording import count_ids, join_ids, pluralize


@pytest.mark.parametrize(("number", "text"), [(0, "0 pairs"), (1, "1 pair"), (2, "2 pairs")])
def test_amounts(number: int, text: str) -> None:
    assert pluralize(number, "pair") == text
    assert count_ids(["u"] * number) == text.replace("pair", "utterance")


@pytest.mark.parametrize(("keys", "text"), [("", ""), ("a", "a"), ("abc", "a, b, c"), ("abcd", "a, b, c, ...")])
def test_three_keys_are_named(keys: str, text: str) -> None:
    assert join_ids(list(keys)) == text
