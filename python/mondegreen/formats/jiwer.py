"""jiwer's alignments: `=== SENTENCE 1 ===`, then `REF:`, `HYP:` and a line of marks, again where a line is full."""

import re
from collections.abc import Iterable, Sequence

from mondegreen.corpus import Corpus
from mondegreen.formats.format import REFERENCE_FIELD, Aligned
from mondegreen.formats.reading import Reading
from mondegreen.notes import Note

HEAD = re.compile(r"=== SENTENCE (\d+) ===")
SIDES = ("REF:", "HYP:")
TOTAL = re.compile(r"number of sentences: ([0-9]{1,18})")
# A stretch without spaces, and the sign in it that stands for nothing.
STRETCH = re.compile(r"\S+")
NOTHING = "*"


class Jiwer(Aligned):
    """Alignments printed by jiwer's `visualize_alignment` or `jiwer -a`: of words or of characters.

    The text of an utterance is what was recognized, and its field `reference` what was said. There are no keys but the
    numbers of the sentences. If the summary tells of more sentences than are shown, that is said.
    """

    name = "jiwer"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        first = [line for line in lines[:10] if line.strip()][:2]
        return len(first) == 2 and HEAD.fullmatch(first[0].strip()) is not None and first[1].startswith(SIDES[0])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each sentence."""
        keys: list[str] = []
        parts: list[list[list[str]]] = []
        total = 0
        for at, line in enumerate(lines):
            if head := HEAD.fullmatch(line.strip()):
                keys.append(head[1])
                parts.append([[], []])
            elif line.startswith(SIDES[0]):
                if not keys or not "".join(lines[at + 1 : at + 2]).startswith(SIDES[1]):
                    raise reading.error(f'expected "{SIDES[1]}" in the next line, after a sentence\'s number', at + 1)
                marks = "".join(lines[at + 2 : at + 3])
                for side, (row, mark) in enumerate(zip(lines[at : at + 2], "ID", strict=True)):
                    parts[-1][side].append(drop_gaps(row, marks, mark))
            elif found := TOTAL.fullmatch(line.strip()):
                total = int(found[1])
        corpus = Corpus(
            keys, join_texts(parts, 1), reading.name, keyed=False, fields={REFERENCE_FIELD: join_texts(parts, 0)}
        )
        missing = Note("sentences-missing", reading.name, detail={"count": total - len(keys)})
        return corpus.add_notes(missing) if total > len(keys) else corpus


def join_texts(parts: Iterable[Sequence[Sequence[str]]], side: int) -> list[str]:
    return [" ".join(" ".join(each[side]).split()) for each in parts]


def drop_gaps(row: str, marks: str, mark: str) -> str:
    """A row without the stars that stand for nothing.

    In an alignment of characters each has its mark below; in one of words the stars are as long as the word beside,
    and the mark is below the last.
    """
    marked = marks.ljust(len(row))
    letters = list(row)
    letters[:4] = "    "  # the name of the side
    for stretch in STRETCH.finditer(row, 4):
        start, end = stretch.span()
        whole = not stretch[0].strip(NOTHING) and marked[end - 1] == mark
        for at in range(start, end):
            if row[at] == NOTHING and (whole or marked[at] == mark):
                letters[at] = " " if whole else ""
    return "".join(letters).strip()
