"""rttmValidator.pl, version 13: what is wrong with the records of an RTTM file, and with how they lie in each other.

Where the original follows the order of Perl's hashes, errors come by file, channel, speaker and type as they first
appear.
"""

import re
from collections.abc import Iterator

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, out
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.rttm_interruptions import TOLERANCE, Data, Record, Types, check_interruptions

NAME = "rttmValidator.pl"
NA = b"<NA>"

TYPE = re.compile(
    rb"SEGMENT|NOSCORE|NO_RT_METADATA|LEXEME|NON-LEX|NON-SPEECH|FILLER|EDIT|SU|IP|CB|A/P|SPEAKER|SPKR-INFO",
    re.IGNORECASE,
)
WITHOUT_WORD = re.compile(
    rb"SEGMENT|NOSCORE|NO_RT_METADATA|NON-SPEECH|FILLER|EDIT|SU|IP|CB|A/P|SPEAKER|SPKR-INFO", re.IGNORECASE
)
INFO, POINT = re.compile(rb"SPKR-INFO", re.IGNORECASE), re.compile(rb"CB|IP", re.IGNORECASE)
TIME = re.compile(rb"(?:-?\d+\.?\d*|-?\.\d+)\**")
NUMBER = re.compile(rb"-?\d+\.?\d*|-?\.\d+")
# The subtypes of the first type whose name a record's type holds; those of SPKR-INFO in lower case alone.
SUBTYPES = [
    (re.compile(kind, re.IGNORECASE), re.compile(subtypes, 0 if kind == rb"SPKR-INFO" else re.IGNORECASE))
    for kind, subtypes in (
        (rb"SEGMENT", rb"eval|<NA>"),
        (rb"NOSCORE|NO_RT_METADATA|SPEAKER|A/P", NA),
        (rb"LEXEME", rb"lex|fp|frag|un-lex|for-lex|alpha|acronym|interjection|propernoun|other"),
        (rb"NON-LEX", rb"laugh|breath|lipsmack|cough|sneeze|other"),
        (rb"NON-SPEECH", rb"noise|music|other"),
        (rb"FILLER", rb"filled_pause|discourse_marker|explicit_editing_term|discourse_response|other"),
        (rb"EDIT", rb"repetition|restart|revision|simple|complex|other"),
        (rb"SU", rb"statement|question|incomplete|backchannel|unannotated|discourse_response|other"),
        (rb"IP", rb"edit|filler|edit&filler|other"),
        (rb"CB", rb"coordinating|clausal|other"),
        (rb"SPKR-INFO", rb"adult_male|adult_female|child|unknown"),
    )
]
LETTER = re.compile(rb"[A-Z]\.|[A-Z]\.'*s|[\x80-\xff]{2}\.|<NA>", re.IGNORECASE)
LETTERS = rb"[\[\]A-Z.\-'\x80-\xff]+"
WORD = rb"%b|<NA>|%%?[A-Z.\x80-\xff]+-?" % LETTERS
PLAIN_WORD = re.compile(WORD, re.IGNORECASE)
# With -S: words that share a time, and alternatives, of which inner ones are taken out where they are in upper case.
BRANCHES = rb"\{(?:(?:_%b)+_/)*(?:_%b)+_\}" % (LETTERS, LETTERS)
INNER = re.compile(b"_%b_" % BRANCHES)
JOINED_WORD = re.compile(rb"(?:%b_)*%b|%b|%b" % (LETTERS, LETTERS, BRANCHES, WORD), re.IGNORECASE)
EXPERIMENT = re.compile(rb"\s*;;\s*EXP-ID:\s*(.*)")
SKIPPED = re.compile(rb"\s*;;|\s*$")


@catch_exit
def main(arguments: list[bytes]) -> int:
    """SCTK's rttmValidator.pl: reports the errors of an RTTM file."""
    options, _ = parse_getopt_std(arguments, "i:usevhftpS")
    name = perl.get_program_name(NAME)
    if "h" in options or options.get("i", b"") in {b"", b"0"}:
        raise perl.DieError(read_usage(NAME) % name)
    if "t" not in options:
        out(b"%b (version v13) run on %b\n" % (name, perl.format_now()))
        out(b"command line:  %b (version v13) %b\n" % (name, b" ".join(arguments)))
    path = options["i"]
    data, is_news = read_records(path)
    checks = [check_syntax(data, path, set(options), is_news=is_news)]
    checks += [check_overlaps(data), check_content(data), check_partial_words(data), check_noscore(data)]
    checks += [
        check_coverage(data, kind) for letter, kind in (("u", b"SU"), ("s", b"SPEAKER")) if letter not in options
    ]
    if "e" not in options:
        checks.append(check_interruptions(data))
    for check in checks:
        errors = list(check)
        out(b"".join(errors))
        if any(error.startswith(b"ERROR") for error in errors):
            out(b"Validation aborted\n")
            return 1
    return 0


