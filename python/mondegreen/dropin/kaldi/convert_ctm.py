"""`utils/convert_ctm.pl`: times within segments into times within recordings."""

from __future__ import annotations

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.perl import numeric
from mondegreen.dropin.kaldi.recipe import FAILED
from mondegreen.dropin.kaldi.scripts import DIED, DIED_WITH_FILE, DieError, Script, content, script

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Segments = dict[bytes, tuple[bytes, float, float]]

USAGE = "Usage: convert_ctm.pl [--skip-unknown] <segments> <reco2file_and_channel> [<utterance-ctm>] > real-ctm"
# Words may end this much after their segment before a word is said of it.
PATIENCE = 0.01


@script("utils/convert_ctm.pl")
def run(call: Script) -> int:
    """Prints the words of the known utterances; none at all is a failure."""
    words = call.arguments
    skip = words[:1] == ["--skip-unknown"]
    del words[: int(skip)]
    if len(words) not in (2, 3):
        raise DieError(USAGE, FAILED)
    died = DIED_WITH_FILE if words[2:] else DIED
    conversion = Conversion(words[0], words[1], skip=skip, died=died)
    count = 0
    for line in conversion.lines(call.lines(words[2:])):
        call.stdout.write(line)
        count += 1
    for warning in conversion.warnings:
        call.say(warning)
    return 0 if count else 1


class Conversion:
    """Segments of recordings, and the files and channels that these are."""

    def __init__(self, segments: str, channels: str, *, skip: bool = False, died: int = DIED) -> None:
        self.segments_file = segments
        self.segments: Segments = {
            fields[0]: (fields[1], numeric(text(fields[2])), numeric(text(fields[3])))
            for fields in rows(segments, 4, "segments")
        }
        self.channels = {fields[0]: (fields[1], fields[2]) for fields in rows(channels, 3, "reco2file_and_channel")}
        self.skip = skip
        self.died = died
        self.warnings: list[str] = []

    def lines(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The converted lines."""
        for count, line in enumerate(lines, 1):
            fields = line.split()
            if len(fields) not in (5, 6):
                raise DieError(f"Bad line in input: {text(line)}", self.died)
            if fields[0] in self.segments:
                yield self.converted(fields)
            elif not self.skip:
                what = f"Utterance-id {text(fields[0])} not defined in segments file {self.segments_file}"
                raise DieError(f"{what} (input line {count})", self.died)

    def converted(self, fields: list[bytes]) -> bytes:
        """One line; a word that ends after its segment is warned of."""
        recording, start, end = self.segments[fields[0]]
        if recording not in self.channels:
            raise DieError(f"Recording-id {text(recording)} not defined in reco2file_and_channel file", self.died)
        begin, length = start + numeric(text(fields[2])), numeric(text(fields[3]))
        times = b"%.2f" % begin, b"%.2f" % length
        line = b" ".join([*self.channels[recording], *times, *fields[4:]]) + b"\n"
        if sum(map(float, times)) > end + PATIENCE:
            self.warnings.append(f"Warning: word appears to be past end of recording; line is {text(line)}")
        return line


def rows(name: str, width: int, what: str) -> Iterator[list[bytes]]:
    """The fields of each line of a file, of which there must be so many."""
    for line in content(name, f"{what} file").splitlines(keepends=True):
        fields = line.split()
        if len(fields) != width:
            raise DieError(f"Bad line in {what} file: {text(line)}")
        yield fields


def text(field: bytes) -> str:
    """Bytes for a message."""
    return printable(field).rstrip()
