"""Pictures: of each kind, the same each time, with hostile texts and undefined numbers in them."""

import io
import math
import re
import warnings
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import correlate_metrics
from mondegreen.corpus import TimedWord
from mondegreen.render.plot import SCORE_PLOTS, bars, canvas, lines, maps, utterances
from mondegreen.results.interval import Bootstrap

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
# What would be a formula, markup, or steer a terminal.
NAME = "a $x_{1$ <b>&\x1b[2J"


def scored(name: str, *texts: str, ci: bool = False) -> mg.Run:
    references = {f"u{place}": text for place, text in enumerate(["a b", "c d", "e f", ""])}
    words = [[TimedWord(word, 0, 1, 0.5) for word in text.split()] for text in texts]
    corpus = mg.Corpus(list(references), texts, name, words=words)
    return mg.score(references, corpus, ["wer", "cer", "ser", "mine=cer+wer"], ci=ci)


RUNS = [scored("base", "a x", "c d", "x x", ""), scored(NAME, "a b", "c x", "e f", "")]


PICTURES = [*SCORE_PLOTS, "changes", "scatter", "curves", "maps"]


def drawn(picture: str, path: Path) -> None:
    if picture == "scores":
        plot = bars.draw_scores([scored("one", "a x", "c d", "x x", "", ci=True), RUNS[1]])
    elif picture == "changes":
        plot = bars.draw_changes(Comparison([*RUNS, RUNS[0]], Bootstrap(resamples=20)))
    elif picture == "curves":
        plot = lines.draw_curves({NAME: [3.0, 2.0, float("nan")], "wer": [1.0]}, NAME, NAME)
    elif picture == "lines":
        series = {NAME: ([1.0, float("nan"), 0.5], [0.1, 0.1, 0.0]), "b": ([1.0, 0.9, 0.8], [0.0, 0.0, 0.0])}
        plot = lines.draw_lines({"similarity": series, NAME: series}, [0.0, 0.1, 0.2], NAME, NAME)
    elif picture == "maps":
        values = {NAME: [[3.0, 2.0], [float("nan"), 1.0]]}
        plot = maps.draw_maps(values, ("lm", NAME), (["7", NAME], ["0", NAME]), {NAME: (1, 1)})
    elif picture in SCORE_PLOTS:
        plot = SCORE_PLOTS.find(picture)(RUNS, "utterance")
    elif picture == "scatter":
        plot = utterances.draw_scatter(Comparison([*RUNS, RUNS[0]], Bootstrap(resamples=20)))
    else:
        plot = maps.draw_correlations(correlate_metrics(RUNS, "pearson", Bootstrap(resamples=5)))
    canvas.save_plot(str(path), plot)


def svg_of(plot: canvas.Plot) -> str:
    out = io.BytesIO()
    canvas.write_figure(plot, out, ".svg", {"Date": None})
    return out.getvalue().decode()


@pytest.fixture
def _matplotlib() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("ending", canvas.KINDS)
@pytest.mark.parametrize("picture", [*PICTURES, "lines", "correlations"])
def test_every_picture_of_every_kind(tmp_path: Path, picture: str, ending: str) -> None:
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending.upper()}"
    drawn(picture, one)
    drawn(picture, other)
    assert one.read_bytes().startswith(MAGIC[ending])
    assert one.read_bytes() == other.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [one.name, other.name]


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("picture", PICTURES)
def test_names_are_texts(tmp_path: Path, picture: str) -> None:
    drawn(picture, tmp_path / "x.svg")
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    lines = " ".join(re.findall(r">([^<>]+)</text>", text))  # long names may be broken between words
    assert "$x_{1$ &lt;b&gt;&amp;\\x1b[2J" in lines
    assert "<b>" not in text


@pytest.mark.usefixtures("_matplotlib")
def test_the_numbers_are_there(tmp_path: Path) -> None:
    drawn("scores", tmp_path / "bars.svg")
    found = re.findall(r">([\d.]+)</text>", (tmp_path / "bars.svg").read_text(encoding="utf-8"))
    assert "50.00" in found
    drawn("correlations", tmp_path / "heat.svg")
    found = re.findall(r">(-?[\d.]+)</text>", (tmp_path / "heat.svg").read_text(encoding="utf-8"))
    assert found.count("1.00") >= 4


@pytest.mark.usefixtures("_matplotlib")
def test_what_is_not_defined_is_said() -> None:
    nothing = mg.score([""], [""], ["wer"])
    assert "not defined" in svg_of(bars.draw_scores([nothing]))
    right = mg.score(["a", "b", "c"], ["a", "b", "c"], ["wer", "cer"])
    assert "not defined" in svg_of(bars.draw_changes(Comparison([right, right], Bootstrap(resamples=5))))
    correlations = correlate_metrics([right], "pearson", Bootstrap(resamples=5))
    assert "not defined" in svg_of(maps.draw_correlations(correlations))


