"""Random inputs with random options: sclite and the original write the same bytes."""

import random
from pathlib import Path

import pytest

import differential
from differential import difference
from sclite_inputs import Case


@pytest.mark.parametrize("number", range(200))
def test_all_that_both_write_agrees(tmp_path: Path, number: int) -> None:
    """But where the original crashes; tests/test_recorded.py counts how often it may."""
    assert difference(Case(random.Random(number)), tmp_path) in (None, "crash")


@pytest.mark.parametrize(
    ("found", "code"),
    [
        ([None] * 20, 0),
        ([None] * 19 + ["crash"], 0),
        ([None] * 18 + ["crash"] * 2, 1),  # too few were compared
        ([None] * 19 + ["output"], 1),
        (["crash"] * 20, 1),
    ],
)
def test_the_runner_counts_what_it_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: list[str | None], code: int
) -> None:
    answers = iter(found)
    monkeypatch.setenv("MONDEGREEN_ORIGINALS", "live")
    monkeypatch.setattr(differential, "difference", lambda *_: next(answers))
    assert differential.main(["20", "7"]) == code
    agree, differ, crash = found.count(None), found.count("output"), found.count("crash")
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"{agree} of 20 cases agree, {differ} differ, {crash} crash the original"
