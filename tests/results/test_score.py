"""Scores and runs: what they hold, how they show themselves, and the object they become."""

import json

import pytest

import mondegreen as mg


@pytest.fixture
def run() -> mg.Run:
    return mg.score({"u": "a b c", "v": "d"}, {"u": "a x c y", "v": ""})


def test_score_has_value_total_rows_and_signature(run: mg.Run) -> None:
    wer = run["wer"]
    assert [wer.value, float(wer), wer.total.errors, wer.total["words"], len(wer.rows)] == [75, 75, 3, 4, 2]
    version = mg.__version__
    assert wer.signature == f"wer.v1|align:kaldi|norm:none|tok:words|utts:2|mondegreen:{version}"


def test_they_show_themselves(run: mg.Run) -> None:
    assert repr(run["wer"]) == "<wer 75.00 (errors=3, words=4, substitutions=1, deletions=1, insertions=1)>"
    assert repr(run) == "<Run hypotheses: wer 75.00, cer 66.67 (2 scored, 1 empty)>"


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
