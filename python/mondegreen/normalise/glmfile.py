"""The lines of a NIST global mapping file."""

import re
from typing import NamedTuple

from mondegreen.errors import ScoreError
from mondegreen.read.source import load_lines

SECTION = re.compile(r';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')
HEADER = re.compile(r"""\*\s*(\w+)\s*[=:]?\s*(["'])(.*)\2\s*""")
# The last slash that a place to fill follows: what is written may hold others in brackets.
CONTEXT = re.compile(r"(.*)/([^/_]*)_+(.*)")
TRUTH = {"T": True, "YES": True, "TRUE": True, "F": False, "NO": False, "FALSE": False}


class Mapping(NamedTuple):
    """One rule: what is found between what, and what is written for it."""

    source: str
    left: str
    right: str
    target: str


def load(path: str) -> tuple[list[Mapping], bool]:
    """The rules of a file in their order, and whether case matters to them."""
    lines = load_lines(path)
    file = GlobalMap()
    for number, line in enumerate(lines or [""], 1):
        try:
            file.begin(line) if number == 1 else file.take(line)
        except ScoreError as error:  # noqa: PERF203 - a broken line is the last
            raise ScoreError(error.what, path=path, line=number) from None
    return file.mappings, file.cased


class GlobalMap:
    """What the lines read so far hold."""

    def __init__(self) -> None:
        self.mappings: list[Mapping] = []
        self.cased = True
        self.comment = ";;"
        self.side = ""

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
            self.side = "" if both_sides(section[1].lower()) else section[1]
        body = line.partition(self.comment)[0].strip()
        if body.startswith("*"):
            self.header(line.strip())
        elif body:
            if self.side:
                raise ScoreError(
                    f'rules for "{self.side}" alone cannot be followed: a rule does not see which side it is on'
                )
            self.mappings.append(mapping(body))

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
            raise ScoreError("COPY_NO_HIT = F would leave out all that no rule speaks of; that is not supported")


def both_sides(pattern: str) -> bool:
    """Whether rules for inputs of this kind are for references and hypotheses alike."""
    try:
        return all(re.search(pattern, side) for side in ("ref", "hyp"))
    except re.error as error:
        raise ScoreError(f'"{pattern}" is not a regular expression: {error}') from None


def mapping(body: str) -> Mapping:
    """The rule `A => B / C __ D`, of which the context may be missing."""
    source, arrow, rest = body.partition("=>")
    if not arrow:
        raise ScoreError('expected a rule such as "A => B / C __ D", found no =>')
    context = CONTEXT.fullmatch(rest)
    written, left, right = context.groups() if context else (rest, "", "")
    if not context and "/" in rest and not rest.strip().startswith("["):
        raise ScoreError("a / must be followed by a context such as [ ] __ [ ]")
    rule = Mapping(*map(bare, (source, left, right, written)))
    if not rule.source:
        raise ScoreError("nothing stands before the =>")
    if re.search(r"[{}]", rule.target):
        raise ScoreError("alternatives cannot be followed: a text has one reading")
    if re.search(r"[()]", rule.target):
        raise ScoreError("a word in parentheses, which may be left out, cannot be followed: a text has one reading")
    return rule


def bare(text: str) -> str:
    """A part of a rule without what bounds it: brackets or quotation marks, which hold blanks at its ends."""
    text = text.strip()
    if len(text) > 1 and text[0] + text[-1] in {"[]", '""'}:
        return text[1:-1]
    if text.startswith("[") or text.endswith("]"):
        raise ScoreError(f"a bracket of {text} has no partner")
    return text
