"""rfilter1: replaces by the rules of a global mapping file, on any bytes.

Bytes are looked at as Latin-1, a character each, so that the rules' machinery is that of `--normalise glm:FILE`.
"""

import os
import re
import sys
from collections import Counter
from pathlib import Path

from mondegreen.dropin.sctk.atoi import atoi
from mondegreen.dropin.sctk.rulefile import ORDINARY, RefusedError, RuleFile, records
from mondegreen.dropin.sctk.ruleuse import account
from mondegreen.normalise.mappings import Mappings

# The longest piece of input that rfilter1 takes at once, and what ends it.
LONGEST = 99_999
PROGRAM = b"RFILTER1 Ver. 2.0"
USAGE = b"""\
*ERR: no command-line parameters were given.
 RFILTER1 Ver. 2.0 synopsis:
  rfilter1 rule_file_name (db_level) < in_file > out_file
"""
NO_ARGUMENTS, NO_RULES, BAD_FORMAT = 2, 3, 4


def main(arguments: list[bytes]) -> int:
    """Filters standard input."""
    out, err = sys.stdout.buffer, sys.stderr.buffer
    if not arguments:
        out.write(USAGE)
        return NO_ARGUMENTS
    try:
        rules = load(arguments[0])
    except RefusedError as refused:
        err.write(refused.message)
        out.write(refusal(refused))
        return NO_RULES
    run = Filter(rules)
    output, complaints = run(sys.stdin.buffer.read())
    err.write(complaints)
    out.write(output)
    if run.failed:
        return BAD_FORMAT
    if len(arguments) > 1 and atoi(arguments[1]) > 0:
        err.write(account(rules, run.uses()))
    return 0


def replaced(data: bytes, rules: bytes, name: bytes = b"rules") -> tuple[bytes, bytes]:
    """The text as a chain of filters has it from rfilter1, and what that says.

    A rule file that cannot be used is told of in place of the text.
    """
    try:
        run = Filter(RuleFile(name, rules))
    except RefusedError as refused:
        return refusal(refused), refused.message
    return run(data)


def refusal(refused: RefusedError) -> bytes:
    """What standard output is told of a rule file that cannot be used."""
    return b"; *ERR: Get_rules2 returned err code =%d\n" % refused.code


def load(name: bytes) -> RuleFile:
    """The rules of a file; `$NAME` in its name is looked up in the environment."""
    path = re.sub(rb"\$([0-9A-Za-z_]+)", lambda found: os.environb.get(found[1], found[0]), name)
    try:
        data = Path(os.fsdecode(path)).read_bytes()
    except OSError:
        raise RefusedError(11, b"get_rules2: can't open %b\n" % path) from None
    return RuleFile(name, data)


def whole_lines(data: bytes) -> list[bytes]:
    """The input by the pieces that are looked at on their own.

    Most input is one piece: no context holds a line feed, so a rule sees no other line than its own.
    """
    if b"\0" not in data and data.endswith(b"\n") and longest_line(data) < LONGEST:
        return [data]
    return list(records(data, LONGEST))


def unended(pieces: list[bytes]) -> bytes:
    """The warnings about pieces that end in no line feed."""
    return b"".join(
        b"*WARNING:%b: rec w/o newline char, probably truncated.\n  Line is:'%b'\n" % (PROGRAM, piece)
        for piece in pieces
        if not piece.endswith(b"\n")
    )


def longest_line(data: bytes) -> int:
    """The length of the longest line."""
    return max(map(len, data.split(b"\n")))


class Filter:
    """Rules at work, and how often each was used."""

    def __init__(self, rules: RuleFile) -> None:
        self.rules = rules
        self.mappings = Mappings(rules.rules, None if rules.cased else capitals)
        self.hits: Counter[int] = Counter()
        self.failed = False

    def __call__(self, data: bytes) -> tuple[bytes, bytes]:
        """The text with all replacements made, and what is said of rules and text."""
        rules = self.rules
        pieces = whole_lines(data)
        if rules.format != ORDINARY and data:
            self.failed = True
            message = b"*ERR:apply_rules2: invalid format '%b'\n*ERR: apply_rules2 returns perr=11\n" % rules.format
            return b"", rules.warning + unended(pieces[:1]) + message
        return b"".join(map(self.filtered, pieces)), rules.warning + unended(pieces)

    def filtered(self, piece: bytes) -> bytes:
        """One piece; without COPY_NO_HIT only what the rules write is left of it."""
        text = piece.decode("latin-1")
        parts = []
        last = 0
        for start, end, rule in self.mappings.hits(text):
            if self.rules.copies:
                parts.append(text[last:start])
            parts.append(rule.target)
            self.hits[id(rule)] += 1
            last = end
        if self.rules.copies:
            parts.append(text[last:])
        return "".join(parts).encode("latin-1")

    def uses(self) -> dict[int, int]:
        """How often each rule was used, by its place in the file, the first being 1."""
        return {place: self.hits[id(rule)] for place, rule in enumerate(self.rules.rules, 1)}


def capitals(text: str) -> str:
    """The text with ASCII letters in upper case."""
    return text.encode("latin-1").upper().decode("latin-1")
