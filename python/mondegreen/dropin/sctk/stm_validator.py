"""stmValidator.pl: reports the words of an stm file that no transcriber would have written."""

import re
import sys

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std

NAME = "stmValidator.pl"
# ;; CATEGORY "0" "" "", or LABEL, wherever in a line.
DESCRIPTION = re.compile(rb';;\s+(?:CATEGORY|LABEL)\s+"[^"]*"\s+"[^"]*"\s+"[^"]*"')
LABELS = re.compile(rb"<.*>")

HYPHENED = rb"(?:[a-z]*-)*[a-z]+"
ACRONYM = rb"[a-z]+\.(?:'s|s)*"
CONTRACTED = HYPHENED + rb"(?:'(?:d|s|t|re|ll|m|ve|))"
SOUND = rb"%(?:hesitation|bcack|bcnack)"
ENGLISH = re.compile(
    b"|".join(
        [
            rb"ignore_time_segment_in_scoring",
            *(form for word in (HYPHENED, ACRONYM, rb"[a-z]+-", SOUND) for form in (word, rb"\(" + word + rb"\)")),
            CONTRACTED + b"*",
            # The original repeats the parenthesis here, not the contraction.
            rb"\(" + CONTRACTED + rb"\)*",
            rb"o'\S+|d'etre",
            rb"[{}/@]",
        ]
    ),
    re.IGNORECASE,
)
# The list of marks that no foreign word may hold has a bracket in its middle, which ends it: what begins with none of
# the first half is a word, and so is what ends like the second half.
PLAIN = rb"[^!@#$^&*()`~_+={\[}]"
REST = rb"<,>.?/-\]+"
FOREIGN = re.compile(
    rb"ignore_time_segment_in_scoring|\(%hesitation\)|[{}/@]|"
    rb"(?:" + PLAIN + rb"|\(" + PLAIN + rb").*|.*" + REST + rb"\)?",
    re.IGNORECASE | re.DOTALL,
)
USAGE = b"""\


%b -i <STM file>

Version: 1
Description: This Perl program (version 1) validates a given STM file.
Options:
  -l <language> : language
  -s            : silent
  -h            : print this help message
Input:
  -i <STM file>: an STM file

"""


@perl.catch_die
def main(arguments: list[bytes]) -> int:
    options, _ = parse_getopt_std(arguments, "i:l:sh")
    path = options.get("i", b"")
    if path in {b"", b"0"} or "h" in options:
        raise perl.DieError(USAGE % perl.get_program_name(NAME))
    language = options.get("l", b"") or b"english"
    texts = read_texts(path)
    wrong = find_unrecognized(texts, language.lower())
    if "s" not in options:
        verdict = b"Failed Validation\n" if wrong else b"Validated %b\n" % path
        sys.stdout.buffer.write(b"".join(wrong) + verdict)
    return int(bool(wrong))


def read_texts(path: bytes) -> list[bytes]:
    """The texts of a file's records, sorted by file and channel."""
    try:
        data = perl.read_file(path)
    except OSError:
        complaint = b"Unable to open for read STM file '%b'" % path + perl.format_location(NAME, 264)
        raise perl.DieError(complaint, perl.NO_SUCH_FILE) from None
    records: dict[bytes, dict[bytes, list[bytes]]] = {}
    for count, line in enumerate(perl.split_lines(data), 1):
        if DESCRIPTION.search(line):
            continue
        line = perl.chomp(line).partition(b";;")[0].lstrip()  # noqa: PLW2901 - only so is it looked at
        if not line:
            continue
        file, *rest = perl.SPACES.split(line, 6)
        if not rest:
            where = perl.format_location(NAME, 293, f"<STM> line {count}")
            perl.warn(b"Use of uninitialized value $chan in hash element" + where)
        channel = rest[0] if rest else b""
        text = rest[5:] if LABELS.fullmatch(b"".join(rest[4:5])) else rest[4:]
        records.setdefault(file, {}).setdefault(channel, []).append(b" ".join(text))
    return [one for file in sorted(records) for channel in sorted(records[file]) for one in records[file][channel]]


def find_unrecognized(texts: list[bytes], language: bytes) -> list[bytes]:
    known, name = (ENGLISH, b"English") if language == b"english" else (FOREIGN, language)
    return [
        b"   Unrecognized token %b -%b-\n" % (name, token)
        for one in texts
        for token in perl.split_fields(one)
        if not known.fullmatch(token)
    ]
