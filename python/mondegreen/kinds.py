"""What Python gives for an argument, held against its declared type: a slip is refused in a sentence.

A command line gives texts and numbers, which its parser checks; a program may give anything.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cache
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from mondegreen.component import find_close
from mondegreen.errors import ScoreError

if TYPE_CHECKING:
    from collections.abc import Collection

Test: TypeAlias = Callable[[Any], bool]


def is_truth(value: object) -> bool:
    """Whether this is True or False, numpy's too."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def is_listing(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether this may hold several texts in an order."""
    return isinstance(value, Iterable) and not isinstance(value, str | Mapping | Set | bytes | bytearray | memoryview)


def is_listing_or_set(value: object) -> bool:
    return is_listing(value) or isinstance(value, Set)


def is_path(value: object) -> bool:
    return isinstance(value, str | os.PathLike)


def is_named(*names: str) -> Test:
    """Whether a value is of a class of that name, or of one that inherits from it; none need be loaded."""
    return lambda value: any(each.__name__ in names for each in type(value).__mro__)


def is_any(*tests: Test) -> Test:
    return lambda value: any(test(value) for test in tests)


TEXT: tuple[str, Test] = "a text", lambda value: isinstance(value, str)
# Each part of an annotation: what is wanted, and whether a value is that. Where the annotation names others, such as
# sources of texts, the function itself says what it takes.
PARTS: dict[str, tuple[str, Test]] = {
    "None": ("None", lambda value: value is None),
    "str": TEXT,
    "int": ("a whole number", lambda value: isinstance(value, Integral) and not is_truth(value)),
    "float": ("a number", lambda value: isinstance(value, Real) and not is_truth(value)),
    "bool": ("True or False", is_truth),
    "list[str]": ("a list of texts", is_listing),
    "Sequence[str]": ("a list of texts", is_listing),
    "Iterable[str]": ("a list of texts", is_listing),
    "Sequence[str | Normalizer]": ("a list of names and functions", is_listing),
    "Sequence[Source | Run]": ("a list of runs, or of texts or paths", is_listing),
    "Iterable[NBest]": ("n-best lists", is_any(is_path, is_listing)),
    "Mapping[str, object]": ("a dict by name", lambda value: isinstance(value, Mapping)),
    "Mapping[str, Source]": ("a dict by name", lambda value: isinstance(value, Mapping)),
    "Mapping[str, Mapping[str, float]]": ("a dict by name", lambda value: isinstance(value, Mapping)),
    "Mapping[str, Source | Run]": ("a dict by name", lambda value: isinstance(value, Mapping)),
    "Tokenizer": ("a function", callable),
    "Bootstrap": ("a Bootstrap", is_named("Bootstrap")),
    "Resources": ("a Resources", is_named("Resources")),
    "Policy": ("a Policy", is_named("Policy")),
    "Weights": ("a Weights", is_named("Weights")),
    "Corpus": ("a Corpus", is_named("Corpus")),
    "Accumulator": ("an Accumulator", is_named("Accumulator")),
    "Callable": ("a function", callable),
    "Run": ("a Run", is_named("Run")),
    "Others": ("a pair of words and vectors", lambda value: isinstance(value, tuple | list) and len(value) == 2),
    "PathLike": ("a path", is_path),
    "list[PathLike]": ("a list of paths", is_listing),
    "Collection[int]": ("a list of whole numbers", is_listing_or_set),
    "Triplets": ("the path of a file", is_any(is_path, is_named("Triplets"))),
    "Ratings": ("Ratings", is_named("Ratings")),
}
# What each member of a list is to be.
MEMBERS: dict[str, tuple[str, Test]] = {
    "list[PathLike]": ("a path", is_path),
    "list[str]": TEXT,
    "Sequence[str]": TEXT,
    "Iterable[str]": TEXT,
    "Sequence[str | Normalizer]": ("a name or a function", is_any(TEXT[1], callable)),
    "Iterable[NBest]": ("a path or an NBest", is_any(is_path, is_named("NBest"))),
}
# Between the types of an annotation, and not within the brackets of one.
BETWEEN = re.compile(r" \| (?![^\[]*\])")


@cache
def split_annotation(annotation: str) -> tuple[str, ...]:
    """The types that an annotation names; none if any of them is checked elsewhere."""
    found = BETWEEN.split(annotation)
    return tuple(found) if all(each in PARTS or each.startswith("Literal[") for each in found) else ()


def check_kind(
    name: str, value: object, annotation: str, *, choices: Collection[str] = (), filled: bool = False
) -> None:
    """Refuses a value that is not of any type that the annotation names; with `filled`, an empty list too."""
    if why := find_fault(value, split_annotation(annotation), choices, filled=filled):
        raise ScoreError(f"{name} {why}")


def find_fault(value: object, parts: Collection[str], choices: Collection[str], *, filled: bool) -> str:
    """What is wrong with a value; nothing if it may be that."""
    if not parts:
        return ""
    if choices and isinstance(value, str):
        near = find_close(value, choices)
        hint = f"did you mean {near}?" if near else f"choose from {', '.join(choices)}"
        return "" if value in choices else f'is "{value}"; {hint}'
    if not any(each in PARTS and PARTS[each][1](value) for each in parts):
        wanted = [PARTS[each][0] for each in parts if each in PARTS and each != "None"]
        named = [f"one of {', '.join(choices)}"] if choices else []
        return f"is {describe_value(value)}; give {' or '.join(dict.fromkeys([*named, *wanted]))}"
    if isinstance(value, Mapping):
        odd = [name for name in value if not isinstance(name, str)]
        return f"has the name {describe_value(odd[0])}; give a text as the name of each" if odd else ""
    if is_listing(value) and not hasattr(value, "__next__"):
        return (
            "is empty; give at least one" if filled and not any(True for _ in value) else find_odd_member(parts, value)
        )
    return ""


def find_odd_member(parts: Iterable[str], values: Iterable[object]) -> str:
    """What is wrong with the first member of a list that may not stand there."""
    tests = [MEMBERS[each] for each in parts if each in MEMBERS]
    for place, value in enumerate(values):
        if tests and not any(test(value) for _, test in tests):
            return f"is {describe_value(value)} at position {place}; give {tests[-1][0]}"
    return ""


def describe_value(value: object) -> str:
    """A short value as it is written, and otherwise its type."""
    if isinstance(value, str):
        return f'"{value}"'
    return str(value) if value is None or isinstance(value, bool | Real) else f"of type {type(value).__name__}"
