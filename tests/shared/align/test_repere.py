"""2000 French utterances by two recognizers: counts that were found independently of this project."""

import csv
import warnings
from typing import Any

import pytest

import mondegreen as mg
from shared.data import DATA, figure


def scored(system: str, metrics: list[str], align: Any = "kaldi", empties: Any = "keep") -> mg.Run:
    files = DATA / "repere"
    with warnings.catch_warnings():  # one system lacks three utterances, which the figures leave out
        warnings.simplefilter("ignore", mg.ScoreWarning)
        return mg.score(
            files / "ref.txt", files / f"{system}.txt", metrics, policy=align, missing="skip", empties=empties
        )


@pytest.mark.parametrize("system", ["base", "resc"])
@pytest.mark.parametrize("policy", ["kaldi", "sclite"])
def test_counts_of_the_corpus(system: str, policy: str) -> None:
    score = scored(system, ["wer"], policy)["wer"]
    found = (score.total.substitutions, score.total.deletions, score.total.insertions, score.total.words)
    assert found == tuple(figure(f"S0.{system}.dev.WER.counts.{policy}", part) for part in "SDIN")
    if policy != "sclite":  # whose errors need not be the fewest
        assert score.value == figure(f"S0.{system}.dev.WER")
        wrong = score.rows.values[:, score.rows.columns.index("errors")] > 0
        assert wrong.sum() == figure(f"S0.{system}.dev.WER.counts.kaldi", "utt_err")


@pytest.mark.parametrize("system", ["base", "resc"])
def test_character_error_rate_with_and_without_blanks(system: str) -> None:
    run = scored(system, ["cer", "cer:spaces=no"])
    assert run["cer"].value == figure(f"S0.{system}.dev.CER")
    assert run["cer:spaces=no"].value == figure(f"S0.{system}.dev.CER.nospace")


@pytest.mark.parametrize("system", ["base", "resc"])
def test_character_error_rate_without_empty_sides(system: str) -> None:
    run = scored(system, ["cer", "cer:spaces=no"], empties="drop")
    assert run["cer"].value == figure(f"S0.{system}.dev.CER.skip_empty")
    assert run["cer:spaces=no"].value == figure(f"S0.{system}.dev.CER.nospace.skip_empty")


@pytest.mark.parametrize("policy", ["kaldi", "sclite"])
def test_counts_of_each_utterance(policy: str) -> None:
    with (DATA / "repere" / "expected_per_utt.tsv").open(encoding="utf-8") as lines:
        expected = {row["utt"]: row for row in csv.DictReader(lines, delimiter="\t") if row["sys"] == "base"}
    run = scored("base", ["wer", "cer"], policy)
    assert len(run.pairs) == len(expected)
    for at, key in enumerate(run.pairs.keys):
        row, words, characters = expected[key], run["wer"].rows[at], run["cer"].rows[at]
        found = [words.substitutions, words.deletions, words.insertions]
        assert found == [float(row[f"{policy}_{error}"]) for error in "SDI"], key
        assert characters.characters == float(row["cer_chars"]), key
        if policy != "sclite":  # 3, 3, 4 need not find the fewest errors
            assert characters.errors == float(row["cer_edits"]), key
