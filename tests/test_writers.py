"""Where results are written and as what: the output formats by name and ending, and what is refused before any work."""

import io
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.plan.score import ScorePlan
from mondegreen.plan.shared import Plots, Reports, Tables
from mondegreen.reports.blocks import Block, Column, Table
from mondegreen.writers import (
    OUTPUT_FORMATS,
    TABLE_FORMATS,
    find_kind,
    find_output_format,
    is_silent,
    load_table_format,
    open_output,
    select_output_format,
    select_plots,
    select_table_writer,
    select_writer,
)

BLOCKS: list[Block] = [Table("t", "title", [Column("w", "w")], [["été"]])]


def run(name: str = "hyp") -> mg.Run:
    return mg.score(mg.Corpus(["u"], ["a b"], "ref"), mg.Corpus(["u"], ["a x"], name), ["wer"])


def written(plan: Tables, runs: Sequence[mg.Run], blocks: Sequence[Block] = BLOCKS) -> str:
    """What stands in the output's file, or where nothing is written."""
    select_writer(plan)(runs, blocks)
    path = Path(plan.output)
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def test_the_kinds_of_output_formats() -> None:
    """Those for tables are all that `--as` takes of commands that score nothing."""
    assert TABLE_FORMATS == ["table", "json", "markdown", "csv", "latex", "html", "github"]
    kinds = {name: each.kind for name, each in OUTPUT_FORMATS.items() if name not in TABLE_FORMATS}
    toolkits = ("errs", "wenet", "funasr", "speechbrain", "jiwer", "texterrors")
    assert kinds == {**dict.fromkeys(toolkits, "system"), "wer-summary": "summary", "sclite": "directory"}
    assert [find_kind(name) for name in (None, "csv", "errs", "wer-summary", "sclite", "no such")] == [
        *("tables", "tables", "system", "summary", "directory"),
        "tables",  # what is not known is refused where it is written
    ]


@pytest.mark.parametrize(
    ("output", "name", "expected"),
    [
        ("-", None, "table"),
        ("-", "csv", "csv"),
        ("x.csv", None, "csv"),
        ("x.csv", "json", "json"),  # who names one means it
        ("x.csv.gz", None, "csv"),
        ("x.HTML", None, "html"),
    ],
)
def test_the_output_format_is_named_or_the_files(output: str, name: str | None, expected: str) -> None:
    assert select_output_format(Tables(output=output, output_format=name)) == expected


def test_an_ending_that_says_nothing_names_those_that_do() -> None:
    known = ".txt, .json, .md, .csv, .tex, .html"
    with pytest.raises(mg.ScoreError) as caught:
        find_output_format("a/x.docx")
    said = f"no output format has this ending; use one of {known}"
    assert str(caught.value) == f"a/x.docx: {said}"


def test_tables_are_written_into_the_file_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert written(Tables(output=str(tmp_path / "x.csv")), [run()]) == "w\nété\n"
    assert capsys.readouterr().out == ""
    assert written(Tables(output_format="csv"), [run()]) == ""
    assert capsys.readouterr().out == "w\nété\n"


def test_files_of_other_toolkits(tmp_path: Path) -> None:
    """icefall's summary has a line for each system below its head; its errs begins with the rate of one."""
    summary = Reports(output=str(tmp_path / "x"), output_format="wer-summary")
    assert written(summary, [run("one"), run("two")]).splitlines()[1:] == ["one\t50.0", "two\t50.0"]
    assert written(Reports(output=str(tmp_path / "y"), output_format="errs"), [run()]).startswith("%WER = 50.00\n")


@pytest.mark.parametrize("count", [0, 2])
def test_a_file_of_one_system_has_one(tmp_path: Path, count: int) -> None:
    with pytest.raises(mg.ScoreError) as caught:
        written(Reports(output=str(tmp_path / "x"), output_format="errs"), [run()] * count)
    assert str(caught.value) == f"--output-format errs writes one system, and there are {count}; score each by itself"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("metrics", "columns"), [(None, False), ("wer,cer", True)])
