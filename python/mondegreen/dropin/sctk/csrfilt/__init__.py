"""csrfilt.sh: applies a global mapping file to the transcripts in an stm, ctm, trn, rttm or text file.

The original is a chain of small filters over temporary files; here each is a function, and a file is read once. What
a filter of that chain leaves unread because it died (a line of an stm file that cannot be cut) is missing here too,
and as there the exit code does not tell.
"""

import sys
from collections.abc import Collection

from mondegreen.dropin.sctk.csrfilt.filter import Wanted, filtered
from mondegreen.dropin.sctk.csrfilt.layouts import LAYOUTS
from mondegreen.dropin.sctk.csrfilt.usage import USAGE
from mondegreen.dropin.sctk.perl import is_file, read_file

FAILED = 1
PURPOSES = (b"ref", b"hyp")


class UsageError(Exception):
    """Arguments that cannot be followed; what is printed after the usage text."""


def main(arguments: list[bytes]) -> int:
    """Filters standard input."""
    out, err = sys.stdout.buffer, sys.stderr.buffer
    try:
        wanted, path = parsed(arguments)
    except UsageError as wrong:
        out.write(USAGE + wrong.args[0])
        return FAILED
    rules = read_file(path)
    done = filtered(sys.stdin.buffer.read(), rules, wanted)
    err.write(done.complaints)
    out.write(done.output)
    return done.code


def parsed(arguments: list[bytes]) -> tuple[Wanted, bytes]:
    """What is wanted, and the path of the global mapping file."""
    wanted = Wanted()
    rest = list(arguments)
    while rest and rest[0].startswith(b"-"):
        option = rest.pop(0)
        if option == b"-dh":
            wanted = wanted._replace(split_hyphens=True)
        elif option == b"-s":
            wanted = wanted._replace(upper=False)
        elif option == b"-e":
            wanted = wanted._replace(extended=True)
        elif option == b"-i":
            wanted = wanted._replace(kind=value(rest, LAYOUTS, b'"ctm", "stm", "txt", "trn", or "rttm"'))
        elif option == b"-t":
            wanted = wanted._replace(purpose=value(rest, PURPOSES, b'"ref", or "hyp"'))
        else:
            raise UsageError(b"\nError: Unrecognized option %b\n" % option)
    return wanted, mapping_file(rest)


def value(rest: list[bytes], known: Collection[bytes], names: bytes) -> bytes:
    """The word after an option, which must be one of those known; the message speaks of -i for either option."""
    word = rest[0] if rest else b""
    if word not in known:
        raise UsageError(b"%b\nError: -i option requires either %b not %b\n" % (word, names, word))
    return rest.pop(0)


def mapping_file(rest: list[bytes]) -> bytes:
    """The path of the rules. A second file, of rules for single utterances, must exist; no kind of input uses it."""
    if len(rest) not in {1, 2}:
        raise UsageError(b"\nError: requires one or two command line arguments\n")
    for path, name in zip(rest, (b"Global-map-file", b"Utterance-map-file"), strict=False):
        if not is_file(path):
            raise UsageError(b"\nError: %b '%b' does not exist\n" % (name, path))
    return rest[0]
