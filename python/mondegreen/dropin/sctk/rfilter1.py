"""rfilter1: replaces by the rules of a global mapping file, on any bytes.

The reader is not that of `--normalize glm:FILE`, which refuses what rfilter1 takes for something odd.
"""

from __future__ import annotations

import os
import sys

from mondegreen._core import rewrite_by_rules
from mondegreen.dropin.emulation.numbers import parse_c_int
from mondegreen.dropin.emulation.streams import ExitError, err, out
from mondegreen.dropin.sctk import read_usage

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    # What is found, what stands before and after it, and what is written for it.
    Rule: TypeAlias = tuple[bytes, bytes, bytes, bytes]

PROGRAM = b"RFILTER1 Ver. 2.0"
NO_ARGUMENTS, NO_RULES, BAD_FORMAT = 2, 3, 4
# rfilter1 reads its input and a rule file by pieces of so many bytes, so that a longer line is several.
LONGEST_INPUT, LONGEST_RULE = 99_999, 131
ORDINARY = b"NIST1"
TRUE = {b"T", b"YES", b"TRUE"}
GRAPHIC = bytes(range(ord("!"), ord("~") + 1))
# How often each rule was used, as level 1 of debugging reports it.
HEAD = b"""\
*DB:  *DB: At end of run, the rules (with val1= no. of hits) are:

 RULESET2 DUMP

"""
COLUMNS = b"""
   #  val1  l.h.s.(length)    r.h.s.(length)  l.context(length) r.context(length)
"""
ORDER = b"""
 RULE TAB-SORT INDEX TABLE:
     I  RULE_INDEX[I]
"""
KEYS = b"""
 RULE KEY_CHAR INDICES:
 KEY_CHAR  FIRST  LAST
"""


class RuleFileError(ExitError):
    """A rule file that cannot be used: what standard error gets, and rfilter1's number for it."""

    @property
    def notice(self) -> bytes:
        """What standard output gets."""
        return b"; *ERR: Get_rules2 returned err code =%d\n" % self.code


def main(arguments: list[bytes]) -> int:
    if not arguments:
        out(read_usage("rfilter1"))
        return NO_ARGUMENTS
    try:
        rules = load_rules(arguments[0])
    except RuleFileError as error:
        err(error.message)
        out(error.notice)
        return NO_RULES
    data = sys.stdin.buffer.read()
    out(rules.apply(data))
    if data and rules.format != ORDINARY:
        return BAD_FORMAT
    if len(arguments) > 1 and parse_c_int(arguments[1]) > 0:
        err(b"".join(dump_rules(rules)))
    return 0


def apply_rules(data: bytes, rules: bytes) -> bytes:
    """The text as a chain of filters has it from rfilter1; of a rule file that cannot be used, what rfilter1 prints."""
    try:
        return RuleFile(b"rules", rules).apply(data)
    except RuleFileError as error:
        err(error.message)
        return error.notice


def load_rules(name: bytes) -> RuleFile:
    """The rules of a file; `$NAME` in its name is looked up in the environment."""
    path = os.fsdecode(name)
    if "$" in path:
        import re

        path = re.sub(r"\$([0-9A-Za-z_]+)", lambda found: os.environ.get(found[1], found[0]), path)
    try:
        with open(path, "rb") as stream:
            data = stream.read()
    except OSError:
        raise RuleFileError(b"get_rules2: can't open %b\n" % os.fsencode(path), 11) from None
    return RuleFile(name, data)


class RuleFile:
    """A global mapping file as rfilter1 takes it."""

    def __init__(self, name: bytes, data: bytes) -> None:
        self.name = name
        self.description = b""
        self.format = ORDINARY
        self.copies_unmatched = True
        self.case_sensitive = True
        self.max_rules = 400
        self.rules: list[Rule] = []
        self.hits: list[int] = []
        self.warning = b""
        pieces = read_pieces(data, LONGEST_RULE)
        first = next(pieces, None)
        if first is None:
            raise RuleFileError(b"get_rules2: file %b is empty.\n" % name, 12)
        # The word that the first line begins with marks comments in the others.
        self.comment = first[: len(first) - len(first.lstrip(GRAPHIC))]
        if self.comment == b"*":
            self.warning = (
                b"get_rules2: WARNING: the comment_flag character in file %b\n"
                b"  is '*', which also marks auxiliary lines.\n" % name
            )
        try:
            for line in map(bytes.rstrip, pieces):
                if line and not (self.comment and line.startswith(self.comment)):
                    (self._read_header if line.startswith(b"*") else self._read_rule)(line)
        except RuleFileError as error:
            raise RuleFileError(self.warning + error.message, error.code) from None

    def _read_header(self, line: bytes) -> None:
        """Takes a line such as `* case_sensitive = 'F'`; rfilter1 looks for the name anywhere in the line."""
        # A quotation mark of either kind begins and ends the field; one without an end goes on to that of the line.
        parts = line.replace(b"'", b'"').split(b'"', 2)
        if len(parts) < 2:
            raise RuleFileError(b"r_process_aux_line: aux line contains no quoted field.\n line:'%b'\n" % line, 3)
        value, line = parts[1], line.upper()
        if b"NAME" in line:
            self.name = value
        if b"DESC" in line:
            self.description = value
        if b"FORMAT" in line:
            self.format = value
        if b"MAX_NRULES" in line:
            self.max_rules = parse_c_int(value)
        if b"COPY_NO_HIT" in line:
            self.copies_unmatched = value.upper() in TRUE
        if b"CASE_SENSITIVE" in line:
            self.case_sensitive = value.upper() in TRUE

    def _read_rule(self, line: bytes) -> None:
        """Takes a rule without the comment at its end; what is of another format is only counted."""
        body = line
        if self.comment and self.comment in line:
            body = line[: line.index(self.comment)].ljust(len(line))
        if not body.strip():
            raise RuleFileError(b"r_process_data_line invalid input:blank line.\n", 1)
        ordinary = self.format == ORDINARY
        if ordinary and b"=>" not in body:
            raise RuleFileError(b"*ERR:r_process_data_line: no arrow, line='%b'\n" % body, 32)
        if len(self.rules) >= self.max_rules:
            message = b"*ERR:r_process_data_line: too many rules.\n  (max_nrules = %d)\n" % self.max_rules
            raise RuleFileError(message, 31)
        self.rules.append(parse_rule(body) if ordinary else (b"", b"", b"", b""))

    def apply(self, data: bytes) -> bytes:
        """The text with the rules applied; what is wrong goes to standard error."""
        # Most input is one piece: no context holds a line feed, so a rule sees no other line than its own.
        is_whole = b"\0" not in data and data.endswith(b"\n") and max(map(len, data.split(b"\n"))) < LONGEST_INPUT
        pieces = [data] if is_whole else list(read_pieces(data, LONGEST_INPUT))
        if self.format != ORDINARY and data:
            message = b"*ERR:apply_rules2: invalid format '%b'\n*ERR: apply_rules2 returns perr=11\n" % self.format
            err(self.warning + warn_of_missing_newline(pieces[:1]) + message)
            return b""
        err(self.warning + warn_of_missing_newline(pieces))
        # Only ASCII letters have upper case.
        found, hits = rewrite_by_rules(pieces, self.rules, folds=not self.case_sensitive, copies=self.copies_unmatched)
        self.hits = hits
        return found


