"""Lines of a ctm file whose word has become several, or alternatives: a line for each word, the time shared out."""

import re
from collections.abc import Iterable, Iterator

from mondegreen.dropin.sctk.perl import number

BRACE = re.compile(rb"([{}])")
SCORE = re.compile(rb"[0-9.-]*\n?\Z")


class NoWordsError(Exception):
    """An alternative without words has no time to share out; the original dies of a division by zero.

    It is given the line's number.
    """


def expanded(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The lines of words; comments stay as they are, and so do lines of five fields."""
    for count, line in enumerate(lines, 1):
        if line.startswith(b";;"):
            yield line
            continue
        line = BRACE.sub(rb" \1 ", line.lstrip())  # noqa: PLW2901 - only so is it looked at
        parts = line.split()
        if len(parts) == 5:
            yield line
        else:
            yield from words(parts, count)


def words(parts: list[bytes], count: int) -> Iterator[bytes]:
    """A line for each word of each alternative, and marks around them.

    A number at the end is the confidence, which all words get; anything else there (NA) is taken for a word.
    """
    last = parts[-1] if parts else b""
    scored = bool(SCORE.match(last))
    end = len(parts) - 1 if scored else len(parts)
    confidence = last if scored else b""
    choices = b" ".join(parts[4:end] if end > 4 else []).split(b"/")
    while choices and not choices[-1]:
        choices.pop()
    several = len(choices) > 1
    head = b" ".join(parts[:2])
    if several:
        yield head + b" * *  <ALT_BEGIN>\n"
    for place, choice in enumerate(choices):
        found = choice.replace(b"{", b"").replace(b"}", b"").split()
        if not found:
            raise NoWordsError(count)
        yield from shared(parts, found, confidence)
        if several and place < len(choices) - 1:
            yield head + b" * *  <ALT>\n"
    if several:
        yield head + b" * *  <ALT_END>\n"


def shared(parts: list[bytes], choice: list[bytes], confidence: bytes) -> Iterator[bytes]:
    """A line for each word, with an equal part of the time."""
    start, length = (number(part) for part in parts[2:4])
    each = length / len(choice)
    for place, word in enumerate(choice):
        yield b"%b %b %.3f %.3f %b %b\n" % (parts[0], parts[1], start + each * place, each, word, confidence)
