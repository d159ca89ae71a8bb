"""A comparison as a whole: tests beside each other, their correction, and where utterances stand."""

import math
from dataclasses import replace

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison, Verdict
from mondegreen.comparison.standings import compare_standings
from mondegreen.results.interval import Bootstrap

REFERENCES = ["a b c d", "e f", "g", "h i j", "", "k l", "m", "n", "o p", "q r s"]
BASE = ["a x c x", "e f", "y", "h i j", "z", "k x", "m", "n", "x x", "q r s"]
BETTER = ["a b c d", "e f", "g", "h i x", "", "k l", "m", "n", "o p", "q r s"]
KEYS = [f"u-{place}" for place in range(len(REFERENCES))]
SPEAKERS = ["ann", "ann", "eve", "eve", "eve", "zoe", "zoe", "zoe", "zoe", "zoe"]


def scored(name: str, texts: list[str], *metrics: str) -> mg.Run:
    reference = mg.Corpus(KEYS, REFERENCES, "ref", fields={"speaker": SPEAKERS})
    return mg.score(reference, mg.Corpus(KEYS, texts, name), metrics or ["wer"])


def comparison(*texts: list[str], over: str = "utterance") -> Comparison:
    runs = [scored(f"system-{place}", each) for place, each in enumerate((BASE, *texts))]
    return Comparison(runs, Bootstrap(over, 500))


def verdicts(found: Comparison, place: int = 0) -> dict[str, Verdict]:
    return {each.test: each for each in found.verdicts[place]}


def test_utterances_better_worse_and_equal() -> None:
    """An insertion more where the reference is empty counts too: there alone the errors decide."""
    (found,) = comparison(BETTER).utterances
    each = found["wer"]
    assert [each.better, each.worse, each.equal, each.undefined] == [5, 1, 4, 0]
    assert each.gain.tolist()[:5] == [50, 0, 100, pytest.approx(-100 / 3), 100]
    assert each.top(3, better=True) == [2, 4, 8]  # equals in their order
    assert each.top(3, better=False) == [3]


def test_of_metrics_of_which_more_is_better() -> None:
    base, system = scored("base", BASE, "wip"), scored("system", BETTER, "wip")
    found = compare_standings(base["wip"], system["wip"], base.groups("utterance"))
    assert [found.better, found.worse] == [4, 1]
    assert found.undefined == 1  # of nothing said there is no information to preserve, and no count of errors
    assert math.isnan(found.gain[4])


def test_by_hand() -> None:
    found = verdicts(comparison(BETTER))
    # Five better, one worse: 7 of 64 throws of a coin are as uneven one way.
    assert found["sign"].p == pytest.approx(2 * 7 / 64)
    # Right by the system alone: u-0, u-2, u-4, u-5, u-8; by the baseline alone: u-3.
    assert found["mcnemar"].p == pytest.approx(2 * 7 / 64)
    # Gains 50, 100, 100, 50, 100 against 33.3, of the least rank: sums of ranks 0 or 1 have 2 ways of 64.
    assert found["wilcoxon"].p == pytest.approx(2 * 2 / 64)
    assert [found["sign"].units, found["sign"].unit] == [10, "utterance"]
    assert [found["mapsswe"].metric, found["mapsswe"].unit] == ["words", "segment"]
    assert 0 < found["mapsswe"].p < 0.1


def test_tests_agree_that_nothing_changed() -> None:
    assert {each.p for each in comparison(BASE).verdicts[0]} == {1.0}


def test_by_speaker() -> None:
    found = verdicts(comparison(BETTER, over="speaker"))
    assert [found["sign"].units, found["sign"].unit, found["sign"].p] == [3, "speaker", 2 / 8]
    assert [found["randomization"].units, found["mapsswe"].unit] == [3, "segment"]


def test_each_test_is_corrected_for_the_systems_it_is_applied_to() -> None:
    """By Holm, of two systems: the smaller p twice, the other as it is; other tests do not count."""
    found = comparison(BETTER, BASE)
    assert sum(map(len, found.verdicts)) == 12
    for test, first in verdicts(found).items():
        second = verdicts(found, 1)[test]
        assert [first.corrected, second.corrected] == pytest.approx([min(1, 2 * first.p), 1])


