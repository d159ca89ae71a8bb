"""Which of equally good alignments counts: beside all alignments there are, one by one."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mondegreen as mg
from mondegreen.component import load_target
from mondegreen.metrics import METRICS
from mondegreen.metrics.base import Tied
from toys import TOYS

Counts = tuple[int, int, int, int]
# What an error costs under each policy; their ties do not matter here.
COSTS = {name: (mg.Policy.named(name).substitution, mg.Policy.named(name).insertion) for name in mg.Policy.NAMES}
# A score from the sums of right words, substitutions, deletions and insertions.
SCORES: dict[str, Callable[[int, int, int, int], float]] = {
    "wer": lambda c, s, d, i: 100 * (s + d + i) / (c + s + d),
    "mer": lambda c, s, d, i: 100 * (s + d + i) / (c + s + d + i),
    "wip": lambda c, s, d, i: 100 * c / (c + s + d) * c / (c + s + i) if c + s + i else 0,
}
texts = st.lists(st.sampled_from("ab"), min_size=1, max_size=5).map(" ".join)
thorough = settings(max_examples=60, deadline=None, derandomize=True, database=None)


def every(reference: list[str], hypothesis: list[str]) -> set[Counts]:
    """The counts of all alignments: right, substituted, deleted, inserted."""
    if not reference or not hypothesis:
        return {(0, 0, len(reference), len(hypothesis))}
    right = int(reference[0] == hypothesis[0])
    steps: list[tuple[list[str], list[str], Counts]] = [(reference[1:], hypothesis[1:], (right, 1 - right, 0, 0))]
    steps += [(reference[1:], hypothesis, (0, 0, 1, 0)), (reference, hypothesis[1:], (0, 0, 0, 1))]
    return {
        (c + right, s + wrong, d + removed, i + added)
        for left, other, (right, wrong, removed, added) in steps
        for c, s, d, i in every(left, other)
    }


def cheapest(reference: str, hypothesis: str, policy: Any) -> set[Counts]:
    """Those of the alignments that are best under a policy."""
    substitution, gap = COSTS[policy]
    found = every(reference.split(), hypothesis.split())
    costs = {each: substitution * each[1] + gap * (each[2] + each[3]) for each in found}
    return {each for each, cost in costs.items() if cost == min(costs.values())}


@pytest.mark.parametrize("policy", ["kaldi", "sclite"])
@thorough
@given(pairs=st.lists(st.tuples(texts, texts), min_size=1, max_size=3))
def test_a_range_holds_the_scores_of_all_alignments(policy: Any, pairs: list[tuple[str, str]]) -> None:
    choices = product(*(cheapest(*pair, policy) for pair in pairs))
    sums = [[sum(column) for column in zip(*choice)] for choice in choices]
    references, hypotheses = zip(*pairs)
    run = mg.score(references, hypotheses, [f"{name}:ties=range" for name in SCORES], policy=policy)
    for name, score in SCORES.items():
        found = run[f"{name}:ties=range"]
        every_score = [score(*each) for each in sums]
        assert found.metric.range(found.total) == pytest.approx((min(every_score), max(every_score)))
        assert found.value == mg.score(references, hypotheses, [name], policy=policy)[name].value


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
@thorough
@given(pair=st.tuples(texts, texts))
def test_the_best_has_the_fewest_errors_and_then_most_words_right(policy: Any, pair: tuple[str, str]) -> None:
    best = min(cheapest(*pair, policy), key=lambda each: (sum(each[1:]), -each[0]))
    total = mg.score([pair[0]], [pair[1]], ["wer:ties=best"], policy=policy)["wer:ties=best"].total
    assert tuple(total.values()) == (sum(best[1:]), sum(best[:3]), *best[1:])


# Of four alignments with two errors one keeps b; sclite's two with 12 points have 3 errors and 4.
CASES = [
    ("mer:ties=range", "kaldi", "a b", "b c", (100 * 2 / 3, 100)),
    ("wil:ties=range", "kaldi", "a b", "b c", (75, 100)),
    ("wer:ties=range", "kaldi", "a b", "b c", (100, 100)),
    ("wer:ties=range", "sclite", "a b c", "c d e", (100, 400 / 3)),
    ("cer:ties=range", "sclite", "abc", "cde", (100, 400 / 3)),
    ("per:ties=range", "sclite", "abc", "cde", (100, 400 / 3)),
    ("ler:ties=range", "sclite", "a b c", "c d e", (100, 400 / 3)),
    ("uposer:ties=range", "sclite", "a b c", "c d e", (100, 400 / 3)),
    ("both=mer:ties=range+wer", "kaldi", "a b", "b c", (100 * 2 / 3 + 100, 200)),
    ("less=-1*wip:ties=range+wer", "kaldi", "a b", "b c", (75, 100)),
]


@pytest.mark.parametrize(("spec", "policy", "reference", "hypothesis", "ends"), CASES)
def test_ranges(spec: str, policy: Any, reference: str, hypothesis: str, ends: tuple[float, float]) -> None:
    run = mg.score([reference], [hypothesis], [spec], policy=policy, resources=mg.Resources(None, TOYS))
    assert run[spec].metric.range(run[spec].total) == pytest.approx(ends)


@pytest.mark.parametrize("target", METRICS.values(), ids=METRICS)
def test_every_metric_of_counts_has_the_choice(target: str) -> None:
    kind = load_target(target)
    assert ("ties" in {option.name for option in kind.options}) >= issubclass(kind, Tied)


def test_nothing_has_a_range_of_nothing() -> None:
    (low, high) = mg.score([], [], ["mer:ties=range"])["mer:ties=range"].to_dict()["range"]
    assert low is None
    assert high is None
