"""Assertions for tests of recognizers."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.testing import assert_no_worse

REFERENCE = {"u1": "a b c d", "u2": "e f g h", "u3": "i j"}
BASE = {"u1": "a b c x", "u2": "e f g h", "u3": "i j"}
WORSE = {"u1": "a b c d", "u2": "e x", "u3": "i x"}


def test_what_is_as_good_passes_and_gives_its_run() -> None:
    assert assert_no_worse(REFERENCE, BASE, baseline=BASE)["wer"].value == 10
    assert assert_no_worse(REFERENCE, WORSE, baseline=BASE, fail_if="wer>+30")["wer"].value == 40


def test_what_is_worse_fails_and_shows_where() -> None:
    with pytest.raises(AssertionError) as failure:
        assert_no_worse(REFERENCE, WORSE, baseline=BASE, fail_if=["ser>+90", "wer>+0.2"])
    lines = str(failure.value).splitlines()
    assert lines[0] == "wer is 40.00 in hypotheses and 10.00 in the baseline; failed: wer>+0.2"
    assert lines[1] == "u2: ser worse by 100.00"
    assert lines[2:5] == ["  ref e f g h", "  base e f g h", "  now e x"]
    assert not any("u1" in line for line in lines)


def test_the_baseline_may_be_a_run_kept_or_not(tmp_path: Path) -> None:
    base = mg.score(REFERENCE, BASE, ["wer", "cer"], normalize=["lower"])
    base.save(tmp_path / "base")
    for baseline in (base, tmp_path / "base", str(tmp_path / "base")):
        with pytest.raises(AssertionError, match=r"wer>\+1"):
            assert_no_worse(REFERENCE, WORSE, baseline=baseline, fail_if="wer>+1", normalize=["lower"])


def test_a_baseline_measured_otherwise_is_refused_unless_forced() -> None:
    base = mg.score(REFERENCE, BASE, ["wer"])
    with pytest.raises(mg.ScoreError, match="was not measured as in"):
        assert_no_worse(REFERENCE, BASE, baseline=base, normalize=["lower"])
    with pytest.warns(mg.ScoreWarning, match="was not measured as in"):
        assert_no_worse(REFERENCE, BASE, baseline=base, normalize=["lower"], force=True)
