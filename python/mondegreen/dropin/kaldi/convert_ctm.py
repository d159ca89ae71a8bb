"""`utils/convert_ctm.pl`: times within segments to times within recordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mondegreen.dropin.emulation.numbers import parse_perl_number
from mondegreen.dropin.kaldi.command import decode_bytes
from mondegreen.dropin.kaldi.scripts import DIED, DIED_WITH_FILE, FAILED, DieError, Script, read_content, script

USAGE = "Usage: convert_ctm.pl [--skip-unknown] <segments> <reco2file_and_channel> [<utterance-ctm>] > real-ctm"
# Words may end so many seconds after their segment without a warning.
TOLERANCE = 0.01


@script("utils/convert_ctm.pl")
def run(call: Script) -> int:
    """Print the words of the known utterances; it fails if there are none."""
    words = call.arguments
    skip_unknown = words[:1] == ["--skip-unknown"]
    del words[: int(skip_unknown)]
    if len(words) not in (2, 3):
        raise DieError(USAGE, FAILED)
    exit_code = DIED_WITH_FILE if words[2:] else DIED
    conversion = Conversion(words[0], words[1], skip_unknown=skip_unknown, exit_code=exit_code)
    count = 0
    for line in conversion.convert(call.read_lines(words[2:])):
        call.stdout.write(line)
        count += 1
    for warning in conversion.warnings:
        call.say(warning)
    return 0 if count else 1


class Conversion:
    """Segments of recordings, and the files and channels of these."""

    def __init__(self, segments: str, channels: str, *, skip_unknown: bool, exit_code: int) -> None:
        self.segments_file = segments
        self.segments = {
            fields[0]: (fields[1], parse_time(fields[2]), parse_time(fields[3]))
            for fields in read_rows(segments, 4, "segments")
        }
        rows = read_rows(channels, 3, "reco2file_and_channel")
        self.channels = {fields[0]: (fields[1], fields[2]) for fields in rows}
        self.skip_unknown = skip_unknown
        self.exit_code = exit_code
        self.warnings: list[str] = []

    def convert(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        for count, line in enumerate(lines, 1):
            fields = line.split()
            if len(fields) not in (5, 6):
                raise DieError(f"Bad line in input: {to_message(line)}", self.exit_code)
            if fields[0] in self.segments:
                yield self.convert_line(fields)
            elif not self.skip_unknown:
                what = f"Utterance-id {to_message(fields[0])} not defined in segments file {self.segments_file}"
                raise DieError(f"{what} (input line {count})", self.exit_code)

    def convert_line(self, fields: list[bytes]) -> bytes:
        """Convert one line, with a warning if the word ends after its segment."""
        recording, start, end = self.segments[fields[0]]
        if recording not in self.channels:
            what = f"Recording-id {to_message(recording)} not defined in reco2file_and_channel file"
            raise DieError(what, self.exit_code)
        times = b"%.2f" % (start + parse_time(fields[2])), b"%.2f" % parse_time(fields[3])
        line = b" ".join([*self.channels[recording], *times, *fields[4:]]) + b"\n"
        if sum(map(float, times)) > end + TOLERANCE:
            self.warnings.append(f"Warning: word appears to be past end of recording; line is {to_message(line)}")
        return line


def read_rows(name: str, width: int, what: str) -> Iterator[list[bytes]]:
    """Yield the fields of each line of a file, which must be so many."""
    for line in read_content(name, f"{what} file").splitlines(keepends=True):
        fields = line.split()
        if len(fields) != width:
            raise DieError(f"Bad line in {what} file: {to_message(line)}")
        yield fields


def parse_time(field: bytes) -> float:
    return parse_perl_number(to_message(field))


def to_message(field: bytes) -> str:
    """Decode bytes for a message."""
    return decode_bytes(field).rstrip()
