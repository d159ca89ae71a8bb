"""Recognition against its translations: the figures published with the corpus, and what is wrong with some inputs."""

import math

import pytest

import mondegreen as mg
from mondegreen.compare.downstream import blocks, correlations

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")

from mondegreen.compare.translation import Translations

HOW = Translations("none", lowercase=True)


def test_blocks_hold_all() -> None:
    assert [len(range(250)[each]) for each in blocks(250, 100)] == [100, 100, 50]
    with pytest.raises(mg.ScoreError, match="200 utterances make 2 blocks of 100: too few to correlate; three or more"):
        blocks(200, 100)  # two points are always on a line
    with pytest.raises(mg.ScoreError, match="blocks of 0 utterances cannot be"):
        blocks(99, 0)


def test_blocks_without_a_score_leave_too_few() -> None:
    run = mg.score(["", "a b", "c"], ["x", "a x", "c"], ["wer", "cer"])
    found = correlations(run, ["t", "u v w x", "w"], ["s", "u v w y", "w"], HOW, ["chrf"], 1)
    assert [each.blocks for each in found] == [2, 2]
    assert all(math.isnan(value) for each in found for value in (each.pearson, each.spearman))


def test_slips() -> None:
    with pytest.raises(mg.ScoreError, match='the tokeniser of BLEU is "14a"; choose from'):
        Translations("14a")
    with pytest.raises(mg.ScoreError, match='"bleurt" is no score of translations'):
        HOW.metric("bleurt")
