"""Conditions on which a system fails."""

import math
from dataclasses import replace

import pytest

import mondegreen as mg
from mondegreen.comparison.changes import Condition, check_conditions

REFERENCE = ["a b c d e f g h i j"]
BASE = mg.score(REFERENCE, ["a b c d e f g h i x"], ["wer", "wip"])  # 10 %
WORSE = mg.score(REFERENCE, ["a b c d e f g x x x"], ["wer", "wip"])  # 30 %
PERFECT = mg.score(REFERENCE, REFERENCE, ["wer", "wip"])
EMPTY = mg.score([""], [""], ["wer"])


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        ("wer>+19.9", True),
        ("wer>+20", False),  # not more than that, whatever the last digit of a difference is
        ("wer > +20.1", False),
        ("wer>+199%", True),
        ("wer>+200%", False),
        ("wer>29", True),
        ("wer>30", False),
        ("wip<-30", True),  # 0.81 to 0.49
        ("wip<-33", False),
        ("wip<50", True),
        ("wip<48", False),
        ("wer<+1", False),
    ],
)
def test_a_worse_system(text: str, fails: bool) -> None:
    finding = Condition.parse(text).check(BASE.scores, WORSE)
    assert finding.fails is fails


def test_what_it_says() -> None:
    said = str(Condition.parse("wer>+0.2").check(BASE.scores, WORSE))
    assert said == "wer is 30.00 in hypotheses and 10.00 in the baseline; failed: wer>+0.2"


def test_from_nothing_any_more_is_without_end() -> None:
    assert Condition.parse("wer>+500%").check(PERFECT.scores, WORSE).fails
    assert not Condition.parse("wer>+0%").check(PERFECT.scores, PERFECT).fails


def test_what_is_not_defined_does_not_pass() -> None:
    assert math.isnan(EMPTY["wer"].value)
    for text in ("wer>+1", "wer>+1%", "wer>1", "wer<1"):
        assert Condition.parse(text).check(EMPTY.scores, EMPTY).fails


def test_all_systems_are_checked() -> None:
    found = check_conditions([Condition.parse("wer>+5"), Condition.parse("wip<-90")], [BASE, WORSE, PERFECT])
    assert [each.fails for each in found] == [True, False, False, False]


@pytest.mark.parametrize("text", ["", "wer", "wer>", ">+1", "wer=1", "wer>1%", "wer>+x", "wer>+1 %%", "wer>nan"])
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(
        mg.ScoreError, match=r"is not a condition.*; write it as wer>\+0\.2 \(more than the baseline by"
    ):
        Condition.parse(text)


def test_several_conditions_in_one() -> None:
    with pytest.raises(mg.ScoreError, match=r'"wer>\+1,wip<-1" is several conditions; give each of them by itself'):
        Condition.parse("wer>+1,wip<-1")


def test_below_nothing_a_rise_is_one() -> None:
    runs = [mg.score(REFERENCE, [text], ["less=-1*wer"]) for text in ("a b c d e f x x x x", "a b c d e f g h i x")]
    assert [run["less=-1*wer"].value for run in runs] == [-40, -10]
    assert Condition.parse("less=-1*wer>+74%").check(runs[0].scores, runs[1]).fails
    assert not Condition.parse("less=-1*wer>+76%").check(runs[0].scores, runs[1]).fails


def test_a_metric_that_was_not_measured() -> None:
    with pytest.raises(mg.ScoreError, match=r"^ser was not measured in all runs; name it with --metrics wer,wip,ser$"):
        Condition.parse("ser>+1").check(BASE.scores, WORSE)
    with pytest.raises(mg.ScoreError, match=r'there is no metric in the runs "were"; did you mean wer\?'):
        Condition.parse("were>+1").check(BASE.scores, WORSE)


@pytest.mark.parametrize(
    ("before", "after", "text", "fails"),
    [
        (0.0, 10.0, "wer>+1000%", True),  # from nothing any rise is without end
        (0.0, -10.0, "wer<-1000%", True),
        (0.0, -10.0, "wer>+0%", False),
        (0.0, 0.0, "wer<-0%", False),
        (50.0, 49.0, "wer<-2%", False),
        (50.0, 48.99, "wer<-2%", True),
        (-50.0, -51.0, "wer<-1.9%", True),  # of what is below nothing per cent are those of its size
        (-50.0, -51.0, "wer>-1.9%", False),
        (-50.0, -51.0, "wer>-2.1%", True),
    ],
)
def test_a_change_in_percent_of_any_baseline(before: float, after: float, text: str, fails: bool) -> None:
    label = "less=-1*wer" if min(before, after) < 0 else "wer"
    words = 10_000
    runs = [
        mg.score(["a " * words], ["x " * (wrong := round(abs(each) * 100)) + "a " * (words - wrong)], [label])
        for each in (before, after)
    ]
    runs = [replace(run, scores={"wer": run[label]}) for run in runs]
    assert [run["wer"].value for run in runs] == pytest.approx([before, after])
    assert Condition.parse(text).check(runs[0].scores, runs[1]).fails is fails


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        (" wer > +0.2 ", ("wer > +0.2", "wer", "change", True, 0.2)),
        ("cer:spaces=no<-2.%", ("cer:spaces=no<-2.%", "cer:spaces=no", "relative", False, -2.0)),
        ("wer>.5", ("wer>.5", "wer", "score", True, 0.5)),
        ("wer<15", ("wer<15", "wer", "score", False, 15.0)),
    ],
)
def test_what_a_condition_says(text: str, parsed: tuple[str, str, str, bool, float]) -> None:
    assert tuple(Condition.parse(text)) == parsed


@pytest.mark.parametrize(
    ("text", "number", "said"),
    [
        ("wer>+0.2", 20.0, "wer is 30.00 in hypotheses and 10.00 in the baseline; failed: wer>+0.2"),
        ("wer>+200%", 200.0, "wer is 30.00 in hypotheses and 10.00 in the baseline; passed: wer>+200%"),
        ("wer<31", 30.0, "wer is 30.00 in hypotheses and 10.00 in the baseline; failed: wer<31"),
    ],
)
def test_what_a_finding_holds(text: str, number: float, said: str) -> None:
    found = Condition.parse(text).check(BASE.scores, WORSE)
    assert [found.condition, found.system, found.metric] == [text, "hypotheses", "wer"]
    assert [found.base, found.score, found.looked_at] == pytest.approx([10.0, 30.0, number])
    assert str(found) == said


def test_per_cent_are_of_a_change() -> None:
    with pytest.raises(
        mg.ScoreError, match=r'"wer>1%" is not a condition: a percentage is of a change, which needs a sign; '
    ):
        Condition.parse("wer>1%")
