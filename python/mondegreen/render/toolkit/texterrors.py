"""texterrors' detailed report: aligned utterances, and errors by word.

Errors are in upper case, as texterrors has them, where words survive that; else in color, as by its `-c`.
Align as `sub-first` for what texterrors itself makes of most texts; where several alignments are as good it may differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import count_pairs, pairs_of
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run

NOTHING = "*"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
COLORS = " (white and green)", " (white and red)"


def lines(run: Run) -> Iterator[str]:
    capitals = all(map(survives_upper_case, iterate_words(pairs_of(run))))
    sides = f'"{run.reference}" is treated as reference{{}}, "{run.name}" as hypothesis'
    yield f"{sides.format('')}. Errors are capitalized." if capitals else f"{sides.format(COLORS[0])}{COLORS[1]}."
    yield "Per utt details:"
    for pair in pairs_of(run):
        yield pair.key
        yield from detail_rows(pair, capitals=capitals)
    yield from summary_lines(run)


def iterate_words(pairs: Iterable[AlignedPair]) -> Iterator[str]:
    return chain.from_iterable(chain(pair.references, pair.hypotheses) for pair in pairs)


def survives_upper_case(word: str) -> bool:
    """Whether a word is the same again after it was in capitals, and is no sign for nothing."""
    return word != NOTHING and word.upper().lower() == word


def detail_rows(pair: AlignedPair, *, capitals: bool) -> Iterator[str]:
    """Two rows: errors in upper case, with stars for nothing, or in color; and blanks below what is right."""
    rows: tuple[list[str], list[str]] = ([], [])
    for reference, hypothesis, step in pair.iterate_steps():
        cells = (reference, "" if step == "C" else hypothesis)
        if capitals and step != "C":
            cells = ((reference or NOTHING).upper(), (hypothesis or NOTHING).upper())
        width = max(map(len, cells))
        for row, cell, color in zip(rows, cells, (GREEN, RED), strict=True):
            centered = f"{cell:^{width}}"
            plain = capitals or step == "C" or not cell
            row.append(centered if plain else centered.replace(cell, f"{color}{cell}{PLAIN}"))
    return map(" ".join, rows)


def summary_lines(run: Run) -> Iterator[str]:
    """The rates, and the words of each kind of error, most often first."""
    counts = count_pairs(pairs_of(run))
    kinds = f"ins {counts.insertions}, del {counts.deletions}, sub {counts.substitutions} / {counts.words}"
    yield ""
    yield f"WER: {percent(counts.errors, counts.words):.1f} ({kinds})"
    yield f"SER: {percent(counts.wrong, counts.pairs):.1f}"
    found = {step: Counter[tuple[str, str]]() for step in "CSDI"}
    spoken = Counter[str]()
    for pair in pairs_of(run):
        spoken.update(pair.references)
        for reference, hypothesis, step in pair.iterate_steps():
            found[step][reference, hypothesis] += 1
    yield from ("", "Insertions:")
    yield from (f"{hypothesis}\t{times}" for (_, hypothesis), times in found["I"].most_common())
    yield from ("", "Deletions (second number is word count total):")
    yield from (f"{reference}\t{times}\t{spoken[reference]}" for (reference, _), times in found["D"].most_common())
    yield from ("", "Substitutions (reference>hypothesis, second number is reference word count total):")
    yield from (
        f"{reference}>{hypothesis}\t{times}\t{spoken[reference]}"
        for (reference, hypothesis), times in found["S"].most_common()
    )
