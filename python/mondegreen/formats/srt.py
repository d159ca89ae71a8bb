"""SubRip subtitles: a number, `00:01:02,500 --> 00:01:04,000`, and the text, with an empty line between."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.cues import (
    ARROW,
    Cue,
    format_time,
    iter_cues,
    join_lines,
    list_losses,
    make_corpus,
    parse_arrow,
    split_blocks,
)
from mondegreen.formats.format import Format
from mondegreen.formats.reading import Reading


class Srt(Format):
    """SubRip subtitles, such as Whisper writes: each text with its fields `start` and `end`.

    Lines of a text are joined by a blank; tags such as `<i>` stay. There are no keys but the places in the file.
    """

    name = "srt"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        """Whether the first lines are a number and times."""
        first = [line.strip() for line in lines[:10] if line.strip()][:2]
        return len(first) == 2 and first[0].isdecimal() and ARROW.fullmatch(first[1]) is not None

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each block of lines."""
        cues = []
        for block in split_blocks(lines):
            at = 1 if block[0][1].strip().isdecimal() and len(block) > 1 else 0
            number, line = block[at]
            cues.append(Cue(*parse_arrow(line, reading, number), join_lines(block[at + 1 :])))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A block for each utterance."""
        for place, (row, start, end) in enumerate(iter_cues(corpus, "srt"), 1):
            if "-->" in row.text:
                raise ScoreError('srt would take a text with "-->" for times', key=row.key)
            yield str(place)
            yield f"{format_time(start, ',')} --> {format_time(end, ',')}"
            if row.text:
                yield row.text
            yield ""

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but texts and times."""
        return list_losses(corpus)
