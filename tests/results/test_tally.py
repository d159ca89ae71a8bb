"""What became of the words of each pair, from rows or from alignments alike; and some pairs picked out."""

from typing import Any

import pytest

import mondegreen as mg
from mondegreen.results.summary import count_steps, select_pairs
from oracles import random_pairs

REFERENCE = mg.Corpus(["u", "v", "w"], ["a b c", "", "d"], "ref", fields={"speaker": ["s", "t", "t"]})
HYPOTHESIS = mg.Corpus(["u", "v", "w"], ["a x c y", "z", ""], "hyp")


@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_steps_of_each_pair(metric: str) -> None:
    # Matches, substitutions, insertions, deletions.
    assert count_steps(mg.score(REFERENCE, HYPOTHESIS, [metric])).tolist() == [[2, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert count_steps(mg.score([], [], [metric])).shape == (0, 4)


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
def test_rows_say_what_alignments_say(policy: Any) -> None:
    pairs = random_pairs(6, 200)
    sides = [" ".join(pair[0]) for pair in pairs], [" ".join(pair[1]) for pair in pairs]
    by_rows, by_alignment = (count_steps(mg.score(*sides, [metric], policy=policy)) for metric in ("wer", "cer"))
    assert by_rows.tolist() == by_alignment.tolist()


def test_some_pairs() -> None:
    some = select_pairs(mg.score(REFERENCE, HYPOTHESIS), [2, 0])
    assert [list(some.pairs.keys), list(some.pairs.references)] == [["w", "u"], ["d", "a b c"]]
    assert some.pairs.fields == {"speaker": ["t", "s"]}
    assert count_steps(some).tolist() == [[0, 0, 0, 1], [2, 1, 1, 0]]  # of these pairs, not of all
