"""Reports of finished numbers: each row, note and limit by hand, whoever asks for them."""

import csv
import json
import math
from collections import Counter
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.comparison.changes import Finding
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.humans import Choices, Humans
from mondegreen.reports import View, comparison, metrics, studies, texts
from mondegreen.reports.blocks import AlignedSystems, Column, Table
from mondegreen.results.changes import Changes
from mondegreen.results.interval import Bootstrap
from mondegreen.results.row_files import select_row_format, select_row_writer

NAN = math.nan
REFERENCES = {"u0": "a b", "u1": "c d", "u2": "e f", "u3": ""}


def run(
    name: str, *texts: str, metrics: tuple[str, ...] = ("wer",), fields: dict[str, list[str]] | None = None
) -> mg.Run:
    keys = list(REFERENCES)[: len(texts)]
    reference = mg.Corpus(keys, [REFERENCES[key] for key in keys], "ref", fields=fields or {})
    return mg.score(reference, mg.Corpus(keys, list(texts), name), list(metrics))


def tables(found: Any) -> list[Table]:
    return [cast("Table", block) for block in found]


# --- tables themselves ---


def test_tables_have_the_columns_of_their_readers() -> None:
    columns = [Column("a", "a"), Column("b", "b", reader="people"), Column("c", "c", reader="programs")]
    table = Table("t", "t", columns, [["1", "2", "3"]], "note", [["4", "5", "6"]], "one")
    people, programs = table.of("people"), table.of("programs")
    assert (people.rows, people.foot) == ([["1", "2"]], [["4", "5"]])
    assert (programs.rows, programs.foot) == ([["1", "3"]], [["4", "6"]])
    assert [column.name for column in programs.columns] == ["a", "c"]
    assert (people.note, people.system, people.title) == ("note", "one", "t")
    plain = Table("t", "t", columns[:1], [["1"]])
    assert plain.of("people") is plain


# --- what rules change ---


def test_changes_of_rules_are_ranked_and_counted() -> None:
    """The most frequent first, of equals in the order of letters; a note says how many are not shown."""
    found = Changes(
        "lower",
        9,
        5,
        1,
        Counter({("B", "b"): 2, ("A", "a"): 2, ("C", ""): 3}),
        dict.fromkeys([("A", "a"), ("B", "b"), ("C", "")], "u1"),
    )
    nothing = Changes("strip", 9, 4, 0, Counter(), {})
    rules, words_of = tables(texts.report_rule_changes("ref.txt", [found, nothing], 2))
    assert rules.title == "what each step changes in ref.txt"
    assert rules.rows == [("lower", 9, 5, 1, 7), ("strip", 9, 4, 0, 0)]
    assert words_of.rows == [("C", "", 3, "u1"), ("A", "a", 2, "u1")]
    assert (words_of.title, words_of.note) == ("lower", "2 of 3 different changes")
    for top in (3, 4):
        _, whole = tables(texts.report_rule_changes("ref.txt", [found], top))
        assert (len(whole.rows), whole.note) == (3, "")


# --- conditions ---


@pytest.mark.parametrize(
    ("fails", "title"),
    [
        ((False, False), "no condition failed"),
        ((True, False), "1 of 2 conditions failed"),
        ((True, True), "2 of 2 conditions failed"),
    ],
)
def test_conditions(fails: tuple[bool, ...], title: str) -> None:
    (table,) = tables(comparison.report_conditions([Finding("wer>1", "one", "wer", 10, 12, 2, each) for each in fails]))
    assert table.title == title
    outcomes = {True: "FAILED", False: "passed"}
    assert table.rows == [["wer>1", "one", 10, 12, 2, outcomes[each]] for each in fails]
    assert [column.places for column in table.columns] == [None, None, 2, 2, 2, None]
    assert list(comparison.report_conditions([])) == []


# --- what people prefer ---

# All of ten for the first, seven for the second, six for the first, as many for each, and four voters alone.
VOTES = np.array([[10, 0], [3, 7], [6, 4], [5, 5], [4, 0]])


