"""Which words are the same however they are written: accents as one character or two, and mostly capitals or none."""

from __future__ import annotations

from unicodedata import is_normalized, normalize


def fold_case(text: str, *, keep_case: bool = False) -> str:
    """A word, or a line of words, as vectors and dictionaries are compared by it."""
    text = text if keep_case else text.lower()
    return text if is_normalized("NFC", text) else normalize("NFC", text)
