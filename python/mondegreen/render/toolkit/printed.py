"""Alignments as jiwer and texterrors print them, and their summaries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import Counts, count_pairs, pairs_of
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run


def print_jiwer(run: Run) -> Iterator[str]:
    """Word alignments as jiwer prints them, and its summary.

    Align as `rapidfuzz` for what jiwer's own alignment gives. Sentences are numbered, as jiwer knows no keys.
    """
    counts = Counts()
    hypothesis = 0
    for at, pair in enumerate(pairs_of(run), 1):
        counts.add(pair)
        hypothesis += len(pair.steps) - pair.steps.count("D")
        yield f"=== SENTENCE {at} ==="
        yield ""
        yield from list_jiwer_rows(pair)
        yield ""
    yield "=== SUMMARY ==="
    yield f"number of sentences: {counts.pairs}"
    yield (
        f"substitutions={counts.substitutions} deletions={counts.deletions} "
        f"insertions={counts.insertions} hits={counts.correct}"
    )
    yield ""
    kept = percent(counts.correct, counts.words) * percent(counts.correct, hypothesis) / 100
    yield f"mer={percent(counts.errors, counts.errors + counts.correct):.2f}%"
    yield f"wil={100 - kept:.2f}%"
    yield f"wip={kept:.2f}%"
    yield f"wer={percent(counts.errors, counts.words):.2f}%"


def list_jiwer_rows(pair: AlignedPair) -> Iterator[str]:
    """Both sides, stars for what a side lacks, and the marks under the last letter of each."""
    cells = [("REF:", "HYP:", "    ")]
    for reference, hypothesis, step in pair.iterate_steps():
        width = max(len(reference), len(hypothesis))
        first, second = (word.rjust(width) if word else "*" * width for word in (reference, hypothesis))
        cells.append((first, second, step.replace("C", " ").rjust(width)))
    yield from (" ".join(row) for row in zip(*cells, strict=True))


NOTHING = "*"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
COLORS = " (white and green)", " (white and red)"


def print_texterrors(run: Run) -> Iterator[str]:
    """The detailed report of texterrors: aligned utterances, and errors by word.

    Errors are in upper case, as texterrors has them, where words survive that; else in color, as by its `-c`.
    Align as `sub-first` for what texterrors itself makes of most texts; where several alignments are as good it may
    differ.
    """
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
