"""ESPnet's tokens, from its specification."""

import pytest

from mondegreen.dropin.espnet.text_processing import Characters, Words

SYMBOLS = ["<n>", "<n>oise", "[L]"]


@pytest.mark.parametrize(
    ("text", "removed", "kept"),
    [
        ("ab c", "a b <space> c", "a b <space> c"),
        ("a <n> b", "a <space> <space> b", "a <space> <n> <space> b"),  # the spaces around a symbol stay
        ("<n>a", "a", "<n> a"),  # glued to a word
        ("<n>oise", "", "<n>oise"),  # the longest symbol, whatever the order of the set
        ("[L]", "", "[L]"),
        ("[L", "[ L", "[ L"),
        ("", "", ""),
    ],
)
def test_characters(text: str, removed: str, kept: str) -> None:
    assert Characters(SYMBOLS)([text]) == [removed]
    assert Characters(SYMBOLS, remove=False)([text]) == [kept]


def test_words_lose_only_whole_symbols() -> None:
    assert Words(SYMBOLS)(["a <n> b<n> [L]"]) == ["a b<n>"]
    assert Words(SYMBOLS, remove=False)(["a <n>"]) == ["a <n>"]
