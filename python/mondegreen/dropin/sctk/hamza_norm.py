"""hamzaNorm.pl: writes an alif at the beginning of an Arabic word as a bare one, whatever stands over or under it."""

import re
import sys
from collections.abc import Callable

from mondegreen.dropin.sctk import records, script_usage
from mondegreen.dropin.sctk.perl import DieError, getopt_long, mortal, place, write_file

NAME = "hamzaNorm.pl"
# Alif with madda, with hamza above, with hamza below, and bare, in UTF-8.
ALIFS = re.compile(rb" \xd8[\xa2\xa3\xa5\xa7]")


@mortal
def main(arguments: list[bytes]) -> int:
    """Filters a file."""
    target, text = run(arguments, sys.stdin.buffer.read)
    write_file(target, text, b"Unable to open new-trans-file %b" % target + place(NAME, 48))
    return 0


def run(arguments: list[bytes], read: Callable[[], bytes]) -> tuple[bytes, bytes]:
    """Where the output belongs, and the output."""
    options, words, fine = getopt_long(arguments, ["i:s"])
    if not fine:
        raise DieError(b"Aborting:\n" + script_usage.HAMZA_NORM + b"\n:" + place(NAME, 28))
    kind = options.get("i", b"txt")
    if kind not in records.FORMATS:
        raise DieError(script_usage.HAMZA_NORM + b"\n\nError: Undefined input format '%b'" % kind + place(NAME, 31))
    data, target = records.opened(NAME, script_usage.HAMZA_NORM, words, 38, read)
    return target, records.changed(data, kind, normalised)


def normalised(text: bytes) -> bytes:
    """The text with bare alifs at the beginning of words."""
    text = ALIFS.sub(b" \xd8\xa7", b" " + text)
    return text[1:]