def test_a_verdict_does_not_depend_on_the_tests_that_are_made() -> None:
    before, after = comparison(BETTER, BASE), comparison(BETTER, BASE)
    assert [len(each) for each in after.verdicts] == [6, 6]
    assert [before.corrected(0, "wer"), before.family] == [after.corrected(0, "wer"), 2]
    assert before.corrected(0, "wer") == verdicts(after)["randomization"].corrected


def test_a_column_that_a_later_run_has_will_do() -> None:
    runs = [mg.score(dict(zip(KEYS, REFERENCES)), dict(zip(KEYS, BASE)), ["wer"]), scored("system", BETTER)]
    assert Comparison(runs, Bootstrap("speaker", 10)).groups.names == ("ann", "eve", "zoe")


def test_what_cannot_be_compared() -> None:
    with pytest.raises(mg.ScoreError, match="there is only one system"):
        comparison()
    with pytest.raises(mg.ScoreError, match='there is no column "speeker"'):
        comparison(BETTER, over="speeker")


def test_references_that_are_cut_into_other_words() -> None:
    runs = [mg.score(["ab c"], ["ab x"], tokenize=how) for how in ("words", "characters")]
    with pytest.raises(mg.ScoreError, match="its references are tokenized differently"):
        _ = Comparison(runs, Bootstrap(resamples=10)).verdicts


@pytest.mark.parametrize(
    ("level", "p", "better", "expected"),
    [
        (95, 0.05, True, "better"),  # 1 - 0.95 is more than 0.05 by its last digit
        (95, 0.0501, True, "unclear"),
        (95, 0.0499, False, "worse"),
        (99, 0.01, False, "worse"),
        (99, 0.02, True, "unclear"),
        (90, 0.1, True, "better"),
        (95, 0.001, None, "equal"),
        (95, math.nan, True, "unclear"),  # of one unit nothing is clear
    ],
)
def test_what_is_clear_at_a_level(level: float, p: float, better: bool | None, expected: str) -> None:
    """By the corrected p-value of the test that decides, not by another's."""
    found = Comparison(comparison(BETTER).runs, Bootstrap(resamples=10, level=level))
    change = replace(found.changes[0][0], better=better)
    found.__dict__["decisive"] = [{"cer": 0.5, "wer": p}]
    assert found.verdict(0, change) == expected
    assert found.verdict(0, replace(change, system=math.nan)) is None


def test_marks_are_given_for_every_utterance() -> None:
    found = comparison(BETTER)
    with pytest.raises(mg.ScoreError, match=r"^marks: 2 utterances without a number \(write 0 for none\): u-3, u-9$"):
        found.marked({key: 1.0 for key in KEYS if key not in ("u-3", "u-9")}, "marks")
    (marked,) = found.marked({key: float(place == 3) for place, key in enumerate(KEYS)})
    assert [marked["wer"].worse, marked["wer"].mean_worse, marked["wer"].mean_others] == [1, 1, 0]


def test_tests_without_a_p_value_are_not_counted() -> None:
    """Of one speaker nothing can be drawn; signs and words are counted all the same."""
    reference = mg.Corpus(KEYS, REFERENCES, "ref", fields={"speaker": ["ann"] * 10})
    runs = [mg.score(reference, mg.Corpus(KEYS, texts, "s"), ["wer"]) for texts in (BASE, BETTER)]
    found = Comparison(runs, Bootstrap("speaker", 10))
    defined = [each.test for each in found.verdicts[0] if not math.isnan(each.p)]
    assert defined == ["sign", "wilcoxon", "mapsswe", "mcnemar"]
    assert found.family == 0
    assert [each.units for each in found.verdicts[0]][:4] == [1] * 4


def test_a_comparison_shows_its_systems() -> None:
    found = mg.compare(["a"], {"base": ["b"], "new": ["a"]}, metrics="wer,cer")
    assert repr(found) == "<Comparison of new with base: wer, cer>"
