"""rttmSort.pl, rttmSmooth.pl, rttm2ctm.pl, spkr2sad.pl, stm2rttm.pl and mergectm2rttm.pl: small filters of RTTM files.

Where the originals follow the order of Perl's hashes, what comes first in the input comes first here.
"""

import os
import re
import sys
from collections.abc import Iterable
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long, parse_getopt_std
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, err, out, write_parts
from mondegreen.dropin.sctk import read_usage

NA = b"<NA>"
SPEAKER, INFO = b"SPEAKER", b"SPKR-INFO"
# Records that begin at the same time come in this order.
ORDER = b"NOSCORE NORTMETADATA SEGMENT SPEAKER SU A/P CB IP EDIT FILLER NON-SPEECH NON-LEX LEXEME".split()
TIME = rb"(\d*\.?\d+|<NA>)"
RECORD = re.compile(
    rb"(SPKR-INFO|SEGMENT|LEXEME|NON-LEX|CB|SU|EDIT|FILLER|IP|NOSCORE|SPEAKER|NORTMETADATA|NON-SPEECH|A/P)"
    rb"\s+(\S+)\s+(\d+)\s+%b\s+%b\s+(\S+)\s+([\w&-]+|<NA>)\s+(\S+)\s+%b" % (TIME, TIME, TIME)
)
# How far two segments of a speaker may be from each other to be one, in seconds, and which label is the sex.
EVALUATIONS = {b"rt02": (0.5, 2), b"rt04s": (0.0, 1), b"rt05s": (0.3, None)}
SEXES = {b"male": b"adult_male", b"female": b"adult_female"}
EXCLUDED = re.compile(rb"excluded_region", re.IGNORECASE)
GAP = re.compile(rb"^;;|inter_segment_gap|intersegment_gap", re.IGNORECASE)
Fields = list[bytes]


def read_diamond(arguments: list[bytes], script: str, line: int) -> bytes:
    """What `<>` reads: the files that are named, or standard input; those that are missing are warned of."""
    if not arguments:
        return sys.stdin.buffer.read()
    return b"".join(_read_or_warn(path, script, line) for path in arguments)


def _read_or_warn(path: bytes, script: str, line: int) -> bytes:
    try:
        return perl.read_file(path)
    except OSError as error:
        reason = os.strerror(error.errno or 0).encode()
        err(b"Can't open %b: %b" % (path, reason) + perl.format_location(script, line))
        return b""


class Place(NamedTuple):
    """Where a script is in its input, and what it ends with if it dies there."""

    script: str
    number: int
    code: int

    def fail(self, message: bytes, line: int) -> perl.DieError:
        return perl.DieError(message, self.script, line, code=self.code, input_position=f"<> line {self.number}")


def get_code(line: bytes, *, is_file: bool) -> int:
    """`errno` behind a line of a file (ENOTTY, left by the test for a terminal), but for one that the file ends in."""
    return perl.NO_TERMINAL if is_file and line.endswith(b"\n") else perl.DIED


def match_record(number: int, line: bytes, *, is_file: bool) -> re.Match[bytes]:
    found = RECORD.search(line)
    if not found:
        code = get_code(line, is_file=is_file)
        raise perl.DieError(b"malformed line %d\n--> %b\n" % (number, line), code=code)
    return found


@catch_exit
def sort_rttm(arguments: list[bytes]) -> int:
    """SCTK's rttmSort.pl: sorts records by file, channel and time."""
    out(b"".join(sort_records(read_diamond(arguments, "rttmSort.pl", 23), is_file=bool(arguments))))
    return 0


def sort_records(text: bytes, *, is_file: bool) -> list[bytes]:
    """The records in order, those of speakers first."""
    infos: dict[bytes, bytes] = {}
    records: list[Fields] = []
    for number, line in enumerate(perl.split_lines(text), 1):
        if b";;" in line:
            continue
        fields = list(match_record(number, line, is_file=is_file).groups())
        if fields[0] != INFO:
            records.append(fields)
            continue
        name = b"%b %b" % (fields[1], fields[7])
        if name in infos:
            place = Place("rttmSort.pl", number, get_code(line, is_file=is_file))
            raise place.fail(b"Error: spkrinfo exists for '%b'" % name, 31)
        infos[name] = b"SPKR-INFO %b %b <NA> <NA> <NA> %b %b %b\n" % (fields[1], fields[2], *fields[6:9])

    def rank(fields: Fields) -> tuple[bytes, bytes, bool, float, int]:
        is_timed = fields[3] != NA
        time = parse_perl_number(fields[3]) if is_timed else 0.0
        return fields[1], fields[2], is_timed, time, ORDER.index(fields[0])

    return [infos[name] for name in sorted(infos)] + [join_fields(each) for each in sorted(records, key=rank)]


