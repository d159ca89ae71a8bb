"""csrfilt.sh: applies a global mapping file to the transcripts in an stm, ctm, trn, rttm or text file.

The original is a chain of small filters over temporary files; here the core filters lines in memory. What
a filter of that chain leaves unread because it died (a line of an stm file that cannot be split) is missing here too,
and as there the exit code does not say so.
"""

from __future__ import annotations

import os
import sys

from mondegreen._core import join_transcripts, split_transcripts
from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.streams import ExitError, err, out
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.rfilter1 import apply_rules

TYPE_CHECKING = False  # type checkers know the name; no program must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Container

FAILED = 1
UNORDERED = b"Error: Can not filter text with illegally formatted optional deletion tags.  Look for:\n"
SECTION, SECTION_NAME = rb';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"', b"INPUT_DEPENDENT_APPLICATION"


def main(arguments: list[bytes]) -> int:
    try:
        options, path = parse_options(arguments)
    except ExitError as wrong:
        out(read_usage("csrfilt.sh") + wrong.message)
        return FAILED
    rules = select_sections(perl.read_file(path), options[b"-i"], options[b"-t"])
    kind = options[b"-i"].decode()
    data = sys.stdin.buffer.read()
    texts, rests, unordered, failed = split_transcripts(data, kind, b"-s" not in options, b"-e" in options)
    if failed is not None:
        where = (options[b"-i"], KINDS[options[b"-i"]], failed)
        err(b"Error: Parse of %b line failed at -e line %d, <IN> line %d.\n" % where)
    if unordered:
        out(UNORDERED + unordered)
        return FAILED
    lines, failed = join_transcripts(apply_rules(texts, rules), rests, kind, b"-dh" in options)
    if failed is not None:
        err(b"Illegal division by zero at /tmp/hs_filt.ctm.%d line 22, <> line %d.\n" % (os.getpid(), failed))
    out(lines)
    return 0


def parse_options(arguments: list[bytes]) -> tuple[dict[bytes, bytes], bytes]:
    """The options by their names, and the path of the rules."""
    options, rest = {b"-i": b"trn", b"-t": b""}, list(arguments)
    while rest and rest[0].startswith(b"-"):
        option = rest.pop(0)
        if option in CHOICES:
            known, names = CHOICES[option]
            word = rest[0] if rest else b""
            if word not in known:  # the message speaks of -i for either option
                raise ExitError(b"%b\nError: -i option requires either %b not %b\n" % (word, names, word))
            options[option] = rest.pop(0)
        elif option in FLAGS:
            options[option] = b""
        else:
            raise ExitError(b"\nError: Unrecognized option %b\n" % option)
    # A second file, of rules for single utterances, must exist; no kind of input uses it.
    if len(rest) not in {1, 2}:
        raise ExitError(b"\nError: requires one or two command line arguments\n")
    for path, name in zip(rest, (b"Global-map-file", b"Utterance-map-file"), strict=False):
        if not perl.is_file(path):
            raise ExitError(b"\nError: %b '%b' does not exist\n" % (name, path))
    return options, rest[0]


def select_sections(rules: bytes, kind: bytes, purpose: bytes) -> bytes:
    """The lines before the first section, and those of sections for this kind of input or its purpose.

    The expression of a section is looked for in the name of either; one that cannot be read ends the file there.
    """
    if SECTION_NAME not in rules:
        return rules
    import re  # which takes longer to load than short texts to filter

    applies = True
    selected: list[bytes] = []
    for count, line in enumerate(perl.split_lines(rules), 1):
        if found := re.match(SECTION, line):
            expression = found[1].lower()
            try:
                search = perl.compile_pattern(expression).search
            except re.error as error:
                err(b"%b in regex; m/%b/ at -e line 9, <> line %d.\n" % (str(error).encode(), expression, count))
                break
            # Perl takes an empty expression for the last one that was found, and here that is none.
            applies = bool(expression) and any(map(search, (kind, purpose)))
        if applies:
            selected.append(line)
    return b"".join(selected)


# Kinds of input, and the line of csrfilt.sh's code that dies where a line of one cannot be split.
KINDS = {b"ctm": 0, b"stm": 16, b"trn": 13, b"txt": 0, b"rttm": 0}
FLAGS = (b"-dh", b"-s", b"-e")
CHOICES: dict[bytes, tuple[Container[bytes], bytes]] = {
    b"-i": (KINDS, b'"ctm", "stm", "txt", "trn", or "rttm"'),
    b"-t": ((b"ref", b"hyp"), b'"ref", or "hyp"'),
}
