"""Which runs may be compared, and what is said of those that may not."""

import re

import pytest

import mondegreen as mg
from mondegreen.compare.alike import alike

REFERENCE = {"u-1": "a b", "u-2": "c d", "u-3": "e f"}


def scored(name: str = "hyp", reference: dict[str, str] = REFERENCE, **options: str) -> mg.Run:
    texts = mg.Corpus(list(reference), ["a x"] * len(reference), name)
    return mg.score(reference, texts, **options)  # type: ignore[arg-type]


def test_runs_that_are_alike_stay_as_they_are() -> None:
    runs = [scored("one"), scored("two")]
    found = alike(runs)
    assert [run.name for run in found] == ["one", "two"]
    assert [run["wer"].value for run in found] == [run["wer"].value for run in runs]


def test_metrics_that_all_have() -> None:
    one, two = scored("one"), mg.score(REFERENCE, REFERENCE, ["ser", "wer"])
    assert [list(run.scores) for run in alike([one, two])] == [["wer"], ["wer"]]
    with pytest.raises(mg.ScoreError, match="no metric in common"):
        alike([one, mg.score(REFERENCE, REFERENCE, ["ser"])])


REFUSED: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({"u-1": "a b", "u-2": "c d"}, {}, "two: it has 2 utterances and hyp 3; only one of them has u-3; score anew"),
    (REFERENCE | {"u-2": "c X"}, {}, "two: 1 utterance with another reference than in hyp: u-2; score anew"),
    (dict(reversed(REFERENCE.items())), {}, "two: its utterances stand in another order than in hyp"),
    (REFERENCE, {"align": "sclite"}, "two: wer was not measured as in hyp (align:sclite)"),
    (REFERENCE, {"normalise": "lower"}, "(norm:lower); score anew, or give --force"),
    (REFERENCE, {"empties": "drop"}, "(empties:drop)"),
]


@pytest.mark.parametrize(("reference", "options", "sentence"), REFUSED)
def test_others_are_refused(reference: dict[str, str], options: dict[str, str], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=re.escape(sentence)):
        alike([scored(), scored("two", reference, **options)])


def test_what_the_first_has_alone_is_named_too() -> None:
    with pytest.raises(mg.ScoreError, match=re.escape("(empties:drop)")):
        alike([scored("one", empties="drop"), scored("two")])


def test_by_force_what_all_have_in_common() -> None:
    other = {"u-3": "e f", "u-2": "another", "u-1": "a b", "u-9": "z"}
    told = "^compared are the 2 utterances that all runs have with the same reference, of 3 in hyp, 4 in two$"
    with pytest.warns(mg.ScoreWarning, match=told):
        found = alike([scored(), scored("two", other)], force=True)
    assert [run.pairs.keys for run in found] == [["u-1", "u-3"]] * 2
    assert [run["wer"].total.words for run in found] == [4, 4]
    assert found[1]["wer"].rows.values[:, 0].tolist() == [1, 2]
    with pytest.warns(mg.ScoreWarning) as warned:
        found = alike([scored(), scored("two", align="sclite")], force=True)
    assert [str(each.message) for each in warned] == [
        f"two: {label} was not measured as in hyp (align:sclite)" for label in ("wer", "cer")
    ]
    assert [run["wer"].value for run in found] == [250 / 3] * 2


def test_nothing_in_common() -> None:
    with pytest.raises(mg.ScoreError, match="two: it has no utterance with the same reference as in hyp"):
        alike([scored(), scored("two", {"u-7": "a"})], force=True)
