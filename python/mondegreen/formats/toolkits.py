"""Alignments in the result files of FunASR, WeNet and SpeechBrain."""

import re
from collections.abc import Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import REFERENCE_FIELD, Aligned, Reading

FUNASR_HEAD = re.compile(r"(.+)\(nwords=\d+,cor=\d+,ins=\d+,del=\d+,sub=\d+\).*", re.DOTALL)
FUNASR_SIDES = ("ref:\t", "hyp:\t")


class FunAsr(Aligned):
    """Alignments written by FunASR's `funasr.metrics.wer`, such as `text.cer`.

    The text of an utterance is what was recognized, and its field `reference` what was said, both in small letters, as
    the program writes them. References without a hypothesis are not in the file.
    """

    name = "funasr"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether the first line has an utterance's counts, and the second the reference."""
        return len(lines) > 1 and FUNASR_HEAD.fullmatch(lines[0]) is not None and lines[1].startswith(FUNASR_SIDES[0])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each three lines, up to an empty one."""
        rows = []
        at = 0
        while at < len(lines) and lines[at].strip():
            head = FUNASR_HEAD.fullmatch(lines[at])
            if head is None:
                raise reading.error("expected an utterance with its counts, ID(nwords=...,cor=...,...)", at + 1)
            texts = []
            for line, side in enumerate(FUNASR_SIDES, at + 1):
                if line >= len(lines) or not lines[line].startswith(side):
                    raise reading.error(f'expected "{side.strip()}" and a TAB', min(line, len(lines) - 1) + 1, head[1])
                texts.append(" ".join(lines[line][len(side) :].split()))
            rows.append(Utterance(head[1], texts[1], {REFERENCE_FIELD: texts[0]}))
            at += 3
        return Corpus.of(rows, reading.name)


WENET_KEY = "utt: "
WENET_SIDES = {"lab": REFERENCE_FIELD, "rec": "text"}
WENET_LINE = re.compile(r"(lab|rec)(?:\([^()]*\))?:(?: (.*))?", re.DOTALL)


class WeNet(Aligned):
    """Alignments printed by WeNet's or wekws' `compute-wer.py --v=1`: a file `wer` next to `text`.

    The text of an utterance is what was recognized, and its field `reference` what was said, both as the program has
    normalized them: in capitals and without tags unless it was told otherwise, and with `--char=1` cut into characters.
    Utterances that only one side had are not in the file. Words padded by `_` keep it.
    """

    name = "wenet"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether the first lines that are not blank are an utterance, its counts and the reference."""
        first = [line for line in lines[:20] if line.strip()][:3]
        return len(first) > 1 and first[0].startswith(WENET_KEY) and first[1].startswith("WER: ")

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each `utt:`; long ones go on in further lines."""
        keys: list[str] = []
        sides: list[dict[str, list[str]]] = []
        for number, line in enumerate(lines, 1):
            if line.startswith(WENET_KEY):
                keys.append(line[len(WENET_KEY) :].strip())
                sides.append({name: [] for name in WENET_SIDES.values()})
            elif line.startswith("====="):
                break
            elif found := WENET_LINE.fullmatch(line):
                if not keys:
                    raise reading.error(f'"{found[1]}:" before any "{WENET_KEY.strip()}"', number)
                sides[-1][WENET_SIDES[found[1]]] += (found[2] or "").split()
        if not keys:
            raise reading.error("has no utterances; WeNet writes them with --v=1")
        rows = zip(keys, sides, strict=True)
        joined = ((key, {name: " ".join(words) for name, words in both.items()}) for key, both in rows)
        return Corpus.of(
            [Utterance(key, both["text"], {REFERENCE_FIELD: both[REFERENCE_FIELD]}) for key, both in joined],
            reading.name,
        )


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
