"""ctmValidator.pl: reports what is wrong with the lines of a ctm file."""

import re
import sys
from collections.abc import Iterator

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long

NAME = "ctmValidator.pl"
FEWEST, MOST = 5, 8
TYPES = {b"lex", b"frag", b"fp", b"un-lex", b"for-lex", b"non-lex", b"misc", b"noscore"}

WORD = re.compile(rb"[A-Za-z0-9_-]+")
CHANNEL = re.compile(rb"\d+|[AB]")
NUMBER = re.compile(rb"\d+(\.\d+)?")
ALTERNATIVE = re.compile(rb"<ALT>|<ALT_BEGIN>|<ALT_END>")
ENGLISH = re.compile(rb"[A-Za-z'-]+")
# What a token may also begin with or hold.
SPELLED = re.compile(rb"[A-Za-z]\.")
MARKED = re.compile(rb"@|%(?:BCN?ACK|HESITATION)", re.IGNORECASE)
CHARACTERS = b"%b '%b' must have alphanumeric, hyphens (-) and underscore (_) characters only"
USAGE = b"""\


%b [-l <language>] [-h] -i <CTM file>

Version: 3
Description: This Perl program (version 3) validates a given CTM file.
\tNote that the program will exit after it finds all the syntax errors.
Options:
  -l <language> : check regarding the laguage (default: english)
  -h            : print this help message
Input:
  -i <CTM file>: a CTM file

"""


@perl.catch_die
def main(arguments: list[bytes]) -> int:
    out = sys.stdout.buffer
    options, _, _ = parse_getopt_long(arguments, ["i=s", "l=s", "h"])
    path = options.get("i", b"")
    if "h" in options or not path:
        out.write(USAGE % perl.get_program_name(NAME))
        return 0
    try:
        data = perl.read_file(path)
    except OSError:
        complaint = b"Unable to open for read ctm file '%b'" % path + perl.format_location(NAME, 65)
        raise perl.DieError(complaint, perl.NO_SUCH_FILE) from None
    english = options.get("l", b"english").lower() == b"english"
    errors = 0
    for count, line in enumerate(perl.split_lines(data), 1):
        for error in check_line(perl.chomp(line), english=english):
            out.write(b"ERROR: [line %d] %b\n" % (count, error))
            errors += 1
    if errors:
        out.write(b"FATAL: Validation '%b' failed due to the %d previous error(s)\n" % (path, errors))
        return 1
    out.write(b"Validated %b\n" % path)
    return 0


def check_line(line: bytes, *, english: bool) -> Iterator[bytes]:
    if line.startswith(b";;"):
        return
    parts = perl.split_fields(line)
    if len(parts) < FEWEST:
        yield b"ctm record must have at least 5 fields and no whitespace at the beginning"
    elif len(parts) > MOST:
        yield b"ctm record must have no more than 8 fields and no whitespace at the beginning"
    else:
        yield from check_fields(parts, english=english)


def check_fields(parts: list[bytes], *, english: bool) -> Iterator[bytes]:
    source, channel, start, length, token = parts[:FEWEST]
    confidence, kind, speaker = [*parts[FEWEST:], *(b"0.0", b"lex", b"spkr")[len(parts) - FEWEST :]]
    if not WORD.fullmatch(source):
        yield CHARACTERS % (b"source", source)
    if not CHANNEL.fullmatch(channel):
        yield b"channel '%b' must be numeric only" % channel
    yield from check_times(token, start, length)
    is_word = ENGLISH.fullmatch(token) or SPELLED.match(token) or MARKED.search(token)
    if english and kind == b"lex" and not ALTERNATIVE.search(token) and not is_word:
        yield b"token '%b' must have alphabetic, hyphens (-) and apostrophes (') characters only" % token
    if not NUMBER.fullmatch(confidence):
        yield b"confidence '%b' time must floating point value" % confidence
    if kind not in TYPES:
        yield b"type '%b' is not a known type" % kind
    if not WORD.fullmatch(speaker):
        yield CHARACTERS % (b"speaker", speaker)


def check_times(token: bytes, start: bytes, length: bytes) -> Iterator[bytes]:
    """What is wrong with the times, which are asterisks where alternatives begin and end."""
    for name, value in ((b"begin", start), (b"duration", length)):
        if ALTERNATIVE.search(token):
            if value != b"*":
                yield b"%b '%b' time for ALT Tag must be an asterisk /*/" % (name, value)
        elif not NUMBER.fullmatch(value):
            yield b"%b '%b' time must floating point value" % (name, value)
