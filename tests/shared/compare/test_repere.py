"""Systems of a published corpus, beside counts of the utterances that were made without this program."""

import csv
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean

import pytest

import mondegreen as mg
from mondegreen.comparison.alike import make_comparable
from mondegreen.comparison.bygroup import compare_groups
from mondegreen.comparison.comparison import Comparison
from mondegreen.results.interval import Bootstrap
from mondegreen.results.word_groups import group_words
from shared.data import DATA

REPERE = DATA / "repere"


@pytest.fixture(scope="module")
def compared() -> Comparison:
    """Over the utterances that both systems have."""
    base = mg.score(REPERE / "ref.txt", REPERE / "base.txt")
    with pytest.warns(mg.ScoreWarning, match=r"3 utterances of .*, skipped"):
        system = mg.score(REPERE / "ref.txt", REPERE / "resc.txt", missing="skip")
    with pytest.warns(mg.ScoreWarning) as told:
        runs = make_comparable([base, system], force=True)
    assert "compared over the 1,997 utterances" in str(told[-1].message)
    return Comparison(runs, Bootstrap(resamples=1000))


@pytest.fixture(scope="module")
def expected() -> dict[str, dict[str, dict[str, int]]]:
    """The counts of each utterance by the system's name, of those that both have."""
    found: dict[str, dict[str, dict[str, int]]] = {"base": {}, "resc": {}}
    with (REPERE / "expected_per_utt.tsv").open(encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter="\t"):
            errors = sum(int(row[f"kaldi_{kind}"]) for kind in "SDI")
            found[row["sys"]][row["utt"]] = {
                "errors": errors,
                "lost": int(row["kaldi_S"]) + int(row["kaldi_D"]),
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


def test_by_length_and_by_speaker(compared: Comparison, expected: dict[str, dict[str, dict[str, int]]]) -> None:
    """Of each group the utterances, and both word error rates."""
    lengths = {key: "0" if not row["words"] else step(row["words"]) for key, row in expected["base"].items()}
    speakers = dict(line.split() for line in (REPERE / "utt2spk").read_text(encoding="utf-8").splitlines())
    runs = [with_field(run, speakers) for run in compared.runs]
    for name, groups in (("utterance-length", lengths), ("speaker", speakers)):
        found = {each.group: each for each in compare_groups(runs[0], runs[1], name) if each.what == "wer"}
        for group in {groups[key] for key in expected["base"]}:
            keys = [key for key in expected["base"] if groups[key] == group]
            words = sum(expected["base"][key]["words"] for key in keys)
            sums = [sum(expected[system][key]["errors"] for key in keys) for system in ("base", "resc")]
            rates = [100 * each / words if words else math.nan for each in sums]
            assert [found[group].base, found[group].system] == pytest.approx(rates, nan_ok=True)
            assert found[group].units == len(keys)


def step(count: int) -> str:
    """As powers of two: 1, 2-3, 4-7, ..."""
    low = 2 ** int(math.log2(count))
    return "1" if low == 1 else f"{low}-{2 * low - 1}"


def with_field(run: mg.Run, speakers: dict[str, str]) -> mg.Run:
    return replace(run, pairs=replace(run.pairs, fields={"speaker": [speakers[key] for key in run.pairs.keys]}))


@pytest.mark.parametrize("way", ["word-frequency", "word-length", "position"])
def test_every_word_is_in_one_group(
    compared: Comparison, expected: dict[str, dict[str, dict[str, int]]], way: str
) -> None:
    for run, rows in zip(compared.runs, expected.values()):
        found = group_words(run, way)
        assert sum(group.words for group in found) == sum(row["words"] for row in rows.values())
        assert sum(group.substitutions + group.deletions for group in found) == sum(
            row["lost"] for row in rows.values()
        )


def test_words_by_length_and_frequency(compared: Comparison) -> None:
    """Counted by lines of the reference."""
    lines = (REPERE / "ref.txt").read_text(encoding="utf-8").splitlines()
    keys = set(compared.base.pairs.keys)
    words = [word for key, *said in map(str.split, lines) if key in keys for word in said]
    found = {group.name: group.words for group in group_words(compared.base, "word-length")}
    assert found["3"] == sum(len(word) == 3 for word in words)
    assert found["12 or more"] == sum(len(word) >= 12 for word in words)
    counts = Counter(words)
    found = {group.name: group.words for group in group_words(compared.base, "word-frequency")}
    assert found["1"] == sum(count == 1 for count in counts.values())
    assert found["4-7"] == sum(count for count in counts.values() if 4 <= count <= 7)


def test_unfinished_words_go_with_what_got_worse(
    compared: Comparison, expected: dict[str, dict[str, dict[str, int]]]
) -> None:
    """Reference tokens with a parenthesis: their mean in utterances that got worse, over that in the others."""
    lines = (line.split() for line in (REPERE / "ref.txt").read_text(encoding="utf-8").splitlines())
    marks = {key: float(sum("(" in word for word in said)) for key, *said in lines}
    worse = {key for key, row in expected["resc"].items() if row["errors"] > expected["base"][key]["errors"]}
    means = [fmean(marks[key] for key in keys) for keys in (worse, expected["base"].keys() - worse)]
    found = compared.marked(marks)[0]["wer"]
    assert [found.worse, found.others] == [len(worse), len(expected["base"]) - len(worse)]
    assert [found.mean_worse, found.mean_others, found.ratio] == pytest.approx([*means, means[0] / means[1]])
    assert found.low < found.ratio < found.high


def test_nobody_doubts_it(compared: Comparison) -> None:
    assert all(each.p < 0.001 for each in compared.verdicts[0])
