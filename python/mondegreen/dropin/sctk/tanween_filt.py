"""tanweenFilt.pl: takes the tanween away from the ends of Arabic words, or from everywhere."""

import re

from mondegreen.dropin.sctk.records import FORMAT_USAGE, Read, filter_words, make_program

NAME = "tanweenFilt.pl"
# Kasratan, dammatan and fathatan, in UTF-8.
TANWEEN = rb"\xd9[\x8b\x8c\x8d]"
USAGE = (
    b"""\
Usage: tanweenFilt.pl [ -i fmt ] Infile|- OutFile|-
Version: 1.1
Desc: tanweenFilt removes the tanween Arabic characters from the end of a word.
      In the Buckwalter normalization scheme, the word-final letters
      'F', 'N', and 'K' are removedOptions:
      -a       Remove all tanween characters, not just the final characters.
%b
"""
    % FORMAT_USAGE
)


def run(arguments: list[bytes], read: Read) -> tuple[bytes, bytes]:
    """The path and the text of the output."""
    letters = {"a": remove_all}
    return filter_words(arguments, read, name=NAME, usage=USAGE, line=32, change=remove_final, letters=letters)


def remove_all(text: bytes) -> bytes:
    return re.sub(TANWEEN, b"", b" " + text)[1:]


def remove_final(text: bytes) -> bytes:
    """The text without those that end words, in parentheses or not; of several at an end one goes."""
    text = re.sub(TANWEEN + rb"$", b"", b" " + text)
    text = re.sub(TANWEEN + rb"\)$", b")", text)
    for behind in (rb"(?=\) )", rb"(?= )"):
        text = re.sub(TANWEEN + behind, b"", text)
    return text[1:]


main = make_program(NAME, 52, run)