def join_fields(fields: Iterable[bytes]) -> bytes:
    return b" ".join(fields) + b"\n"


@catch_exit
def smooth_rttm(arguments: list[bytes]) -> int:
    """SCTK's rttmSmooth.pl: joins a speaker's records that are close to each other."""
    options, _, is_valid = parse_getopt_long(arguments, ["s=s"])
    if not is_valid:
        raise perl.DieError(b"Error ", "rttmSmooth.pl", 14)
    comments, lines = smooth_records(sys.stdin.buffer.read(), parse_perl_number(options.get("s", b"0.3")))
    out(b"".join([*comments, *lines]))
    return 0


def smooth_records(text: bytes, limit: float) -> tuple[list[bytes], list[bytes]]:
    """Comments, and records by file and speaker, those of speakers last."""
    comments: list[bytes] = []
    groups: dict[bytes, dict[bytes, list[Fields]]] = {}
    for line in perl.split_lines(text):
        if line.startswith(b";"):
            comments.append(line)
            continue
        fields = line.split()
        name = b"%b %b" % (get_field(fields, 1), get_field(fields, 7))
        groups.setdefault(name, {}).setdefault(get_field(fields, 0), []).append(fields)
    lines: list[bytes] = []
    for name in sorted(groups):
        kinds = groups[name]
        lines += [join_fields(each) for kind, records in kinds.items() if kind != SPEAKER for each in records]
        lines += [join_fields(each) for each in join_close(kinds.get(SPEAKER, []), limit)]
    return comments, lines


def get_field(fields: Fields, index: int) -> bytes:
    return fields[index] if index < len(fields) else b""


def get_number(fields: Fields, index: int) -> float:
    return parse_perl_number(get_field(fields, index))


def join_close(records: list[Fields], limit: float) -> list[Fields]:
    """The records in order of time, as one where the gap between two is no longer than the limit."""
    joined: list[Fields] = []
    for fields in sorted(records, key=lambda each: get_number(each, 3)):
        last = joined[-1] if joined else None
        if last and get_number(last, 3) + get_number(last, 4) >= get_number(fields, 3) - limit:
            end = max(get_number(last, 3) + get_number(last, 4), get_number(fields, 3) + get_number(fields, 4))
            last[4:5] = [b"%.3f" % (end - get_number(last, 3))]
        else:
            joined.append(list(fields))
    return joined


@catch_exit
def convert_rttm(arguments: list[bytes]) -> int:
    """SCTK's rttm2ctm.pl: the words of an RTTM file as a ctm file."""
    options, _ = parse_getopt_std(arguments, "i:o:")
    source, target = options.get("i", b"-"), options.get("o", b"-")
    script = "rttm2ctm.pl"
    words: dict[int, bytes] = {}
    # The original goes on without its files.
    failure = perl.DieError(b"readline() on closed filehandle IN", script, 36, code=0)
    try:
        for number, line in enumerate(perl.split_lines(perl.read_file(source, failure)), 1):
            if b";;" not in line:
                fields = match_record(number, line, is_file=source != b"-").groups()
                if fields[0] == b"LEXEME" and fields[6] == b"lex":
                    words[number] = join_fields((*fields[1:6], fields[8]))
    finally:
        if target == b"-":
            out(b"".join(words.values()))
        elif not write_parts(target, words.values(), is_named=True):
            for number in words:
                err(b"print() on closed filehandle OUT" + perl.format_location(script, 45, f"<IN> line {number}"))
    return 0


