"""What confidences of words are worth, by hand and by sclite's formula."""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.corpus import TimedWord
from mondegreen.dropin.sctk.confidence_graphs import normalize_entropy, sum_information
from mondegreen.results.calibration import Calibration

Command = Callable[..., Answer]
Rows = Mapping[str, Sequence[tuple[str, float | None]]]


def hypotheses(rows: Rows, name: str = "hyp") -> mg.Corpus:
    words = [[TimedWord(word, at, at + 1, sure) for at, (word, sure) in enumerate(row)] for row in rows.values()]
    return mg.Corpus(list(rows), [" ".join(word for word, _ in row) for row in rows.values()], name, words=words)


def calibrate(references: dict[str, str], rows: Rows, normalize: str = "") -> Calibration:
    return mg.score(references, hypotheses(rows), ["wer"], normalize=normalize).calibrate()


def test_words_are_counted_by_confidence() -> None:
    """An insertion is wrong, a deletion has no word; 1 falls into the last bin."""
    rows = {"u2": [("c", 1.0), ("y", 0.52)], "u1": [("a", 0.58), ("x", 0.91)]}
    found = calibrate({"u1": "a b q", "u2": "c"}, rows)
    assert [(each.low, each.high, each.words, each.correct) for each in found.bins] == [
        (0.5, 0.6, 2, 1),
        (0.9, 1.0, 2, 1),
    ]
    assert [each.confidence for each in found.bins] == pytest.approx([0.55, 0.955])
    assert (found.words, found.correct, found.skipped) == (4, 2, 0)
    assert found.error == pytest.approx((2 * 0.05 + 2 * 0.455) / 4)
    assert found.confidence == pytest.approx((1.0 + 0.52 + 0.58 + 0.91) / 4)


def test_the_cross_entropy_is_that_of_sclite() -> None:
    draw = random.Random(3)
    rows = {
        f"u{at}": [(draw.choice("ab"), draw.choice([0.0, 1.0, draw.random()])) for _ in range(4)] for at in range(40)
    }
    found = calibrate(dict.fromkeys(rows, "a a a a"), rows)
    words = [(value, word == "a") for row in rows.values() for word, value in row]
    right = sum(is_right for _, is_right in words)
    expected = normalize_entropy(right, len(words) - right, *sum_information(words))
    assert found.cross_entropy == pytest.approx(expected)
    assert expected < 0


def test_where_all_words_are_right_there_is_no_cross_entropy() -> None:
    assert math.isnan(calibrate({"u": "a"}, {"u": [("a", 0.5)]}).cross_entropy)


def test_words_without_a_confidence_are_counted_apart() -> None:
    """As are those of utterances in which normalization made other words, of which none has one."""
    rows: Rows = {"u1": [("a", None), ("b", 0.5)], "u2": [("c-d", 0.5)]}
    found = calibrate({"u1": "a b", "u2": "c d"}, rows, normalize="hyphens")
    assert (found.words, found.skipped) == (1, 3)


def test_utterances_keep_their_confidences() -> None:
    """Whatever order both sides have, and when runs are merged."""
    rows = {"u3": [("c", 0.9)], "u1": [("x", 0.2)]}
    parts = [mg.score({"u1": "a", "u3": "c"}, hypotheses(rows), ["wer"]), mg.score({"u4": "d"}, {"u4": "d"}, ["wer"])]
    assert [list(each) for each in parts[0].pairs.confidences] == [[0.2], [0.9]]
    found = mg.Run.merge(*parts).calibrate()
    assert [(each.low, each.correct) for each in found.bins] == [(0.2, 0), (0.9, 1)]
    assert found.skipped == 1
    assert list(parts[0].pairs.take([1]).confidences) == [[0.9]]


def test_what_is_no_confidence_is_refused() -> None:
    with pytest.raises(mg.ScoreError, match="the confidence 97 is not between 0 and 1"):
        calibrate({"u": "a"}, {"u": [("a", 97.0)]})
    with pytest.raises(mg.ScoreError, match="no word has a confidence"):
        mg.score(["a"], ["a"], ["wer"]).calibrate()


def test_a_ctm_is_reported(files: Path, command: Command) -> None:
    Path("r.txt").write_text("u a b\n", encoding="utf-8")
    Path("h.ctm").write_text("u 1 0 1 a 0.75\nu 1 1 1 x 0.25\n", encoding="utf-8")
    answer = command("score", "r.txt", "h.ctm", "--report", "calibration", "--as", "csv")
    assert answer.out.splitlines()[:3] == [
        "range,words,correct,accuracy,confidence,gap",
        "0.2 to 0.3,1,0,0.0,25.0,-25.0",
        "0.7 to 0.8,1,1,100.0,75.0,25.0",
    ]
