"""hamzaNorm.pl and tanweenFilt.pl, which normalize Arabic words, and how they and def_art.pl read text, ctm or stm.

hamzaNorm.pl writes an alif at the beginning of a word as a bare one, whatever stands over or under it; tanweenFilt.pl
takes the tanween away from the ends of words, or from everywhere. But for that their code is the same.
"""

import re
import sys
from collections.abc import Callable, Mapping

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long

Read = Callable[[], bytes]
Change = Callable[[bytes], bytes]
# From arguments, and what reads standard input, to the path and the text of the output.
Run = Callable[[list[bytes], Read], tuple[bytes, bytes]]

FORMATS = {b"txt", b"ctm", b"stm"}
FORMAT_USAGE = b"""\
      -i fmt   Set the input file formant to 'fmt'.  The possible choices are:
                  txt -> plain text, the default
                  ctm -> CTM format, ignores all but the 5th column, and if
                         a division occurs and a confidence score is present,
                         the confidence score is copied to all parts.
                  stm -> STM format, change only the text field of the stm record
"""
HAMZA_USAGE = (
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
TANWEEN_USAGE = (
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
SEPARATOR = re.compile(rb"(\s+)")
LABELS = re.compile(rb"<[^<>]*>\n?")
# The word of a ctm line, the labels of an stm line, and what follows these, counted in fields and separators.
WORD, LABEL, TEXT = 8, 10, 12
# In UTF-8: alif with madda, with hamza above, with hamza below, and bare; kasratan, dammatan and fathatan.
ALIFS = rb" \xd8[\xa2\xa3\xa5\xa7]"
TANWEEN = rb"\xd9[\x8b\x8c\x8d]"


def normalize_hamza(arguments: list[bytes], read: Read) -> tuple[bytes, bytes]:
    changes = {"": lambda text: re.sub(ALIFS, b" \xd8\xa7", b" " + text)[1:]}
    return filter_words(arguments, read, "hamzaNorm.pl", HAMZA_USAGE, 28, changes)


def filter_tanween(arguments: list[bytes], read: Read) -> tuple[bytes, bytes]:
    changes = {"": remove_final_tanween, "a": lambda text: re.sub(TANWEEN, b"", b" " + text)[1:]}
    return filter_words(arguments, read, "tanweenFilt.pl", TANWEEN_USAGE, 32, changes)


def remove_final_tanween(text: bytes) -> bytes:
    """The text without those that end words, in parentheses or not; of several at an end one goes."""
    text = re.sub(TANWEEN + rb"$", b"", b" " + text)
    text = re.sub(TANWEEN + rb"\)$", b")", text)
    for behind in (rb"(?=\) )", rb"(?= )"):
        text = re.sub(TANWEEN + behind, b"", text)
    return text[1:]


def filter_words(
    arguments: list[bytes], read: Read, name: str, usage: bytes, line: int, changes: Mapping[str, Change]
) -> tuple[bytes, bytes]:
    """The path and the text of the output, the words being changed as the options say.

    `line` is that of the original where it dies of its options; where it dies of other things follows from it.
    """
    options, words, fine = parse_getopt_long(arguments, ["i:s", *filter(None, changes)])
    if not fine:
        raise perl.DieError(b"Aborting:\n" + usage + b"\n:" + perl.format_location(name, line))
    kind = options.get("i", b"txt")
    if kind not in FORMATS:
        raise perl.DieError(
            usage + b"\n\nError: Undefined input format '%b'" % kind + perl.format_location(name, line + 3)
        )
    data, target = open_source(name, usage, words, line + 10, read)
    change = changes["a" if "a" in options else ""]
    changed = (change_line(perl.chomp(each), kind, change) for each in perl.split_lines(data))
    return target, b"".join(each + b"\n" for each in changed)


def open_source(name: str, usage: bytes, words: list[bytes], line: int, read: Read) -> tuple[bytes, bytes]:
    """The bytes of the first path, and the second path. `line` is that where the original begins to check them."""
    complaints = b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments"
    if len(words) != 2:
        complaint = b"\n" + complaints[min(len(words), 3)]
        raise perl.DieError(usage + complaint + perl.format_location(name, line + 2 - min(len(words), 2)))
    source, target = words
    if source == b"-":
        return read(), target
    if not perl.is_readable(source):
        raise perl.DieError(usage + b"\nError: Input file %b does not exist\n" % source, perl.NO_SUCH_FILE)
    return perl.read_file(source), target


def change_line(line: bytes, kind: bytes, change: Change) -> bytes:
    """One line with its words changed; comments stay as they are, which plain text has none of."""
    if kind == b"txt":
        return change(line)
    if line.startswith((b";;", b"#")):
        return line
    rest = line.lstrip()
    parts = SEPARATOR.split(rest, 0 if kind == b"ctm" else 6)
    if kind == b"ctm":
        parts[WORD : WORD + 1] = map(change, parts[WORD : WORD + 1])
    elif len(parts) > LABEL and LABELS.fullmatch(parts[LABEL]):
        parts[TEXT:] = map(change, parts[TEXT:])
    else:
        parts[LABEL:] = [change(b"".join(parts[LABEL:]))]
    return line[: len(line) - len(rest)] + b"".join(parts)


def make_program(name: str, line: int, run: Run, page: str = "") -> Callable[[list[bytes]], int]:
    """The program around a filter, with its page; `line` is where the original dies if it cannot write."""

    @perl.catch_die
    def main(arguments: list[bytes]) -> int:
        target, text = run(arguments, sys.stdin.buffer.read)
        perl.write_file(target, text, b"Unable to open new-trans-file %b" % target + perl.format_location(name, line))
        return 0

    main.__doc__ = page or None
    return main


HAMZA_PAGE = (
    "SCTK's hamzaNorm.pl: writes an alif at the beginning of a word as a bare one, whatever stands over or under it."
)
TANWEEN_PAGE = "SCTK's tanweenFilt.pl: takes the tanween away from the ends of words, or with -a from everywhere."
run_hamza_norm = make_program("hamzaNorm.pl", 48, normalize_hamza, HAMZA_PAGE)
run_tanween_filt = make_program("tanweenFilt.pl", 52, filter_tanween, TANWEEN_PAGE)
