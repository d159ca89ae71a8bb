"""jiwer's alignments and measures of words or characters, as its dataclasses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mondegreen import _core
from mondegreen.adapters.jiwer.transformations import cer_default, wer_default
from mondegreen.aligned import iterate_chunks
from mondegreen.alignment import Alignment
from mondegreen.api.rates import Edits

Text: TypeAlias = str | list[str]
Transform: TypeAlias = Callable[[Any], Any]

KINDS = ("replace", "insert", "delete", "equal", "substitute")
RAPIDFUZZ = _core.Policy.named("rapidfuzz")


@dataclass
class AlignmentChunk:
    """A run of one edit between `ref[ref_start_idx:ref_end_idx]` and `hyp[hyp_start_idx:hyp_end_idx]`."""

    type: str
    ref_start_idx: int
    ref_end_idx: int
    hyp_start_idx: int
    hyp_end_idx: int

    def __post_init__(self) -> None:
        if self.type not in KINDS:
            raise ValueError(f'the type of a chunk is "{self.type}"; choose from {", ".join(KINDS)}')
        if self.type == "replace":
            self.type = "substitute"
        for name in ("ref", "hyp"):
            start, end = getattr(self, f"{name}_start_idx"), getattr(self, f"{name}_end_idx")
            if start > end:
                raise ValueError(f"{name}_start_idx={start} is larger than {name}_end_idx={end}")


@dataclass
class WordOutput:
    """The words of both sides, their alignment, the measures, and the counts that they were made from."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    wer: float
    mer: float
    wil: float
    wip: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


@dataclass
class CharacterOutput:
    """The characters of both sides, their alignment, the measure, and the counts that it was made from."""

    references: list[list[str]]
    hypotheses: list[list[str]]
    alignments: list[list[AlignmentChunk]]
    cer: float
    hits: int
    substitutions: int
    insertions: int
    deletions: int


def process_words(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = wer_default,
    hypothesis_transform: Transform = wer_default,
) -> WordOutput:
    """Align words, and measure what the alignment amounts to."""
    ours, theirs = transform_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    found, edits = align_tokens(ours, theirs)
    # Where a side has no words at all, jiwer gives whole numbers as such.
    number = float if edits.length else int
    preserved = (number if any(theirs) else int)(edits.information_preserved)
    return WordOutput(
        ours,
        theirs,
        list_chunks(found),
        number(edits.error_rate),
        number(edits.match_error_rate),
        1 - preserved,
        preserved,
        edits.hits,
        edits.substitutions,
        edits.insertions,
        edits.deletions,
    )


def process_characters(
    reference: Text,
    hypothesis: Text,
    reference_transform: Transform = cer_default,
    hypothesis_transform: Transform = cer_default,
) -> CharacterOutput:
    """Align characters, and measure what the alignment amounts to."""
    ours, theirs = transform_sides(reference, hypothesis, reference_transform, hypothesis_transform)
    found, edits = align_tokens(ours, theirs)
    rate = edits.error_rate if edits.length else edits.insertions
    counts = (edits.hits, edits.substitutions, edits.insertions, edits.deletions)
    return CharacterOutput(ours, theirs, list_chunks(found), rate, *counts)


def transform_sides(
    reference: Text, hypothesis: Text, reference_transform: Transform, hypothesis_transform: Transform
) -> tuple[list[list[str]], list[list[str]]]:
    """The tokens of both sides, which must be of as many sentences."""
    ours = transform_side(reference, reference_transform, "reference")
    theirs = transform_side(hypothesis, hypothesis_transform, "hypothesis")
    if len(ours) != len(theirs):
        raise ValueError(
            f"after the transforms there are {len(ours)} reference and {len(theirs)} hypothesis sentences; there must "
            "be as many of both"
        )
    return ours, theirs


def transform_side(texts: Text, transform: Transform, name: str) -> list[list[str]]:
    found = transform([texts] if isinstance(texts, str) else texts)
    try:
        if isinstance(found, list) and all(type(each) is list for each in found):
            for each in found:
                "".join(each)  # the quickest way to see that all of them are strings
            return found
    except TypeError:
        pass
    raise ValueError(
        f"the transform of the {name} must give a list of lists of strings, each a word or a character; end it with "
        "ReduceToListOfListOfWords or ReduceToListOfListOfChars"
    )


def align_tokens(references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]]) -> tuple[Alignment, Edits]:
    """The alignment that rapidfuzz chooses, and the edits of all sentences."""
    found = _core.align(references, hypotheses, "words", RAPIDFUZZ)
    return Alignment(found), Edits(*found.totals())


def list_chunks(found: Alignment) -> list[list[AlignmentChunk]]:
    return [[AlignmentChunk(*chunk) for chunk in iterate_chunks(letters)] for letters in found.letters()]
