"""One aligned pair as people read it: tokens side by side, chunks of one kind of edit, text and HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import NamedTuple

# What jiwer and rapidfuzz call each kind of edit.
KINDS = {"C": "equal", "S": "substitute", "I": "insert", "D": "delete"}
GAP = "*"
# White is read on these (7:1 and more), whatever the notebook's own colors are; the letter below says the same.
GROUNDS = {"S": "#870087", "D": "#870000", "I": "#005faf"}


class AlignedWord(NamedTuple):
    """A token of each side, None where a side has none; the edit is C, S, I or D."""

    reference: str | None
    hypothesis: str | None
    edit: str


class Chunk(NamedTuple):
    """Tokens that follow each other and were edited alike: `type` is equal, substitute, insert or delete.

    They are `references[ref_start_idx:ref_end_idx]` and `hypotheses[hyp_start_idx:hyp_end_idx]`; the names are jiwer's.
    """

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int


@dataclass(frozen=True, slots=True, repr=False)
class AlignedPair:
    """The tokens of a pair, and the letter of each edit: C correct, S substitution, I insertion, D deletion."""

    references: Sequence[str]
    hypotheses: Sequence[str]
    letters: str
    separator: str = " "

    @property
    def words(self) -> list[AlignedWord]:
        """The tokens side by side."""
        ours, theirs = iter(self.references), iter(self.hypotheses)
        return [
            AlignedWord(None if edit == "I" else next(ours), None if edit == "D" else next(theirs), edit)
            for edit in self.letters
        ]

    @property
    def chunks(self) -> list[Chunk]:
        """The runs of one kind of edit."""
        return list(iterate_chunks(self.letters))

    @property
    def errors(self) -> int:
        return len(self.letters) - self.letters.count("C")

    def visualize(self) -> str:
        """Three lines: both sides, with stars for what a side lacks, and the letter of each error."""
        return "".join(f"{line}\n" for line in format_rows(self.words, self.separator))

    def __str__(self) -> str:
        return self.visualize()

    def __repr__(self) -> str:
        return self.visualize().rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<table>{format_cells(self.words)}</table>"


def iterate_chunks(letters: str) -> Iterator[Chunk]:
    """The runs of one letter, with where their tokens begin and end on both sides."""
    ours = theirs = 0
    for letter, run in groupby(letters):
        length = len(list(run))
        ends = ours + (0 if letter == "I" else length), theirs + (0 if letter == "D" else length)
        yield Chunk(KINDS[letter], ours, ends[0], theirs, ends[1])
        ours, theirs = ends


def format_rows(words: Sequence[AlignedWord], separator: str) -> list[str]:
    """The lines of both sides and of the errors, each token as wide as the longer of both; as jiwer shows them."""
    rows: tuple[list[str], list[str], list[str]] = [], [], []
    for reference, hypothesis, edit in words:
        width = max(len(reference or ""), len(hypothesis or ""))
        for row, token in zip(rows, (reference, hypothesis), strict=False):
            row.append(GAP * width if token is None else token.rjust(width))
        rows[2].append(("" if edit == "C" else edit).rjust(width))
    return [head + separator.join(row) for head, row in zip(("REF: ", "HYP: ", "     "), rows, strict=True)]


def format_cells(words: Sequence[AlignedWord]) -> str:
    """The rows of a table: the tokens of both sides above each other, errors in color and with their letter."""
    rows = ["<th>REF</th>"], ["<th>HYP</th>"], ["<th></th>"]
    for word in words:
        color = f' style="color: #fff; background: {GROUNDS[word.edit]}"' if word.edit in GROUNDS else ""
        for row, token in zip(rows, (*word[:2], word.edit.replace("C", "")), strict=True):
            row.append(f"<td{color}>{GAP if token is None else escape(token)}</td>")
    return "".join(f"<tr>{''.join(row)}</tr>" for row in rows)


def format_counts(correct: int, substitutions: int, deletions: int, insertions: int) -> str:
    """How many tokens of each kind there are, with the error rate, and a bar in proportion to them."""
    counts = {"correct": correct, "substitutions": substitutions, "deletions": deletions, "insertions": insertions}
    colors = ["#767676", *GROUNDS.values()]
    length = correct + substitutions + deletions
    rate = f"{100 * (substitutions + deletions + insertions) / length:.2f} %" if length else "not defined"
    heads = "".join(f"<th>{name}</th>" for name in (*counts, "error rate"))
    cells = "".join(f"<td>{text}</td>" for text in (*map(str, counts.values()), rate))
    parts = "".join(
        f'<span title="{count} {name}" style="flex: {count}; background: {color}"></span>'
        for (name, count), color in zip(counts.items(), colors, strict=True)
        if count
    )
    bar = f'<div style="display: flex; gap: 1px; height: 0.6em; max-width: 40em">{parts}</div>'
    return f"<table><thead><tr>{heads}</tr></thead><tbody><tr>{cells}</tr></tbody></table>{bar}"
