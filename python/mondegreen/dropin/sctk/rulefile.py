"""A global mapping file as rfilter1 takes it: what it cuts a rule into, and what it refuses."""

import re
from collections.abc import Iterator

from mondegreen.dropin.sctk.atoi import atoi
from mondegreen.normalise.mappings import Mapping

# rfilter1 reads a rule file by pieces of so many bytes, so that a longer line is several.
LONGEST = 131
ORDINARY = b"NIST1"
TRUE = {b"T", b"YES", b"TRUE"}
# What has no end goes on to that of the line.
QUOTED = re.compile(rb"[\"']([^\"']*)")
GRAPHIC = re.compile(rb"[!-~]*")


class RefusedError(Exception):
    """A rule file that cannot be used: what standard error is told, and rfilter1's number for it."""

    def __init__(self, code: int, message: bytes) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class RuleFile:
    """What the lines read so far hold."""

    def __init__(self, name: bytes, data: bytes) -> None:
        self.name = name
        self.description = b""
        self.format = ORDINARY
        self.copies = True
        self.cased = True
        self.most = 400
        self.rules: list[Mapping] = []
        self.warning = b""
        pieces = records(data, LONGEST)
        try:
            self.comment = begin(next(pieces))
        except StopIteration:
            raise RefusedError(12, b"get_rules2: file %b is empty.\n" % name) from None
        if self.comment == b"*":
            self.warning = (
                b"get_rules2: WARNING: the comment_flag character in file %b\n"
                b"  is '*', which also marks auxiliary lines.\n" % name
            )
        try:
            for piece in pieces:
                self.take(piece.rstrip())
        except RefusedError as refused:
            raise RefusedError(refused.code, self.warning + refused.message) from None

    def take(self, line: bytes) -> None:
        """A comment, a header or a rule."""
        if not line or (self.comment and line.startswith(self.comment)):
            return
        if line.startswith(b"*"):
            self.header(line)
        else:
            self.rule(line)

    def header(self, line: bytes) -> None:
        """What a line such as `* case_sensitive = 'F'` says; it is looked for anywhere in the line."""
        found = QUOTED.search(line)
        if not found:
            raise RefusedError(3, b"r_process_aux_line: aux line contains no quoted field.\n line:'%b'\n" % line)
        value, line = found[1], line.upper()
        if b"NAME" in line:
            self.name = value
        if b"DESC" in line:
            self.description = value
        if b"FORMAT" in line:
            self.format = value
        if b"MAX_NRULES" in line:
            self.most = atoi(value)
        if b"COPY_NO_HIT" in line:
            self.copies = value.upper() in TRUE
        if b"CASE_SENSITIVE" in line:
            self.cased = value.upper() in TRUE

    def rule(self, line: bytes) -> None:
        """A rule, without the comment at its end; what is of another format is counted only."""
        body = line
        if self.comment and self.comment in line:
            start = line.index(self.comment)
            body = line[:start] + b" " * (len(line) - start)
        if not body.strip():
            raise RefusedError(1, b"r_process_data_line invalid input:blank line.\n")
        ordinary = self.format == ORDINARY
        if ordinary and b"=>" not in body:
            raise RefusedError(32, b"*ERR:r_process_data_line: no arrow, line='%b'\n" % body)
        if len(self.rules) >= self.most:
            raise RefusedError(31, b"*ERR:r_process_data_line: too many rules.\n  (max_nrules = %d)\n" % self.most)
        self.rules.append(cut(body) if ordinary else Mapping("", "", "", ""))


def begin(line: bytes) -> bytes:
    """The word at the beginning of the first line, which marks comments in the others."""
    found = GRAPHIC.match(line)
    return found[0] if found else b""


def records(data: bytes, longest: int) -> Iterator[bytes]:
    """The lines as C's `fgets` gives them: by pieces of so many bytes, each up to its first NUL."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start, start + longest) + 1 or min(start + longest, len(data))
        yield data[start:end].partition(b"\0")[0]
        start = end


def cut(line: bytes) -> Mapping:
    """The parts of `A => B / C __ D`: what stands after the arrow, the slash or the slot follows a blank.

    Rules for which that gives something odd (`A =>B`, or a slash that no context follows) are cut so all the same.
    """
    arrow = line.index(b"=>")
    slash, slot = marks(line)
    last = len(line.rstrip()) - 1
    source = bare(line[:arrow].strip())
    target = follows(line, arrow, last if slash < 0 else back(line, slash - 1, arrow))
    left = right = b""
    if slot >= 0:
        left = follows(line, slash, back(line, slot - 1, slash))
        right = follows(line, slot, last)
    return Mapping(*(part.decode("latin-1") for part in (source, left, right, target)))


def marks(line: bytes) -> tuple[int, int]:
    """Where the slash of the context stands and the place to fill after it; -1 for none.

    The last slash is that of the context unless a bracket opens after it and is not closed before.
    """
    slash = line.rfind(b"/")
    if slash < 0 or line.find(b"]", slash) < line.find(b"[", slash):
        return -1, -1
    return slash, line.find(b"_", slash)


def back(line: bytes, end: int, least: int) -> int:
    """The place of the last character that is no blank, from `end` on, but not before `least`."""
    while end > least and line[end : end + 1].isspace():
        end -= 1
    return end


def follows(line: bytes, start: int, end: int) -> bytes:
    """What stands after the first blank after `start`, up to and with `end`."""
    while start < end and not line[start : start + 1].isspace():
        start += 1
    return bare(line[start : end + 1].lstrip()) if start < end else b""


def bare(part: bytes) -> bytes:
    """A part of a rule without the brackets or quotation marks that bound it."""
    return part[1:-1] if part[:1] + part[-1:] in {b"[]", b'""'} else part
