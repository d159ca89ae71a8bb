"""Runs as tables."""

import io

import pytest

import mondegreen as mg
from mondegreen.report import View
from mondegreen.report.form.terminal import write
from mondegreen.report.metrics import blocks


def shown(run: mg.Run) -> list[str]:
    out = io.StringIO()
    write([run], blocks([run], View()), out)
    return out.getvalue().splitlines()


def test_each_metric_fills_its_columns() -> None:
    lines = shown(mg.score(["ab cd"], ["ab ce"]))
    heads = next(line.split() for line in lines if "metric" in line)
    assert heads == ["metric", "score", "errors", "words", "characters", "sub", "del", "ins"]
    wer, cer = (next(line.split() for line in lines if name in line) for name in ("wer", "cer"))
    assert [wer, cer] == [["wer", "50.00", "1", "2", "1", "0", "0"], ["cer", "20.00", "1", "5", "1", "0", "0"]]


def test_what_was_scored_is_named_and_what_was_odd_is_counted() -> None:
    with pytest.warns(mg.ScoreWarning):
        run = mg.score(mg.Corpus(["u", "v"], ["a", "b"], "[red]ref"), mg.Corpus(["u"], ["a"], "hyp"))
    lines = shown(run)
    assert lines[0].strip() == "hyp against [red]ref"  # a name is no markup
    assert lines[-1].strip() == "2 utterances paired by key, 1 missing, 1 empty"


def test_an_undefined_score_is_said_to_be() -> None:
    assert "NaN" in "\n".join(shown(mg.score([""], ["a"])))


def test_large_counts_are_whole_and_nothing_is_cut_in_a_pipe() -> None:
    lines = shown(mg.score(["a " * 1_234_567], [""], ["wer"]))
    assert "1234567" in "\n".join(lines)
    name = "a/long/way/to/" * 20 + "hyp"
    assert any(name in line for line in shown(mg.score(mg.Corpus(["u"], ["a"], "r"), mg.Corpus(["u"], ["a"], name))))


def test_no_line_ends_in_blanks() -> None:
    assert all(line == line.rstrip() for line in shown(mg.score(["a"], ["b"])))
