"""The policy `rapidfuzz` against jiwer (words) and rapidfuzz itself (characters)."""

import jiwer
import pytest
from rapidfuzz.distance import Levenshtein

import mondegreen as mg
from mondegreen.alignment import UnitName
from oracles import random_pairs

KINDS = {"equal": 0, "substitute": 1, "insert": 2, "delete": 3}
EDITS = {1: "replace", 2: "insert", 3: "delete"}


@pytest.mark.parametrize("seed", range(3))
def test_words_align_as_jiwer_aligns_them(seed: int) -> None:
    pairs = [pair for pair in random_pairs(seed, 300) if pair[0]]  # jiwer refuses an empty reference
    references, hypotheses = [" ".join(pair[0]) for pair in pairs], [" ".join(pair[1]) for pair in pairs]
    expected = jiwer.process_words(references, hypotheses)
    found = mg.align(references, hypotheses, policy="rapidfuzz")
    for at, chunks in enumerate(expected.alignments):
        steps: list[int] = []
        for chunk in chunks:
            spans = (chunk.ref_end_idx - chunk.ref_start_idx, chunk.hyp_end_idx - chunk.hyp_start_idx)
            steps += [KINDS[chunk.type]] * max(spans)
        assert found[at].tolist() == steps, (references[at], hypotheses[at])
    assert found.substitutions.sum() == expected.substitutions
    assert found.deletions.sum() == expected.deletions
    assert found.insertions.sum() == expected.insertions


@pytest.mark.parametrize("unit", ["characters", "letters"])
def test_characters_align_as_rapidfuzz_aligns_them(unit: UnitName) -> None:
    pairs = random_pairs(5, 300)
    blank = " " if unit == "characters" else ""
    # White space around and between words is no character of its own.
    found = mg.align(
        [f" {'  '.join(pair[0])}" for pair in pairs],
        [" ".join(pair[1]) for pair in pairs],
        unit=unit,
        policy="rapidfuzz",
    )
    for at, (reference, hypothesis) in enumerate(pairs):
        expected = Levenshtein.editops(blank.join(reference), blank.join(hypothesis)).as_list()
        assert edits(found[at].tolist()) == expected, (reference, hypothesis)


def edits(steps: list[int]) -> list[tuple[str, int, int]]:
    """Steps as rapidfuzz writes them: each error with its place on both sides."""
    source = target = 0
    found = []
    for step in steps:
        if step:
            found.append((EDITS[step], source, target))
        source, target = source + (step != 2), target + (step != 3)
    return found
