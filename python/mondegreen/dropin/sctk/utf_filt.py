"""utf_filt.pl: makes stm or ctm of transcripts in the Universal Transcription Format, which is SGML.

The original asks Perl and an SGML parser (`-s`). Here the document type definition (`-e`) and the transcript are read
by a reader of our own, so that `-s` may name anything.
"""

import re
from collections.abc import Iterable, Iterator

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.getopt import parse_getopt_long
from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.emulation.streams import catch_exit, out, warn
from mondegreen.dropin.sctk import read_text, read_usage
from mondegreen.dropin.sctk.utf_dtd import DocumentError, read_dtd
from mondegreen.dropin.sctk.utf_reader import Event, read_events
from mondegreen.dropin.sctk.utf_transcript import BROKEN, IGNORED, NAME, TRACED, UNKNOWN, Transcript, Turn
from mondegreen.dropin.sctk.utf_words import Options, split_tokens

SPEC = ["p", "w", "k", "c", "h", "d:i", "f=s", "e=s", "i=s", "o=s", "t", "n", "s=s"]
FORMATS = (b"IESTM", b"STM", b"IECTM", b"CTM", b"IESM", b"SM")
GAP = b"inter_segment_gap"
# Where nobody speaks for more seconds than this a gap is written.
THRESHOLD = 1
OVERALL = b';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "Overall"\n;;\n'
NOWHERE = -1
# Of words in a ctm.
FRAGMENT = re.compile(rb"(-\S+|\S+-)$")
NAMES = rb"(?:ENAMEX|TIMEX|NUMEX)[^<>]*>$"
BEGINNING, ENDING = re.compile(rb"<" + NAMES, re.IGNORECASE), re.compile(rb"</" + NAMES, re.IGNORECASE)
# Where a word stands behind its times: before a tag, between two, behind one, or alone.
FORMS = (rb"(\S+<[^<>]+>)", rb"(<[^<>]+>\S+<[^<>]+>)", rb"(<[^<>]+>\S+)", rb"(.+$)")
WITH_TIMES = [re.compile(rb"(\d+\.\d+)\s+(\d+\.\d+)\s+" + form) for form in FORMS]


@catch_exit
def main(arguments: list[bytes]) -> int:
    given, _, _ = parse_getopt_long(arguments, SPEC, case_sensitive=True)
    if "h" in given:
        out(format_usage())
        return 0
    check_options(given)
    options = Options(given)
    transcript = Transcript(options)
    indent = b""
    for event in read_transcript(options):
        if options.debug > TRACED:
            indent = trace_event(event, indent)
        transcript.read_event(event)
    failure = perl.DieError(b"Unable to open %b for writing\n" % options.target, code=perl.NO_SUCH_FILE)
    perl.write_file(options.target, b"".join(format_turns(transcript, options)), failure, is_named=True)
    return 0


def format_usage() -> bytes:
    return read_usage(NAME) % (perl.get_program_name(NAME), perl.get_program_name(NAME))


def check_options(given: dict[str, bytes]) -> None:
    """Ends the program at the first thing that is wrong, on the line where the original does."""
    name = given.get("f", b"").upper()
    die_if("k" in given and "p" not in given, b"option -k only valid with option -p", 358)
    die_if("f" in given and name not in FORMATS, b"Unknown format '%b'" % name, 364)
    for letter, what, line in (("e", b"DTD", 367), ("i", b"Input", 371)):
        if letter in given and not perl.is_readable(given[letter]):
            message = b"Error: %b file '%b' is not a readable file" % (what, given[letter])
            raise perl.DieError(message, NAME, line, code=perl.NO_SUCH_FILE)
    required = {"f": b"Output format", "o": b"Output file", "i": b"Input UTF file", "e": b"SGML DTD file"}
    for line, (letter, what) in enumerate(required.items(), 378):
        die_if(letter not in given, what + b" required", line)
    if "w" in given and name not in {b"CTM", b"IECTM"}:
        raise perl.DieError(b"ERROR: use -w only with IECTM format\n")


def die_if(is_wrong: bool, message: bytes, line: int) -> None:  # noqa: FBT001 - as `if` has it
    if is_wrong:
        raise perl.DieError(format_usage() + b"Error: " + message, NAME, line)


def read_transcript(options: Options) -> list[Event]:
    """The events of the transcript; what is wrong with it ends the program."""
    definition, transcript = (perl.read_file(path) for path in (options.dtd, options.source))
    document = definition + transcript
    # Both signs stand at the ends of lines, of which the first says how they are written.
    if document.partition(b"\n")[0].endswith(b"\r"):
        document = document.replace(b"\r\n", b"\n")
    document = document.replace(b"\n", b"\r\n")
    try:
        dtd, at = read_dtd(document)
        return read_events(dtd, document, at)
    except DocumentError as error:
        message, at = error.args
        path, line = options.dtd, document.count(b"\n", 0, at) + 1
        if len(document[:at].replace(b"\r", b"")) >= len(definition.replace(b"\r", b"")):
            path, line = options.source, line - definition.count(b"\n")
        warn(b"%b:%d: %b\n" % (path, line, message.encode("utf-8", "surrogateescape")))
        verdict = b"Transcript file '%b' does not conform to DTD '%b'" % (options.source, options.dtd)
        raise perl.DieError(verdict, NAME, 625, code=BROKEN) from None


