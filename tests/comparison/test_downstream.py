"""Recognition against its translations: beside BLEU and Pearson by their definitions, and what is wrong with inputs."""

import math
import random
from collections import Counter

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.downstream import compare_sentences, correlate_translations, split_blocks

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")

from mondegreen.comparison.downstream import Translations

HOW = Translations("none", lowercase=True)
DRAW = random.Random(3)
TEXTS = [DRAW.choices(["The", "cat", "sat", "on", "a", "mat"], k=DRAW.randint(6, 12)) for _ in range(8)]
SPOILED = [[word if DRAW.random() < 0.9 else "x" for word in text] for text in TEXTS]
REFERENCES, MADE = ([" ".join(words) for words in side] for side in (TEXTS, SPOILED))


def bleu(texts: list[str], references: list[str], added: int = 0) -> float:
    """Papineni et al. (2002) over all texts, in lower case; so many added to each count but those of words."""
    right, all_of, lengths = Counter[int](), Counter[int](), [0, 0]
    for text, reference in zip(texts, references, strict=True):
        words, wanted = text.lower().split(), reference.lower().split()
        lengths = [lengths[0] + len(words), lengths[1] + len(wanted)]
        for n in range(1, 5):
            ours, theirs = (
                Counter(tuple(side[at : at + n]) for at in range(len(side) - n + 1)) for side in (words, wanted)
            )
            right[n] += (ours & theirs).total()
            all_of[n] += ours.total()
    logs = [math.log((right[n] + added * (n > 1)) / (all_of[n] + added * (n > 1))) for n in range(1, 5)]
    return 100 * math.exp(min(0, 1 - lengths[1] / lengths[0]) + sum(logs) / 4)


def test_bleu_is_that_of_the_definition() -> None:
    assert HOW.corpus("bleu", MADE, REFERENCES) == pytest.approx(bleu(MADE, REFERENCES))
    assert HOW.corpus("bleu", [text.upper() for text in MADE], REFERENCES) == pytest.approx(bleu(MADE, REFERENCES))
    shorter = [text.rpartition(" ")[0] for text in MADE]
    assert HOW.corpus("bleu", shorter, REFERENCES) == pytest.approx(bleu(shorter, REFERENCES))
    found = HOW.sentences(MADE, REFERENCES)
    assert found == pytest.approx([bleu([one], [other], 1) for one, other in zip(MADE, REFERENCES, strict=True)])


SPOILED_TEXTS = [text.replace("cat", "hat", place % 3) for place, text in enumerate(REFERENCES)]


def test_correlation_over_blocks() -> None:
    """Errors are so many words, of each block's; the last block is shorter."""
    heard = SPOILED_TEXTS
    run = mg.score(REFERENCES, heard, ["wer"])
    (found,) = correlate_translations(run, MADE, REFERENCES, HOW, ["bleu"], 3)
    spans = [slice(0, 3), slice(3, 6), slice(6, 8)]
    rates = []
    for span in spans:
        pairs = [(a, b) for x, y in zip(REFERENCES[span], heard[span]) for a, b in zip(x.split(), y.split())]
        rates.append(sum(a != b for a, b in pairs) / len(pairs))
    scores = [bleu(MADE[span], REFERENCES[span]) for span in spans]
    assert found.pearson == pytest.approx(np.corrcoef(rates, scores)[0, 1])
    assert (found.metric, found.score, found.blocks) == ("wer", "bleu", 3)


def test_wins_and_losses() -> None:
    signs = compare_sentences([3.0, 2.0, 1.0, 5.0, 0.0], [1.0, 2.0, 2.0, 4.0, 0.0])
    assert (signs.plus, signs.minus, signs.ties) == (2, 1, 2)


def test_blocks_hold_all() -> None:
    assert [len(range(250)[each]) for each in split_blocks(250, 100)] == [100, 100, 50]
    with pytest.raises(mg.ScoreError, match="200 utterances make 2 blocks of 100: too few to correlate; three or more"):
        split_blocks(200, 100)  # two points are always on a line
    with pytest.raises(mg.ScoreError, match="blocks of 0 utterances are impossible"):
        split_blocks(99, 0)


def test_blocks_without_a_score_leave_too_few() -> None:
    run = mg.score(["", "a b", "c"], ["x", "a x", "c"], ["wer", "cer"])
    found = correlate_translations(run, ["t", "u v w x", "w"], ["s", "u v w y", "w"], HOW, ["chrf"], 1)
    assert [each.blocks for each in found] == [2, 2]
    assert all(math.isnan(value) for each in found for value in (each.pearson, each.spearman))


def test_slips() -> None:
    with pytest.raises(mg.ScoreError, match='the tokenizer of BLEU is "14a"; choose from'):
        Translations("14a")
    with pytest.raises(mg.ScoreError, match='"bleurt" is not a score of translations'):
        HOW.metric("bleurt")


def test_numbers_stand_on_both_sides() -> None:
    """Their means of blocks, beside metrics and beside scores of translations."""
    run = mg.score(REFERENCES, SPOILED_TEXTS, ["wer"])
    values = np.arange(8.0) ** 2
    found = correlate_translations(run, MADE, REFERENCES, HOW, ["bleu"], 2, {"noise": values})
    assert [(each.metric, each.score) for each in found] == [("wer", "bleu"), ("wer", "noise"), ("noise", "bleu")]
    spans = [slice(start, start + 2) for start in range(0, 8, 2)]
    scores = [bleu(MADE[span], REFERENCES[span]) for span in spans]
    assert found[2].pearson == pytest.approx(np.corrcoef([values[span].mean() for span in spans], scores)[0, 1])
