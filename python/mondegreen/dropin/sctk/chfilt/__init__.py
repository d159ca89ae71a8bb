"""chfilt.pl: makes stm of the transcripts of the Callhome corpora and their like.

The original pipes its output through a hubscr.pl that must lie in `../hubscr` and ends if it does not; here the sorting
is a function, and the program runs anywhere.
"""

import sys

from mondegreen.dropin.sctk.chfilt.options import NAME, Options, parsed
from mondegreen.dropin.sctk.chfilt.segments import arranged
from mondegreen.dropin.sctk.chfilt.text import normalised
from mondegreen.dropin.sctk.chfilt.turns import Turn, turns
from mondegreen.dropin.sctk.hubscr.sorting import sorted_stm
from mondegreen.dropin.sctk.perl import DieError, mortal, number, place, read_file, write_file

FAILED = 1
HEAD = b';; CATEGORY "0" "" ""\n;; LABEL "O" "Overall" "All Segments in the test set"\n'
# The channels that -C asks for.
CHANNELS = {b"": ((), ()), b"numbers": ((b"A", b"1"), (b"B", b"2")), b"letters": ((b"1", b"A"), (b"2", b"B"))}
# A turn this much outside of the times asked for is still taken.
TOLERANCE = 0.5


@mortal
def main(arguments: list[bytes]) -> int:
    """Converts a transcript."""
    options = parsed(arguments)
    if isinstance(options, bytes):
        sys.stdout.buffer.write(options)
        return FAILED
    try:
        records = converted(options)
    except DieError as death:
        # What stands before the first turn has been written by then.
        write(options, HEAD)
        raise death from None
    write(options, HEAD + b"".join(records))
    return 0


def write(options: Options, text: bytes) -> None:
    """Writes the output in order."""
    complaint = b"sh: 1: cannot create %b: Directory nonexistent\n" % options.target
    write_file(options.target, sorted_stm(text), complaint)


def converted(options: Options) -> list[bytes]:
    """The records of the output."""
    source = options.identity
    records = []
    for turn in turns(read_file(options.source), options):
        text = normalised(turn.text, options)
        if not within(turn, options) or not (options.keeps_empty or text.strip()):
            continue
        channel = named(turn.speaker[:-1] if turn.speaker[-1:].isdigit() else turn.speaker, options)
        if options.format == b"pem":
            records.append(b"%b %b unknown_speaker %b %b\n" % (source, channel, turn.start, turn.end))
        else:
            what = (source, channel, source, turn.speaker, turn.start, number(turn.end), text)
            records.append(b"%b %b %b_%b %b %6.2f <O> %b\n" % what)
    return arranged(records, options) if options.format == b"stm" else records


def within(turn: Turn, options: Options) -> bool:
    """Whether a turn lies in the times asked for."""
    start, end = number(turn.start), number(turn.end)
    early, late = number(options.start) - start, end - number(options.end)
    return early < TOLERANCE and late < TOLERANCE


def named(channel: bytes, options: Options) -> bytes:
    """The channel as it is called in the output."""
    if options.channels not in CHANNELS:
        message = b"Error: unknown Channel conversion %b" % options.channels
        raise DieError(message + place(NAME, 775))
    for pair in CHANNELS[options.channels]:
        if pair:
            old, new = pair
            at = channel.upper().find(old)
            channel = channel[:at] + new + channel[at + 1 :] if at >= 0 else channel
    return channel
