"""utf_filt.pl: makes stm or ctm of transcripts in the Universal Transcription Format, which is SGML.

The original asks Perl and an SGML parser (`-s`). Here the document type definition (`-e`) and the transcript are read
by a reader of our own, so that `-s` may name anything.
"""

import sys
from collections.abc import Iterable

from mondegreen.dropin.sctk.perl import DieError, mortal, number, place, read_file, warn, write_file
from mondegreen.dropin.sctk.utf_filt import ctm, stm
from mondegreen.dropin.sctk.utf_filt.dtd import read_dtd
from mondegreen.dropin.sctk.utf_filt.lexer import DocumentError
from mondegreen.dropin.sctk.utf_filt.options import NAME, Options, parsed, usage
from mondegreen.dropin.sctk.utf_filt.reader import Event, Reader
from mondegreen.dropin.sctk.utf_filt.transcript import BROKEN, TRACED, Transcript
from mondegreen.dropin.sctk.utf_filt.turn import GAP, UNKNOWN, Section, Turn

# Where nobody speaks for more seconds than this a gap is told of.
THRESHOLD = 1


@mortal
def main(arguments: list[bytes]) -> int:
    """Converts a transcript."""
    options = parsed(arguments)
    if options is None:
        sys.stdout.buffer.write(usage())
        return 0
    transcript = Transcript(options)
    trace = Trace()
    for event in events(options):
        if options.debug > TRACED:
            trace.tell(event)
        transcript.take(event)
    write_file(options.target, output(transcript, options), b"Unable to open %b for writing\n" % options.target)
    return 0


def events(options: Options) -> list[Event]:
    """The events of the transcript; what is wrong with it is told, and ends the program."""
    definition, transcript = (read_file(path) for path in (options.dtd, options.source))
    document = records(definition + transcript)
    try:
        dtd, at = read_dtd(document)
        return Reader(dtd).document(document, at)
    except DocumentError as error:
        path, line = options.dtd, document.count(b"\n", 0, error.at) + 1
        if len(document[: error.at].replace(b"\r", b"")) >= len(definition.replace(b"\r", b"")):
            path, line = options.source, line - definition.count(b"\n")
        warn(b"%b:%d: %b\n" % (path, line, error.message.encode("utf-8", "surrogateescape")))
        message = b"Transcript file '%b' does not conform to DTD '%b'" % (options.source, options.dtd)
        raise DieError(message + place(NAME, 625), BROKEN) from None


def records(text: bytes) -> bytes:
    """The text with both signs at the ends of its lines, of which the first line says how they are written."""
    first = text.partition(b"\n")[0]
    if first.endswith(b"\r"):
        text = text.replace(b"\r\n", b"\n")
    return text.replace(b"\n", b"\r\n")


def output(transcript: Transcript, options: Options) -> bytes:
    """The turns in order, in the format that is asked for."""
    turns = sorted(transcript.turns, key=lambda turn: (turn.channel, number(turn.start)))
    focus = options.focus
    if transcript.is_conversation:
        focus = False
    else:
        turns = with_gaps(turns)
    if options.format.endswith(b"CTM"):
        return b"".join(ctm.timed(turns) if options.word_times else ctm.shared(turns))
    writer = stm.stm if options.format.endswith(b"STM") else stm.story_marked
    return b"".join(writer(turns, focus=focus))


def with_gaps(turns: Iterable[Turn]) -> list[Turn]:
    """The turns, and those of nobody between them."""
    found: list[Turn] = []
    for turn in turns:
        if found and number(turn.start) - number(found[-1].end) > THRESHOLD:
            found.append(gap(found[-1], turn))
        found.append(turn)
    return found


def gap(before: Turn, behind: Turn) -> Turn:
    """What is between two turns."""
    return Turn(
        section=Section(UNKNOWN, b"-1", b"-1", UNKNOWN),
        speaker=GAP,
        start=before.end,
        end=behind.start,
        channel=before.channel,
        file=before.file,
        focus=b"fx",
    )


class Trace:
    """What debugging tells: elements, each within the one around it, and text."""

    def __init__(self) -> None:
        self.indent = b""

    def tell(self, event: Event) -> None:
        """Tells of one event."""
        out = sys.stdout.buffer
        if event.kind == "start":
            out.write(b"%bstart %b\n" % (self.indent, event.data))
            self.indent += b"  "
        elif event.kind == "end":
            self.indent = self.indent[:-2]
            out.write(b"%bend %b\n" % (self.indent, event.data))
            if event.data == b"UTF":
                out.write(b"%bEnd of Utf -----------\n" % self.indent)
        elif event.kind == "cdata":
            out.write(b"%b  CDATA %b\n" % (self.indent, event.data))