@catch_exit
def mark_speech(arguments: list[bytes]) -> int:
    """SCTK's spkr2sad.pl: makes one speaker of all, whose records are where anyone speaks."""
    script = "spkr2sad.pl"
    files: dict[bytes, dict[bytes, list[Fields]]] = {}
    text = read_diamond(arguments, script, 8)
    for line in perl.split_lines(text):
        if line.startswith(b";"):
            out(line)
            continue
        fields = line.split()
        files.setdefault(get_field(fields, 1), {}).setdefault(get_field(fields, 0), []).append(fields)
    for _, kinds in sorted(files.items()):
        speakers = kinds.get(SPEAKER, [])
        if INFO in kinds:
            out(join_fields(set_fields(kinds[INFO][0], {6: b"unknown", 7: b"speech"})))
        elif speakers:
            out(join_fields(set_fields(speakers[0], {0: INFO, 3: NA, 4: NA, 5: NA, 6: b"unknown", 7: b"speech"})))
        else:
            where = f"<> line {len(perl.split_lines(text))}"
            raise perl.DieError(b"Error: No SPKR-INFO and no SPEAKER Tags", script, 25, input_position=where)
        for fields in sorted(speakers, key=lambda each: get_number(each, 3)):
            out(join_fields(set_fields(fields, {7: b"speech"})))
    return 0


def set_fields(fields: Fields, values: dict[int, bytes]) -> Fields:
    """The fields with some replaced; there are as many as that needs."""
    changed = fields + [b""] * (max(values) + 1 - len(fields))
    return [values.get(index, each) for index, each in enumerate(changed)]


@catch_exit
def convert_stm(arguments: list[bytes]) -> int:
    """SCTK's stm2rttm.pl: the segments of an stm file as those of speakers."""
    script = "stm2rttm.pl"
    options, rest, _ = parse_getopt_long(arguments, ["e=s", "evaluation=s"])
    usage, supported = read_usage(script).split(b"\f")
    code = options.get("e", options.get("evaluation"))
    if code is None:
        raise perl.DieError(usage + supported)
    if code not in EVALUATIONS:
        raise perl.DieError(b"Unknown target evaluation code!\n" + supported)
    limit, sex_label = EVALUATIONS[code]
    segments, sexes = read_segments(read_diamond(rest, script, 51), sex_label, is_file=bool(rest))
    turns = [
        (name, place, join_turns(each, limit)) for name, files in segments.items() for place, each in files.items()
    ]
    for name, place, _ in turns:
        if not EXCLUDED.search(name):
            out(b"SPKR-INFO %b %b <NA> <NA> <NA> %b %b <NA>\n" % (*place, sexes[name], name))
    for name, place, each in turns:
        kind, speaker = (b"NOSCORE", NA) if EXCLUDED.search(name) else (SPEAKER, name)
        for fields in each:
            times = (get_field(fields, 3), get_number(fields, 4) - get_number(fields, 3))
            out(b"%b %b %b %b %.3f <NA> <NA> %b <NA>\n" % (kind, *place, *times, speaker))
    return 0


Segments = dict[bytes, dict[tuple[bytes, bytes], list[Fields]]]


def read_segments(text: bytes, sex_label: int | None, *, is_file: bool) -> tuple[Segments, dict[bytes, bytes]]:
    """The segments by speaker, file and channel, and the sexes of speakers."""
    segments: Segments = {}
    sexes: dict[bytes, bytes] = {}
    for number, line in enumerate(perl.split_lines(text), 1):
        if not line.strip() or GAP.search(line):
            continue
        place = Place("stm2rttm.pl", number, get_code(line, is_file=is_file))
        fields = perl.split_fields_at_most(line, 6)
        if len(fields) < 3:
            raise place.fail(b"No file, channel, or speaker defined", 56)
        segments.setdefault(fields[2], {}).setdefault((fields[0], fields[1]), []).append(fields)
        sex = b"unknown" if sex_label is None else read_sex(fields, sex_label, place)
        known = sexes.setdefault(fields[2], sex)
        if known != sex and not EXCLUDED.search(fields[2]):
            raise place.fail(b"Error: ambiguous spkr info %b=>%b but had %b" % (fields[2], sex, known), 70)
    return segments, sexes


def read_sex(fields: Fields, label: int, place: Place) -> bytes:
    """The sex that a segment's labels name."""
    labels = get_field(fields, 5).split(b",")
    sex = get_field(labels, label).replace(b">", b"", 1)
    if sex not in SEXES and b"unk" not in sex:
        raise place.fail(b"Unknown sex %b" % sex, 67)
    return SEXES.get(sex, b"unknown")


