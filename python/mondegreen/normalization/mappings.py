"""The rules of a global mapping file at work: what is found, and where."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple


class Mapping(NamedTuple):
    """One rule: what is found between what, and what is written for it."""

    source: str
    left: str
    right: str
    target: str


class Mappings:
    """Rules in their order. `capitals` is given where case does not matter: one character for one, so places stay."""

    def __init__(self, rules: Iterable[Mapping], capitals: Callable[[str], str] | None = None) -> None:
        self.capitals = capitals
        self.by_source: dict[str, list[tuple[str, str, Mapping]]] = {}
        branches = []
        for each in rules:
            if not each.source:
                continue  # nothing is found nowhere
            source, left, right = map(capitals, each[:3]) if capitals else each[:3]
            self.by_source.setdefault(source, []).append((left, right, each))
            branches.append((source, make_context_pattern(source, left, right)))
        self.found = re.compile(make_alternation(branches)) if branches else re.compile(r"(?!)")

    def hits(self, text: str) -> Iterator[tuple[int, int, Mapping]]:
        """From left to right, where a rule fits, and the first that does; contexts are those of the text as it was."""
        known = self.capitals(text) if self.capitals else text
        by_source = self.by_source
        for hit in self.found.finditer(known):
            start, end = hit.span()
            for left, right, rule in by_source[hit[0]]:
                if known.startswith(right, end) and known.endswith(left, 0, start):
                    yield start, end, rule
                    break

    def __call__(self, text: str) -> str:
        parts = []
        last = 0
        for start, end, rule in self.hits(text):
            parts += [text[last:start], rule.target]
            last = end
        return "".join([*parts, text[last:]]) if parts else text


def make_context_pattern(source: str, left: str, right: str) -> str:
    """A pattern for what must stand around; a look behind from the end of what is found is tried only there."""
    after = f"(?={re.escape(right)})" if right else ""
    before = f"(?<={re.escape(left + source)})" if left else ""
    return after + before


def make_alternation(branches: Iterable[tuple[str, str]]) -> str:
    """A pattern that finds what the first branch that fits finds; common beginnings are looked at only once.

    Branches that begin differently cannot both fit, so only those that are over keep their place among the others.
    """
    parts: list[str] = []
    open_: dict[str, list[tuple[str, str]]] = {}
    for rest, tail in branches:
        if rest:
            open_.setdefault(rest[0], []).append((rest, tail))
        else:
            parts += [*map(make_group, open_.values()), tail]
            open_ = {}
    parts += map(make_group, open_.values())
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def make_group(branches: Sequence[tuple[str, str]]) -> str:
    """The pattern of branches that begin alike."""
    columns = zip(*(rest for rest, _ in branches), strict=False)
    common = "".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
    return re.escape(common) + make_alternation([(rest[len(common) :], tail) for rest, tail in branches])
