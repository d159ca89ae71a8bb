"""ctmValidator.pl and stmValidator.pl."""

import re

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long, parse_getopt_std
from mondegreen.dropin.emulation.streams import catch_exit, out, warn
from mondegreen.dropin.sctk import read_usage

CTM_NAME, STM_NAME = "ctmValidator.pl", "stmValidator.pl"
FEWEST, MOST = 5, 8
TYPES = {b"lex", b"frag", b"fp", b"un-lex", b"for-lex", b"non-lex", b"misc", b"noscore"}

WORD = re.compile(rb"[A-Za-z0-9_-]+")
CHANNEL = re.compile(rb"\d+|[AB]")
NUMBER = re.compile(rb"\d+(\.\d+)?")
ALTERNATIVE = re.compile(rb"<ALT>|<ALT_BEGIN>|<ALT_END>")
ENGLISH_TOKEN = re.compile(rb"[A-Za-z'-]+")
# What a token may also begin with or hold.
SPELLED = re.compile(rb"[A-Za-z]\.")
MARKED = re.compile(rb"@|%(?:BCN?ACK|HESITATION)", re.IGNORECASE)
# A line with nothing wrong, as most are; the others are looked at field by field.
RIGHT_LINE = re.compile(
    rb"[\w-]+\s+(?:\d+|[AB])\s+\d+(?:\.\d+)?\s+\d+(?:\.\d+)?\s+[A-Za-z'-]+(?:\s+\d+(?:\.\d+)?(?:\s+lex)?)?\s*"
)
CHARACTERS = b"%b '%b' must have alphanumeric, hyphens (-) and underscore (_) characters only"
LETTERS = b"token '%b' must have alphabetic, hyphens (-) and apostrophes (') characters only"
NO_NUMBER = b"must floating point value"
# ;; CATEGORY "0" "" "", or LABEL, wherever in a line.
DESCRIPTION = re.compile(rb';;\s+(?:CATEGORY|LABEL)\s+"[^"]*"\s+"[^"]*"\s+"[^"]*"')
LABELS = re.compile(rb"<.*>")

