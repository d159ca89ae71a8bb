"""Reads asclite's alignment (`-f 7`): tokens in lines of `SG`, pairs of them in lines of `YES`."""

import os
import re

from mondegreen.dropin.sctk.align2html.model import REFERENCE, SYSTEM, Group, Token
from mondegreen.dropin.sctk.perl import NO_SUCH_FILE, DieError, lines, place, read_file
from mondegreen.errors import ScoreError

NAME = "align2html.pl"
HEADING = re.compile(rb"\[ALIGNMENT\]\s*Aligned")
MARK = b"[ALIGNMENT]"
WHITE = re.compile(rb"\s+")
FIELDS = 27
# Where a line tells of the reference's token, and of the system's: from the name of its segment on.
SIDES = ((REFERENCE, 5, b"ref:"), (SYSTEM, 16, b"hyp:"))


def load(path: bytes) -> dict[bytes, Group]:
    """The groups of a file by their names."""
    try:
        data = read_file(path)
    except OSError:
        message = b"Unable to open for read alignfile file '%b'" % path
        raise DieError(message + place(NAME, 1299), NO_SUCH_FILE) from None
    groups: dict[bytes, Group] = {}
    for count, line in enumerate(lines(data), 1):
        if not line.startswith(MARK) or HEADING.match(line):
            continue
        fields = WHITE.sub(b"", line[len(MARK) :]).split(b",")
        fields += [b""] * (FIELDS - len(fields))
        if fields[0] == b"SG":
            add_token(groups, fields)
        elif fields[0] == b"YES":
            try:
                add_pair(groups, fields)
            except LookupError as error:
                raise ScoreError(error.args[0], path=os.fsdecode(path), line=count) from None
    return groups


def add_token(groups: dict[bytes, Group], fields: list[bytes]) -> None:
    """Takes the token of a line, which is the system's if both sides have one."""
    found = None
    for side, start, prefix in SIDES:
        segment, token = fields[start], fields[start + 4]
        if segment and token:
            found = side, segment, prefix + fields[start + 3], Token.read(side, fields[start + 1 : start + 12])
    if found:
        group = groups.setdefault(fields[1], Group(fields[1], fields[2], fields[3]))
        group.add(*found)


def add_pair(groups: dict[bytes, Group], fields: list[bytes]) -> None:
    """Takes a step of the alignment, and draws its tokens thicker. The original crashes on one that there is not."""
    name, step, pair = fields[1], fields[4], (fields[9], fields[20])
    if name not in groups:
        raise LookupError(f"no token of the group {shown(name)} stands above this line")
    group = groups[name]
    group.alignment.append((step, *pair))
    group.aligned = True
    for each in pair:
        token = group.token(each)
        if token:
            token.stroke = 2
        elif each:
            raise LookupError(f"no token {shown(each)} of the group {shown(name)} stands above this line")


def shown(name: bytes) -> str:
    """A name as a sentence shows it."""
    return repr(name.decode("utf-8", "replace"))
