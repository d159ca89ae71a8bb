"""The reports of a comparison, in every form."""

import io
import math
from pathlib import Path
from typing import Any, cast

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.reports import COMPARISON_REPORTS, View
from mondegreen.reports.blocks import Cell, Table, tone_of
from mondegreen.reports.comparison import report_comparison, report_verdict, significance_mark
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
    assert row["corrected"] >= row["p"]  # type: ignore[operator] # of both metrics
    assert "corrected for all metrics and systems of the same test, 2 in all" in table.note
    assert "4 utterances: too few to trust a bootstrap" in table.note
    assert "system" not in row
    assert "100 resamples of 4 by utterance, seed 0" in table.note


def test_what_is_known_of_a_change_is_told() -> None:
    texts = {f"u{place}": "a b" for place in range(30)}
    base, system = (mg.score(texts, each, ["wer", "wip"]) for each in (dict.fromkeys(texts, "a x"), texts))
    (table,) = tables("changes", Comparison([base, system], Bootstrap(resamples=999)))
    assert [named(table, place)["verdict"] for place in (0, 1)] == ["better", "better"]
    assert table.note.endswith("; higher is better: wip")
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
    (table,) = tables("changes", Comparison([base, system], Bootstrap(resamples=99)))
    assert "corrected" not in named(table)
    assert "Holm" not in table.note


def test_of_what_is_not_defined_nothing_is_known() -> None:
    (table,) = tables("changes", Comparison([mg.score([""], ["x"], ["wer"])] * 2, Bootstrap(resamples=10)))
    assert [named(table)["verdict"], "higher is better" in table.note] == [None, False]


def test_changes_of_several_systems_are_corrected() -> None:
    (table,) = tables("changes", comparison("base", "one", "two"))
    assert [row[:2] for row in table.rows] == [["wer", "one"], ["wer", "two"], ["cer", "one"], ["cer", "two"]]
    row = named(table)
    assert isinstance(row["p"], float)
    assert isinstance(row["corrected"], float)
    assert row["corrected"] >= row["p"]


def test_one_utterance() -> None:
    (table,) = tables("changes", comparison("base", "one", references={"u": "a b"}))
    assert table.note == "there is only one utterance, so significance cannot be tested"
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
    better, _, worse, _ = tables("examples", comparison("base", "two"), top=1)
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


def sentences(found: Comparison) -> list[str]:
    (block,) = report_verdict(found)
    assert isinstance(block, Table)
    return [str(row[0]) for row in block.rows]


def compare_texts(base: str, new: str, *metrics: str, count: int = 30, **how: Any) -> Comparison:
    texts = {f"u{place}": "a b" for place in range(count)}
    runs = [
        mg.score(
            mg.Corpus(list(texts), list(texts.values()), "ref"), mg.Corpus(list(texts), [each] * count, name), metrics
        )
        for name, each in (("base", base), ("new", new))
    ]
    return Comparison(runs, Bootstrap(**{"resamples": 2000} | how))


def test_the_verdict_in_a_sentence() -> None:
    """Of thirty utterances that all get better nothing is due to chance: every resample has the same change."""
    assert sentences(compare_texts("a x", "a b", "wer")) == [
        "new is better: WER 50.00 % -> 0.00 % (-50.00 points, 95 % CI -50.00 to -50.00, p < 0.001)"
    ]
    assert sentences(compare_texts("a b", "a x", "wer")) == [
        "new is worse: WER 0.00 % -> 50.00 % (+50.00 points, 95 % CI +50.00 to +50.00, p < 0.001)"
    ]
    assert sentences(compare_texts("a x", "a x", "wer")) == [
        "no difference: WER 50.00 % -> 50.00 % (+0.00 points, 95 % CI +0.00 to +0.00, p = 1.000)"
    ]


def test_what_may_be_chance_shows_no_difference() -> None:
    """Of eleven shuffles none can be rarer than one in eleven."""
    (said,) = sentences(compare_texts("a x", "a b", "wer", resamples=10))
    assert said.startswith("no difference shown: WER 50.00 % -> 0.00 % (-50.00 points")
    assert said.endswith("p = 0.091)")


def test_few_units_are_warned_of_beside_the_verdict() -> None:
    found = sentences(compare_texts("a x", "a b", "wer", count=3))
    assert found[1:] == ["warning: 3 utterances: too few to trust a bootstrap, whose intervals are too narrow below 20"]
    assert sentences(compare_texts("a x", "a b", "wer", count=1)) == [
        "no difference shown: WER 50.00 % -> 0.00 % (-50.00 points)",
        "warning: 1 utterance: too few to trust a bootstrap, whose intervals are too narrow below 20",
    ]


def test_the_verdict_names_systems_and_what_should_be_high() -> None:
    found = sentences(comparison("base", "one", "two"))
    assert found[0].startswith("no difference shown for one: WER 87.50 % -> 75.00 % (-12.50 points")
    assert found[1].startswith("no difference shown for two: WER 87.50 % -> ")
    (higher,) = sentences(compare_texts("a x", "a b", "wip"))
    assert higher.startswith("new is better: WIP 25.00 % -> 100.00 % (+75.00 points")
    assert higher.endswith("p < 0.001, higher is better)")
    (undefined,) = sentences(Comparison([mg.score([""], ["x"], ["wer"])] * 2, Bootstrap(resamples=10)))[:1]
    assert undefined == "not defined: WER"


def test_the_verdict_comes_first_and_does_not_depend_on_the_reports() -> None:
    every = COMPARISON_REPORTS.find_all(",".join(COMPARISON_REPORTS))
    found = compare_texts("a x", "a b", "wer", "cer")
    said = [
        cast("Table", report_comparison(found, reports, View(), [])[0]).rows
        for reports in (every, every[:1], [], every[1:])
    ]
    assert said == [said[0]] * 4
    assert len(said[0]) == 2


def test_changes_are_judged_as_the_verdict_says() -> None:
    (table,) = tables("changes", compare_texts("a x", "a b", "wer"))
    assert tone_of(cast("Cell", named(table)["change"])) == "better"
    (table,) = tables("changes", compare_texts("a x", "a b", "wer", resamples=10))
    assert tone_of(cast("Cell", named(table)["change"])) is None


def test_a_notebook_shows_a_comparison() -> None:
    import mondegreen.api.runs  # noqa: F401 - it registers how

    found = compare_texts("a x", "a b", "wer")._repr_html_()
    assert found is not None
    for title in ("new is better", "change: new vs. base", "tests: new vs. base", "most improved by wer"):
        assert title in found
    assert found.count("30 utterances paired by ID") == 1


def test_a_comparison_draws_itself(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    import mondegreen.api.runs  # noqa: F401 - it registers how

    found = compare_texts("a x", "a b", "wer")
    assert found.plot()._repr_png_().startswith(b"\x89PNG")
    found.plot(tmp_path / "x.pdf")
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
