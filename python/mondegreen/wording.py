"""How messages speak of amounts, and of many keys."""

from collections.abc import Collection
from itertools import islice

from mondegreen.errors import Verbosity


def pluralize(number: int, noun: str) -> str:
    """A number of things, in words."""
    return f"{int(number):,} {noun}{'' if number == 1 else 's'}"


def count_ids(keys: Collection[str], noun: str = "utterance") -> str:
    """The number of utterances, or of other things that have keys, in words."""
    return pluralize(len(keys), noun)


def join_ids(keys: Collection[str]) -> str:
    """The first three keys, and a sign where there are more; all of them where every ID is wanted."""
    if Verbosity.has_every_id:
        return ", ".join(keys)
    return ", ".join(islice(keys, 3)) + (", ..." if len(keys) > 3 else "")
