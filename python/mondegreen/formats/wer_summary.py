"""icefall's wer-summary: `settings<TAB>WER`, then a line for each way of decoding."""

from collections.abc import Iterator, Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import Format
from mondegreen.formats.parts import KEYS, check_one_line, find_losses
from mondegreen.formats.reading import Reading
from mondegreen.formats.times import is_number

HEAD = "settings\tWER"


class WerSummary(Format):
    """The word error rates that icefall found, by the settings of its decoder: its `wer-summary-*.txt`.

    The settings are the keys, and the rates their texts. Nothing here could be scored: for that there are icefall's
    `recogs-*.txt` beside it.
    """

    name = "wer-summary"
    holds_texts = False

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether it has icefall's headings."""
        return lines[0] == HEAD

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """A row from each line below the headings."""
        if lines[0] != HEAD:
            raise reading.error("expected icefall's headings, settings and WER with a TAB between", 1)
        rows = []
        for number, line in enumerate(lines[1:], 2):
            settings, _, rate = line.rpartition("\t")
            if not line.strip():
                continue
            if not settings or not (is_number(rate) or rate == "nan"):
                raise reading.error("expected settings, a TAB, and a rate", number)
            rows.append(Utterance(settings, rate))
        return Corpus.of(rows, reading.name)

    @staticmethod
    def write(corpus: Corpus) -> Iterator[str]:
        """The headings, and a line for each."""
        yield HEAD
        for row in corpus:
            if not row.key or not (is_number(row.text) or row.text == "nan"):
                raise ScoreError("a wer-summary holds settings, each with a rate", key=row.key)
            yield check_one_line(f"{row.key}\t{row.text}", row.key, "wer-summary")

    @staticmethod
    def list_losses(corpus: Corpus) -> list[str]:
        """All but utterance IDs and texts."""
        return find_losses(corpus, {KEYS})