def test_several_files_with_metrics_where_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metrics: str | None, columns: bool
) -> None:
    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(
        "mondegreen.dropin.sctk.folder.write_folder", lambda runs, folder, *, metrics: asked.append((folder, metrics))
    )
    options = {} if metrics is None else {"metrics": metrics}
    select_writer(ScorePlan("ref", ["hyp"], output="exp", output_format="sclite", **options))([], BLOCKS)  # type: ignore[arg-type]
    assert asked == [("exp", columns)]


def test_several_files_need_a_folder() -> None:
    with pytest.raises(mg.ScoreError) as caught:
        select_writer(Reports(output_format="sclite"))
    assert str(caught.value) == "--output-format sclite writes several files; name a directory with --output DIR"


def test_a_function_of_python_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    plan = Tables().mark_python()
    assert [is_silent(each) for each in (plan, Tables(), Tables(output="x.csv").mark_python())] == [True, False, False]
    select_writer(plan)([run()], BLOCKS)
    assert capsys.readouterr().out == ""
    with pytest.raises(mg.ScoreError) as caught:
        select_writer(Tables(output_format="csv").mark_python())
    assert str(caught.value) == "output_format is that of a file; say which by output"


@pytest.mark.parametrize("select", [select_writer, select_table_writer])
def test_an_unknown_output_format(select: object) -> None:
    with pytest.raises(mg.ScoreError, match='there is no output format "jsn"; did you mean json'):
        select(Tables(output_format="jsn"))  # type: ignore[operator]


@pytest.mark.parametrize("name", ["errs", "wer-summary", "sclite"])
def test_what_is_of_no_runs_is_for_no_toolkit(name: str) -> None:
    with pytest.raises(mg.ScoreError) as caught:
        select_table_writer(Tables(output_format=name))
    assert str(caught.value) == f"--output-format {name} is for the runs of `mondegreen score`; leave it out here"
    with pytest.raises(mg.ScoreError, match=f'there is no output format "{name}"'):
        load_table_format(name)


def test_standard_output_is_the_terminals(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    with open_output("-") as out:
        assert out is terminal
    assert not terminal.closed
    with open_output(str(tmp_path / "x")) as out:
        out.write("a")
    assert (tmp_path / "x").read_text(encoding="utf-8") == "a"


def test_a_picture_that_cannot_be_drawn_is_refused() -> None:
    pytest.importorskip("matplotlib")
    for paths in ([], "x.png", ["x.PDF", "a.b/x.svg"]):
        select_plots(Plots(plot=paths))
    with pytest.raises(mg.ScoreError) as caught:
        select_plots(Plots(plot=["x.png", "x.jpg"]))
    assert str(caught.value) == "x.jpg: a plot ends in .png, .svg, .pdf"


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("x.png", [("one", "x.png")]),
        (["two=x.png", "y.png"], [("two", "x.png"), ("one", "y.png")]),
        ("./two=x.png", [("one", "./two=x.png")]),
        ("a-b=x.png", [("one", "a-b=x.png")]),  # no kind has such a name: it is a file's
        ([], []),
    ],
)
def test_the_kind_of_a_plot_stands_before_its_file(given: str | list[str], found: list[tuple[str, str]]) -> None:
    pytest.importorskip("matplotlib")
    assert select_plots(Plots(plot=given), "one", ("one", "two")) == found


def test_where_there_is_one_kind_of_plot_a_name_is_a_name() -> None:
    pytest.importorskip("matplotlib")
    assert select_plots(Plots(plot="two=x.png")) == [("", "two=x.png")]
    with pytest.raises(mg.ScoreError, match='there is no plot "tow"; did you mean two'):
        select_plots(Plots(plot="tow=x.png"), "one", ("one", "two"))