def test_agreement_with_people() -> None:
    """Of all that count one is decided by everybody, two by 70 %, four in all; a tie is wrong."""
    found = Humans({"one": np.array([-1, 1, 0, 1, 0]), "other": np.array([1, 1, -1, -1, -1])}, Choices(VOTES))
    table, duels = tables(studies.report_agreement(found, "votes.csv"))
    assert table.title == "agreement with annotators: votes.csv"
    by_name = dict(zip((column.name for column in table.columns), zip(*table.rows, strict=True), strict=True))
    assert by_name["metric"] == ("one", "other")
    assert [by_name[f"triplets_{key}"] for key in ("100", "70", "all")] == [(1, 1), (2, 2), (4, 4)]
    assert [by_name[f"right_{key}"] for key in ("100", "70", "all")] == [(1, 0), (2, 1), (2, 2)]
    assert [by_name[f"ties_{key}"] for key in ("100", "70", "all")] == [(0, 0), (0, 0), (1, 0)]
    assert by_name["agreement_all"] == (50, 50)
    assert (by_name["low_all"], by_name["high_all"]) == ((0, 0), (100, 100))  # of four triplets
    assert [column.places for column in table.columns] == [None, *[2, 2, 2, 0, 0, 0] * 3]
    assert [column.reader for column in table.columns[5:7]] == ["programs", "programs"]
    assert table.note == (
        "100 %: 1 triplet; 70 %: 2 triplets; all: 4 triplets; low to high: 95 % by 10000 resamples of the references, "
        "seed 0; ties: equal scores, or none, which are wrong; 1 triplet with as many votes for either side, "
        "wrong for all; 1 triplet with fewer than "
        f"{found.choices.least} votes excluded"
    )
    # Alone right of those that count: one at the first triplet, other at the third.
    assert duels.rows == [["one", "other", 1, 1, 1.0, 1.0, ""]]
    (alone,) = tables(studies.report_agreement(Humans({"one": np.array([-1, 1])}, Choices(VOTES[:2])), "v"))
    assert "wrong for all" not in alone.note
    assert "skipped" not in alone.note


# --- systems beside a baseline ---


def compared(*runs: mg.Run) -> Comparison:
    return Comparison(list(runs), Bootstrap(resamples=20, level=90, seed=3))


def test_many_systems_are_counted_rather_than_named() -> None:
    runs = [run(name, "a b", "c d") for name in ("base", "one", "two", "three", "four")]
    assert comparison.comparison_title(compared(*runs[:2])) == "one vs. base"
    assert comparison.comparison_title(compared(*runs[:4])) == "one, two, three vs. base"
    assert comparison.comparison_title(compared(*runs)) == "4 systems vs. base"
    assert comparison.comparison_title(compared(*runs), "two") == "two vs. base"


def test_how_chance_was_judged_is_said() -> None:
    said = comparison.describe_tests(compared(run("base", "a x", "c d"), run("one", "a b", "c x")))
    assert said == (
        "change: in points; CI: 90 % bootstrap confidence interval of the change, 20 resamples of 2 by utterance, "
        "seed 3; p: approximate randomization, 20 shuffles; *** p ≤ 0.001; ** p ≤ 0.01; * p ≤ 0.05; verdict: at 10 %; "
        "2 utterances: too few to trust a bootstrap, whose intervals are too narrow below 20"
    )
    assert comparison.describe_tests(compared(run("base", "a x"), run("one", "a b"))).startswith(
        "there is only one utterance"
    )


@pytest.mark.parametrize("p", [NAN, 0.0500001, 1.0])
def test_what_may_be_chance_has_no_mark(p: float) -> None:
    assert comparison.significance_mark(p) == ""


