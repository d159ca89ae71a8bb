"""icefall's errs: each cut with its errors as `A (B->C) (D->*) (*->E)`."""

import re
from collections.abc import Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.both import REFERENCE_FIELD
from mondegreen.formats.format import Aligned
from mondegreen.formats.reading import Reading

DETAILS = "PER-UTT DETAILS:"
LINE = re.compile(r"(.+?):\t(.*)", re.DOTALL)
# A bracket opens before a word and closes after one, with an arrow between.
ERROR = re.compile(r"(?<!\S)\((\S(?:(?! \().)*?)->(.*?\S)\)(?!\S)")
NOTHING = "*"


class Errs(Aligned):
    """What icefall scored before: the details of each cut in its `errs-*.txt`.

    The text of an utterance is what was recognized, and its field `reference` what was said. `*` alone in brackets is
    no word. Alignments are made anew.
    """

    name = "errs"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether it begins with icefall's summary."""
        return len(lines) > 1 and lines[0].startswith("%WER = ") and lines[1].startswith("Errors: ")

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line of the details, which an empty line ends."""
        rows: list[Utterance] = []
        inside = False
        for number, line in enumerate(lines, 1):
            if line.startswith(DETAILS):
                inside = True
            elif inside and not line.strip():
                break
            elif inside:
                rows.append(parse_line(line, reading, number))
        if not inside:
            raise reading.error(f"has no line {DETAILS}, after which icefall writes what was said")
        return Corpus.of(rows, reading.name)


def parse_line(line: str, reading: Reading, number: int) -> Utterance:
    """The utterance of a line."""
    found = LINE.fullmatch(line)
    if found is None:
        raise reading.error("expected a cut's id, a colon, a TAB, and its words", number)
    reference, hypothesis = (ERROR.sub(rf"\{side}", found[2]) for side in (1, 2))
    return Utterance(found[1], drop_gaps(hypothesis, found[2]), {REFERENCE_FIELD: drop_gaps(reference, found[2])})


def drop_gaps(side: str, line: str) -> str:
    """The words of a side; a star is one only where no bracket says that it is nothing."""
    gaps = bool(ERROR.search(line))
    return " ".join(word for word in side.split() if not (gaps and word == NOTHING))
