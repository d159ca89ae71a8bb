"""The Python face of the aligner: views, lengths, and what it refuses."""

from typing import Any

import pytest

import mondegreen as mg
from mondegreen.alignment import UnitName


def test_arrays_are_flat_typed_and_read_only() -> None:
    found = mg.align(["a b", "", "c"], ["a x y", "", ""])
    assert found.steps.tolist() == [0, 1, 2, 3]
    assert found.offsets.tolist() == [0, 3, 3, 4]
    assert found.counts.tolist() == [[1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 1]]
    assert [each.dtype.name for each in (found.steps, found.offsets, found.counts)] == ["uint8", "uint64", "uint32"]
    for array in (found.steps, found.offsets, found.counts):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


def test_arrays_outlive_the_alignment() -> None:
    steps = mg.align(["a b c"] * 1000, ["a c"] * 1000).steps
    other = mg.align(["x"] * 1000, ["y"] * 1000).steps
    assert steps.sum() == 3 * 1000
    assert other.sum() == 1000


def test_pairs_are_reached_by_index_from_both_ends() -> None:
    found = mg.align(["a", "b"], ["a", "c"])
    assert [len(found), found[0].tolist(), found[-1].tolist()] == [2, [0], [1]]
    with pytest.raises(IndexError):
        found[2]


def test_counts_have_names() -> None:
    found = mg.align(["a b c d"], ["a x d e f"], policy="sub-first")
    named = [found.matches, found.substitutions, found.insertions, found.deletions]
    assert [int(each[0]) for each in named] == found.counts[0].tolist()
    assert found.errors[0] == found.counts[0, 1:].sum()
    assert found.reference_lengths[0] == 4


def test_a_tally_is_errors_words_and_kinds() -> None:
    found = mg.align(["a b c d", "", "a"], ["a x d e f", "b", ""], policy="sub-first")
    # b for x, c for d, d for e, and f is too many; then one insertion, and one deletion.
    assert [column.tolist() for column in found.tally()] == [[4, 1, 1], [4, 0, 1], [3, 0, 0], [0, 0, 1], [1, 1, 0]]
    assert [found.weights.tolist(), found.unknown.tolist()] == [[], []]


def test_nothing_aligns_to_nothing() -> None:
    found = mg.align([], [])
    assert [len(found), found.steps.tolist(), found.offsets.tolist(), found.counts.shape] == [0, [], [0], (0, 4)]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(threads: int) -> None:
    references = [f"a b {number} c" for number in range(5000)]
    hypotheses = [f"a {number % 7} b c d" for number in range(5000)]
    found = mg.align(references, hypotheses, threads=threads)
    assert found.steps.tobytes() == mg.align(references, hypotheses).steps.tobytes()


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"references": ["a"], "hypotheses": []}, "1 and 0"),
    ({"policy": "kaldy"}, "kaldy"),
    ({"unit": "syllables"}, "syllables"),
    ({"threads": 0}, "^0 threads cannot align anything; give 1 or more$"),
    ({"threads": -1}, "^-1 threads cannot align anything"),
    ({"references": ["\ud800"]}, "surrogates"),
]


@pytest.mark.parametrize(("arguments", "word"), REFUSED, ids=[word for _, word in REFUSED])
def test_bad_input_is_refused_with_a_sentence(arguments: dict[str, Any], word: str) -> None:
    with pytest.raises(mg.ScoreError, match=word):
        mg.align(**({"references": ["a"], "hypotheses": ["a"]} | arguments))


def test_wrong_types_are_the_programmers_error() -> None:
    with pytest.raises(TypeError):
        mg.align(["a"], [["a"]])


@pytest.mark.parametrize("unit", ["words", "characters", "letters"])
def test_half_a_character_is_refused(unit: UnitName) -> None:
    with pytest.raises(mg.ScoreError, match="surrogates not allowed"):
        mg.align(["un \ud800"], ["un"], unit=unit)
