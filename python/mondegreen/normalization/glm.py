"""NIST's global mapping files."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.normalization.text_function import TextFunction, digest_parts


class Mapping(NamedTuple):
    """One rule: what is found between what, and what is written for it."""

    source: str
    left: str
    right: str
    target: str


class Mappings:
    """Rules in their order. `capitals` is given where case does not matter: one character for one, so places stay."""

    def __init__(self, rules: Iterable[Mapping], capitals: Callable[[str], str] | None) -> None:
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


SECTION = re.compile(r';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
HEADER = re.compile(r"""\*\s*(\w+)\s*[=:]?\s*(["'])(.*)\2\s*""")
# The last slash that a place to fill follows: what is written may hold others in brackets.
CONTEXT = re.compile(r"(.*)/([^/_]*)_+(.*)")
ALTERNATIVES = re.compile(r"\{([^{}]*)\}")
OPTIONAL = re.compile(r"\([^()]*\)")
# What sections call references, and hypotheses; the formats are those that hubscr.pl reads them from.
SIDES = ("ref", "stm"), ("hyp", "ctm")
TRUTH = {"T": True, "YES": True, "TRUE": True, "F": False, "NO": False, "FALSE": False}


def read_glm(path: str) -> "GlobalMap":
    """What a file holds."""
    lines = load_lines(path)
    file = GlobalMap()
    for number, line in enumerate(lines or [""], 1):
        try:
            file.begin(line) if number == 1 else file.take(line)
        except ScoreError as error:  # noqa: PERF203 - a broken line is the last
            raise ScoreError(error.what, path=path, line=number) from None
    return file


class GlobalMap:
    """What the lines read so far hold: the rules for each side in their order, and whether case matters to them."""

    def __init__(self) -> None:
        self.references: list[Mapping] = []
        self.hypotheses: list[Mapping] = []
        self.cased = True
        self.comment = ";;"
        # Where the rules of the section at hand belong.
        self.section = [self.references, self.hypotheses]

    def both(self) -> list[Mapping]:
        others = set(self.hypotheses)
        return [rule for rule in self.references if rule in others]

    def parts(self) -> list[Mapping | str]:
        """The rules, those of one side apart, as they make a signature."""
        alike = self.references == self.hypotheses
        return [*self.references] if alike else [*self.references, "hypotheses", *self.hypotheses]

    def begin(self, line: str) -> None:
        """The first line, whose first word says what marks comments."""
        mark = line.split(maxsplit=1)[0] if line.strip() else ""
        if not mark or mark == "*" or mark[0].isalnum() or "=>" in line:
            raise ScoreError(
                'the first line must be a comment, such as ";; mapping rules": it says what marks comments'
            )
        self.comment = ";;" if mark.startswith(";;") else mark

    def take(self, line: str) -> None:
        """A comment, a header or a rule."""
        if section := SECTION.match(line):
            named = match_sides(section[1].lower())
            self.section = [
                rules for rules, applies in zip((self.references, self.hypotheses), named, strict=True) if applies
            ]
        body = line.partition(self.comment)[0].strip()
        if body.startswith("*"):
            self.header(line.strip())
        elif body:
            rule = parse_mapping(body)
            for rules in self.section:
                rules.append(rule)

    def header(self, line: str) -> None:
        """What a line such as `* case_sensitive = 'F'` asks for; names and numbers of rules are no matter."""
        found = HEADER.match(line)
        if not found:
            raise ScoreError("""expected a header such as * case_sensitive = 'F'""")
        name, value = found[1].upper(), found[3].upper()
        if name == "FORMAT":
            if value not in {"NIST1", "NIST2"}:
                raise ScoreError(f'the format is "{found[3]}"; only NIST1 and NIST2 are known')
        elif name in {"COPY_NO_HIT", "CASE_SENSITIVE"}:
            self.switch(name, value)
        elif name not in {"NAME", "DESC", "MAX_NRULES"}:
            raise ScoreError(f'there is no header "{found[1]}"')

    def switch(self, name: str, value: str) -> None:
        """A header that is true or false."""
        if value not in TRUTH:
            raise ScoreError(f'{name} is "{value}"; write T or F')
        if name == "CASE_SENSITIVE":
            self.cased = TRUTH[value]
        elif not TRUTH[value]:
            raise ScoreError("COPY_NO_HIT = F would delete all that no rule matches; that is not supported")


def match_sides(pattern: str) -> tuple[bool, bool]:
    """Whether rules for inputs of this kind are for references, and whether they are for hypotheses."""
    try:
        found = [bool(pattern) and any(re.search(pattern, name) for name in names) for names in SIDES]
    except re.error as error:
        raise ScoreError(f'"{pattern}" is not a regular expression: {error}') from None
    return found[0], found[1]


def parse_mapping(body: str) -> Mapping:
    """The rule `A => B / C __ D`, of which the context may be missing."""
    source, arrow, rest = body.partition("=>")
    if not arrow:
        raise ScoreError('expected a rule such as "A => B / C __ D", found no =>')
    context = CONTEXT.fullmatch(rest)
    written, left, right = context.groups() if context else (rest, "", "")
    if not context and "/" in rest and not rest.strip().startswith("["):
        raise ScoreError("a / must be followed by a context such as [ ] __ [ ]")
    rule = Mapping(*map(strip_brackets, (source, left, right, written)))
    if not rule.source:
        raise ScoreError("nothing before the =>")
    return rule._replace(target=choose_reading(rule))


def choose_reading(rule: Mapping) -> str:
    """What a rule writes where it may write one thing only.

    Of alternatives that is the first that is not what was found; what may be left out is.
    """
    text = rule.target
    found = 1
    while found:
        text, found = ALTERNATIVES.subn(lambda choices: choose_alternative(choices[1], rule.source), text)
    text = OPTIONAL.sub("", text)
    if left := re.search(r"[{}()]", text):
        raise ScoreError(f"a {left[0]} of {rule.target} has no partner")
    return " ".join(text.split()) if text != rule.target else text


def choose_alternative(choices: str, source: str) -> str:
    """The first of some alternatives that is not what was found, if there is one; "@" stands for no word."""
    words = [" ".join(choice.split()) for choice in choices.split("/")]
    found = source.strip().upper()
    best = next((choice for choice in words if choice.upper() != found), words[0])
    return "" if best == "@" else best


def strip_brackets(text: str) -> str:
    """A part of a rule without what bounds it: brackets or quotation marks, which hold spaces at its ends."""
    text = text.strip()
    if len(text) > 1 and text[0] + text[-1] in {"[]", '""'}:
        return text[1:-1]
    if text.startswith("[") or text.endswith("]"):
        raise ScoreError(f"a bracket of {text} has no partner")
    return text


class Glm(TextFunction):
    r"""Replaces by the rules of a NIST global mapping file (GLM), such as `OK => O. K. / [ ] __ [ ]`.

    Example:
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> from mondegreen.normalization import make_normalizer
        >>> with TemporaryDirectory() as folder:
        ...     table = Path(folder, "en.glm")
        ...     lines = ";; a comment", "* case_sensitive = 'F'", "uh => %HES / [ ] __ [ ]", "CANNOT => CAN NOT"
        ...     _ = table.write_text("\n".join(lines))
        ...     make_normalizer(f"glm:{table}")("Uh I cannot huh")
        '%HES I CAN NOT huh'

    Caveats: as `csrfilt -s` does it, on a file in UTF-8. Rules work on characters, not on words: without a context,
        "CANNOT" is also found in "CANNOTS". From left to right, the first rule of the file that fits is used, and
        contexts are those of the text as it was. What is written keeps the case that the file gives it, so put `lower`
        after a file in which case does not matter, and `upper` before one in which it does.
        A text has one reading. So of alternatives `{HE'S / HE IS}` the first is written that is not what was found,
        and words in parentheses, which may be deleted, are: that hesitations do not count, and that either spelling
        is right, comes to the same as in `sclite -D`, but words are counted otherwise; `hubscr.pl` does it as NIST.
        Rules under INPUT_DEPENDENT_APPLICATION are used on the side that it speaks of, references being "ref" and
        "stm", hypotheses "hyp" and "ctm". COPY_NO_HIT = F is refused. Unlike csrfilt, which cuts the rule, a "/" in
        what is to be found is a character like others. `hyphens` does what `csrfilt -dh` does.
    """

    name = "glm"
    options = (Option("file", (), "a global mapping file"),)
    unnamed = "file"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        table = read_glm(self.chosen["file"].strip())
        self.signed = [digest_parts([table.cased, *table.parts()])]
        fold = None if table.cased else upper_by_character
        self.either = Mappings(table.both(), fold)
        sides = {"references": table.references, "hypotheses": table.hypotheses}
        alike = table.references == table.hypotheses
        self.sides = {side: self.either if alike else Mappings(rules, fold) for side, rules in sides.items()}

    def __call__(self, text: str, side: str = "") -> str:
        """The text with all replacements made: those of a side, or those that both share."""
        # Contexts speak of spaces, and an utterance begins and ends with one.
        words = f" {' '.join(text.split())} "
        new = self.sides.get(side, self.either)(words)
        return text if new is words else " ".join(new.split())


def upper_by_character(text: str) -> str:
    """The text in upper case where that is one character for one, so that places stay the same."""
    whole = text.upper()
    if len(whole) == len(text):  # no character becomes fewer than one, so none became more
        return whole
    return "".join([upper if len(upper := one.upper()) == 1 else one for one in text])
