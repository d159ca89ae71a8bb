"""Lines of text, ctm or stm: the order that SCTK wants, and what its Arabic filters do to words."""

import re
import sys
from collections.abc import Callable, Iterable

from mondegreen.dropin.sctk import perl

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
SEPARATOR = re.compile(rb"(\s+)")
LABELS = re.compile(rb"<[^<>]*>\n?")
# The word of a ctm line, the labels of an stm line, and what follows these, counted in fields and separators.
WORD, LABEL, TEXT = 8, 10, 12


def make_program(name: str, line: int, run: Run) -> Callable[[list[bytes]], int]:
    """The program around a filter; `line` is where the original dies if it cannot write."""

    @perl.mortal
    def main(arguments: list[bytes]) -> int:
        target, text = run(arguments, sys.stdin.buffer.read)
        perl.write_file(target, text, b"Unable to open new-trans-file %b" % target + perl.place(name, line))
        return 0

    return main


def filter_words(
    arguments: list[bytes],
    read: Read,
    *,
    name: str,
    usage: bytes,
    line: int,
    change: Change,
    letters: dict[str, Change] | None = None,
) -> tuple[bytes, bytes]:
    """What `hamzaNorm.pl` and `tanweenFilt.pl` do: their code is the same but for the change, which letters choose.

    `line` is that of the original where it dies of its options; where it dies of other things follows from it.
    """
    options, words, fine = perl.getopt_long(arguments, ["i:s", *(letters or {})])
    if not fine:
        raise perl.DieError(b"Aborting:\n" + usage + b"\n:" + perl.place(name, line))
    kind = options.get("i", b"txt")
    if kind not in FORMATS:
        raise perl.DieError(usage + b"\n\nError: Undefined input format '%b'" % kind + perl.place(name, line + 3))
    data, target = open_source(name, usage, words, line + 10, read)
    for letter, other in (letters or {}).items():
        change = other if letter in options else change
    changed = (change_line(perl.chomped(each), kind, change) for each in perl.lines(data))
    return target, b"".join(each + b"\n" for each in changed)


def open_source(name: str, usage: bytes, words: list[bytes], line: int, read: Read) -> tuple[bytes, bytes]:
    """The bytes of the first path, and the second path. `line` is that where the original begins to check them."""
    complaints = b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments"
    if len(words) != 2:
        complaint = b"\n" + complaints[min(len(words), 3)]
        raise perl.DieError(usage + complaint + perl.place(name, line + 2 - min(len(words), 2)))
    source, target = words
    if source == b"-":
        return read(), target
    if not perl.readable(source):
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


def sort_ctm(data: bytes) -> bytes:
    """The lines of a ctm file in hubscr.pl's order, without comments and empty lines."""
    return b"".join(sort_records(data, 4)[1])


def sort_stm(data: bytes) -> bytes:
    """The lines of an stm file in hubscr.pl's order, after its comments."""
    comments, records = sort_records(data, 6)
    return b"".join([*comments, *records])


def sort_records(data: bytes, time: int) -> tuple[list[bytes], Iterable[bytes]]:
    """The comments, and the lines by file, by what separates it from the channel, by channel and time.

    hubscr.pl means to sort by the channel first and takes the whitespace before it. Lines begin without whitespace,
    and the last may come before others without a line feed.
    """
    comments: list[bytes] = []
    records: list[tuple[bytes, bytes, bytes, float, bytes]] = []
    for line in map(bytes.lstrip, perl.lines(data)):
        if not line or line.startswith(b";;"):
            comments.append(line)
            continue
        parts = SEPARATOR.split(line)
        parts += [b""] * (time + 1 - len(parts))
        records.append((parts[0], parts[1], parts[2], perl.number(parts[time]), line))
    records.sort(key=lambda record: record[:4])
    return comments, (record[4] for record in records)
