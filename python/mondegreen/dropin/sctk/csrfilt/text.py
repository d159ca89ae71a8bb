"""What csrfilt.sh does to transcripts beside the rules: case, hyphens, and words in parentheses, which may be left out.

Each function takes a line with its line feed and gives one.
"""

import re

CAPITALS = bytes.maketrans(bytes(range(0xE0, 0x100)), bytes(range(0xC0, 0xE0)))
HYPHEN = re.compile(rb"([^( ])-(?=[^) ])")
OPTIONAL = re.compile(rb"\s\([^()]+\)")
TWO_OPTIONAL = re.compile(rb"(\(\s+[^()\s]+\s+)([^()\s]+)")
OPENED = re.compile(rb"\(\s+")
CLOSED = re.compile(rb"\s+\)")


def padded(line: bytes) -> bytes:
    """The line with a blank before it and after it."""
    return b" %b \n" % line[:-1] if line.endswith(b"\n") else b" %b " % line


def upper(line: bytes, *, extended: bool) -> bytes:
    """The line in upper case, and by Latin-1 if that is wanted, unless it is a comment."""
    if line.startswith(b";;"):
        return line
    line = line.upper()
    return line.translate(CAPITALS) if extended else line


def spaced(line: bytes) -> bytes:
    """The line with blanks around it and inside its parentheses."""
    if b"(" in line or b")" in line:
        line = line.replace(b"(", b"( ").replace(b")", b" )")
    return padded(line)


def unpaired(line: bytes) -> bytes:
    """What is left of a line whose parentheses are not in order; nothing of one in which they are."""
    if b"(" not in line and b")" not in line:
        return b""
    rest = OPTIONAL.sub(b"", spaced(line).replace(b"(", b"   (").replace(b")", b")  ", 1))
    return rest if b"(" in rest or b")" in rest else b""


def split_hyphens(line: bytes) -> bytes:
    """The line with blanks for the hyphens inside words; those of fragments stay."""
    return HYPHEN.sub(rb"\1 ", line) if b"-" in line else line


def finished(line: bytes) -> bytes:
    """The line without what `spaced` put in, each word of several in parentheses in a pair of its own."""
    if b"(" in line or b")" in line:
        more = 1
        while more:
            line, more = TWO_OPTIONAL.subn(rb"\1) ( \2", line, count=1)
        return CLOSED.sub(b")", OPENED.sub(b"(", unpadded(line)))
    return unpadded(line)


def unpadded(line: bytes) -> bytes:
    """The line without the blank before it and that after it."""
    if line.startswith(b" "):
        line = line[1:]
    if line.endswith(b" \n"):
        return line[:-2] + b"\n"
    return line[:-1] if line.endswith(b" ") else line
