"""WeNet's wer: counts, `lab:` and `rec:` of each `utt:`, and the errors of each script.

Align as `kaldi`. WeNet itself writes capitals, leaves out tags and, asked for characters, cuts Chinese: normalize and
tokenize for the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width, name

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import Counts, count_pairs, pairs_of
from mondegreen.reports.blocks import AlignedPair
from mondegreen.results.run import Run

RULE = "=" * 75
# Kinds of writing, by how Unicode's names of their characters begin.
KINDS = {
    "DIGIT": "Number",
    "CJK UNIFIED IDEOGRAPH": "Mandarin",
    "CJK COMPATIBILITY IDEOGRAPH": "Mandarin",
    "LATIN CAPITAL LETTER": "English",
    "LATIN SMALL LETTER": "English",
    "HIRAGANA LETTER": "Japanese",
}
OTHER = "Other"
# Signs that belong to the writing around them.
NEUTRAL = frozenset("&'@\u2103=.-_#+;")


def lines(run: Run) -> Iterator[str]:
    counts = Counts()
    kinds: dict[str, Counts] = {}
    for pair in pairs_of(run):
        counts.add(pair)
        count_kinds(pair, kinds)
        yield ""
        yield f"utt: {pair.key}"
        yield f"WER: {summarize_counts(count_pairs([pair]))}"
        yield from pair_rows(pair)
    yield RULE
    yield ""
    for kind, found in {"Overall": counts, **kinds}.items():
        yield f"{kind} -> {summarize_counts(found)}"
    yield ""
    yield RULE


def summarize_counts(counts: Counts) -> str:
    """The rate, which is 0 where there are no words, and what it is made of."""
    rate = percent(counts.errors, counts.words) if counts.words else 0.0
    kinds = f"C={counts.correct} S={counts.substitutions} D={counts.deletions} I={counts.insertions}"
    return f"{rate:4.2f} % N={counts.words} {kinds}"


def pair_rows(pair: AlignedPair) -> Iterator[str]:
    """Both sides in columns as wide as terminals show them; a pair without words has none."""
    columns = list(zip(pair.references, pair.hypotheses, strict=True))
    if columns:
        for row, label in enumerate(("lab", "rec")):
            padded = (
                column[row] + " " * (max(map(display_width, column)) - display_width(column[row])) for column in columns
            )
            yield f"{label}: {''.join(f'{cell} ' for cell in padded)}"
        yield ""


def display_width(word: str) -> int:
    return sum(1 + (east_asian_width(one) in "AFW") for one in word)


def count_kinds(pair: AlignedPair, kinds: dict[str, Counts]) -> None:
    """Counts each step of a pair for the kind of its word, that of the reference if it has one."""
    for word in (*pair.hypotheses, *pair.references):
        if word:
            kinds.setdefault(kind_of(word), Counts())
    for reference, hypothesis, step in pair.iterate_steps():
        counts = kinds[kind_of(reference or hypothesis)]
        counts.correct += step == "C"
        counts.substitutions += step == "S"
        counts.deletions += step == "D"
        counts.insertions += step == "I"


def kind_of(word: str) -> str:
    found = {character_kind(one) for one in word if one not in NEUTRAL}
    return found.pop() if len(found) == 1 else OTHER


def character_kind(one: str) -> str:
    called = name(one, "")
    return next((kind for begin, kind in KINDS.items() if called.startswith(begin)), OTHER)
