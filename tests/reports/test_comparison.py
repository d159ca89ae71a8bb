"""The reports of a comparison, in every form."""

import io
import math

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.reports import COMPARISON_REPORTS, View
from mondegreen.reports.blocks import Table
from mondegreen.reports.comparison import significance_mark
from mondegreen.results.interval import Bootstrap
from mondegreen.writers import TABLE_FORMATS, load_table_format

REFERENCES = {f"u{place}": text for place, text in enumerate(["a b", "c d", "e f", "g h"])}
SYSTEMS = {"base": "a x", "one": "a b", "two": "c d"}


def comparison(*names: str, references: dict[str, str] = REFERENCES) -> Comparison:
    texts = (dict.fromkeys(references, SYSTEMS[name]) for name in names)
    corpora = (mg.Corpus(list(each), list(each.values()), name) for name, each in zip(names, texts))
    return Comparison([mg.score(references, each) for each in corpora], Bootstrap(resamples=100))


def tables(name: str, found: Comparison, top: int = 20) -> list[Table]:
    return list(COMPARISON_REPORTS.find(name)(found, View(top=top)))


def named(table: Table, place: int = 0) -> dict[str, object]:
    return dict(zip((column.name for column in table.columns), table.rows[place], strict=True))


def test_changes_of_one_system() -> None:
    (table,) = tables("changes", comparison("base", "one"))
    row = named(table)
    assert [row["metric"], row["base"], row["score"], row["change"]] == ["wer", 87.5, 75, -12.5]
    assert row["relative"] == pytest.approx(-100 / 7)
    assert row["corrected"] >= row["p"]  # type: ignore[operator] # of both metrics, each by four tests
    assert "corrected for the 10 tests shown" in table.note
    assert "4 utterances: too few to trust a bootstrap" in table.note
    assert "system" not in row
    assert "100 resamples of 4 by utterance" in table.note
    assert "seed 0" in table.note


def test_what_is_known_of_a_change_is_told() -> None:
    texts = {f"u{place}": "a b" for place in range(30)}
    base, system = (mg.score(texts, each, ["wer", "wip"]) for each in (dict.fromkeys(texts, "a x"), texts))
    (table,) = tables("changes", Comparison([base, system], Bootstrap(resamples=999)))
    assert [named(table, place)["verdict"] for place in (0, 1)] == ["better", "better"]
    assert table.note.endswith("; more is better by wip")
    assert "too few" not in table.note
    (table,) = tables("changes", Comparison([system, base], Bootstrap(resamples=999)))
    assert [named(table, place)["verdict"] for place in (0, 1)] == ["worse", "worse"]
    (table,) = tables("changes", Comparison([base, system], Bootstrap(resamples=10)))  # of eleven one is as large
    assert [named(table, place)["verdict"] for place in (0, 1)] == ["unclear", "unclear"]
    (table,) = tables("changes", Comparison([system, system], Bootstrap(resamples=10)))
    assert named(table)["verdict"] == "equal"


def test_one_test_alone_needs_no_correction() -> None:
    texts = {f"u{place}": "a b" for place in range(30)}
    base, system = (mg.score(texts, each, ["wer"]) for each in (dict.fromkeys(texts, "a x"), texts))
    (table,) = tables("changes", Comparison([base, system], Bootstrap(resamples=99), every=False))
    assert "corrected" not in named(table)
    assert "Holm" not in table.note


def test_of_what_is_not_defined_nothing_is_known() -> None:
    (table,) = tables("changes", Comparison([mg.score([""], ["x"], ["wer"])] * 2, Bootstrap(resamples=10)))
    assert [named(table)["verdict"], "more is better" in table.note] == [None, False]


def test_changes_of_several_systems_are_corrected() -> None:
    (table,) = tables("changes", comparison("base", "one", "two"))
    assert [row[:2] for row in table.rows] == [["wer", "one"], ["wer", "two"], ["cer", "one"], ["cer", "two"]]
    row = named(table)
    assert isinstance(row["p"], float)
    assert isinstance(row["corrected"], float)
    assert row["corrected"] >= row["p"]


def test_one_utterance() -> None:
    (table,) = tables("changes", comparison("base", "one", references={"u": "a b"}))
    assert table.note == "there is but one utterance, which says nothing of chance"
    assert math.isnan(named(table)["p"])  # type: ignore[arg-type]
    assert named(table)["mark"] == ""


def test_tests() -> None:
    one, two = tables("tests", comparison("base", "one", "two"))
    assert [one.system, two.system] == ["one", "two"]
    assert [row[1] for row in one.rows] == [
        *["randomization", "bootstrap", "sign", "wilcoxon"] * 2,
        "mapsswe",
        "mcnemar",
    ]


def test_utterances() -> None:
    (table,) = tables("utterances", comparison("base", "one", "two"))
    assert table.rows[0] == ["wer", "one", 1, 0, 3]
    assert table.rows[1] == ["wer", "two", 1, 1, 2]


def test_what_is_not_defined_is_counted_apart() -> None:
    run = mg.score({"u": "", "v": "a"}, {"u": "", "v": "a"}, ["wip"])
    (table,) = tables("utterances", Comparison([run, run], Bootstrap(resamples=2)))
    assert named(table)["undefined"] == 1


def test_examples() -> None:
    better, worse = tables("examples", comparison("base", "two"), top=1)
    row = named(better)
    assert row == {
        "utterance": "u1",
        "gain": 100,
        "base": 100,
        "score": 0,
        "reference": "c d",
        "base_hypothesis": "a x",
        "hypothesis": "c d",
    }
    assert named(worse)["gain"] == -50
    assert better.note.startswith("1 of 1 utterance;")


@pytest.mark.parametrize(("p", "expected"), [(0.0005, "***"), (0.001, "***"), (0.01, "**"), (0.05, "*"), (0.06, "")])
def test_marks(p: float, expected: str) -> None:
    assert significance_mark(p) == expected


@pytest.mark.parametrize("name", TABLE_FORMATS)
def test_every_output_format(name: str) -> None:
    found = comparison("base", "one", "two")
    out = io.StringIO()
    blocks = (table for report in COMPARISON_REPORTS for table in tables(report, found))
    load_table_format(name)(found.runs, blocks, out)
    assert "mapsswe" in out.getvalue()