def trace_event(event: Event, indent: bytes) -> bytes:
    """Writes what debugging shows: elements, each within the one around it, and text; gives the next indent."""
    if event.kind == "start":
        out(b"%bstart %b\n" % (indent, event.data))
        return indent + b"  "
    if event.kind == "end":
        indent = indent[:-2]
        out(b"%bend %b\n" % (indent, event.data))
        out(b"%bEnd of Utf -----------\n" % indent if event.data == b"UTF" else b"")
    elif event.kind == "cdata":
        out(b"%b  CDATA %b\n" % (indent, event.data))
    return indent


def format_turns(transcript: Transcript, options: Options) -> Iterator[bytes]:
    turns = sorted(transcript.turns, key=lambda turn: (turn.channel, parse_perl_number(turn.start)))
    if not transcript.is_conversation:
        turns = fill_gaps(turns)
    if options.format.endswith(b"CTM"):
        return format_timed_ctm(turns) if options.word_times else format_ctm(turns)
    format_segments = format_stm if options.format.endswith(b"STM") else format_sections
    return format_segments(turns, focus=options.focus and not transcript.is_conversation)


def fill_gaps(turns: Iterable[Turn]) -> list[Turn]:
    filled: list[Turn] = []
    for turn in turns:
        if filled and parse_perl_number(turn.start) - parse_perl_number(filled[-1].end) > THRESHOLD:
            before = filled[-1]
            nowhere = (UNKNOWN, b"-1", b"-1", UNKNOWN)
            gap = Turn(nowhere, GAP, start=before.end, end=turn.start, channel=before.channel)
            gap.file, gap.focus = before.file, b"fx"
            filled.append(gap)
        filled.append(turn)
    return filled


def format_stm(turns: Iterable[Turn], *, focus: bool) -> Iterator[bytes]:
    yield (
        OVERALL + (read_text("focus_labels.txt") if focus else b"") + read_text("sex_labels.txt") % (2 if focus else 1)
    )
    for turn in turns:
        yield format_segment(turn, focus=focus)


def format_sections(turns: Iterable[Turn], *, focus: bool) -> Iterator[bytes]:
    before = (float(NOWHERE), float(NOWHERE))
    for index, turn in enumerate(turns):
        kind, start, end, name = turn.section
        times = parse_perl_number(start), parse_perl_number(end)
        if times[0] != before[0] and times[1] != before[1] and times[0] != NOWHERE:
            opening = b"<Section Type=%b S_time=%.6f E_time=%.6f id=%b>\n" % (kind, *times, name)
            yield (b"</Section>\n" if index else b"") + opening
            before = times
        yield format_segment(turn, focus=focus)
    yield b"</Section>\n"


def format_segment(turn: Turn, *, focus: bool) -> bytes:
    labels = (b"," + turn.focus if focus else b"") + b"," + turn.sex
    times = parse_perl_number(turn.start), parse_perl_number(turn.end)
    what = (turn.file, turn.channel, turn.speaker, *times, labels, turn.text)
    return b"%b %b %b %.6f %.6f <o%b> %b\n" % what


def format_ctm(turns: Iterable[Turn]) -> Iterator[bytes]:
    """Words that share the time of their turn equally."""
    for turn in turns:
        if turn.text == IGNORED or turn.speaker == GAP:
            continue
        # What may be left out counts as any other word.
        words = join_tags(split_tokens(turn.text.translate(None, b"()")))
        if not words:
            out(b"Warning: number of words is zero\n")
            continue
        start = parse_perl_number(turn.start)
        duration = (parse_perl_number(turn.end) - start) / len(words)
        for word in words:
            yield b"%b %b %.6f %.6f %b\n" % (turn.file, turn.column, start, duration, word)
            start += duration


def join_tags(tokens: list[bytes]) -> list[bytes]:
    """The words without fragments, tags being part of the word behind or before them."""
    words = [part for part in tokens if part.strip() and not FRAGMENT.match(part)]
    at = 0
    while at < len(words) - 1:
        if BEGINNING.match(words[at]):
            words[at] += words.pop(at + 1)
        elif ENDING.match(words[at]):
            # An end before all words goes to the last one, as Perl counts from the end below zero.
            ending = words.pop(at)
            words[at - 1] += ending
            at -= 1
        at += 1
    return words


def format_timed_ctm(turns: Iterable[Turn]) -> Iterator[bytes]:
    """Words with the times that stand before them."""
    for turn in turns:
        if turn.text == IGNORED:
            continue
        for part in turn.text.split(b"STIME="):
            text = part.translate(None, b"()").replace(b"ETIME=", b"")
            found = next(filter(None, (pattern.search(text) for pattern in WITH_TIMES)), None)
            if found:
                start, end = parse_perl_number(found[1]), parse_perl_number(found[2])
                yield b"%b %b %.6f %.6f %b\n" % (turn.file, turn.column, start, end - start, found[3])
