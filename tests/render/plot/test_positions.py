"""Where things stand in pictures, read from matplotlib's axes: numbers, labels beside them, and what is not defined."""

import io
import math
import struct
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import mondegreen as mg
from figures import legible, points, texts, ticks
from mondegreen.comparison.changes import Change
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import Correlations
from mondegreen.render.plot import COMPARISON_PLOTS, bars, canvas, groups, lines, maps, utterances
from mondegreen.render.plot.canvas import COLORS, HATCHES, LINES, MARKERS, Plot
from mondegreen.results.interval import Bootstrap
from mondegreen.results.run import Run

pytest.importorskip("matplotlib", reason="matplotlib is not installed")

from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle

NAN = math.nan


def run(name: str, hypothesis: str, *metrics: str, ci: bool = False) -> Run:
    """A system over one sentence of four words, so that its scores are known by hand, and one without any."""
    return mg.score(
        mg.Corpus(["u", "v", "w"], ["a b c d", "e f g h", ""], "r"),
        mg.Corpus(["u", "v", "w"], [hypothesis, "e f g h", ""], name),
        list(metrics),
        ci=ci,
    )


def test_scores_stand_beside_their_systems(figure: Callable[..., Any]) -> None:
    """One word of eight is wrong by the first, two by the second, which alone has sentence errors: one of three."""
    runs = [run("one", "a b c x", "wer"), run("two", "a b y x", "wer", "ser"), run("three", "a b c d", "wer")]
    first, second = figure(bars.draw_scores(runs)).axes
    assert [panel.get_title(loc="left") for panel in (first, second)] == ["WER", "SER"]
    drawn = [(bar.get_y() + bar.get_height() / 2, bar.get_x(), bar.get_width()) for bar in first.patches]
    assert drawn == [(pytest.approx(at), 0, value) for at, value in enumerate([12.5, 25.0, 0.0])]
    assert all(0 < bar.get_height() < 1 for bar in first.patches)  # one apart, so that none touches another
    assert [to_hex(bar.get_facecolor()).upper() for bar in first.patches] == list(COLORS[:3])
    assert [(each.get_text(), each.xy) for each in first.texts] == [
        ("12.50", (12.5, 0)),
        ("25.00", (25.0, 1)),
        ("0.00", (0.0, 2)),
    ]
    assert all(each.get_position() > (0, 0) for each in first.texts)  # beside the end of the bar, and off its interval
    assert not points(first)
    assert [(round(bar.get_y() + bar.get_height() / 2), bar.get_width()) for bar in second.patches] == [
        (1, pytest.approx(100 / 3))
    ]
    assert texts(second) | {(0, 0): " one: not defined", (0, 2): " three: not defined"} == texts(second)
    for panel in (first, second):
        assert ticks(panel.yaxis) == {0: "one", 1: "two", 2: "three"}
        assert panel.get_ylim() == (2.5, -0.5)  # the first on top, none cut


def test_a_score_that_is_not_defined_has_no_bar(figure: Callable[..., Any]) -> None:
    nothing = mg.score(mg.Corpus(["u"], [""], "r"), mg.Corpus(["u"], [""], "empty"), ["wer"])
    (panel,) = figure(bars.draw_scores([nothing, run("one", "a b c x", "wer")])).axes
    assert [round(bar.get_y() + bar.get_height() / 2) for bar in panel.patches] == [1]
    assert texts(panel)[(0, 0)] == " empty: not defined"


@pytest.mark.parametrize(("low", "high", "drawn"), [(10.0, 15.0, True), (NAN, NAN, False)])
def test_intervals_stand_on_their_bars(figure: Callable[..., Any], low: float, high: float, drawn: bool) -> None:
    metric = SimpleNamespace(better="lower")
    runs: Any = [
        SimpleNamespace(
            name=name, reference="r", scores={"wer": SimpleNamespace(value=12.5, interval=interval, metric=metric)}
        )
        for name, interval in (("a", None), ("b", SimpleNamespace(low=low, high=high)))
    ]
    (panel,) = figure(bars.draw_scores(runs)).axes
    assert points(panel) == ([([low, high], [1, 1])] if drawn else [])
    assert [each.xy for each in panel.texts] == [(12.5, 0), (15.0 if drawn else 12.5, 1)]  # beyond what is drawn


