"""Which runs may be compared, and what is said of those that may not."""

import re
from dataclasses import replace

import pytest

import mondegreen as mg
from mondegreen.comparison.alike import make_comparable

REFERENCE = {"u-1": "a b", "u-2": "c d", "u-3": "e f"}


def scored(name: str = "hyp", reference: dict[str, str] = REFERENCE, **options: str) -> mg.Run:
    texts = mg.Corpus(list(reference), ["a x"] * len(reference), name)
    return mg.score(reference, texts, **options)  # type: ignore[arg-type]


def test_runs_that_are_alike_stay_as_they_are() -> None:
    runs = [scored("one"), scored("two")]
    found = make_comparable(runs)
    assert [run.name for run in found] == ["one", "two"]
    assert [run["wer"].value for run in found] == [run["wer"].value for run in runs]


def test_metrics_that_all_have() -> None:
    one, two = scored("one"), mg.score(REFERENCE, REFERENCE, ["ser", "wer"])
    assert [list(run.scores) for run in make_comparable([one, two])] == [["wer"], ["wer"]]
    with pytest.raises(mg.ScoreError, match="no metric in common"):
        make_comparable([one, mg.score(REFERENCE, REFERENCE, ["ser"])])


REFUSED: list[tuple[dict[str, str], dict[str, str], str]] = [
    ({"u-1": "a b", "u-2": "c d"}, {}, "two: it has 2 utterances and hyp 3; only one of them has u-3; score it again"),
    (REFERENCE | {"u-2": "c X"}, {}, "two: 1 utterance with another reference than in hyp: u-2; score it again"),
    (dict(reversed(REFERENCE.items())), {}, "two: its utterances are in another order than in hyp"),
    (REFERENCE, {"policy": "sclite"}, "two: wer was not measured as in hyp (policy:sclite)"),
    (REFERENCE, {"normalize": "lower"}, "(norm:lower); score it again, or give --force"),
    (REFERENCE, {"empties": "drop"}, "(empties:drop)"),
]


@pytest.mark.parametrize(("reference", "options", "sentence"), REFUSED)
def test_others_are_refused(reference: dict[str, str], options: dict[str, str], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=re.escape(sentence)):
        make_comparable([scored(), scored("two", reference, **options)])


def test_what_the_first_has_alone_is_named_too() -> None:
    with pytest.raises(mg.ScoreError, match=re.escape("(empties:drop)")):
        make_comparable([scored("one", empties="drop"), scored("two")])


def test_by_force_what_all_have_in_common() -> None:
    other = {"u-3": "e f", "u-2": "another", "u-1": "a b", "u-9": "z"}
    told = "^compared over the 2 utterances that all runs have with the same reference, of 3 in hyp, 4 in two$"
    with pytest.warns(mg.ScoreWarning, match=told):
        found = make_comparable([scored(), scored("two", other)], force=True)
    assert [run.pairs.keys for run in found] == [["u-1", "u-3"]] * 2
    assert [run["wer"].total.words for run in found] == [4, 4]
    assert found[1]["wer"].rows.values[:, 0].tolist() == [1, 2]
    with pytest.warns(mg.ScoreWarning) as warned:
        found = make_comparable([scored(), scored("two", policy="sclite")], force=True)
    assert [str(each.message) for each in warned] == [
        f"two: {label} was not measured as in hyp (policy:sclite)" for label in ("wer", "cer")
    ]
    assert [run["wer"].value for run in found] == [250 / 3] * 2


def test_another_version_is_told() -> None:
    runs = [replace(scored("one"), version="0.0.1"), scored("two")]
    kept = replace(runs[0]["wer"], signature=runs[0]["wer"].signature.replace(mg.__version__, "0.0.1"))
    runs[0] = replace(runs[0], scores={"wer": kept})
    told = f"^the runs were scored by several versions of mondegreen: one by 0.0.1, two by {mg.__version__}$"
    with pytest.warns(mg.ScoreWarning, match=told):
        assert [run["wer"].value for run in make_comparable(runs)] == [250 / 3] * 2


