"""Systems of a published corpus, beside counts of the utterances that were made without this program."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.aggregate.interval import Bootstrap
from mondegreen.compare.alike import alike
from mondegreen.compare.comparison import Comparison

DATA = Path(__file__).parents[3] / "shared" / "data" / "repere"
pytestmark = pytest.mark.skipif(not DATA.exists(), reason="the shared data are absent")


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Over the utterances that both systems have."""
    base = mg.score(DATA / "ref.txt", DATA / "base.txt")
    with pytest.warns(mg.ScoreWarning, match=r"3 utterances of .*, left out"):
        system = mg.score(DATA / "ref.txt", DATA / "resc.txt", missing="skip")
    with pytest.warns(mg.ScoreWarning, match="compared are the 1997 utterances"):
        runs = alike([base, system], force=True)
    return Comparison(runs, Bootstrap(resamples=1000))


@pytest.fixture(scope="module")
def expected() -> dict[str, dict[str, dict[str, int]]]:
    """The counts of each utterance by the system's name, of those that both have."""
    found: dict[str, dict[str, dict[str, int]]] = {"base": {}, "resc": {}}
    with (DATA / "expected_per_utt.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            errors = sum(int(row[f"kaldi_{kind}"]) for kind in "SDI")
            found[row["sys"]][row["utt"]] = {
                "errors": errors,
                "words": int(row["N"]),
                "edits": int(row["cer_edits"]),
                "characters": int(row["cer_chars"]),
            }
    both = found["base"].keys() & found["resc"].keys()
    return {system: {key: each[key] for key in each if key in both} for system, each in found.items()}


def rates(expected: dict[str, dict[str, dict[str, int]]], part: str, whole: str) -> Iterator[float]:
    for each in expected.values():
        yield 100 * sum(row[part] for row in each.values()) / sum(row[whole] for row in each.values())


@pytest.mark.parametrize(("metric", "part", "whole"), [("wer", "errors", "words"), ("cer", "edits", "characters")])
def test_reductions(
    compared: Comparison, expected: dict[str, dict[str, dict[str, int]]], metric: str, part: str, whole: str
) -> None:
    base, system = rates(expected, part, whole)
    found = next(each for each in compared.changes[0] if each.metric == metric)
    assert [found.base, found.system] == pytest.approx([base, system])
    assert found.relative == pytest.approx(100 * (system - base) / base)
    assert found.low < found.absolute < found.high < 0
    assert found.units == len(expected["base"])


def test_utterances(compared: Comparison, expected: dict[str, dict[str, dict[str, int]]]) -> None:
    gains = [expected["base"][key]["errors"] - row["errors"] for key, row in expected["resc"].items()]
    found = compared.utterances[0]["wer"]
    assert [found.better, found.worse] == [sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)]
    assert found.equal == gains.count(0)


def test_nobody_doubts_it(compared: Comparison) -> None:
    assert all(each.p < 0.001 for each in compared.verdicts[0])
