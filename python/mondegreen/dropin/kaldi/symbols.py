"""Tables of words and their numbers."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import KaldiError, printable

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence


def symbols(path: str) -> dict[int, bytes] | None:
    """The words by their numbers, as a file has them; none where no file is named."""
    if not path:
        return None
    try:
        with open(path, "rb") as stream:
            fields = [line.split() for line in stream]
        return {int(word[1]): word[0] for word in fields if word}
    except (OSError, ValueError, IndexError):
        raise KaldiError(f"Could not read symbol table from file {path}") from None


def spelled(words: Sequence[int], table: dict[int, bytes]) -> str:
    """The words, a blank behind each."""
    for word in words:
        if word not in table:
            raise KaldiError(f"Word-id {word} not in symbol table.")
    return printable(b"".join(table[word] + b" " for word in words))
