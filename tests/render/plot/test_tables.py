"""Tables as bars, grids and curves: each number stands beside its name, and is as long as it is."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from figures import figure_of, legible, points, texts, ticks
from mondegreen.errors import ScoreError
from mondegreen.render.plot import groups, maps, tables
from mondegreen.reports import LEXICON_REPORTS
from mondegreen.reports.blocks import Cell, Column, Table, make_columns

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from matplotlib.patches import Rectangle

NAN = math.nan


def bars(panel: Any) -> list[tuple[float, float]]:
    """Where each bar lies, and how long it is."""
    return [(round(each.get_y() + each.get_height() / 2, 4), each.get_width()) for each in rectangles(panel)]


def rectangles(panel: Any) -> list[Any]:
    """The bars; other patches are those that the legend shows."""
    return [each for each in panel.patches if isinstance(each, Rectangle)]


def table(name: str, columns: dict[str, str], *rows: list[Cell]) -> Table:
    first, *others = columns
    made = [Column(first, columns[first]), *make_columns(2, **{key: columns[key] for key in others})]
    return Table(name, "the title: ", made, rows)


def test_rows_have_a_bar_for_each_number() -> None:
    """Two bars fill four fifths of a row, one above its middle and one below; a foot is a row, too."""
    found = table("simulation", {"errors": "e", "wanted": "w", "found_rate": "f"}, ["S", 4.0, 2.0])
    found = replace(found, foot=[["all", 8, NAN]])
    drawn = figure_of(tables.draw_simulation(found))
    (panel,) = drawn.axes
    assert drawn.get_suptitle() == "errors that were wanted and made"
    assert bars(panel) == [(-0.2, 4.0), (0.8, 8), (0.2, 2.0)]
    assert [round(each.get_height(), 4) for each in rectangles(panel)] == [0.36] * 3
    assert ticks(panel.yaxis) == {0.0: "S", 1.0: "all"}
    assert panel.get_ylim() == (1.5, -0.5)  # the first row on top
    assert panel.get_xlim()[0] == 0
    assert panel.get_xlabel() == "errors per 100 words"
    said = [each.get_text() for each in panel.texts]
    assert sorted(said) == [" not defined", "2.00", "4.00", "8.00"]
    assert [text.get_text() for legend in drawn.legends for text in legend.get_texts()] == ["target", "aligned"]
    styles = [(each.get_facecolor(), each.get_hatch()) for each in drawn.legends[0].get_patches()]
    assert styles == [
        (each.get_facecolor(), each.get_hatch() or "") for each in rectangles(panel)[1:]
    ]  # as they are drawn
    assert len(set(styles)) == 2
    legible(drawn)


def test_an_interval_is_a_line_through_its_bar() -> None:
    """What a number says stands behind the interval's end, or at zero behind a bar to the left."""
    columns = {"system": "s", "precision_at_1": "P@1", "low": "l", "high": "h"}
    rows: list[list[Cell]] = [["one", 50.0, 40.0, 60.0], ["two", 20.0, NAN, 30.0], ["three", -5.0, None, None]]
    (panel,) = figure_of(tables.draw_lexicon(table("accuracy", columns, *rows))).axes
    assert points(panel) == [([40.0, 60.0], [0.0, 0.0])]
    said = {each.get_text(): tuple(round(float(at), 9) for at in each.xy) for each in panel.texts}
    assert said == {"50.00": (60.0, 0.0), "20.00": (30.0, 1.0), "-5.00": (0.0, 2.0)}
    assert panel.get_xlabel() == "precision (%)"


def test_rows_of_different_scores_have_panels_of_their_own() -> None:
    columns = {"metric": "m", "score": "s", "pearson": "r", "spearman": "rho"}
    rows: list[list[Cell]] = [["wer", "bleu", 0.5, 0.25], ["cer", "bleu", 0.75, 1.0], ["wer", "ter", -0.5, 0.0]]
    plot = tables.draw_translations(table("downstream", columns, *rows))
    first, second = figure_of(plot).axes
    assert [panel.get_title(loc="left") for panel in (first, second)] == [
        "BLEU of the translation",
        "TER of the translation",
    ]
    assert [list(ticks(panel.yaxis).values()) for panel in (first, second)] == [["WER", "CER"], ["WER"]]
    assert [width for _, width in bars(first)] == [0.5, 0.75, 0.25, 1.0]
    assert [width for _, width in bars(second)] == [-0.5, 0.0]
    assert [panel.get_xlim() for panel in (first, second)] == [(-1, 1)] * 2  # lengths are compared
    # Three rows of two bars and a gap, and two panels.
    assert plot.height == pytest.approx(0.4 + 0.55 * 2 + 0.17 * 3 * 2.4)


