"""What md-eval.pl reads: RTTM records of both sides, the UEM partition, and a GLM that splits words."""

import re
from dataclasses import dataclass, field

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.sctk.md_eval.settings import DATA_TYPES, EVENT_TYPES, fail_on_command_line

Region = tuple[float, float]
Uem = dict[bytes, dict[bytes, list[Region]]]

SKIPPED = re.compile(rb"\s*[#;]|\s*$")
GLM_SKIPPED = re.compile(rb"\s*$|\s*[\[*%;]")
ARROW = re.compile(rb"\s+=>\s+")
# A hyphen that makes one word: one that ends or begins it, or those of three fillers.
ONE_WORD = re.compile(rb"[^-]+|mm-hmm|uh-huh|um-hmm")
HYPHENATED = re.compile(rb"(.+)-(.+)")
WORD_TYPES = {b"fp", b"frag", b"un-lex", b"for-lex"}


@dataclass(slots=True, eq=False)
class Token:
    """A record of an RTTM file, and what becomes of it; the times that begin with `r` are those of the reference."""

    type: bytes
    file: bytes
    channel: bytes
    begin: float
    duration: float
    word: bytes
    subtype: bytes
    speaker: bytes
    begin_text: bytes = b""
    word_type: bytes = b""
    end: float = 0.0
    mid: float = 0.0
    mapped: "Token | None" = None
    r_begin: float | None = None
    r_end: float | None = None
    r_mid: float = 0.0
    r_text: bytes = b""
    # Indices of the first and last reference word; of a system's event those that its times select there.
    first: int = 0
    last: int = 0
    scoreable: bool = False
    count: int = 0
    attributes: dict[bytes, bytes] = field(default_factory=dict)
    # Of a reference word: by side, type, subtype and whether the event is mapped, how many events cover it.
    events: dict[tuple[str, bytes, bytes, bool], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.end = self.begin + self.duration
        self.mid = self.begin + self.duration / 2


@dataclass(slots=True)
class Channel:
    """All records of a channel of a file, sorted by their midpoints, and those of each kind."""

    records: list[Token] = field(default_factory=list)
    words: list[Token] = field(default_factory=list)
    events: dict[bytes, list[Token]] = field(default_factory=dict)
    speakers: dict[bytes, list[Token]] = field(default_factory=dict)
    genders: dict[bytes, bytes] = field(default_factory=dict)

    def sort(self) -> None:
        """Sort by midpoints; a speaker's records take the gender as their subtype."""
        for tokens in (self.records, self.words, *self.events.values(), *self.speakers.values()):
            tokens.sort(key=lambda token: token.mid)
        for speaker, tokens in self.speakers.items():
            gender = self.genders.setdefault(speaker, b"unknown")
            for token in tokens:
                token.subtype = gender


Data = dict[bytes, dict[bytes, Channel]]
Glm = dict[bytes, list[bytes]]


def format_number(value: float) -> bytes:
    """A number as Perl prints it."""
    return b"%.15g" % value


def read_rttm(data: Data, path: bytes, glm: Glm) -> None:
    """Add the records of an RTTM file."""
    text = perl.read_file(
        path.strip(), fail_on_command_line(b"unable to open RTTM file '%b'" % path, perl.NO_SUCH_FILE)
    )
    for line in perl.split_lines(text):
        if not SKIPPED.match(line):
            _add_record(data, line, path, glm)
    for channels in data.values():
        for channel in channels.values():
            channel.sort()


def read_rttm_list(data: Data, path: bytes, glm: Glm) -> None:
    """Add the records of the files that a list names."""
    failure = fail_on_command_line(b"unable to open file list '%b'" % path, perl.NO_SUCH_FILE)
    for line in perl.split_lines(perl.read_file(path.strip(), failure)):
        read_rttm(data, line, glm)


def _add_record(data: Data, line: bytes, path: bytes, glm: Glm) -> None:
    fields = line.split()
    if len(fields) < 9:
        raise _fatal(b":  insufficient number of fields in RTTM file '%b'" % path, line)
    begin, duration, word, subtype = (each.lower() for each in fields[3:7])
    begin, duration = begin.replace(b"*", b"", 1), duration.replace(b"*", b"", 1)
    token = Token(
        fields[0].upper(), fields[1], fields[2].lower(), parse_perl_number(begin), parse_perl_number(duration), word,
        subtype, fields[7], begin,
    )  # fmt: skip
    if token.duration < 0:
        raise _fatal(b" -- negative metadata duration in file %b,'" % token.file, line)
    if subtype not in DATA_TYPES.get(token.type, ()):
        kind = b"unknown RTTM data type/subtype ('%b'/'%b') in file %b" % (token.type, subtype, path)
        raise _fatal(b":  " + kind, line)
    channel = data.setdefault(token.file, {}).setdefault(token.channel, Channel())
    if token.type == b"SPKR-INFO":
        if token.speaker in channel.genders:
            twice = b":  multiple SPKR-INFO records for speaker %b in file %b" % (token.speaker, token.file)
            raise _fatal(twice, line)
        channel.genders[token.speaker] = subtype
        return
    if token.type == b"LEXEME":
        words = split_word(token, glm)
        channel.words += words
        channel.records += words
        return
    channel.records.append(token)
    if token.type == b"SPEAKER":
        channel.speakers.setdefault(token.speaker, []).append(token)
    elif token.type in EVENT_TYPES:
        channel.events.setdefault(token.type, []).append(token)


def _fatal(reason: bytes, line: bytes) -> perl.DieError:
    message = b"\n\nFATAL ERROR%b\n    input RTTM record is: '%b'\n\n" % (reason, line)
    return perl.DieError(message, code=perl.NO_TERMINAL)


def split_word(token: Token, glm: Glm) -> list[Token]:
    """The words of a LEXEME, as the GLM says or as its last hyphen does, each with its share of the time."""
    token.word_type = token.subtype if token.subtype in WORD_TYPES else b"lex"
    parts = glm.get(token.word)
    if parts is None:
        found = None if ONE_WORD.fullmatch(token.word) else HYPHENATED.fullmatch(token.word)
        if found is None:
            return [token]
        parts = [found[1], found[2]]
    share = token.duration / len(parts)
    words, begin, text = [], token.begin, token.begin_text
    for part in parts:
        word = Token(
            token.type, token.file, token.channel, begin, share, part, token.subtype, token.speaker,
            text, token.word_type,
        )  # fmt: skip
        words.append(word)
        begin += share
        text = format_number(begin)
    return words


def read_glm(path: bytes | None) -> Glm:
    """The words that a GLM file replaces, each with its replacement."""
    if path is None:
        return {}
    glm: Glm = {}
    failure = fail_on_command_line(b"unable to open glm file '%b'" % path, perl.NO_SUCH_FILE)
    for line in perl.split_lines(perl.read_file(path.strip(), failure)):
        if GLM_SKIPPED.match(line):
            continue
        fields = ARROW.split(line.lower())
        if fields[0] == b"":
            fields.pop(0)
        if len(fields) < 2:
            continue
        word = fields[0].lstrip()
        words = re.sub(rb"[^a-z\-'_ .].*", b"", fields[1], count=1)
        if word.strip() and words.strip():
            glm[word] = perl.split_fields(words)
    return glm


def read_uem(path: bytes | None, *, keep_directories: bool) -> Uem:
    """The regions to evaluate, by file and channel."""
    uem: Uem = {}
    if path is None:
        return uem
    texts: dict[Region, tuple[bytes, bytes]] = {}
    failure = fail_on_command_line(b"unable to open uem file '%b'" % path, perl.NO_SUCH_FILE)
    for line in perl.split_lines(perl.read_file(path.strip(), failure)):
        if SKIPPED.match(line):
            continue
        fields = line.split()
        if len(fields) < 4:
            message = b"\n\nFATAL ERROR:  insufficient number of fields in UEM record\n    record is: '%b'\n\n" % line
            raise perl.DieError(message, code=perl.NO_TERMINAL)
        file = fields[0] if keep_directories else fields[0].rpartition(b"/")[2]
        file = re.sub(rb"\.[^.]*", b"", file, count=1)
        begin, end = (re.sub(rb"[^0-9.]", b"", each) for each in fields[2:4])
        region = parse_perl_number(begin), parse_perl_number(end)
        texts[region] = begin, end
        uem.setdefault(file, {}).setdefault(fields[1].lower(), []).append(region)
    for file in sorted(uem):
        for channel, regions in sorted(uem[file].items()):
            regions.sort(key=lambda region: region[0])
            _check_regions(regions, texts, b"file %b, channel %b" % (file, channel))
    return uem


def _check_regions(regions: list[Region], texts: dict[Region, tuple[bytes, bytes]], where: bytes) -> None:
    previous = None
    for region in regions:
        if region[1] <= region[0]:
            reason = b"non-positive evaluation segment length in UEM data for %b" % where
            raise perl.DieError(b"\n\nFATAL ERROR:  %b\n\n" % reason)
        if previous and region[0] < previous[1]:
            both = (*texts[previous], *texts[region])
            reason = b"UEM file has overlapping evaluation segments\n    %b:  (%b,%b), (%b,%b)" % (where, *both)
            raise perl.DieError(b"\n\nFATAL ERROR:  %b\n\n" % reason)
        previous = region