def change(base: float, system: float, low: float = NAN, high: float = NAN) -> Change:
    return Change("m", base, system, low, high, NAN, NAN, 1, None)


def compared(*systems: list[Change], better: str = "lower") -> Comparison:
    """A comparison of finished numbers."""
    labels = ["wer", "b"]
    held = {
        label: SimpleNamespace(metric=SimpleNamespace(better=way))
        for label, way in zip(labels, ["lower", better], strict=True)
    }
    runs = [SimpleNamespace(name=name) for name in ["base", *"xyz"[: len(systems)]]]
    found = SimpleNamespace(
        runs=runs, base=SimpleNamespace(scores=held), changes=systems, how=Bootstrap(level=90.0), systems=runs[1:]
    )
    return cast("Comparison", found)


def test_changes_are_per_cent_of_the_baseline_around_their_metric(figure: Callable[..., Any]) -> None:
    """From 20 to 15 is a quarter less, between 6 and 4 less is 30 to 20 %; of 0 there is no per cent."""
    one = [change(20, 15, -6, -4), change(0, 1)]
    two = [change(20, 22), change(50, 50, -5, 10)]
    drawn = figure(bars.draw_changes(compared(one, two, better="higher")))
    (panel,) = drawn.axes
    third = 1 / 6
    assert [(across, [pytest.approx(each) for each in down]) for across, down in points(panel)] == [
        ([0, 0], [0, 1]),  # no change
        ([-30.0, -20.0], [-third, -third]),
        ([-25.0], [-third]),
        ([10.0], [third]),
        ([-10.0, 20.0], [1 + third, 1 + third]),
        ([0.0], [1 + third]),
    ]
    (missing,) = panel.texts
    assert (missing.get_text(), missing.get_position()) == (" not defined", (0, pytest.approx(1 - third)))
    assert ticks(panel.yaxis) == {0: "WER", 1: "B\n(higher is better)"}
    assert panel.get_ylim() == (1.5, -0.5)
    assert panel.get_xlabel() == "relative change (%), with 90 % confidence interval"
    (legend,) = drawn.legends
    assert [text.get_text() for text in legend.get_texts()] == ["x", "y"]
    named = [(to_hex(each.get_color()).upper(), each.get_marker()) for each in legend.get_lines()]
    assert named == list(zip(COLORS[:2], MARKERS[:2], strict=True))
    assert {each.get_linestyle() for each in legend.get_lines()} == {"None"}
    marked = [line for line in panel.get_lines() if len(line.get_xdata()) == 1]
    assert [to_hex(line.get_color()).upper() for line in marked] == [COLORS[0], COLORS[1], COLORS[1]]
    assert [line.get_marker() for line in marked] == [MARKERS[0], MARKERS[1], MARKERS[1]]
    assert to_hex(missing.get_color()).upper() == COLORS[0]


def correlated(values: dict[tuple[str, str], float]) -> Correlations:
    labels = ["a", "b", "c"]

    def value(one: str, other: str) -> float:
        return values.get((one, other), values.get((other, one), 1.0))

    return cast("Correlations", SimpleNamespace(labels=labels, value=value, method="pearson", how=Bootstrap()))