@pytest.mark.parametrize(
    ("name", "columns", "axis", "interval"),
    [
        ("ratings", {"agreement": "a", "agreement_low": "l", "agreement_high": "h"}, "agreement (%)", True),
        ("humans", {"agreement_x": "X", "low_x": "l", "high_x": "h", "other": "o"}, "agreement (%)", True),
        ("grades", {"auc_x": "X", "auc_x_low": "l", "auc_x_high": "h"}, "area under the ROC curve", True),
        ("grades", {"auc_x": "X", "low_x": "l", "high_x": "h"}, "area under the ROC curve", False),
    ],
)
def test_agreement_by_what_people_gave(name: str, columns: dict[str, str], axis: str, interval: bool) -> None:
    values: list[Cell] = [50.0, 40.0, 70.0, 1.0]
    found = table(name, {"metric": "m", **columns}, ["wer", *values[: len(columns)]])
    (panel,) = figure_of(tables.draw_agreement(found)).axes
    assert (panel.get_xlabel(), [width for _, width in bars(panel)]) == (axis, [50.0])
    assert points(panel) == ([([40.0, 70.0], [0.0, 0.0])] if interval else [])


def test_rates_of_directories_and_changes_of_rules() -> None:
    rates = table("espnet", {"dataset": "d", "rate": "r", "errors_rate": "e"}, ["a", "WER", 5.0], ["a", "CER", 2.0])
    panels = figure_of(tables.draw_espnet(rates)).axes
    assert [(panel.get_title(loc="left"), bars(panel)) for panel in panels] == [
        ("WER", [(0, 5.0)]),
        ("CER", [(0, 2.0)]),
    ]
    assert panels[0].get_xlabel() == "error rate (%)"
    rules = table("rules", {"rule": "r", "changed": "c", "words": "w"}, ["lower", 3, 7])
    (panel,) = figure_of(tables.draw_rules(rules)).axes
    assert (panel.get_xlabel(), bars(panel)) == ("count", [(-0.2, 3), (0.2, 7)])


def test_grids_frame_what_people_see_marked() -> None:
    """Weights stand down, penalties across; columns for programs hold the numbers, those for people the star."""
    columns = [Column("weight", "w")]
    for penalty in ("0.0", "0.5"):
        columns += [Column(f"shown_{penalty}", "s", reader="people"), Column(f"penalty_{penalty}", "p", 2, "programs")]
    rows: list[list[Cell]] = [[7, "10.00  ", 10.0, "9.00  ", 9.0], [8, "8.00 *", 8.0, "-  ", None]]
    panel = figure_of(maps.draw_grids([Table("WER", "t", columns, rows)], "exp/decode")).axes[0]
    across, down = ({name: at for at, name in ticks(axis).items()} for axis in (panel.xaxis, panel.yaxis))
    assert texts(panel) == {
        (across["0.0"], down["7"]): "10.00",
        (across["0.5"], down["7"]): "9.00",
        (across["0.0"], down["8"]): "8.00",
        (across["0.5"], down["8"]): "not\ndefined",
    }
    frame, star = panel.get_lines()
    assert ([float(x) for x in star.get_xdata()], [float(y) for y in star.get_ydata()]) == ([0.14], [1.5])
    assert {(float(x), float(y)) for x, y in frame.get_xydata()} == {(0, 1), (1, 1), (1, 2), (0, 2)}
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("word insertion penalty", "LM weight")


def test_words_not_covered_rise_where_they_stand() -> None:
    """Of five words the second and the fourth lack a vector in one system, and none in the other."""
    lacking = [SimpleNamespace(system="one", word=SimpleNamespace(rank=rank)) for rank in (4, 2)]
    found: Any = SimpleNamespace(
        systems=[SimpleNamespace(name="one"), SimpleNamespace(name="two")],
        uncovered=lambda: lacking,
        gold=SimpleNamespace(answers=range(5)),
        dictionary=SimpleNamespace(name="d"),
    )
    drawn = figure_of(groups.draw_evaluation(found, "uncovered"))
    (panel,) = drawn.axes
    assert points(panel) == [([0.0, 2.0, 4.0, 5.0], [0.0, 1.0, 2.0, 2.0]), ([0.0, 5.0], [0.0, 0.0])]
    assert [line.get_drawstyle() for line in panel.get_lines()] == ["steps-post"] * 2
    assert panel.get_ylim()[0] == 0
    assert [text.get_text() for legend in drawn.legends for text in legend.get_texts()] == ["one", "two"]


def test_groups_of_a_table_are_bars_of_each_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last text says the group, those before it whose bar it is; of one text the heading does."""
    columns = [Column("system", "s"), Column("pos", "p"), Column("count", "n", 0), Column("at_1", "P@1", 2)]
    rows: list[list[Cell]] = [["one", "noun", 9, 50.0], ["one", "verb", 3, None], ["two", "noun", 9, 25.0]]
    held = Table("pos", "by part of speech", columns, rows)
    monkeypatch.setattr(LEXICON_REPORTS, "find", lambda _: lambda found: found)
    shown: Any = held
    (panel,) = figure_of(groups.draw_evaluation(shown, "pos")).axes
    assert sorted(each.get_width() for each in rectangles(panel) if not math.isnan(each.get_width())) == [25.0, 50.0]
    assert list(ticks(panel.yaxis).values()) == ["noun", "verb"]
    assert panel.get_xlabel() == "P@1 (%)"
    alone: Any = replace(held.only([1, 3]), rows=[["noun", 50.0]])
    (panel,) = figure_of(groups.draw_evaluation(alone, "pos")).axes
    assert [each.get_width() for each in rectangles(panel)] == [50.0]
    nothing: Any = None
    with pytest.raises(ScoreError, match="there is nothing to draw of pos; give --pos, --forms or --bands"):
        groups.draw_evaluation(nothing, "pos")
