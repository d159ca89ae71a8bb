"""The cheapest assignment, against all permutations."""

import random
from itertools import permutations

from mondegreen.dropin.espnet.stage import assign_columns


def test_no_permutation_is_cheaper() -> None:
    rng = random.Random(8)
    for _ in range(600):
        rows = rng.randint(1, 5)
        width = rows + rng.randint(0, 2)
        costs = [[rng.choice([0.0, 0.25, 0.5, 1.0, 2.0, 3.0]) for _ in range(width)] for _ in range(rows)]
        chosen = assign_columns(costs)
        assert len(set(chosen)) == rows
        least = min(sum(map(list.__getitem__, costs, each)) for each in permutations(range(width), rows))
        assert sum(map(list.__getitem__, costs, chosen)) == least


def test_of_equals_everybody_stays() -> None:
    assert assign_columns([[1.0] * 3] * 3) == [0, 1, 2]
    assert assign_columns([]) == []