def test_coefficients_stand_in_their_cells_and_are_read_on_their_shade(figure: Callable[..., Any]) -> None:
    """White on what is dark, far from 0 on either side; a coefficient that is not defined has no shade."""
    drawn = figure(maps.draw_correlations(correlated({("a", "b"): -0.9, ("a", "c"): NAN, ("b", "c"): 0.25})))
    panel = drawn.axes[0]
    expected = {(0, 0): "1.00", (1, 0): "-0.90", (2, 0): "not defined", (0, 1): "-0.90", (1, 1): "1.00", (2, 1): "0.25"}
    assert texts(panel) == {**expected, (0, 2): "not defined", (1, 2): "0.25", (2, 2): "1.00"}
    white = {each.get_position() for each in panel.texts if each.get_color() == "white"}
    assert white == {(0, 0), (1, 0), (0, 1), (1, 1), (2, 2)}
    assert ticks(panel.xaxis) == ticks(panel.yaxis) == {0: "A", 1: "B", 2: "C"}
    assert {label.get_rotation() for label in panel.get_xticklabels()} == {45}
    assert drawn.get_suptitle().split() == ["Pearson", "correlation", "of", "metrics", "by", "utterance"]
    (shades,) = panel.collections  # areas: no image within a page
    assert shades.get_clim() == (-1, 1)
    assert panel.get_ylim() == (2.5, -0.5)  # the first row on top
    assert len(drawn.axes) == 2  # what the shades mean
    legible(drawn)


def test_curves_begin_at_one(figure: Callable[..., Any]) -> None:
    drawn = figure(lines.draw_curves({"wer": [3.0, 2.0, NAN], "cer": [1.0]}, "hypotheses", "t"))
    first, second = drawn.axes
    (line,) = first.get_lines()
    assert list(line.get_xdata()) == [1, 2, 3]
    assert list(line.get_ydata())[:2] == [3.0, 2.0]
    assert points(second) == [([1], [1])]
    assert [(each.get_xlabel(), each.get_ylabel()) for each in (first, second)] == [
        ("hypotheses", "WER (%)"),
        ("hypotheses", "CER (%)"),
    ]
    assert all(float(at).is_integer() for at in first.get_xticks())
    assert drawn.get_figheight() > 1.5 * figure(lines.draw_curves({"wer": [1.0]}, "hypotheses", "t")).get_figheight()


@pytest.mark.parametrize(("length", "marker"), [(50, "."), (51, "None")])
def test_values_are_points_as_long_as_they_are_few(figure: Callable[..., Any], length: int, marker: str) -> None:
    (panel,) = figure(lines.draw_curves({"wer": [1.0] * length}, "x", "t")).axes
    assert [line.get_marker() for line in panel.get_lines()] == [marker]


def scores_of(texts: dict[str, tuple[str, str, str]]) -> list[Run]:
    """Systems over three utterances of two speakers."""
    reference = mg.Corpus(["u", "v", "w"], ["a b", "c d", "e f g h"], "ref", fields={"speaker": ["ann", "eve", "ann"]})
    return [mg.score(reference, mg.Corpus(["u", "v", "w"], list(each), name), ["wer"]) for name, each in texts.items()]


TWO = scores_of({"one": ("a x", "c d", "e f g h"), "two": ("a b", "c", "e f y z")})


def test_a_distribution_has_a_staircase_for_each_system(figure: Callable[..., Any]) -> None:
    """Utterances with 50, 0 and 0 % of the one, with 0, 50 and 50 % of the other."""
    drawn = figure(utterances.draw_run_distribution(TWO, None))
    (panel,) = drawn.axes
    stairs = [each.get_data() for each in panel.patches]
    assert [(int(each.values[0]), int(each.values[-1]), int(sum(each.values))) for each in stairs] == [
        (2, 1, 3),
        (1, 2, 3),
    ]
    assert [to_hex(each.get_edgecolor()).upper() for each in panel.patches] == list(COLORS[:2])
    assert [each.get_linestyle() for each in panel.patches] == list(LINES[:2])
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["one", "two"]
    assert panel.get_xlabel().startswith("WER (%)")
    assert panel.get_ylabel() == "utterances"


