"""Runs to compare: what they are called, which models they ask, and which metrics they have."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.metrics import make_metric
from mondegreen.resources import Resources
from mondegreen.results.saved import save_runs
from mondegreen.saved_runs import asks_others, choose_models, is_run, name_apart, refuse_folders, warn_of_lacking


def scored(name: str, *metrics: str) -> mg.Run:
    return mg.score({"u": "a"}, mg.Corpus(["u"], ["a"], name), metrics or ["wer"])


@pytest.mark.parametrize(
    ("names", "places", "expected"),
    [
        (["x", "y"], ["kept/1", "kept/2"], ["x", "y"]),  # names that differ stay
        (["x", "x"], ["kept/1", "kept/2"], ["kept/1", "kept/2"]),
        (["x", "y", "x"], ["1", "2", "3"], ["1", "y", "3"]),
        (["x", "x"], [None, None], ["x 1", "x 2"]),  # runs that Python holds have no place
        (["x", "y", "x"], [None, "2", None], ["x 1", "y", "x 3"]),
        (["x", "x"], [], ["x", "x"]),  # both sides of one source
    ],
)
def test_runs_of_one_name_are_told_apart(names: list[str], places: list[str | None], expected: list[str]) -> None:
    runs = [scored(name) for name in names]
    found = name_apart(runs, [run if place is None else place for run, place in zip(runs, places, strict=False)])
    assert [run.name for run in found] == expected
    assert {run.reference for run in found} == {runs[0].reference}
    assert [run["wer"].value for run in found] == [0] * len(runs)


@pytest.mark.parametrize(
    ("kept", "given", "usual", "language"),
    [
        ("fr", "en", "de", "en"),  # what is given now
        ("fr", None, "de", "fr"),  # else the run's own
        (None, None, "de", "de"),  # else the project's
        (None, None, None, None),
    ],
)
def test_models_are_those_that_are_given_else_the_runs_own(
    kept: str | None, given: str | None, usual: str | None, language: str | None
) -> None:
    """Kind by kind, as the language is; the cache is the project's."""
    cache = mg.Cache(None)
    found = choose_models(
        Resources(kept, {"vectors": "kept", "analyzer": "kept", "tags": "kept"}),
        Resources(given, {"vectors": "given"}),
        Resources(usual, {"vectors": "usual", "analyzer": "usual", "phonemes": "usual"}, cache),
    )
    assert found.language == language
    assert found.chosen == {"vectors": "given", "analyzer": "kept", "tags": "kept", "phonemes": "usual"}
    assert found.given is cache


@pytest.mark.parametrize(
    ("metric", "language", "chosen", "asks"),
    [
        ("wer", "en", {"vectors": "v"}, False),  # no model at all
        ("wer-s", None, {"vectors": "v"}, True),
        ("wer-s", None, {"sentences": "s"}, False),  # another kind
        ("wer-s", "en", {}, True),  # any of a language
        ("wer-s", None, {}, False),
        ("semdist", None, {"sentences": "s"}, True),
    ],
)
def test_a_metric_is_measured_again_by_models_that_are_given(
    metric: str, language: str | None, chosen: dict[str, object], asks: bool
) -> None:
    assert asks_others(Resources(language, chosen), make_metric(metric)) is asks


def test_a_folder_of_saved_runs_is_no_run(tmp_path: Path) -> None:
    save_runs([scored("b"), scored("a")], tmp_path / "runs")
    save_runs([scored("c")], tmp_path / "one")
    (tmp_path / "empty").mkdir()
    assert [is_run(str(tmp_path / name)) for name in ("runs", "runs/a", "one", "empty", "no")] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert is_run(scored("a"))
    assert not is_run({"u": "a"})
    refuse_folders([str(tmp_path / name) for name in ("one", "empty", "no", "runs/a")])
    inside = f"{tmp_path}/runs/a, {tmp_path}/runs/b"
    with pytest.raises(mg.ScoreError, match=f"runs: it is a directory of saved runs; name those wanted: {inside}$"):
        refuse_folders([str(tmp_path / "one"), str(tmp_path / "runs")])


@pytest.mark.parametrize(
    ("metrics", "lacking"),
    [
        ((["wer"], ["wer"]), None),
        ((["wer"], ["cer"]), None),  # nothing in common is an error, later
        ((["wer", "cer"], ["wer"]), "cer"),
        ((["wer"], ["ser", "wer", "cer"]), "ser, cer"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_metrics_that_not_all_runs_have_are_told(metrics: tuple[list[str], ...], lacking: str | None) -> None:
    runs = [scored(str(place), *each) for place, each in enumerate(metrics)]
    if lacking is None:
        warn_of_lacking(runs)
    else:
        sentence = f"^not all runs have {lacking}, which --metrics asks for; excluded$"
        with pytest.warns(mg.ScoreWarning, match=sentence):
            warn_of_lacking(runs)


def test_runs_of_sessions_have_the_metrics_that_were_measured() -> None:
    """Others are not found from their texts; of those that were, the ones that are asked for are compared."""
    sides = {"s_1": "a b", "s_2": "c"}, {"s_x": "a b", "s_y": "c"}
    runs = [mg.score_sessions(*sides, metrics=["cpwer", "orcwer"]) for _ in range(2)]
    ((change,),) = mg.compare(runs, metrics=["orcwer"]).changes
    assert change.metric == "orcwer"
    (changes,) = mg.compare(runs).changes
    assert [each.metric for each in changes] == ["cpwer", "orcwer"]
    with pytest.raises(mg.ScoreError, match='there is no metric of sessions in the run "wer"'):
        mg.compare(runs, metrics=["wer"])
    with pytest.raises(mg.ScoreError, match=r"ties is for pairs of texts, and .* is of sessions"):
        mg.compare(runs, ties="best")
