"""Alignments as jiwer and texterrors print them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from mondegreen.corpus import Corpus, Utterance
from mondegreen.errors import ScoreError
from mondegreen.formats.format import REFERENCE_FIELD, Aligned, Reading
from mondegreen.notes import Note

JIWER_HEAD = re.compile(r"=== SENTENCE (\d+) ===")
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
        return len(first) == 2 and JIWER_HEAD.fullmatch(first[0].strip()) is not None and first[1].startswith(SIDES[0])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each sentence."""
        keys: list[str] = []
        parts: list[list[list[str]]] = []
        total = 0
        for at, line in enumerate(lines):
            if head := JIWER_HEAD.fullmatch(line.strip()):
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


HEAD = re.compile(r'".*" is treated as reference( \(white and green\))?, ".*" as hypothesis.*', re.DOTALL)
DETAILS = "Per utt details:"
COLOR = re.compile(r"\x1b\[(\d*)m")
WORD = re.compile(r"\S+")


class Cell(NamedTuple):
    """A word, where it stands, and whether it has a color."""

    word: str
    start: int
    end: int
    colored: bool


class TextErrors(Aligned):
    """The detailed report of texterrors, in color (`-c`) or not.

    The text of an utterance is what was recognized, and its field `reference` what was said. Without color, errors are
    in upper case, so that all is read in lower case, with a warning. Reports of two systems side by side are refused.
    """

    name = "texterrors"

    @staticmethod
    def recognizes(lines: Sequence[str], *, hinted: bool) -> bool:  # noqa: ARG004 - no suffix hints at it
        """Whether it says what it treats as reference, or that its details follow."""
        return lines[0].startswith(DETAILS[:-1]) or (HEAD.fullmatch(lines[0]) is not None and DETAILS in lines[1:2])

    @staticmethod
    def read(lines: Sequence[str], reading: Reading) -> Corpus:
        """An utterance from each three lines after the head, up to an empty one."""
        head = HEAD.fullmatch(lines[0])
        if head is None or lines[1:2] != [DETAILS]:
            raise reading.error("this is not a report of one system with details of each utterance", 1)
        colored = head[1] is not None
        end = next((at for at, line in enumerate(lines) if at > 1 and is_end(lines, at)), len(lines))
        if (end - 2) % 3:
            raise reading.error("expected an utterance, its reference and its hypothesis", end)
        rows = []
        for at in range(2, end, 3):
            reference_cells, hypothesis_cells = (list(split_cells(row)) for row in lines[at + 1 : at + 3])
            try:
                pairs = list(
                    pair_colors(reference_cells, hypothesis_cells)
                    if colored
                    else pair_capitals(reference_cells, hypothesis_cells)
                )
            except ScoreError as error:
                raise reading.error(error.what, at + 3) from None
            reference, hypothesis = (" ".join(pair[side] for pair in pairs if pair[side]) for side in (0, 1))
            rows.append(Utterance(lines[at].strip(), hypothesis, {REFERENCE_FIELD: reference}))
        corpus = Corpus.of(rows, reading.name)
        return corpus if colored else corpus.add_notes(Note("letter-case", reading.name))


def is_end(lines: Sequence[str], at: int) -> bool:
    """Whether the details end before this line: an empty one where an utterance should stand."""
    return (at - 2) % 3 == 0 and not lines[at].strip()


def split_cells(row: str) -> Iterator[Cell]:
    """The words of a row in their columns, without the marks of colors."""
    plain, colors, last, color = "", [], 0, False
    for mark in [*COLOR.finditer(row), None]:
        part = row[last : mark.start() if mark else len(row)]
        plain += part
        colors += [color] * len(part)
        if mark:
            last, color = mark.end(), mark[1] not in ("", "0")
    for found in WORD.finditer(plain):
        yield Cell(found[0], found.start(), found.end(), colors[found.start()])


def pair_capitals(reference_cells: Sequence[Cell], hypothesis_cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """The pairs of words, "" for none: what stands below a word was recognized for it, and else it was right."""
    below = iter(hypothesis_cells)
    other = next(below, None)
    for cell in reference_cells:
        word = cell.word.lower()
        beside = word
        if other and other.start < cell.end and cell.start < other.end:
            beside = other.word.lower()
            other = next(below, None)
        yield drop_sign(word), drop_sign(beside)
    if other:
        raise ScoreError(f'"{other.word}" stands below no word')


def drop_sign(word: str) -> str:
    """The word, or "" for the sign that there is none."""
    return "" if word == NOTHING else word


def pair_colors(reference_cells: Sequence[Cell], hypothesis_cells: Sequence[Cell]) -> Iterator[tuple[str, str]]:
    """The pairs of words, "" for none: in color, nothing below was deleted, and what has nothing above was added."""
    below = iter(hypothesis_cells)
    other = next(below, None)
    for cell in reference_cells:
        while other and other.end <= cell.start:
            yield "", other.word
            other = next(below, None)
        beside = "" if cell.colored else cell.word
        if other and other.start < cell.end:
            beside = other.word
            other = next(below, None)
        yield cell.word, beside
    while other:
        yield "", other.word
        other = next(below, None)
