"""FunASR's wer: `ID(nwords=3,cor=1,ins=0,del=1,sub=1) ...`, then `ref:` and `hyp:`, each with a TAB."""

import re
from collections.abc import Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import REFERENCE_FIELD, Aligned
from mondegreen.formats.reading import Reading

HEAD = re.compile(r"(.+)\(nwords=\d+,cor=\d+,ins=\d+,del=\d+,sub=\d+\).*", re.DOTALL)
SIDES = ("ref:\t", "hyp:\t")


class FunAsr(Aligned):
    """Alignments written by FunASR's `funasr.metrics.wer`, such as `text.cer`.

    The text of an utterance is what was recognized, and its field `reference` what was said, both in small letters, as
    the program writes them. References without a hypothesis are not in the file.
    """

    name = "funasr"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether the first line has an utterance's counts, and the second the reference."""
        return len(lines) > 1 and HEAD.fullmatch(lines[0]) is not None and lines[1].startswith(SIDES[0])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each three lines, up to an empty one."""
        rows = []
        at = 0
        while at < len(lines) and lines[at].strip():
            head = HEAD.fullmatch(lines[at])
            if head is None:
                raise reading.error("expected an utterance with its counts, ID(nwords=...,cor=...,...)", at + 1)
            texts = []
            for line, side in enumerate(SIDES, at + 1):
                if line >= len(lines) or not lines[line].startswith(side):
                    raise reading.error(f'expected "{side.strip()}" and a TAB', min(line, len(lines) - 1) + 1, head[1])
                texts.append(" ".join(lines[line][len(side) :].split()))
            rows.append(Utterance(head[1], texts[1], {REFERENCE_FIELD: texts[0]}))
            at += 3
        return Corpus.of(rows, reading.name)