@pytest.mark.parametrize("name", ["x.gif", "x", "svg"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(mg.ScoreError, match=r"ends in \.png, \.svg, \.pdf"):
        canvas.check_plot(name)


def test_without_matplotlib_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(mg.ScoreError, match=r"x\.png: plots need matplotlib: pip install 'mondegreen\[plot\]'"):
        canvas.check_plot("x.png")


def test_colors_and_markers_go_round() -> None:
    assert len(set(canvas.COLORS)) == len(set(canvas.MARKERS)) == 7
    assert [canvas.color_of(7), canvas.marker_of(8)] == [canvas.COLORS[0], canvas.MARKERS[1]]


@pytest.mark.usefixtures("_matplotlib")
def test_a_map_of_settings_holds_its_scores_and_no_file() -> None:
    found = maps.draw_maps({"wer": [[12.5, math.nan], [3.25, 1]]}, ("lm", ""), (["7", "8"], ["0", "1"]))
    text = svg_of(found)
    assert {"12.50", "3.25", "1.00"} <= set(re.findall(r">([\d.]+)</text>", text))
    assert re.findall(r">not</text>|>defined</text>", text) == [">not</text>", ">defined</text>"]
    assert "<image" not in text


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("wide", [1, 40])
def test_a_large_map_says_its_shades_instead(wide: int) -> None:
    labels = [str(place) for place in range(wide)]
    found = maps.draw_maps({"wer": [[12.5] * wide]}, ("lm", ""), (["7"], labels))
    text = svg_of(found)
    assert (">12.50</text>" in text) is (wide == 1)
    assert "<image" not in text


@pytest.mark.usefixtures("_matplotlib")
def test_fonts_are_embedded_as_publishers_ask_for(tmp_path: Path) -> None:
    """As TrueType (Type 42), not as drawings of letters (Type 3)."""
    drawn("scores", tmp_path / "x.pdf")
    data = (tmp_path / "x.pdf").read_bytes()
    assert b"/FontFile2" in data
    assert b"/Subtype /Type3" not in data
    assert canvas.STYLE["pdf.fonttype"] == canvas.STYLE["ps.fonttype"] == 42


@pytest.mark.usefixtures("_matplotlib")
def test_letters_that_no_font_has_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cuneiform signs would be boxes, but in an .svg, which holds letters."""
    runs = [scored("\U00012000", "a x", "c d", "x x", "")]
    with pytest.warns(mg.ScoreWarning, match="no installed font has some of its letters"):
        canvas.save_plot(str(tmp_path / "x.png"), bars.draw_scores(runs))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        canvas.save_plot(str(tmp_path / "x.svg"), bars.draw_scores(runs))
        monkeypatch.setattr(canvas, "FONTS", ("STIXGeneral", "there is none"))
        assert canvas.make_style()["font.family"] == ["sans-serif", "STIXGeneral"]  # which comes with matplotlib


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("picture", [*PICTURES, "lines"])
def test_figures_fit_a_column_or_a_page(picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A column of a paper is 3.5 inches wide, a page 7."""
    found: list[canvas.Plot] = []
    monkeypatch.setattr(canvas, "save_plot", lambda _, plot: found.append(plot))
    drawn(picture, tmp_path / "x.pdf")
    assert found[0].width <= 7


def test_what_cannot_be_drawn_is_said() -> None:
    run = mg.score(["a"], ["a"], ["wer"])
    for kind, why in (
        ("groups", "name a column by --by"),
        ("confusions", "no substitutions"),
        ("calibration", "no word has"),
    ):
        with pytest.raises(mg.ScoreError, match=why):
            SCORE_PLOTS.find(kind)([run], None)
    with pytest.raises(mg.ScoreError, match="none is defined"):
        SCORE_PLOTS.find("distribution")([mg.score([""], ["a"], ["wer"])], None)


def test_a_style_of_the_working_directory_changes_nothing(tmp_path: Path) -> None:
    """matplotlib reads a `matplotlibrc` there, which may be a stranger's, and would have LaTeX set the texts."""
    import matplotlib as mpl

    plot = bars.draw_scores(RUNS)
    for index in range(2):
        with mpl.rc_context():
            if index:
                mpl.rcParams.update({"text.usetex": True, "lines.linewidth": 90, "savefig.facecolor": "red"})
            canvas.save_plot(str(tmp_path / f"{index}.png"), plot)
            assert canvas.make_figure(plot)._repr_png_()
    assert (tmp_path / "0.png").read_bytes() == (tmp_path / "1.png").read_bytes()
