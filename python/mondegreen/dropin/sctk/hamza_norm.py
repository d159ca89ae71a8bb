"""hamzaNorm.pl: writes an alif at the beginning of an Arabic word as a bare one, whatever stands over or under it."""

import re

from mondegreen.dropin.sctk.records import FORMAT_USAGE, Read, filter_words, make_program

NAME = "hamzaNorm.pl"
# Alif with madda, with hamza above, with hamza below, and bare, in UTF-8.
ALIFS = re.compile(rb" \xd8[\xa2\xa3\xa5\xa7]")
USAGE = (
    b"""\
Usage: hamzaNorm.pl [ -i fmt ] Infile|- OutFile|-
Version: 1.0
Desc: hamzaNorm normalizes the hamza in the initial position of the word to be a
      consistent form.  In the Buckwalter normalization scheme, the initial letters
      'A', '<', '>' and '|' are all translated to 'A'Options:
%b
"""
    % FORMAT_USAGE
)


def run(arguments: list[bytes], read: Read) -> tuple[bytes, bytes]:
    """The path and the text of the output."""
    return filter_words(arguments, read, name=NAME, usage=USAGE, line=28, change=normalize_alifs)


def normalize_alifs(text: bytes) -> bytes:
    return ALIFS.sub(b" \xd8\xa7", b" " + text)[1:]


main = make_program(NAME, 48, run)
