"""NIST's global mapping files."""

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

from mondegreen.normalise.glmfile import Mapping, load
from mondegreen.normalise.spec import Named, digest, signed


class Glm(Named):
    r"""Replaces by the rules of a NIST global mapping file (GLM), such as `OK => O. K. / [ ] __ [ ]`.

    Example:
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> from mondegreen.normalise import rule
        >>> with TemporaryDirectory() as folder:
        ...     table = Path(folder, "en.glm")
        ...     lines = ";; a comment", "* case_sensitive = 'F'", "uh => %HES / [ ] __ [ ]", "CANNOT => CAN NOT"
        ...     _ = table.write_text("\n".join(lines))
        ...     rule(f"glm:{table}")("Uh I cannot huh")
        '%HES I CAN NOT huh'

    Caveats: as `csrfilt -s` does it, on a file in UTF-8. Rules work on characters, not on words: without a context,
        "CANNOT" is also found in "CANNOTS". From left to right, the first rule of the file that fits is used, and
        contexts are those of the text as it was. What is written keeps the case that the file gives it, so put `lower`
        after a file in which case does not matter, and `upper` before one in which it does.
        What has no single text is refused with its line: alternatives `{a / b}`, words in parentheses that may be left
        out, rules for one side alone, COPY_NO_HIT = F. Unlike csrfilt, which cuts the rule, a "/" in what is to be
        found is a character like others. `hyphens` does what `csrfilt -dh` does.
    """

    name = "glm"
    argument = "FILE"

    def __init__(self, argument: str) -> None:
        mappings, self.cased = load(argument.strip())
        self.signature = signed(self.name, [digest([self.cased, *mappings])])
        self.by_source: dict[str, list[Mapping]] = {}
        branches = []
        for each in mappings:
            known = each if self.cased else in_capitals(each)
            self.by_source.setdefault(known.source, []).append(known)
            branches.append((known.source, contexts(known)))
        self.found = re.compile(alternatives(branches)) if branches else re.compile(r"(?!)")

    def __call__(self, text: str) -> str:
        """The text with all replacements made."""
        # Contexts speak of blanks, and an utterance begins and ends with one.
        words = f" {' '.join(text.split())} "
        known = words if self.cased else capitals(words)
        parts = []
        end = 0
        for hit in self.found.finditer(known):
            parts += [words[end : hit.start()], self.target(known, hit)]
            end = hit.end()
        return " ".join("".join([*parts, words[end:]]).split()) if parts else text

    def target(self, known: str, hit: re.Match[str]) -> str:
        """What the first rule that fits writes."""
        start, end = hit.span()
        return next(
            each.target
            for each in self.by_source[hit[0]]
            if known.startswith(each.right, end) and known.endswith(each.left, 0, start)
        )


def in_capitals(rule: Mapping) -> Mapping:
    """The rule with all that it looks for in upper case."""
    return Mapping(capitals(rule.source), capitals(rule.left), capitals(rule.right), rule.target)


def capitals(text: str) -> str:
    """The text in upper case where that is one character for one, so that places stay the same."""
    whole = text.upper()
    if len(whole) == len(text):  # no character becomes fewer than one, so none became more
        return whole
    return "".join([upper if len(upper := one.upper()) == 1 else one for one in text])


def contexts(rule: Mapping) -> str:
    """A pattern for what must stand around; a look behind from the end of what is found is tried only there."""
    right = f"(?={re.escape(rule.right)})" if rule.right else ""
    left = f"(?<={re.escape(rule.left + rule.source)})" if rule.left else ""
    return right + left


def alternatives(branches: Iterable[tuple[str, str]]) -> str:
    """A pattern that finds what the first branch that fits finds; common beginnings are looked at only once.

    Branches that begin differently cannot both fit, so only those that are over keep their place among the others.
    """
    parts: list[str] = []
    open_: dict[str, list[tuple[str, str]]] = {}
    for rest, tail in branches:
        if rest:
            open_.setdefault(rest[0], []).append((rest, tail))
        else:
            parts += [*map(grouped, open_.values()), tail]
            open_ = {}
    parts += map(grouped, open_.values())
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


def grouped(branches: Sequence[tuple[str, str]]) -> str:
    """The pattern of branches that begin alike."""
    columns = zip(*(rest for rest, _ in branches), strict=False)
    common = "".join(column[0] for column in takewhile(lambda column: len(set(column)) == 1, columns))
    return re.escape(common) + alternatives([(rest[len(common) :], tail) for rest, tail in branches])
