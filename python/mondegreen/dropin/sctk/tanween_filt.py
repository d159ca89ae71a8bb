"""tanweenFilt.pl: takes the tanween away from the ends of Arabic words, or from everywhere."""

import re
import sys
from collections.abc import Callable

from mondegreen.dropin.sctk import records, script_usage
from mondegreen.dropin.sctk.perl import DieError, getopt_long, mortal, place, write_file

NAME = "tanweenFilt.pl"
# Kasratan, dammatan and fathatan, in UTF-8.
TANWEEN = re.compile(rb"\xd9[\x8b\x8c\x8d]")
BEFORE_BLANK = re.compile(rb"\xd9[\x8b\x8c\x8d](?=\) )"), re.compile(rb"\xd9[\x8b\x8c\x8d](?= )")


@mortal
def main(arguments: list[bytes]) -> int:
    """Filters a file."""
    target, text = run(arguments, sys.stdin.buffer.read)
    write_file(target, text, b"Unable to open new-trans-file %b" % target + place(NAME, 52))
    return 0


def run(arguments: list[bytes], read: Callable[[], bytes]) -> tuple[bytes, bytes]:
    """Where the output belongs, and the output."""
    options, words, fine = getopt_long(arguments, ["i:s", "a"])
    if not fine:
        raise DieError(b"Aborting:\n" + script_usage.TANWEEN_FILT + b"\n:" + place(NAME, 32))
    kind = options.get("i", b"txt")
    if kind not in records.FORMATS:
        raise DieError(script_usage.TANWEEN_FILT + b"\n\nError: Undefined input format '%b'" % kind + place(NAME, 35))
    data, target = records.opened(NAME, script_usage.TANWEEN_FILT, words, 42, read)
    return target, records.changed(data, kind, without if "a" in options else without_final)


def without(text: bytes) -> bytes:
    """The text without any."""
    text = TANWEEN.sub(b"", b" " + text)
    return text[1:]


def without_final(text: bytes) -> bytes:
    """The text without those that end words, in parentheses or not; of several at an end one goes."""
    text = b" " + text
    text = re.sub(rb"\xd9[\x8b\x8c\x8d]$", b"", text)
    text = re.sub(rb"\xd9[\x8b\x8c\x8d]\)$", b")", text)
    for pattern in BEFORE_BLANK:
        text = pattern.sub(b"", text)
    return text[1:]
