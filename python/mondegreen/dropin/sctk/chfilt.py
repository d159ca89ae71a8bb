"""chfilt.pl: makes stm of the transcripts of the Callhome corpora and their like.

The original pipes its output through a hubscr.pl that must lie in `../hubscr` and ends if it does not; here the sorting
is a function, and the program runs anywhere.
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, out, warn
from mondegreen.dropin.sctk import read_usage
from mondegreen.dropin.sctk.chfilt_text import NAME, TextOptions, normalize_text
from mondegreen.dropin.sctk.hubscr import sort_stm

FAILED = 1
SPEC = ["s:f", "p:f", "l=s", "b:f", "e:f", "o=s", "t:s", "q:s", "a", "d", "m", "i", "k", "E", "c", "C=s"]
LANGUAGES = (b"japanese", b"mandarin", b"english", b"spanish", b"arabic", b"german")
# The channels that -C asks for.
CHANNELS = {b"": (b"", b""), b"numbers": (b"AB", b"12"), b"letters": (b"12", b"AB")}
HEAD = b';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "All Segments in the test set"\n'
# A turn this much outside of the times asked for is still taken.
TOLERANCE = 0.5
SHORTEST_GAP = 0.01

COMMENT = re.compile(rb"\[\[[^]]*\]\]")
FIRST_WORD = re.compile(rb"^\S+\s+")
BEGINNING = re.compile(rb"\s*\d+\.\d*\s+\d+\.\d*\s+[AB]\d*:")
TURN_HEADER = re.compile(rb"(.*[AB][0-9]*):\s*")
CONTRACTION = re.compile(rb'<contraction\s+e_form="([^"]+)">([^ \t\n\r\f)]+)', re.IGNORECASE)
PART = re.compile(rb"\[[^\[=]+=>")
BETWEEN = re.compile(rb"[\s,.?]+")
APOSTROPHE = re.compile(rb"\w'\w+")
POSSESSIVE = re.compile(rb"\w's\n?\Z")
# Where the times stand in a record.
START_TIME = re.compile(rb"^(\S+\s+\S+\s+\S+\s+)\S+")
END_TIME = re.compile(rb"^(\S+\s+\S+\s+\S+\s+\S+\s+)\S+")


class Options:
    """What is asked for; times stay as they were written, as the output may show them so."""

    def __init__(self, given: dict[str, bytes], words: list[bytes]) -> None:
        self.text = TextOptions(given)
        self.source, self.target = words
        self.format, self.channels = given.get("o", b"stm"), given.get("C", b"")
        self.start, self.end = given.get("b", b"0"), given.get("e", b"999999")
        self.earliest, self.latest = parse_perl_number(self.start), parse_perl_number(self.end)
        self.padding, self.smoothing = (parse_perl_number(given.get(letter, b"-1")) for letter in "ps")
        self.gaps, self.keeps_empty, self.drops_overlaps = (letter in given for letter in "ikE")
        self.keeps_contractions = "c" in given
        # What the conversation is called: the file's name without directory and ending.
        name = self.source.rpartition(b"/")[2]
        self.identity = name.rpartition(b".")[0] if b"." in name else name


class Segment(NamedTuple):
    """The fields of a record."""

    source: bytes
    channel: bytes
    speaker: bytes
    start: bytes
    end: bytes
    labels: bytes
    text: bytes


# From the end of one segment, that and another to the one that they become, or nothing.
Meet = Callable[[float, Segment, Segment, Options], bytes]


@catch_exit
def main(arguments: list[bytes]) -> int:
    given, words, fine = parse_getopt_long(arguments, SPEC, case_sensitive=True)
    if not fine:
        raise perl.DieError(b"\n" + read_usage(NAME) + b"\nError: Failed to parse argements", NAME, 157)
    if complaint := check_options(given) or check_paths(words):
        out(b"\n%b\n%b\n\n" % (read_usage(NAME), complaint))
        return FAILED
    options = Options(given, words)
    death = None
    try:
        records = convert_turns(options)
    except perl.DieError as error:  # what stands before the first turn has been written by then
        records, death = [], error
    complaint = b"sh: 1: cannot create %b: Directory nonexistent\n" % options.target
    failure = perl.DieError(complaint, code=perl.NO_SUCH_FILE)
    perl.write_file(options.target, sort_stm(HEAD + b"".join(records)), failure, is_named=True)
    if death:
        raise death
    return 0


def check_options(given: dict[str, bytes]) -> bytes:
    """What is wrong with the options; some of it ends the program at once."""
    if given.get("o", b"stm") not in {b"stm", b"pem"}:
        return b"Error: Unrecognized format type --> %b" % given["o"]
    if "l" not in given:
        return b"Error: Language option is required"
    if not any(language in given["l"] for language in LANGUAGES):
        return b"Error: Language not recognized"
    if "C" in given and not given["C"].startswith((b"numbers", b"letters")):
        raise perl.DieError(b"Error: Unknown channel conversion '%b'" % given["C"], NAME, 195)
    if "i" in given and ("b" not in given or "e" not in given):
        raise perl.DieError(read_usage(NAME) + b"\nError: -i requires -b and -e to be used", NAME, 199)
    return b""


def check_paths(words: list[bytes]) -> bytes:
    complaints = (b"Input and Output Not Specified", b"Output Not Specified", b"", b"Too many arguments ")
    if len(words) != 2:
        return complaints[min(len(words), 3)]
    return b"" if perl.is_readable(words[0]) else b"Input file %b does not exist" % words[0]


def convert_turns(options: Options) -> list[bytes]:
    source, records = options.identity, []
    for begin, stop, speaker, words in read_turns(perl.read_file(options.source), options):
        text, end = normalize_text(words, options.text), parse_perl_number(stop)
        is_within = options.earliest - parse_perl_number(begin) < TOLERANCE and end - options.latest < TOLERANCE
        if not is_within or not (options.keeps_empty or text.strip()):
            continue
        channel = map_channel(speaker[:-1] if speaker[-1:].isdigit() else speaker, options)
        if options.format == b"pem":
            records.append(b"%b %b unknown_speaker %b %b\n" % (source, channel, begin, stop))
        else:
            what = (source, channel, source, speaker, begin, end, text)
            records.append(b"%b %b %b_%b %b %6.2f <O> %b\n" % what)
    if options.format == b"stm":
        if options.padding >= 0:
            pad_segments(records, options)
        if options.smoothing >= 0:
            merge_segments(records, options, merge_near_segments)
        if options.drops_overlaps:
            merge_segments(records, options, exclude_overlapping_segments)
        if options.gaps:
            fill_gaps(records, options)
    return records


def map_channel(channel: bytes, options: Options) -> bytes:
    if options.channels not in CHANNELS:
        raise perl.DieError(b"Error: unknown Channel conversion %b" % options.channels, NAME, 775)
    for old, new in zip(*CHANNELS[options.channels], strict=True):
        at = channel.upper().find(old)
        channel = channel[:at] + bytes([new]) + channel[at + 1 :] if at >= 0 else channel
    return channel


def read_turns(data: bytes, options: Options) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """Start, end, speaker and text of each turn: of a line that begins so, and of those that go on from it."""
    for line in join_lines(data, options):
        line = perl.chomp(line)  # noqa: PLW2901 - only so is it looked at
        found = TURN_HEADER.match(line)
        assert found  # it begins as BEGINNING has it
        start, end, speaker, *_ = [*perl.split_fields(found[1]), b"", b"", b""]
        yield start, end, speaker, line[found.end() :]


def join_lines(data: bytes, options: Options) -> list[bytes]:
    """A line for each turn. Contractions are looked for where it begins, and not where it goes on."""
    turns: list[bytes] = []
    for line in (COMMENT.sub(b"", each) for each in perl.split_lines(data)):
        if not line.strip() or line.startswith(b"#"):
            continue
        if options.text.mississippi:
            line = FIRST_WORD.sub(b"", line)  # noqa: PLW2901 - only so is it looked at
        if BEGINNING.match(line):
            turns.append(expand_contractions(line, options))
        elif turns:
            turns[-1] = turns[-1][:-1] + b" " + line
        else:
            message = b"Illegal format, first line does not have a begin time, end time and channel"
            raise perl.DieError(message, NAME, 324)
    return turns


def expand_contractions(line: bytes, options: Options) -> bytes:
    """The line with its marked contractions written out, or without the marks; warns of others."""
    if not options.keeps_contractions:
        for word in BETWEEN.split(CONTRACTION.sub(b"", line)):
            if APOSTROPHE.search(word) and not POSSESSIVE.search(word):
                warn(b'Warning: Possible non-annotated contraction "%b"\n' % word)
    while found := CONTRACTION.search(line):
        new = found[2] if options.keeps_contractions else PART.sub(b" ", found[1]).replace(b"]", b"").lstrip()
        line = line[: found.start()] + new + line[found.end() :]
    if b"<contrac" in line:
        raise perl.DieError(b"Error: Contraction not handled " + line, NAME, 320)
    return line


def parse_segment(record: bytes) -> Segment:
    return Segment(*(perl.split_fields_at_most(record, 6) + [b""] * 7)[:7])


def pad_segments(records: list[bytes], options: Options) -> None:
    """Gives the segments silence at both ends, where there is any: at most half of the gap."""
    lasts: dict[bytes, tuple[float, int]] = {}
    for index, record in enumerate(records):
        one = parse_segment(record)
        start = parse_perl_number(one.start)
        end, last = lasts.get(one.channel, (options.earliest, index))
        if start > end:
            more = min((start - end) / 2.0, options.padding)
            if last < index:
                records[last] = END_TIME.sub(rb"\g<1>%.2f" % (end + more), records[last])
            records[index] = START_TIME.sub(rb"\g<1>%.2f" % (start - more), records[index])
        lasts[one.channel] = parse_perl_number(one.end), index
    for end, last in lasts.values():
        if options.latest > end:
            # The original rounds all times but this one.
            more = min((options.latest - end) / 2.0, options.padding)
            records[last] = END_TIME.sub(rb"\g<1>%.15g" % (end + more), records[last])


def merge_segments(records: list[bytes], options: Options, meet: Meet) -> None:
    """Makes one of a channel's neighbors that are to become one."""
    lasts: dict[bytes, tuple[float, int]] = {}
    index = 0
    while index < len(records):
        one = parse_segment(records[index])
        end, last = lasts.get(one.channel, (0.0, index))
        new = meet(end, parse_segment(records[last]), one, options) if last < index else b""
        lasts[one.channel] = parse_perl_number(one.end), last if new else index
        if new:
            records[last] = new
            del records[index]
        else:
            index += 1