def join_turns(segments: list[Fields], limit: float) -> list[Fields]:
    """The segments in order of time; a close one joins the one before, and the original skips the two behind it."""
    ordered = sorted(segments, key=lambda fields: get_number(fields, 3))
    last, index = ordered[0], 1
    while index < len(ordered):
        fields = ordered[index]
        if get_number(fields, 3) < get_number(last, 4):
            both = b"\n  ".join(b" ".join(each) for each in (last, fields))
            reason = b"Error: segments from the same speaker overlap\n  " + both
            raise perl.DieError(reason, "stm2rttm.pl", 102)
        if get_number(fields, 3) - get_number(last, 4) <= limit:
            last[4:5] = [get_field(fields, 4)]
            last[6:7] = [get_field(last, 6) + b" " + get_field(fields, 6)]
            del ordered[index]
            index += 1
        else:
            last = fields
        index += 1
    return ordered


@catch_exit
def merge_ctm(arguments: list[bytes]) -> int:
    """SCTK's mergectm2rttm.pl: gives the words of a ctm file to the speakers of an RTTM file.

    The original calls rttmSmooth.pl and rttmSort.pl below the directory of `-p`; both are here. Of several speakers it
    draws one, and here it is the first.
    """
    script = "mergectm2rttm.pl"
    spec = ["rttmfile=s", "ctmfile=s", "pathtools=s", "version", "help"]
    options, _, _ = parse_getopt_long(arguments, spec, case_sensitive=True, final=("version", "help"))
    if "version" in options or "help" in options:
        out(b"mergectm2rttm version: 0.4\n" if "version" in options else read_usage(script))
        return 0
    for name, article, line in (("rttmfile", b"RTTM", 174), ("ctmfile", b"CTM", 175)):
        if not options.get(name):
            raise perl.DieError(b"ERROR: An %b file must be set." % article, script, line)
    texts = []
    for name, what, line in (("rttmfile", b"RTTM", 46), ("ctmfile", b"CTM", 82)):
        reason = b"Unable to open for read %b file '%b'" % (what, options[name])
        texts.append(perl.read_file(options[name], perl.DieError(reason, script, line, code=perl.NO_SUCH_FILE)))
    out(b";; type file chnl tbeg tdur ortho stype name conf\n")
    _, lines = smooth_records(b"".join(assign_words(*texts)), 0.3)
    out(b"".join(sort_records(b"".join(lines), is_file=False)))
    return 0


def split_records(text: bytes, count: int) -> list[Fields]:
    """The fields of lines without comments, so many of each."""
    lines = [perl.chomp(line).partition(b";;")[0].strip() for line in perl.split_lines(text)]
    records = [perl.split_fields_at_most(line, count - 1) for line in lines if line]
    return [fields + [b""] * (count - len(fields)) for fields in records]


def assign_words(rttm: bytes, ctm: bytes) -> list[bytes]:
    """Records of the speakers, and of each word with the speaker who speaks in its middle."""
    names: dict[tuple[bytes, bytes], set[bytes]] = {}
    turns: dict[tuple[bytes, bytes], dict[bytes, Fields]] = {}
    for fields in split_records(rttm, 9):
        kind, place = fields[0].upper(), (fields[1], fields[2])
        if kind == INFO:
            names.setdefault(place, set()).add(fields[7])
        elif kind == SPEAKER:
            turns.setdefault(place, {}).setdefault(fields[3], fields)
    words: dict[tuple[bytes, bytes], dict[bytes, Fields]] = {}
    for fields in split_records(ctm, 8):
        if fields[6] == b"lex":
            words.setdefault((fields[0], fields[1]), {}).setdefault(fields[2], fields)
    lines: list[bytes] = []
    for place in sorted(names):
        lines += [b"SPKR-INFO %b %b <NA> <NA> <NA> unknown %b <NA>\n" % (*place, name) for name in sorted(names[place])]
        for fields in sorted(words.get(place, {}).values(), key=lambda each: get_number(each, 2)):
            middle = parse_perl_number(b"%.4f" % (get_number(fields, 2) + get_number(fields, 3) / 2))
            spoken = [turn for _, turn in sorted(turns.get(place, {}).items()) if covers(turn, middle)]
            if spoken:
                times, name = (*place, *fields[2:4]), spoken[0][7]
                lines.append(b"SPEAKER %b %b %b %b <NA> <NA> %b <NA>\n" % (*times, name))
                lines.append(b"LEXEME %b %b %b %b %b %b %b %b\n" % (*times, fields[4], fields[6], name, fields[5]))
    return lines


def covers(turn: Fields, time: float) -> bool:
    end = parse_perl_number(b"%.3f" % (get_number(turn, 3) + get_number(turn, 4)))
    return get_number(turn, 3) <= time <= end
