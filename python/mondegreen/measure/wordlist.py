"""Lists of words and phrases: a file of one on each line, blank lines left out."""

from functools import cache

from mondegreen.errors import ScoreError
from mondegreen.measure.metric import Option
from mondegreen.read.source import load_lines

ALL = "all"


def path(value: str) -> None:
    """Whether it can be a file's name; whether there is one is seen when it is read."""
    if not value.strip():
        raise ValueError(value)


LIST = Option("list", (ALL,), "a file of words or phrases, one on each line; or all words", path)


@cache
def phrases(file: str) -> frozenset[tuple[str, ...]]:
    """The words and phrases of a file, each cut at its blanks."""
    found = frozenset(tuple(words) for line in load_lines(file) if (words := line.split()))
    if not found:
        raise ScoreError("holds no words", path=file)
    return found


def words(file: str) -> frozenset[str]:
    """The words of a file; phrases are no words."""
    found = phrases(file)
    if long := next((phrase for phrase in sorted(found) if len(phrase) > 1), None):
        raise ScoreError(f'"{" ".join(long)}" is a phrase; give a list of words, one on each line', path=file)
    return frozenset(phrase[0] for phrase in found)