def merge_near_segments(end: float, old: Segment, one: Segment, options: Options) -> bytes:
    """The segment that two become, if the second begins soon after the end of the first."""
    is_far = end <= parse_perl_number(one.start) - options.smoothing
    if is_far or (*old[:3], old.labels) != (*one[:3], one.labels):
        return b""
    text = [perl.chomp(old.text), perl.chomp(one.text)]
    return b" ".join([*one[:3], old.start, one.end, one.labels, *text]) + b"\n"


def exclude_overlapping_segments(end: float, old: Segment, one: Segment, _options: Options) -> bytes:
    """The segment that two become, if the second begins before the end of the first."""
    if end <= parse_perl_number(one.start) or old[:2] != one[:2]:
        return b""
    parts = [*one[:2], b"excluded_region", old.start, one.end, one.labels, b"ignore_time_segment_in_scoring\n"]
    return b" ".join(parts)


def fill_gaps(records: list[bytes], options: Options) -> None:
    """Puts records without text into the gaps between segments, and after the last of each channel."""
    lasts: dict[bytes, tuple[bytes, bytes]] = {}
    filled: list[bytes] = []
    gap = b"%b %b %b_%b_inter_segment_gap %b %6.2f <O> \n"
    for record in records:
        one = parse_segment(record)
        end, source = lasts.get(one.channel, (options.start, one.source))
        start = parse_perl_number(one.start)
        if parse_perl_number(end) < start - SHORTEST_GAP:
            filled.append(gap % (one.source, one.channel, one.source, one.channel, end, start))
        filled.append(record)
        lasts[one.channel] = one.end, source
    for channel, (end, source) in sorted(lasts.items()):
        if parse_perl_number(end) < options.latest - SHORTEST_GAP:
            filled.append(gap % (source, channel, options.identity, channel, end, options.latest))
    records[:] = filled