HYPHENED = rb"(?:[a-z]*-)*[a-z]+"
ACRONYM = rb"[a-z]+\.(?:'s|s)*"
CONTRACTED = HYPHENED + rb"(?:'(?:d|s|t|re|ll|m|ve|))"
SOUND = rb"%(?:hesitation|bcack|bcnack)"
ENGLISH_WORD = re.compile(
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
FOREIGN_WORD = re.compile(
    rb"ignore_time_segment_in_scoring|\(%hesitation\)|[{}/@]|"
    rb"(?:" + PLAIN + rb"|\(" + PLAIN + rb").*|.*" + REST + rb"\)?",
    re.IGNORECASE | re.DOTALL,
)


@catch_exit
def validate_ctm(arguments: list[bytes]) -> int:
    """SCTK's ctmValidator.pl: reports what is wrong with the lines of a ctm file."""
    options, _, _ = parse_getopt_long(arguments, ["i=s", "l=s", "h"])
    path = options.get("i", b"")
    if "h" in options or not path:
        out(read_usage(CTM_NAME) % perl.get_program_name(CTM_NAME))
        return 0
    complaint = b"Unable to open for read ctm file '%b'" % path
    data = perl.read_file(path, perl.DieError(complaint, CTM_NAME, 65, code=perl.NO_SUCH_FILE))
    english = options.get("l", b"english").lower() == b"english"
    lines = enumerate(map(perl.chomp, perl.split_lines(data)), 1)
    errors = [
        b"ERROR: [line %d] %b\n" % (count, error)
        for count, line in lines
        if not RIGHT_LINE.fullmatch(line)
        for error in check_line(line, english=english)
    ]
    verdict = b"FATAL: Validation '%b' failed due to the %d previous error(s)\n" % (path, len(errors))
    out(b"".join(errors) + (verdict if errors else b"Validated %b\n" % path))
    return int(bool(errors))


def check_line(line: bytes, *, english: bool) -> list[bytes]:
    """What is wrong with a line; times are asterisks where alternatives begin and end."""
    if line.startswith(b";;"):
        return []
    parts = perl.split_fields(line)
    if not FEWEST <= len(parts) <= MOST:
        bound = b"at least 5" if len(parts) < FEWEST else b"no more than 8"
        return [b"ctm record must have %b fields and no whitespace at the beginning" % bound]
    source, channel, start, length, token = parts[:FEWEST]
    confidence, kind, speaker = [*parts[FEWEST:], *(b"0.0", b"lex", b"spkr")[len(parts) - FEWEST :]]
    is_alternative = ALTERNATIVE.search(token)
    is_word = is_alternative or ENGLISH_TOKEN.fullmatch(token) or SPELLED.match(token) or MARKED.search(token)
    time, no_time = (
        (re.compile(rb"\*"), b"for ALT Tag must be an asterisk /*/") if is_alternative else (NUMBER, NO_NUMBER)
    )
    checks = (
        (WORD.fullmatch(source), CHARACTERS % (b"source", source)),
        (CHANNEL.fullmatch(channel), b"channel '%b' must be numeric only" % channel),
        (time.fullmatch(start), b"begin '%b' time %b" % (start, no_time)),
        (time.fullmatch(length), b"duration '%b' time %b" % (length, no_time)),
        (is_word or kind != b"lex" or not english, LETTERS % token),
        (NUMBER.fullmatch(confidence), b"confidence '%b' time %b" % (confidence, NO_NUMBER)),
        (kind in TYPES, b"type '%b' is not a known type" % kind),
        (WORD.fullmatch(speaker), CHARACTERS % (b"speaker", speaker)),
    )
    return [complaint for is_right, complaint in checks if not is_right]


@catch_exit
def validate_stm(arguments: list[bytes]) -> int:
    """SCTK's stmValidator.pl: reports the words of an stm file that no transcriber would have written."""
    options, _ = parse_getopt_std(arguments, "i:l:sh")
    path = options.get("i", b"")
    if path in {b"", b"0"} or "h" in options:
        raise perl.DieError(read_usage(STM_NAME) % perl.get_program_name(STM_NAME))
    language = (options.get("l", b"") or b"english").lower()
    known, name = (ENGLISH_WORD, b"English") if language == b"english" else (FOREIGN_WORD, language)
    tokens = [token for text in read_texts(path) for token in perl.split_fields(text)]
    unknown = {token for token in set(tokens) if not known.fullmatch(token)}
    wrong = [b"   Unrecognized token %b -%b-\n" % (name, token) for token in tokens if token in unknown]
    if "s" not in options:
        out(b"".join(wrong) + (b"Failed Validation\n" if wrong else b"Validated %b\n" % path))
    return int(bool(wrong))


def read_texts(path: bytes) -> list[bytes]:
    """The texts of a file's records, sorted by file and channel."""
    complaint = b"Unable to open for read STM file '%b'" % path
    data = perl.read_file(path, perl.DieError(complaint, STM_NAME, 264, code=perl.NO_SUCH_FILE))
    records: dict[bytes, dict[bytes, list[bytes]]] = {}
    for count, line in enumerate(perl.split_lines(data), 1):
        if DESCRIPTION.search(line):
            continue
        line = perl.chomp(line).partition(b";;")[0].lstrip()  # noqa: PLW2901 - only so is it looked at
        if not line:
            continue
        file, *rest = perl.split_fields_at_most(line, 6)
        if not rest:
            where = perl.format_location(STM_NAME, 293, f"<STM> line {count}")
            warn(b"Use of uninitialized value $chan in hash element" + where)
        channel = rest[0] if rest else b""
        text = rest[5:] if LABELS.fullmatch(b"".join(rest[4:5])) else rest[4:]
        records.setdefault(file, {}).setdefault(channel, []).append(b" ".join(text))
    return [one for file in sorted(records) for channel in sorted(records[file]) for one in records[file][channel]]
