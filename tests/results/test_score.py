"""Scores and runs: what they hold, how they show themselves, and the object they become."""

import json
import sys

import pytest

import mondegreen as mg
from mondegreen.results.score import int_if_whole, update_signature


@pytest.fixture
def run() -> mg.Run:
    return mg.score({"u": "a b c", "v": "d"}, {"u": "a x c y", "v": ""})


def test_score_has_value_total_rows_and_signature(run: mg.Run) -> None:
    wer = run["wer"]
    assert [wer.value, float(wer), wer.total.errors, wer.total["words"], len(wer.rows)] == [75, 75, 3, 4, 2]
    version = mg.__version__
    assert wer.signature == f"wer.v1|policy:kaldi|norm:none|tok:words|utts:2|mondegreen:{version}"


def test_they_show_themselves(run: mg.Run) -> None:
    assert repr(run["wer"]) == str(run["wer"]) == f"{run['wer']}" == "75.00 %"
    assert repr(run) == "<Run hypotheses: wer 75.00 %, cer 66.67 % (2 scored, 1 empty)>"


def test_the_object_is_plain_and_whole(run: mg.Run) -> None:
    found = run.to_dict()
    assert json.loads(json.dumps(found)) == found
    assert list(found) == ["version", "reference", "systems"]
    (system,) = found["systems"]
    assert list(system) == ["name", "formats", "pairs", "metrics", "notes"]
    assert system["pairs"] == {"scored": 2, "missing": 0, "extra": 0, "duplicate": 0, "empty": 1}
    assert list(system["metrics"]["wer"]) == ["score", "columns", "signature"]
    assert json.dumps(system["metrics"]["wer"]["columns"]["errors"]) == "3"  # a count, not 3.0


def test_scores_are_not_rounded(run: mg.Run) -> None:
    assert run.to_dict()["systems"][0]["metrics"]["cer"]["score"] == 100 * 4 / 6


def test_a_run_has_the_names_of_its_sides() -> None:
    reference, hypothesis = mg.Corpus(["u"], ["a"], "r"), mg.Corpus(["u"], ["a"], "h")
    run = mg.score(reference, hypothesis, ["wer"])
    assert [run.reference, run.name, run.to_dict()["reference"], run.to_dict()["systems"][0]["name"]] == [
        "r",
        "h",
        "r",
        "h",
    ]


def test_an_interval_is_shown_beside_the_score() -> None:
    """Of one utterance all resamples are the same."""
    run = mg.score(["a b"], ["a x"], ["wer"], ci=mg.Bootstrap(resamples=3))
    assert repr(run["wer"]) == "50.00 % [50.00, 50.00]"
    assert run["wer"].to_dict()["interval"]["units"] == 1


@pytest.mark.parametrize(
    ("signature", "pairs", "flags", "updated"),
    [
        ("wer.v1|norm:none|utts:3|mondegreen:1", 9, (), "wer.v1|norm:none|utts:9|mondegreen:1"),
        ("wer.v1|utts:3|mondegreen:1", 9, ("missing:skip",), "wer.v1|missing:skip|utts:9|mondegreen:1"),
        ("wer.v1|missing:skip|utts:3|mondegreen:1", 9, (), "wer.v1|utts:9|mondegreen:1"),
        ("m|empties:drop|utts:3|v", 2, ("extra:empty",), "m|extra:empty|empties:drop|utts:2|v"),
        ("m|utts:1|norm:x|utts:3|v", 2, (), "m|utts:1|norm:x|utts:2|v"),  # the last is the number
    ],
)
def test_signatures_of_other_pairs(signature: str, pairs: int, flags: tuple[str, ...], updated: str) -> None:
    assert update_signature(signature, pairs, flags) == updated


@pytest.mark.parametrize(("number", "shown"), [(3.0, "3"), (0.0, "0"), (2.5, "2.5"), (-1.0, "-1")])
def test_counts_have_no_point(number: float, shown: str) -> None:
    assert str(int_if_whole(number)) == shown


def test_who_speaks_is_not_kept() -> None:
    run = mg.score(["a"], ["a"], ["wer"])
    with pytest.raises(
        mg.ScoreError, match=r"^who speaks in the sessions of hypotheses was not saved; score again, in memory$"
    ):
        _ = run.outcomes


def test_a_data_frame_needs_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    run = mg.score(["a"], ["a"], ["wer"])
    for package, make in (("pandas", run.to_pandas), ("polars", run.to_polars)):
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(mg.ScoreError, match=f"^{package} is not installed: pip install {package}$"):
            make()


def test_a_run_of_nothing_shows_so() -> None:
    assert repr(mg.score([], [], ["wer"])) == "<Run hypotheses: wer nan % (no pairs)>"
