"""Whisper's TSV: `start`, `end` and `text`, times in thousandths of seconds."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus
from mondegreen.errors import ScoreError
from mondegreen.formats.cues import Cue, from_milliseconds, iter_cues, list_losses, make_corpus
from mondegreen.formats.format import Format
from mondegreen.formats.reading import Reading
from mondegreen.formats.times import parse_span

HEAD = "start\tend\ttext"
LONGEST = 15  # digits of a time


class WhisperTsv(Format):
    """What Whisper recognized in a file, as it writes it with `--output_format tsv`.

    Fields are `start` and `end`, in seconds. There are no keys but the places in the file.
    """

    name = "whisper-tsv"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - nothing else begins so
        """Whether the first line names just these columns."""
        return lines[0] == HEAD

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line after the first."""
        if lines[0] != HEAD:
            raise reading.error("the first line is to be: start, end and text, with TABs between", 1)
        cues = []
        for number, line in enumerate(lines[1:], 2):
            if not line:
                continue
            cells = line.split("\t")
            if len(cells) != 3:
                raise reading.error(f"expected start, end and text, found {len(cells)} cells", number)
            cues.append(Cue(*parse_times(cells, reading, number), cells[2].strip()))
        return make_corpus(cues, reading)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """A line for each utterance, after the names of the columns."""
        yield HEAD
        for row, start, end in iter_cues(corpus, "whisper-tsv"):
            if "\t" in row.text:
                raise ScoreError("a cell of TSV cannot hold a tab", key=row.key)
            yield f"{start}\t{end}\t{row.text}"

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but texts and times."""
        return list_losses(corpus)


def parse_times(cells: Sequence[str], reading: Reading, number: int) -> tuple[str, str]:
    """When a text starts and ends, in seconds."""
    for name, cell in zip(("start", "end"), cells, strict=False):
        if not (cell.isascii() and cell.isdigit() and len(cell) <= LONGEST):
            raise reading.error(f'the {name}, "{cell}", is no number of thousandths of seconds', number)
    start, end = (from_milliseconds(int(cell)) for cell in cells[:2])
    parse_span(start, end, reading, number)
    return start, end
