"""SpeechBrain's wer.txt: under each `ID, %WER ...` three rows of cells with ` ; ` between them."""

import re
from collections.abc import Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import REFERENCE_FIELD, Aligned
from mondegreen.formats.reading import Reading

HEAD = re.compile(r"(.+), %WER (?:[0-9.]+|nan|inf) \[ \d+ / \d+, \d+ ins, \d+ del, \d+ sub \]", re.DOTALL)
RULE = "=" * 80
NOTHING = "<eps>"
BETWEEN = " ; "


class SpeechBrain(Aligned):
    """Alignments from SpeechBrain's `wer.txt`.

    The text of an utterance is what was recognized, and its field `reference` what was said; cells with `<eps>` hold no
    word. Alignments are made anew.
    """

    name = "speechbrain"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether it begins with a summary like Kaldi's, and a rule of signs."""
        return len(lines) > 3 and lines[0].startswith("%WER ") and lines[1].startswith("%SER ") and lines[3] == RULE

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each line that names one, and the rows after it."""
        rows = []
        for number, line in enumerate(lines, 1):
            if (head := HEAD.fullmatch(line)) and lines[number - 2] == RULE:
                body = [each for each in lines[number : number + 3] if each != RULE]
                reference, hypothesis = parse_sides(body, reading, number + 1, head[1])
                rows.append(Utterance(head[1], hypothesis, {REFERENCE_FIELD: reference}))
        if not rows:
            raise reading.error("is a summary without alignments, so it holds no texts")
        return Corpus.of(rows, reading.name)


def parse_sides(body: Sequence[str], reading: Reading, number: int, key: str) -> list[str]:
    """The reference and the hypothesis, from the first and the last of three rows; no rows are no words."""
    if not any(line.strip() for line in body):
        return ["", ""]
    cells = [[cell.strip() for cell in line.split(BETWEEN)] for line in body]
    if len(cells) != 3 or len({len(row) for row in cells}) > 1:
        raise reading.error(f'expected three rows with as many cells, "{BETWEEN.strip()}" between them', number, key)
    return [" ".join(cell for cell in row if cell not in (NOTHING, "")) for row in cells[::2]]