def test_nothing_in_common() -> None:
    with pytest.raises(mg.ScoreError, match="two: it has no utterance with the same reference as in hyp"):
        make_comparable([scored(), scored("two", {"u-7": "a"})], force=True)


def of_texts(name: str, texts: dict[str, str], **options: str) -> mg.Run:
    with pytest.warns(mg.ScoreWarning):
        return mg.score(REFERENCE, mg.Corpus(list(texts), list(texts.values()), name), ["wer"], **options)  # type: ignore[arg-type] # one option


def test_what_one_run_left_out_is_left_out_of_all() -> None:
    less = of_texts("less", {"u-1": "a b", "u-3": "e x"}, missing="skip")
    told = "^compared over the 2 utterances that all runs have, without 1 that at least one run excluded: u-2$"
    for runs in ([scored(), less], [less, scored()]):
        with pytest.warns(mg.ScoreWarning, match=told):
            found = make_comparable(runs)
        assert [run.pairs.keys for run in found] == [["u-1", "u-3"]] * 2
        assert {run.name: run["wer"].value for run in found} == {"hyp": 75.0, "less": 25.0}
    other = of_texts("other", {"u-2": "c d", "u-3": "e f"}, missing="skip")
    with pytest.warns(mg.ScoreWarning, match="the 1 utterance that all runs have, without 2"):
        assert [run.pairs.keys for run in make_comparable([less, other])] == [["u-3"]] * 2


def test_pairs_with_an_empty_side_too() -> None:
    with pytest.warns(mg.ScoreWarning, match="without 1 that at least one run excluded: u-2$"):
        found = make_comparable([scored(empties="drop"), of_texts("less", {"u-1": "a", "u-3": "e"}, empties="drop")])
    assert [run.pairs.keys for run in found] == [["u-1", "u-3"]] * 2


def test_nothing_is_left() -> None:
    one = of_texts("one", {"u-1": "a"}, missing="skip")
    other = of_texts("other", {"u-2": "c", "u-3": "e"}, missing="skip")
    with pytest.raises(mg.ScoreError, match=r"^one: there is no utterance that all runs scored$"):
        make_comparable([one, other])


def test_what_is_left_out_does_not_compare_with_what_is_scored_as_empty() -> None:
    runs = [of_texts("one", {"u-1": "a"}), of_texts("other", {"u-2": "c"}, missing="skip")]
    sentence = "utterances without a partner were not treated as in one (missing:skip, not missing:empty)"
    with pytest.raises(mg.ScoreError, match=re.escape(f"other: {sentence}; score it again, or give --force")):
        make_comparable(runs)
    with pytest.warns(mg.ScoreWarning) as warned:
        assert [run.pairs.keys for run in make_comparable(runs, force=True)] == [["u-2"]] * 2
    assert str(warned[0].message) == f"other: {sentence}"


def test_doubles_of_one_run_are_its_own() -> None:
    doubles = mg.Corpus(["u-1", "u-2", "u-3", "u-1"], ["a x", "c x", "e x", "a b"], "doubles")
    with pytest.warns(mg.ScoreWarning, match="duplicate utterance ID"):
        run = mg.score(REFERENCE, doubles, ["wer"], duplicate="last")
    assert [each["wer"].total.errors for each in make_comparable([scored(), run])] == [5, 2]


def test_hypotheses_without_a_reference() -> None:
    run = of_texts("more", dict.fromkeys([*REFERENCE, "u-9"], "a"), extra="empty")
    sentence = (
        "more: it has 4 utterances and hyp 3; only one of them has u-9; score it again without extra:empty, or give"
    )
    with pytest.raises(mg.ScoreError, match=re.escape(sentence)):
        make_comparable([scored(), run])