def read_pieces(data: bytes, longest: int) -> Iterator[bytes]:
    """The lines as C's `fgets` gives them: by pieces of so many bytes, each up to its first NUL."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start, start + longest) + 1 or min(start + longest, len(data))
        yield data[start:end].partition(b"\0")[0]
        start = end


def parse_rule(line: bytes) -> Rule:
    """The parts of `A => B / C __ D`: what stands after the arrow, the slash or the slot follows a space.

    rfilter1 cuts rules so, too, for which that gives something odd (`A =>B`, or a slash that no context follows).
    """
    arrow = line.index(b"=>")
    # The last slash is that of the context unless a bracket opens after it and is not closed before.
    slash = line.rfind(b"/")
    if slash >= 0 and line.find(b"]", slash) < line.find(b"[", slash):
        slash = -1
    slot = line.find(b"_", slash) if slash >= 0 else -1
    last = len(line.rstrip()) - 1
    source = strip_bounds(line[:arrow].strip())
    target = read_part(line, arrow, last if slash < 0 else find_last(line, slash - 1, arrow))
    left = right = b""
    if slot >= 0:
        left = read_part(line, slash, find_last(line, slot - 1, slash))
        right = read_part(line, slot, last)
    return source, left, right, target


def find_last(line: bytes, end: int, start: int) -> int:
    """The index of the last character that is no space, from `end` on, but not before `start`."""
    while end > start and line[end : end + 1].isspace():
        end -= 1
    return end


def read_part(line: bytes, start: int, end: int) -> bytes:
    """What stands after the first space after `start`, up to and with `end`."""
    while start < end and not line[start : start + 1].isspace():
        start += 1
    return strip_bounds(line[start : end + 1].lstrip()) if start < end else b""


def strip_bounds(part: bytes) -> bytes:
    """A part of a rule without the brackets or quotation marks around it."""
    return part[1:-1] if part[:1] + part[-1:] in {b"[]", b'""'} else part


def warn_of_missing_newline(pieces: list[bytes]) -> bytes:
    warning = b"*WARNING:%b: rec w/o newline char, probably truncated.\n  Line is:'%b'\n"
    return b"".join(warning % (PROGRAM, piece) for piece in pieces if not piece.endswith(b"\n"))


def dump_rules(file: RuleFile) -> Iterator[bytes]:
    """The headers, the rules, the number of hits of each, and the order in which they are searched."""
    copies, case = (b"T" if value else b"F" for value in (file.copies_unmatched, file.case_sensitive))
    yield HEAD
    yield b"  name = '%b'\n  directory = ''\n  desc = '%b'\n" % (file.name, file.description)
    yield b"  format = '%b'\n  copy_no_hit = '%b'\n  case_sensitive = '%b'\n" % (file.format, copies, case)
    yield b"  indexed = 'T'\n  max_nrules = %d\n  nrules = %d\n" % (file.max_rules, len(file.rules))
    yield COLUMNS
    hits = file.hits or [0] * len(file.rules)
    for number, rule in enumerate(file.rules, 1):
        source, left, right, target = (b"[%b] (%d)" % (part, len(part)) for part in rule)
        yield b"%4d %4d   %b => %b /  %b __ %b\n" % (number, hits[number - 1], source, target, left, right)
    yield from dump_index(file)
    yield b"\n"


def dump_index(file: RuleFile) -> Iterator[bytes]:
    """The numbers of the rules by the first byte of what they look for, in the order in which these appear."""
    groups: dict[int, list[int]] = {}
    for number, (source, *_) in enumerate(file.rules, 1):
        first = source[:1]
        key = first if file.case_sensitive else first.upper()
        groups.setdefault(key[0] if key else 0, []).append(number)
    numbers = [number for group in groups.values() for number in group]
    yield ORDER
    for row, number in enumerate(numbers, 1):
        yield b"%6d  %6d\n" % (row, number)
    yield KEYS
    for key_byte in sorted(groups):
        start = numbers.index(groups[key_byte][0]) + 1
        yield b"%5d(%c) %6d%6d\n" % (key_byte, key_byte, start, start + len(groups[key_byte]) - 1)
