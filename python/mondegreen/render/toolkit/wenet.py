"""Alignments as WeNet's and FunASR's wer write them."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import east_asian_width, name

from mondegreen.metrics.base import percent
from mondegreen.render.toolkit import Counts, count_pairs, kaldi_like, pairs_of
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


def write_wenet(run: Run) -> Iterator[str]:
    """WeNet's wer: counts, `lab:` and `rec:` of each `utt:`, and the errors of each script.

    Align as `kaldi`. WeNet itself writes capitals, leaves out tags and, asked for characters, cuts Chinese: normalize
    and tokenize for the same.
    """
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


def write_funasr(run: Run) -> Iterator[str]:
    """FunASR's wer: counts, `ref:` and `hyp:` of each utterance.

    Align as `kaldi`. FunASR itself writes small letters: normalize by `lower` for the same.
    """
    for pair in pairs_of(run):
        own = count_pairs([pair])
        kinds = f"nwords={own.words},cor={own.correct},ins={own.insertions},del={own.deletions},sub={own.substitutions}"
        right, wrong = percent(own.correct, own.words), percent(own.errors, own.words)
        yield f"{pair.key}({kinds}) corr:{right:.2f}%,cer:{wrong:.2f}%"
        for side, words in (("ref", pair.references), ("hyp", pair.hypotheses)):
            yield f"{side}:\t{' '.join(filter(None, words))}"
    counts = count_pairs(pairs_of(run))
    extra = len(run.pairs.extra)
    yield ""
    yield f"%WER {round(percent(counts.errors, counts.words), 2)} {kaldi_like(counts)}"
    yield f"%SER {round(percent(counts.wrong, counts.pairs), 2)} [ {counts.wrong} / {counts.pairs} ]"
    yield f"Scored {counts.pairs + extra} sentences, {extra} not present in hyp."