def test_groups_have_bars_from_zero(figure: Callable[..., Any]) -> None:
    """Of ann's six words the one has one wrong, the other two; of eve's two none and one."""
    drawn = figure(groups.draw_run_groups(TWO, "speaker"))
    (panel,) = drawn.axes
    found = [bar for bar in panel.patches if isinstance(bar, Rectangle)]
    assert [bar.get_x() for bar in found] == [0] * 4
    assert [bar.get_width() for bar in found] == pytest.approx([100 / 6, 0, 100 / 3, 50])
    assert ticks(panel.yaxis) == {0: "ann", 1: "eve"}
    assert panel.get_xlim()[0] == 0
    assert panel.get_xlabel() == "WER (%)"
    assert [text.get_text() for text in drawn.legends[0].get_texts()] == ["one", "two"]
    assert drawn.get_suptitle() == "one, two against ref, by speaker"
    assert panel.get_ylabel() == "speaker"
    shown = [(to_hex(each.get_facecolor()).upper(), each.get_hatch()) for each in drawn.legends[0].get_patches()]
    assert shown == list(zip(COLORS[:2], HATCHES[:2], strict=True))  # as the bars have them
    assert {(to_hex(bar.get_facecolor()).upper(), bar.get_hatch() or "") for bar in found} == set(shown)


def test_lengths_and_positions_are_lines_from_zero(figure: Callable[..., Any]) -> None:
    """Of two words one is wrong in four by either; of four words none by the one, two by the other."""
    (panel,) = figure(groups.draw_run_lengths(TWO, None)).axes
    assert ticks(panel.xaxis) == {0: "2-3", 1: "4-7"}
    assert [list(line.get_ydata()) for line in panel.get_lines()] == [[25, 0], [25, 50]]
    assert panel.get_ylim()[0] == 0
    (panel,) = figure(groups.draw_run_positions(TWO, None)).axes
    assert panel.get_ylim()[0] == 0
    assert panel.get_xlabel() == "position in the reference"


def test_a_scatter_has_a_point_for_each_utterance(figure: Callable[..., Any]) -> None:
    (panel,) = figure(utterances.draw_scatter(Comparison(TWO, Bootstrap(resamples=5)))).axes
    (dots,) = panel.collections
    assert sorted(map(tuple, dots.get_offsets().tolist())) == [(0, 50), (50, 0)]
    assert panel.get_title(loc="left") == "1 better, 2 worse, 0 equal"
    assert (panel.get_xlabel(), panel.get_ylabel()) == ("one: WER (%)", "two: WER (%)")
    assert (panel.get_xlim()[0], panel.get_ylim()[0]) == (0, 0)


def test_confusions_stand_at_their_words(figure: Callable[..., Any]) -> None:
    first, second = figure(utterances.draw_run_confusions(TWO, None)).axes
    down = {name: at for at, name in ticks(first.yaxis).items()}
    across = {name: at for at, name in ticks(first.xaxis).items()}
    assert texts(first) == {(across["x"], down["b"]): "1"}
    assert texts(second) == {(across["y"], down["g"]): "1", (across["z"], down["h"]): "1"}
    assert [panel.get_title(loc="left") for panel in (first, second)] == ["one", "two"]


def test_lines_have_their_values_and_spreads(figure: Callable[..., Any]) -> None:
    series = {"one": ([1.0, NAN], [0.25, 0.0]), "two": ([2.0, 3.0], [0.5, 1.0])}
    drawn = figure(
        lines.draw_lines({"top": series, "below": {"one": ([7.0, 8.0], [0.0, 0.0])}}, [0.0, 0.5], "rate", "t")
    )
    top, below = drawn.axes
    first, second = top.containers
    assert list(second.lines[0].get_xdata()) == [0.0, 0.5]
    assert list(second.lines[0].get_ydata()) == [2.0, 3.0]
    (caps,) = second.lines[2]
    ends = [[tuple(map(float, end)) for end in each] for each in caps.get_segments()]
    assert ends == [[(0, 1.5), (0, 2.5)], [(0.5, 2), (0.5, 4)]]
    styles = [each.lines[0] for each in (first, second)]
    assert [(to_hex(each.get_color()).upper(), each.get_marker(), each.get_linestyle()) for each in styles] == list(
        zip(COLORS[:2], MARKERS[:2], LINES[:2], strict=True)
    )
    assert [text.get_text() for text in top.get_legend().get_texts()] == ["one", "two"]
    assert [(each.get_xlabel(), each.get_ylabel()) for each in (top, below)] == [("rate", "top"), ("rate", "below")]
    assert list(below.containers[0].lines[0].get_ydata()) == [7.0, 8.0]


