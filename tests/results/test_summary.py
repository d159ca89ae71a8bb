"""The summary beside sclite's own, and where numbers are not defined."""

import math
import re
from pathlib import Path

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.results.summary import spread_columns, summarize_run, to_percentages
from oracles import random_pairs
from programs import theirs

NAN = float("nan")


def run(references: list[str], hypotheses: list[str], speakers: list[str]) -> mg.Run:
    keys = [f"{speaker}-{place}" for place, speaker in enumerate(speakers)]
    reference = mg.Corpus(keys, references, "ref", fields={"speaker": speakers})
    return mg.score(reference, mg.Corpus(keys, hypotheses, "hyp"), ["wer"], policy="sclite")


def sclite(run: mg.Run, folder: Path, report: str) -> dict[str, list[str]]:
    """The cells of each row of a report, by its name."""
    for name, texts in (("ref", run.pairs.references), ("hyp", run.pairs.hypotheses)):
        trn = (f"{text} ({key})\n" for key, text in zip(run.pairs.keys, texts))
        (folder / name).write_text("".join(trn), encoding="utf-8")
    words = f"-r ref trn -h hyp trn -i spu_id -s -f 0 -o {report} stdout"
    lines = theirs("sclite", words.split(), folder).output.decode().splitlines()
    rows = (re.split(r"[\s|]+", line.strip(" |")) for line in lines if line.strip().startswith("|"))
    return {cells[0]: cells[1:] for cells in rows if len(cells) == 9}


@pytest.mark.parametrize(("report", "name"), [("sum", "Sum/Avg"), ("rsum", "Sum")])
def test_it_is_sclites(tmp_path: Path, report: str, name: str) -> None:
    pairs = random_pairs(5, 60)
    speakers = [f"s{place % 7}" for place in range(58)] + ["mute", "mute"]
    references = [" ".join(pair[0]) for pair in pairs[:58]] + ["", ""]
    found = run(references, [" ".join(pair[1]) for pair in pairs[:58]] + ["a b", "c"], speakers)
    expected = sclite(found, tmp_path, report)
    way = to_percentages if report == "sum" else np.copy
    ours = summarize_run(found, "speaker")
    rows = dict(zip(ours.names, way(ours.counts)))
    rows |= dict(zip((name, "Mean", "S.D.", "Median"), [way(ours.total), *spread_columns(way(ours.counts))]))
    assert set(rows) <= set(expected)
    for row, cells in expected.items():
        if row != "SPKR":
            for value, cell in zip(rows[row], cells, strict=True):
                # A star stands behind the counts of speakers without words, who have no rates.
                tenths = pytest.approx(float(cell.rstrip("*+")), abs=0.051)
                assert math.isnan(value) if cell.endswith("*") else value == tenths, (row, cells)


def test_without_a_column_all_pairs_are_one_group() -> None:
    found = summarize_run(mg.score(["a b c", "d"], ["a x c y", ""]))
    assert found.names == ("hypotheses",)
    # sentences, words, correct, substitutions, deletions, insertions, errors, sentences with errors
    assert found.counts.tolist() == [[2, 4, 2, 1, 1, 1, 3, 2]]
    assert to_percentages(found.total).tolist() == [2, 4, 50, 25, 25, 25, 75, 100]


def test_words_of_other_metrics_are_counted_too() -> None:
    assert summarize_run(mg.score(["a b"], ["a c"], ["cer"])).total.tolist() == [1, 2, 1, 1, 0, 0, 1, 1]


def test_no_words_have_no_rates() -> None:
    found = summarize_run(run(["", "a"], ["x", "b"], ["mute", "s"]), "speaker")
    assert found.without_words == 1
    np.testing.assert_equal(to_percentages(found.counts)[0], [1, 0, NAN, NAN, NAN, NAN, NAN, 100])
    mean, deviation, median = spread_columns(to_percentages(found.counts))
    assert [mean[6], deviation[6], median[6]] == [100, 0, 100]  # of the one group that has words
    assert [mean[1], deviation[1], median[1]] == [0.5, math.sqrt(0.5), 0.5]


def test_no_pair_at_all() -> None:
    found = summarize_run(mg.score([], []), "utterance")
    assert found.names == ()
    assert found.total.tolist() == [0] * 8
    assert np.isnan(spread_columns(to_percentages(found.counts))).all()
    assert np.isnan(to_percentages(summarize_run(mg.score([], [])).total)[2:]).all()


def test_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"a {number} b" for number in range(20)]
    found = run(texts, texts[::-1], [f"s{number % 3}" for number in range(20)])
    whole = summarize_run(found, "speaker").counts.tolist()
    monkeypatch.setattr("mondegreen.batch.SIZE", 6)
    assert summarize_run(found, "speaker").counts.tolist() == whole
