"""The chain of csrfilt.sh from input to output."""

import os
from typing import NamedTuple

from mondegreen.dropin.sctk.csrfilt import text
from mondegreen.dropin.sctk.csrfilt.ctm import NoWordsError
from mondegreen.dropin.sctk.csrfilt.layouts import BLANKS, LAYOUTS
from mondegreen.dropin.sctk.csrfilt.sections import sections
from mondegreen.dropin.sctk.perl import lines
from mondegreen.dropin.sctk.rfilter1 import replaced

FAILED = 1
UNORDERED = b"Error: Can not filter text with illegally formatted optional deletion tags.  Look for:\n"


class Wanted(NamedTuple):
    """What the options ask for."""

    kind: bytes = b"trn"
    purpose: bytes = b""
    upper: bool = True
    extended: bool = False
    split_hyphens: bool = False


class Done(NamedTuple):
    """What goes to standard output and to standard error, and the exit code."""

    output: bytes
    complaints: bytes = b""
    code: int = 0


def filtered(data: bytes, rules: bytes, wanted: Wanted) -> Done:
    """The input with the rules applied to its transcripts."""
    rules, complaints = sections(rules, wanted.kind, wanted.purpose)
    texts, rests, complaint = apart(data, wanted.kind)
    complaints += complaint
    unordered = b"".join(map(text.unpaired, texts))
    if unordered:
        return Done(UNORDERED + unordered, complaints, FAILED)
    new, complaint = rewritten(texts, rules, wanted)
    complaints += complaint
    join = LAYOUTS[wanted.kind][1]
    output: list[bytes] = []
    try:
        output.extend(join(zip(new, rests + [b""] * (len(new) - len(rests)), strict=False)))
    except NoWordsError as error:
        where = (os.getpid(), error.args[0])
        complaints += b"Illegal division by zero at /tmp/hs_filt.ctm.%d line 22, <> line %d.\n" % where
    return Done(b"".join(output), complaints)


def apart(data: bytes, kind: bytes) -> tuple[list[bytes], list[bytes], bytes]:
    """The transcripts, the rests of their lines, and a complaint where a line that cannot be cut ends them."""
    cut, _, code_line = LAYOUTS[kind]
    texts: list[bytes] = []
    rests: list[bytes] = []
    for count, line in enumerate(lines(data), 1):
        if line.startswith(b";;"):
            parts: tuple[bytes, bytes] | None = (b"\n", line)
        else:
            parts = cut(BLANKS.sub(b" ", text.padded(line)))
        if parts is None:
            what = (kind, code_line, count)
            return texts, rests, b"Error: Parse of %b line failed at -e line %d, <IN> line %d.\n" % what
        texts.append(parts[0])
        rests.append(parts[1])
    return texts, rests, b""


def rewritten(texts: list[bytes], rules: bytes, wanted: Wanted) -> tuple[list[bytes], bytes]:
    """The transcripts after the rules, and what was said of these."""
    if wanted.upper:
        texts = [text.upper(line, extended=wanted.extended) for line in texts]
    new, complaints = replaced(b"".join(map(text.spaced, texts)), rules)
    found = lines(new)
    if wanted.split_hyphens:
        found = [text.split_hyphens(line) for line in found]
    # A parenthesis that a rule leaves open joins a line to the next.
    return lines(b"".join(map(text.finished, found))), complaints
