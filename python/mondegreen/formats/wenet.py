"""WeNet's wer: under each `utt: ID` a line `lab:` of the reference and a line `rec:` of the hypothesis."""

import re
from collections.abc import Sequence

from mondegreen.corpus import Corpus, Utterance
from mondegreen.formats.format import REFERENCE_FIELD, Aligned
from mondegreen.formats.reading import Reading

KEY = "utt: "
SIDES = {"lab": REFERENCE_FIELD, "rec": "text"}
LINE = re.compile(r"(lab|rec)(?:\([^()]*\))?:(?: (.*))?", re.DOTALL)


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
        return len(first) > 1 and first[0].startswith(KEY) and first[1].startswith("WER: ")

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each `utt:`; long ones go on in further lines."""
        keys: list[str] = []
        sides: list[dict[str, list[str]]] = []
        for number, line in enumerate(lines, 1):
            if line.startswith(KEY):
                keys.append(line[len(KEY) :].strip())
                sides.append({name: [] for name in SIDES.values()})
            elif line.startswith("====="):
                break
            elif found := LINE.fullmatch(line):
                if not keys:
                    raise reading.error(f'"{found[1]}:" before any "{KEY.strip()}"', number)
                sides[-1][SIDES[found[1]]] += (found[2] or "").split()
        if not keys:
            raise reading.error("has no utterances; WeNet writes them with --v=1")
        rows = zip(keys, sides, strict=True)
        joined = ((key, {name: " ".join(words) for name, words in both.items()}) for key, both in rows)
        return Corpus.of(
            [Utterance(key, both["text"], {REFERENCE_FIELD: both[REFERENCE_FIELD]}) for key, both in joined],
            reading.name,
        )
