"""The command lines of ESPnet's programs in Python: words that have a place, and options of the form `--name value`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mondegreen.dropin.kaldi.scripts import DieError, Script

# What argparse ends with, of which these programs make use.
MISUSED = 2
SHORT = {"-v": "--exclude"}


def parse_words(call: Script, places: Sequence[str], options: Mapping[str, Any]) -> dict[str, Any]:
    """The values of places and options by their names; what an option takes is known by its default.

    One whose default is false takes nothing, one of a list takes all words up to the next option, and so does a place
    whose name ends in `...`.
    """
    usage = f"usage: {call.name.rpartition('/')[2]} {' '.join([f'[--{name}]' for name in options] + list(places))}"
    found = dict(options)
    given: list[str] = []
    words = list(call.arguments)
    while words:
        word = words.pop(0)
        if word in ("-h", "--help"):
            call.write(f"{usage}\n")
            raise DieError("", 0)
        if not word.startswith("-") or word == "-":
            given.append(word)
            continue
        name, equals, value = SHORT.get(word, word)[2:].partition("=")
        if name not in options:
            raise DieError(f"{usage}\n{call.name}: there is no option {word}", MISUSED)
        try:
            found[name] = take_value(options[name], [value] if equals else [], words)
        except IndexError:
            raise DieError(f"{usage}\n{call.name}: {word} takes a value", MISUSED) from None
    if places and places[-1].endswith("..."):
        first = len(places) - 1
        given[first:] = [given[first:]]  # type: ignore[list-item] # the last place holds several
    if len(given) != len(places):
        raise DieError(f"{usage}\n{call.name}: {len(given)} words, where {len(places)} are expected", MISUSED)
    return found | {name.removesuffix("..."): word for name, word in zip(places, given, strict=True)}


def take_value(default: Any, values: list[str], words: list[str]) -> Any:  # noqa: ANN401 - of the default's type
    """The value of an option, beginning with what was written behind an equals sign, and going on with the words."""
    if default is False:
        return True
    if isinstance(default, list):
        while words and not words[0].startswith("-"):
            values.append(words.pop(0))
        return values
    return values[0] if values else words.pop(0)


def read_count(call: Script, values: Mapping[str, Any], name: str) -> int:
    """The number of speakers or the like that an option holds."""
    if not (values[name].isdecimal() and int(values[name])):
        raise DieError(f"{call.name}: --{name} takes a whole number above 0: {values[name]}", MISUSED)
    return int(values[name])