def pictures(systems: int, metrics: int) -> dict[str, Callable[[], Plot]]:
    """Pictures of so many systems and metrics, with names as long as they are."""
    names = [f"system {place}" for place in range(systems)]
    settings = ([f"{place}" for place in range(metrics)], [f"{place / 10}" for place in range(systems)])
    several = [[change(20, 15, -6, -4), change(10, 5)] for _ in range(min(systems, 3))]
    return {
        "changes": lambda: bars.draw_changes(compared(*several)),
        "groups": lambda: groups.draw_group_bars(
            {"wer": {name: [1.0, 2.0] for name in names}}, ["a", "b"], "title", {"wer": "WER (%)"}, "speaker"
        ),
        "lines": lambda: groups.draw_group_lines(
            {"wer": {name: [1.0, 2.0] for name in names}}, ["a", "b"], "title", {"wer": "WER (%)"}, "words"
        ),
        "maps": lambda: maps.draw_maps({"wer": [[10.0] * systems] * metrics}, ("a", "b"), settings),
    }


@pytest.mark.parametrize("name", ["changes", "groups", "lines", "maps"])
@pytest.mark.parametrize(("systems", "metrics"), [(1, 1), (3, 2), (14, 20)])
def test_there_is_room_for_all_and_not_much_more(
    figure: Callable[..., Any], name: str, systems: int, metrics: int
) -> None:
    """Labels do not lie over each other; what is drawn in has an inch at least, and no page is filled by one system."""
    picture = pictures(systems, metrics)[name]()
    drawn = figure(picture)
    legible(drawn)
    box = drawn.axes[0].get_position()
    assert box.height * picture.height >= 0.5
    assert box.width * picture.width >= 1
    assert picture.width <= 7
    assert picture.height <= 3 + 0.5 * max(systems, metrics)


LONG = "exp/conformer_large_wider_encoder/decode_asr_lm_valid.acc.ave_beam-60/utterances-and-more.txt"


def test_long_names_are_broken_and_cut_nowhere(figure: Callable[..., Any]) -> None:
    """Names as long as recipes make them, without a space in them."""
    runs = scores_of({LONG: ("a x", "c d", "e f g h"), f"{LONG} 2": ("a b", "c", "e f y z")})
    comparison = Comparison(runs, Bootstrap(resamples=5))
    for kind in COMPARISON_PLOTS:
        if kind not in ("calibration", "scatter"):
            drawn = figure(COMPARISON_PLOTS.find(kind)(comparison if kind == "changes" else runs, "speaker"))
            legible(drawn)
            assert drawn.axes[0].get_position().width * drawn.get_figwidth() >= 1
    (panel,) = figure(bars.draw_named_scores(runs, [LONG, LONG], "")).axes
    names = [each.get_text() for each in panel.get_yticklabels()]
    assert [name.replace("\n", "") for name in names] == [LONG, LONG]  # broken, no letter lost
    assert all(line[-1] in "-_/." for line in names[0].splitlines()[:-1])


def test_a_picture_has_150_dots_per_inch_and_is_opaque(tmp_path: Path) -> None:
    picture = Plot(lambda figure: figure.subplots(), 4, 3)
    canvas.save_plot(str(tmp_path / "x.png"), picture)
    assert struct.unpack(">II", (tmp_path / "x.png").read_bytes()[16:24]) == (600, 450)
    out = io.BytesIO()
    canvas.write_figure(picture, out, ".svg", {"Date": None})
    ground = '<path d="M 0 216 \nL 288 216 \nL 288 0 \nL 0 0 \nz\n" style="fill: #ffffff"/>'
    assert ground in out.getvalue().decode()


def test_systems_are_told_apart_by_color_marker_and_line() -> None:
    bars = [canvas.style_bar(place) for place in range(len(HATCHES))]
    assert [bar["hatch"] for bar in bars] == list(HATCHES)
    assert len({*HATCHES}) == len(COLORS)
    for of, kinds in ((canvas.color_of, COLORS), (canvas.marker_of, MARKERS), (canvas.line_style, LINES)):
        assert [of(place) for place in range(2 * len(kinds))] == [*kinds, *kinds]
