"""2000 French utterances by two recognisers: counts that were found independently of this project."""

import csv
import json
import warnings

import pytest

import mondegreen as mg
from oracles import shared


def figure(name: str) -> dict[str, int]:
    """A figure of figures.json by its id."""
    figures = json.loads(shared("figures.json").read_text(encoding="utf-8"))["figures"]
    value: dict[str, int] = next(each["value"] for each in figures if each["id"] == name)
    return value


def scored(system: str, metrics: list[str], align: str = "kaldi") -> mg.Run:
    files = shared("repere")
    with warnings.catch_warnings():  # one system lacks three utterances, which the figures leave out
        warnings.simplefilter("ignore", mg.ScoreWarning)
        return mg.score(files / "ref.txt", files / f"{system}.txt", metrics, align=align, missing="skip")


@pytest.mark.parametrize("system", ["base", "resc"])
@pytest.mark.parametrize("policy", ["kaldi", "sclite"])
def test_counts_of_the_corpus(system: str, policy: str) -> None:
    total = scored(system, ["wer"], policy)["wer"].total
    expected = figure(f"S0.{system}.dev.WER.counts.{policy}")
    assert total.substitutions == expected["S"]
    assert total.deletions == expected["D"]
    assert total.insertions == expected["I"]
    assert total.words == expected["N"]


@pytest.mark.parametrize("system", ["base", "resc"])
def test_character_error_rate_with_and_without_blanks(system: str) -> None:
    run = scored(system, ["cer", "cer:blanks=no"])
    assert run["cer"].value == pytest.approx(figure(f"S0.{system}.dev.CER"), abs=0.0005)
    assert run["cer:blanks=no"].value == pytest.approx(figure(f"S0.{system}.dev.CER.nospace"), abs=0.0005)


def test_character_error_rate_without_empty_sides() -> None:
    files = shared("repere")
    specs = ("cer", "cer:blanks=no")
    run = mg.score(files / "ref.txt", files / "base.txt", specs, empties="drop")
    found = [score.value for score in run.scores.values()]
    figures = [figure(f"S0.base.dev.CER{blanks}.skip_empty") for blanks in ("", ".nospace")]
    assert found == [pytest.approx(each, abs=0.0005) for each in figures]


@pytest.mark.parametrize("policy", ["kaldi", "sclite"])
def test_counts_of_each_utterance(policy: str) -> None:
    with (shared("repere") / "expected_per_utt.tsv").open(encoding="utf-8") as lines:
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
