"""Calls as users write them, whose types `just lint` checks: what is wrong must be seen without running it."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.adapters import jiwer


def test_results_have_their_types(tmp_path: Path) -> None:
    rates: list[float] = [
        mg.wer("a b", "a c"),
        mg.wer(reference=["a"], hypothesis=["b"]),
        mg.cer(references={"u": "a"}, predictions={"u": "b"}, spaces=False),
        mg.mer([["a", "b"]], [["a", "b"]], policy="kaldi", normalize=[str.lower]),
    ]
    assert rates == [0.5, 1.0, 1.0, 0.0]
    run: mg.Run = mg.score({"u": "a b"}, {"u": "A c"}, "wer,cer", normalize="lower", policy="sclite", missing="skip")
    score: mg.Score = run["wer"]
    shown: str = f"{score:.1f}" + str(round(score, 1))
    left: float = score - 1 + score.fraction
    is_less: bool = score < 10
    assert (shown, left, is_less) == ("50.050.0", 49.5, False)
    assert [(label, each.total.errors) for label, each in run.items()] == [("wer", 1), ("cer", 1)]
    flat: dict[str, float] = run.to_dict(flat=True)
    merged: mg.Run = mg.Run.merge(run, name="all")
    assert flat["wer"] == merged["wer"]
    comparison: mg.Comparison = mg.compare({"u": "a"}, {"base": {"u": "b"}, "new": {"u": "a"}}, metrics="wer")
    named: mg.Comparison = mg.compare({"base": run, "new": run}, report="changes")
    assert [each.name for each in (*comparison.runs, *named.runs)] == ["base", "new"] * 2
    mg.report(["a"], {"base": ["b"], "new": ["a"]}, output=str(tmp_path / "page.html"))
    errors = mg.Accumulator("wer", policy="rapidfuzz")
    errors.update(["a"], ["b"])
    total: dict[str, mg.Score] = errors.compute()
    alignment: mg.Alignment = mg.align(["a b"], ["a c"])
    output: jiwer.WordOutput = jiwer.process_words("a b", "a c")
    assert (total["wer"].value, alignment.pair(0).words[1].hypothesis, output.wer) == (100, "c", 0.5)


def test_a_slip_fails_the_check_of_types() -> None:
    """Each line is one that mypy refuses, or `warn_unused_ignores` refuses this file."""
    with pytest.raises(mg.ScoreError):
        mg.score(["a"], ["a"], policy="klaid")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.score(["a"], ["a"], missing="emtpy")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.wer(["a"], ["a"], policy="klaid")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.align(["a"], ["a"], policy="klaid")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.align(["a"], ["a"], unit="phones")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.align(["a"], ["a"], goal="grand")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError):
        mg.compare(["a"], {"base": 3, "new": 4})  # type: ignore[dict-item]
    with pytest.raises(TypeError):
        mg.score(["a"], ["a"], normalise_="lower")  # type: ignore[call-arg]


def test_the_package_says_that_it_has_types() -> None:
    assert Path(mg.__file__).with_name("py.typed").is_file()
