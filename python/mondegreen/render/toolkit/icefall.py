"""icefall's files: errs, the errors of one system in its three parts, and wer-summary, the rate of each system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from mondegreen.errors import ScoreError
from mondegreen.formats.icefall import HEAD
from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import count_pairs, pairs_of
from mondegreen.reports import system_names
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run

SECTIONS = "PER-UTT DETAILS:, SUBSTITUTIONS:, DELETIONS:, INSERTIONS:, PER-WORD STATS:"
NOTHING = "*"
# A word, or one and what it became.
Word = TypeVar("Word", str, tuple[str, str])


def list_errors(run: Run) -> Iterator[str]:
    """`errs`: icefall's errors of each cut as `A (B->C) (D->*) (*->E)`, and of each word.

    Align as `kaldi` for what icefall's own scoring gives, which is byte for byte the same where no word is a star.
    """
    counts = count_pairs(pairs_of(run))
    yield f"%WER = {percent(counts.errors, counts.words):.2f}"
    yield (
        f"Errors: {counts.insertions} insertions, {counts.deletions} deletions, {counts.substitutions} substitutions, "
        f"over {counts.words} reference words ({counts.correct} correct)"
    )
    yield f"Search below for sections starting with {SECTIONS}"
    yield ""
    yield "PER-UTT DETAILS: corr or (ref->hyp)  "
    yield from (f"{pair.key}:\t{details(pair)}" for pair in pairs_of(run))
    yield from word_counts(run)


def details(pair: AlignedPair) -> str:
    """The words of a pair, errors that follow each other in one bracket."""
    steps = pair.iterate_steps()
    parts = []
    for correct, part in groupby(steps, key=lambda step: step[2] == "C"):
        reference, hypothesis = ([word for word in side if word] for side in list(zip(*part, strict=True))[:2])
        parts.append(
            " ".join(reference) if correct else f"({' '.join(reference) or NOTHING}->{' '.join(hypothesis) or NOTHING})"
        )
    return " ".join(parts)


def word_counts(run: Run) -> Iterator[str]:
    """The sections that tell of each word."""
    substituted, deleted, inserted = Counter[tuple[str, str]](), Counter[str](), Counter[str]()
    of_word: dict[str, list[int]] = {}  # correct, errors, in references, in hypotheses
    for pair in pairs_of(run):
        for reference, hypothesis, step in pair.iterate_steps():
            for word, side in ((reference, 2), (hypothesis, 3)):
                if word:
                    entry = of_word.setdefault(word, [0, 0, 0, 0])
                    entry[side] += 1
                    entry[1] += step != "C"
            if step == "C":
                of_word[reference][0] += 1
            substituted[reference, hypothesis] += step == "S"
            deleted[reference] += step == "D"
            inserted[hypothesis] += step == "I"
    yield from section_lines(
        "SUBSTITUTIONS: count ref -> hyp", ((n, f"{a} -> {b}") for n, (a, b) in rank_counts(substituted))
    )
    yield from section_lines("DELETIONS: count ref", rank_counts(deleted))
    yield from section_lines("INSERTIONS: count hyp", rank_counts(inserted))
    yield ""
    yield "PER-WORD STATS: word  corr tot_errs count_in_ref count_in_hyp"
    for _, word, numbers in sorted(((numbers[1], word, numbers) for word, numbers in of_word.items()), reverse=True):
        yield f"{word}   {' '.join(map(str, numbers))}"


def rank_counts(counter: Counter[Word]) -> list[tuple[int, Word]]:
    return sorted(((count, what) for what, count in counter.items() if count), reverse=True)


def section_lines(head: str, rows: Iterable[tuple[int, str]]) -> Iterator[str]:
    yield ""
    yield head
    yield from (f"{count}   {what}" for count, what in rows)


def list_rates(runs: Sequence[Run]) -> Iterator[str]:
    """`wer-summary`: icefall's word error rate of each system, the best first, with two places at most."""
    found = [(word_error_rate(run), name) for run, name in zip(runs, system_names(runs), strict=True)]
    if odd := next((name for _, name in found if "\t" in name), None):
        raise ScoreError(f'a wer-summary cannot hold "{odd}", which has a TAB')
    yield HEAD
    yield from (f"{name}\t{value}" for value, name in sorted(found, key=lambda each: each[0]))


def word_error_rate(run: Run) -> float:
    counts = count_pairs(pairs_of(run))
    return float(f"{percent(counts.errors, counts.words):.2f}")