def test_columns_of_several_systems() -> None:
    """What names a system, and what is corrected for their number, stands where there are several."""
    base, one, two = (
        run("base", "a x", "x d", "e f"),
        run("one", "a b", "c d", "e f"),
        run("two", "a x", "x d", "e x"),
    )
    (single,) = tables(comparison.report_changes(compared(base, one), View()))
    (double,) = tables(comparison.report_changes(compared(base, one, two), View()))
    names = [[column.name for column in table.columns] for table in (single, double)]
    changed, verdict = ["base", "score", "change", "relative", "low", "high", "p"], ["mark", "verdict"]
    assert names == [["metric", *changed, *verdict], ["metric", "system", *changed, "corrected", *verdict]]
    rows = [dict(zip(names[1], row, strict=True)) for row in double.rows]
    # Of three utterances nothing can be shown, whatever the scores are.
    assert [(row["system"], row["score"], row["verdict"]) for row in rows] == [
        ("one", 0.0, "unclear"),
        ("two", 50.0, "unclear"),
    ]
    assert [row["base"] for row in rows] == pytest.approx([100 / 3, 100 / 3])
    verdicts = [each for verdicts in compared(base, one, two).verdicts for each in verdicts]
    for test in {each.test for each in verdicts}:
        these = sorted((each.p, each.corrected) for each in verdicts if each.test == test and each.p == each.p)
        # Holm's method for two systems: the least p twice, the other as it is but no less, at most 1.
        least = min(1.0, 2 * these[0][0])
        holm = [least, max(least, these[1][0])] if len(these) == 2 else [these[0][0]]  # of one nothing is corrected
        assert [corrected for _, corrected in these] == pytest.approx(holm)
    shown = {each.corrected for each in verdicts if each.test == "randomization"}
    assert {row["corrected"] for row in rows} == shown
    for table in tables(comparison.report_tests(compared(base, one, two), View())):
        assert [column.name for column in table.columns][-3:] == ["p", "corrected", "mark"]
        marks = "*** p ≤ 0.001; ** p ≤ 0.01; * p ≤ 0.05"
        assert table.note == f"Holm: p corrected for all metrics and systems of the same test, 2 in all; {marks}"


def test_utterances_that_changed_most() -> None:
    """As many as are wanted, of how many there are; ordered by what they gained, or lost."""
    base, one = run("base", "x y", "c x", "e f"), run("one", "a b", "c d", "e x")
    better, improved, worse, degraded = list(comparison.report_examples(compared(base, one), View(top=1)))
    assert isinstance(better, Table)
    assert isinstance(worse, Table)
    assert [people.systems for people in (improved, degraded) if isinstance(people, AlignedSystems)] == [
        ["base", "one"]
    ] * 2
    assert [row[:4] for row in better.rows] == [["u0", 100.0, 100.0, 0.0]]
    assert better.note == "1 of 2 utterances; gain: in points of wer, above 0 where one is better"
    assert [row[:4] for row in worse.rows] == [["u2", -50.0, 0.0, 50.0]]
    assert worse.note.startswith("1 of 1 utterance;")
    assert (better.title, worse.title) == ("most improved by wer: one vs. base", "most degraded by wer: one vs. base")
    better, _, worse, _ = tables(comparison.report_examples(compared(base, one), View(top=9)))
    assert [row[0] for row in better.rows] == ["u0", "u1"]
    assert [len(row) for row in better.rows] == [7, 7]


def test_groups_of_two_systems_beside_each_other() -> None:
    fields = {"speaker": ["ann", "ann", "eve"]}
    base = run("base", "a x", "c d", "e f", fields=fields)
    one = run("one", "a b", "c d", "e x", fields=fields)
    (table,) = tables(comparison.report_group_changes(compared(base, one), "speaker"))
    assert table.title == "by speaker: one vs. base"
    assert str(table.rows) == str(
        [["ann", "wer", 25.0, 0.0, -25.0, -100.0, 2], ["eve", "wer", 0.0, 50.0, 50.0, NAN, 1]]
    )
    total = pytest.approx(100 / 6)  # of six words one is wrong by either
    assert table.foot == [["total", "wer", total, total, 0.0, 0.0, 3]]
    assert (table.note, table.system) == ("N: utterances", "one")
    assert [column.heading for column in table.columns] == [
        "speaker",
        "metric",
        "base",
        "score",
        "change",
        "relative",
        "N",
    ]
    (table,) = tables(comparison.report_group_changes(compared(base, one), "word-length"))
    assert table.rows == [["1", "errors", pytest.approx(100 / 6), pytest.approx(100 / 6), 0.0, 0.0, 6]]
    assert table.note == "errors: substitutions and deletions per 100 reference words; N: reference words"