def read_records(path: bytes) -> tuple[Data, bool]:
    """The records, each group of a type sorted by begin; and whether the file is one of broadcast news."""
    failure = perl.DieError(b"ERROR: Unable to open file %b\n" % path, code=perl.NO_SUCH_FILE)
    data: Data = {}
    is_news = False
    for number, line in enumerate(perl.split_lines(perl.read_file(path, failure)), 1):
        if found := EXPERIMENT.match(line):
            domain = found[1].lower()
            is_news = b"bnews" in domain or (is_news and b"cts" not in domain)
        elif not SKIPPED.match(line):
            record = Record(line.split(), number)
            speakers = data.setdefault((record.get(1), record.get(2)), {})
            speakers.setdefault(record.get(7), {}).setdefault(record.type, []).append(record)
    return data, is_news


def list_groups(data: Data) -> Iterator[tuple[bytes, bytes, list[Record], Types]]:
    """Speakers and types, with the records of each, sorted, and all of the speaker."""
    for speakers in data.values():
        for speaker, types in speakers.items():
            for kind, records in types.items():
                yield speaker, kind, sorted(records, key=lambda record: record.begin), types


def check_syntax(data: Data, path: bytes, options: set[str], *, is_news: bool) -> Iterator[bytes]:
    """What is wrong with single records."""
    base = re.sub(rb"\.[^.]*$", b"", path, count=1)
    base = re.sub(rb".*/", b"", base, count=1)
    names = [
        record.get(7) for each in data.values() for types in each.values() for record in types.get(b"SPKR-INFO", [])
    ]
    for speakers in data.values():
        for types in speakers.values():
            for records in types.values():
                for record in records:
                    count = len(record.fields)
                    if not 9 <= count <= 10:
                        reason = (
                            b"ERROR: This record has %d fields instead of the required 9 or 10 fields; see line %d\n"
                        )
                        yield reason % (count, record.line)
                    if count >= 9:
                        yield from check_record(record, base, names, options, is_news=is_news)


def check_record(
    record: Record, base: bytes, names: list[bytes], options: set[str], *, is_news: bool
) -> Iterator[bytes]:
    """What is wrong with a record that has all fields."""
    where = b"line %d\n" % record.line
    if not TYPE.fullmatch(record.type):
        yield b"ERROR: Invalid RTTM type '%b'; see field (0) in %b" % (record.type, where)
    if "f" not in options and not matches(base, record.get(1)):
        reason = b"WARNING: Source field '%b' doesn't match the input file's base filename '%b'; see field (2) in %b"
        yield reason % (record.get(1), base, where)
    if record.get(2) not in {b"1", b"2"}:
        yield b"ERROR: Invalid channel ID; see field (3) in " + where
    elif is_news and record.get(2) != b"1":
        yield b"ERROR: Expected channel ID to be 1 for BN data; see field (3) in " + where
    yield from check_times(record, where)
    if WITHOUT_WORD.search(record.type) and record.get(5).upper() != NA:
        reason = b"ERROR: Value for the orthography field for %b should be <NA>; see field (6) in %b"
        yield reason % (record.type, where)
    yield from check_subtype(record, where, extended="S" in options)
    confidence = record.get(8)
    if NA not in confidence:
        if not NUMBER.fullmatch(confidence):
            yield b"ERROR: Expected confidence value to be a number or <NA>; see field (9) in " + where
        elif not 0 <= parse_perl_number(confidence) <= 1:
            yield b"ERROR: Expected confidence value to be [0,1]; see field (9) in " + where
    is_named = re.search(rb"SPKR-INFO|NOSCORE|NONSPEECH", record.type, re.IGNORECASE)
    if "p" not in options and not is_named and not any(matches(name, record.get(7)) for name in names):
        reason = b"ERROR: Speaker %b doesn't match any of the speaker IDs in SPKR-INFO objects; see %b"
        yield reason % (record.get(7), where)


def matches(pattern: bytes, text: bytes) -> bool:
    """Whether a name is another, which the original takes for a pattern."""
    try:
        return bool(perl.compile_pattern(b"(?i)^(?:%b)$" % pattern).search(text))
    except re.error:  # the original dies of it
        return pattern.lower() == text.lower()


def check_times(record: Record, where: bytes) -> Iterator[bytes]:
    """What is wrong with begin and duration."""
    for index, what, label, has_none, none in (
        (3, b"start time", b"start time", INFO.search(record.type), re.search(b"<NA>", record.get(3), re.IGNORECASE)),
        (
            4,
            b"duration",
            b"duration",
            INFO.search(record.type) or POINT.search(record.type),
            record.get(4).upper() == NA,
        ),
    ):
        text = record.get(index)
        if has_none:
            if not none:
                yield b"ERROR: %b should not have any %b; see field (%d) in %b" % (record.type, what, index + 1, where)
        elif not TIME.fullmatch(text):
            yield b"ERROR: Expected %b to be a number; see field (%d) in %b" % (label, index + 1, where)
        elif parse_perl_number(text) < 0:
            yield b"ERROR: Negative %b; see field (%d) in %b" % (label, index + 1, where)