def test_words_by_what_they_are_like() -> None:
    """Words too many are of no kind and are counted in the note."""
    (table,) = tables(metrics.report_word_lengths([run("one", "a x", "c d z", "e")], View()))
    assert table.rows == [["1", 6, 1, 1, pytest.approx(100 / 3)]]
    assert table.note == "error rate: substitutions and deletions per 100 reference words; of no group: 1 insertion"
    assert (table.title, table.system) == ("by word-length: one against ref", "one")
    (table,) = tables(metrics.report_scripts([run("one", "a x")], View()))
    assert table.rows[0][1:] == [2, 1, 0, 50.0]


# --- rows for other programs ---


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_rows_hold_each_metric_and_what_it_was_made_from(tmp_path: Path) -> None:
    """Of a pair without words in its reference nothing is a rate; a run that lacks a field or a metric has nothing."""
    one = run("one", "a x", "c d", "e f", "", fields={"speaker": ["é", "b", "c", "d"]})
    select_row_writer(str(tmp_path / "rows.jsonl"))([one], str(tmp_path / "rows.jsonl"))
    found = lines(tmp_path / "rows.jsonl")
    counts = {"wer.errors": 1, "wer.words": 2, "wer.substitutions": 1, "wer.deletions": 0, "wer.insertions": 0}
    texts = {"reference": "a b", "hypothesis": "a x", "alignment": "CS"}
    assert found[0] == {"system": "one", "utterance": "u0", "speaker": "é"} | texts | {"wer": 50.0} | counts
    assert [row["wer"] for row in found] == [50.0, 0.0, 0.0, None]
    assert list(found[0]) == ["system", "utterance", *texts, "speaker", "wer", *counts]
    assert "é" in (tmp_path / "rows.jsonl").read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", [".jsonl", ".csv", ".parquet", ".csv.gz"])
def test_rows_of_several_runs_stand_behind_each_other(tmp_path: Path, ending: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    runs = [run("one", "a x", "c d", fields={"speaker": ["p", "q"]}), run("two", "a b", "", metrics=("wer", "cer"))]
    path = tmp_path / f"rows{ending}"
    select_row_writer(str(path))(runs, str(path))
    if ending == ".jsonl":
        found = [{name: str(value or "") for name, value in row.items()} for row in lines(path)]
    elif ending == ".parquet":
        table = parquet.read_table(path).to_pylist()
        found = [{name: "" if value is None else str(value) for name, value in row.items()} for row in table]
    else:
        import gzip

        data = path.read_bytes()
        text = (gzip.decompress(data) if ending.endswith("gz") else data).decode()
        found = list(csv.DictReader(text.splitlines()))
    assert [(row["system"], row["utterance"]) for row in found] == [
        ("one", "u0"),
        ("one", "u1"),
        ("two", "u0"),
        ("two", "u1"),
    ]
    assert [row.get("speaker") or "" for row in found] == ["p", "q", "", ""]
    assert [float(row["wer.errors"] or 0) for row in found] == [1, 0, 0, 2]
    assert "cer" not in found[0]


@pytest.mark.parametrize("path", ["rows", "rows.txt", "csv", "rows.gz", "rows.csv.xz"])
def test_rows_go_to_files_of_known_endings(path: str) -> None:
    with pytest.raises(mg.ScoreError, match=r"rows are written as a file that ends in \.jsonl, \.csv, \.parquet"):
        select_row_format(path)


def test_whole_numbers_become_others_where_a_part_has_others(tmp_path: Path) -> None:
    """Parts of a file come one by one; a column grows wider, and one that comes late is empty before."""
    parquet = pytest.importorskip("pyarrow.parquet")
    kind = cast("Any", select_row_format("x.parquet"))
    parts = [
        {"utterance": ["a", "b"], "n": [1, 2]},
        {"utterance": ["c"], "n": [0.5], "m": ["x"]},
        {"utterance": ["d"], "n": [3]},
    ]
    names = ["utterance", "n", "m"]
    with kind.opened(str(tmp_path / "x.parquet"), names) as put:
        for part in parts:
            put(kind.chunk(names, part))
    found = parquet.read_table(tmp_path / "x.parquet")
    assert found.column("n").to_pylist() == [1.0, 2.0, 0.5, 3.0]
    assert found.column("m").to_pylist() == [None, None, "x", None]
    assert [path.name for path in tmp_path.iterdir()] == ["x.parquet"]
    with kind.opened(str(tmp_path / "none.parquet"), names):
        pass
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0