def check_subtype(record: Record, where: bytes, *, extended: bool) -> Iterator[bytes]:
    """What is wrong with subtype and word."""
    known = next((subtypes for kind, subtypes in SUBTYPES if kind.search(record.type)), None)
    is_sound = re.search(b"NON-LEX", record.type, re.IGNORECASE)
    if known and not known.fullmatch(record.get(6)):
        subtype = b" " + record.get(6) if is_sound else b""
        yield b"ERROR: Invalid %b subtype%b; see field (7) in %b" % (record.type, subtype, where)
    if not re.search(b"LEXEME", record.type, re.IGNORECASE):
        return
    word = record.get(5)
    if b"alpha" in record.get(6).lower() and not LETTER.fullmatch(word):
        reason = b"ERROR: Invalid orthography for alpha %b; see field (6) '%b' in %b"
        yield reason % (record.type, word, where)
    rest, count = word, int(extended)
    while count:
        rest, count = INNER.subn(b"_", rest)
    if not (JOINED_WORD if extended else PLAIN_WORD).fullmatch(rest):
        extensions = b" with SCTK Extensions" if extended else b""
        reason = b"WARNING: Invalid orthography%b for %b; see field (6) '%b' in %b"
        yield reason % (extensions, record.type, word, where)


def is_event(kind: bytes) -> bool:
    return bool(re.search(rb"SU|EDIT|FILLER", kind, re.IGNORECASE))


def check_overlaps(data: Data) -> Iterator[bytes]:
    """Records of one type and speaker that overlap."""
    for speaker, kind, records, _ in list_groups(data):
        end, text = 0.0, b"0"
        for record in records if not INFO.search(kind) else []:
            if end - record.begin > TOLERANCE:
                reason = b"ERROR: Speaker %b has %bs ending at %b and starting at %b; %bs overlap; see line %d\n"
                yield reason % (speaker, kind, text, record.begin_text, kind, record.line)
            end = record.begin if POINT.search(kind) else record.end
            text = record.begin_text if POINT.search(kind) else b"%.15g" % end


def check_content(data: Data) -> Iterator[bytes]:
    """Metadata events without a word."""
    for _, kind, records, types in list_groups(data):
        for record in records if is_event(kind) else []:
            words = types.get(b"LEXEME", [])
            if not any(lies_in(word, record) for word in words):
                yield b"ERROR: %b at %b contains no words; see line %d\n" % (kind, record.begin_text, record.line)


def lies_in(inner: Record, outer: Record) -> bool:
    return inner.begin + TOLERANCE >= outer.begin and inner.end - TOLERANCE <= outer.end


def check_partial_words(data: Data) -> Iterator[bytes]:
    """Words that metadata events cover in part."""
    for _, kind, records, types in list_groups(data):
        if not re.search(b"LEXEME", kind, re.IGNORECASE):
            continue
        for record in records:
            for other in types:
                if is_event(other) and is_partly_covered(record, types[other]):
                    reason = b"ERROR: Word at %b is partially covered by %b object; see line %d\n"
                    yield reason % (record.begin_text, other, record.line)


def is_partly_covered(record: Record, others: list[Record]) -> bool:
    """Whether one of the others covers a record in part."""

    def comes_before(one: float, other: float) -> bool:
        return one + TOLERANCE < other or abs(one - other) < TOLERANCE

    def comes_behind(one: float, other: float) -> bool:
        return one > other + TOLERANCE or abs(one - other) < TOLERANCE

    return not all(
        comes_before(record.end, other.begin)
        or comes_behind(record.begin, other.end)
        or (comes_behind(record.begin, other.begin) and comes_before(record.end, other.end))
        for other in others
    )


def check_noscore(data: Data) -> Iterator[bytes]:
    """Records that a no-score zone covers in part."""
    kinds = re.compile(rb"SU|EDIT|FILLER|SPEAKER|LEXEME|NON-LEX|NON-SPEECH", re.IGNORECASE)
    for where, speakers in data.items():
        zones = speakers.get(NA, {}).get(b"NOSCORE")
        for speaker, kind, records, _ in list_groups({where: speakers}) if zones else ():
            for record in records if kinds.search(kind) else []:
                if is_partly_covered(record, zones or []):
                    reason = b"ERROR: Speaker %b has %b partially overlapping with NOSCORE tag at %b; see line %d\n"
                    yield reason % (speaker, kind, record.begin_text, record.line)


def check_coverage(data: Data, cover: bytes) -> Iterator[bytes]:
    """Words in no record of a type."""
    for _, kind, records, types in list_groups(data):
        for record in records if re.search(b"LEXEME", kind, re.IGNORECASE) else []:
            if not any(lies_in(record, other) for other in types.get(cover, [])):
                reason = b"ERROR: Word at %b doesn't belong to any %b object; see line %d\n"
                yield reason % (record.begin_text, cover, record.line)
