"""Pictures: of each kind, the same each time, with hostile texts and undefined numbers in them."""

import math
import re
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.comparison.correlations import correlate_metrics
from mondegreen.render.plot import bars, canvas, lines, maps
from mondegreen.results.interval import Bootstrap

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
# What would be a formula, markup, or steer a terminal.
NAME = "a $x_{1$ <b>&\x1b[2J"


def scored(name: str, *texts: str, ci: bool = False) -> mg.Run:
    references = {f"u{place}": text for place, text in enumerate(["a b", "c d", "e f", ""])}
    corpus = mg.Corpus(list(references), texts, name)
    return mg.score(references, corpus, ["wer", "cer", "ser", "mine=cer+wer"], ci=ci)


RUNS = [scored("base", "a x", "c d", "x x", ""), scored(NAME, "a b", "c x", "e f", "")]


def drawn(picture: str, path: Path) -> None:
    if picture == "scores":
        bars.plot_scores([scored("one", "a x", "c d", "x x", "", ci=True), RUNS[1]], str(path))
    elif picture == "changes":
        bars.plot_changes(Comparison([*RUNS, RUNS[0]], Bootstrap(resamples=20)), str(path))
    elif picture == "curves":
        lines.plot_curves({NAME: [3.0, 2.0, float("nan")], "wer": [1.0]}, NAME, str(path))
    elif picture == "lines":
        series = {NAME: ([1.0, float("nan"), 0.5], [0.1, 0.1, 0.0]), "b": ([1.0, 0.9, 0.8], [0.0, 0.0, 0.0])}
        lines.plot_lines({"similarity": series, NAME: series}, [0.0, 0.1, 0.2], NAME, str(path))
    elif picture == "maps":
        values = {NAME: [[3.0, 2.0], [float("nan"), 1.0]]}
        canvas.save_plot(str(path), maps.draw_maps(values, ("lm", NAME), (["7", NAME], ["0", NAME])))
    else:
        maps.plot_correlations(correlate_metrics(RUNS, "pearson", Bootstrap(resamples=5)), str(path))


@pytest.fixture
def _matplotlib() -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("ending", canvas.KINDS)
@pytest.mark.parametrize("picture", ["scores", "changes", "curves", "lines", "maps", "correlations"])
def test_every_picture_of_every_kind(tmp_path: Path, picture: str, ending: str) -> None:
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending.upper()}"
    drawn(picture, one)
    drawn(picture, other)
    assert one.read_bytes().startswith(MAGIC[ending])
    assert one.read_bytes() == other.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [one.name, other.name]


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("picture", ["scores", "curves", "maps"])
def test_names_are_texts(tmp_path: Path, picture: str) -> None:
    drawn(picture, tmp_path / "x.svg")
    text = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "a $x_{1$ &lt;b&gt;&amp;\\x1b[2J" in text
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
def test_what_is_not_defined_is_said(tmp_path: Path) -> None:
    nothing = mg.score([""], [""], ["wer"])
    bars.plot_scores([nothing], str(tmp_path / "x.svg"))
    assert "not defined" in (tmp_path / "x.svg").read_text(encoding="utf-8")
    right = mg.score(["a", "b", "c"], ["a", "b", "c"], ["wer", "cer"])
    bars.plot_changes(Comparison([right, right], Bootstrap(resamples=5)), str(tmp_path / "y.svg"))
    maps.plot_correlations(correlate_metrics([right], "pearson", Bootstrap(resamples=5)), str(tmp_path / "z.svg"))
    for name in ("y.svg", "z.svg"):
        assert "not defined" in (tmp_path / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["x.gif", "x", "svg"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(mg.ScoreError, match=r"ends in \.png, \.svg, \.pdf"):
        canvas.check_plot(name)


def test_without_matplotlib_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(mg.ScoreError, match=r"x\.png: pictures need matplotlib: pip install 'mondegreen\[plot\]'"):
        canvas.check_plot("x.png")


def test_colours_and_markers_go_round() -> None:
    assert len(set(canvas.COLORS)) == len(set(canvas.MARKERS)) == 7
    assert [canvas.color_of(7), canvas.marker_of(8)] == [canvas.COLORS[0], canvas.MARKERS[1]]


@pytest.mark.usefixtures("_matplotlib")
def test_a_picture_within_a_page_has_names_of_its_own() -> None:
    found = bars.draw_changes(Comparison(RUNS, Bootstrap(resamples=20)))
    one, other = canvas.inline_svg(found, "one"), canvas.inline_svg(found, "two")
    assert one.startswith("<svg")
    names = [set(re.findall(r' id="([^"]*)"', text)) for text in (one, other)]
    assert names[0]
    assert not names[0] & names[1]
    assert {*re.findall(r'"#([^"]*)"|url\(#([^)]*)\)', one)} <= {
        pair for name in names[0] for pair in ((name, ""), ("", name))
    }
    assert one == other.replace("two-", "one-")


@pytest.mark.usefixtures("_matplotlib")
def test_a_text_that_looks_like_a_name_stays_as_it_is() -> None:
    name = 'x id="y" url(#z)'
    found = bars.draw_changes(Comparison([RUNS[0], scored(name, "a b", "c x", "e f", "")], Bootstrap(resamples=20)))
    assert 'x id="y" url(#z)</text>' in canvas.inline_svg(found, "one")


@pytest.mark.usefixtures("_matplotlib")
def test_a_map_of_settings_holds_its_scores_and_no_file() -> None:
    found = maps.draw_maps({"wer": [[12.5, math.nan], [3.25, 1]]}, ("lm", ""), (["7", "8"], ["0", "1"]))
    text = canvas.inline_svg(found, "one")
    assert {"12.50", "3.25", "1.00"} <= set(re.findall(r">([\d.]+)</text>", text))
    assert re.findall(r">not</text>|>defined</text>", text) == [">not</text>", ">defined</text>"]
    assert "<image" not in text


@pytest.mark.usefixtures("_matplotlib")
@pytest.mark.parametrize("wide", [1, 40])
def test_a_large_map_says_its_shades_instead(wide: int) -> None:
    labels = [str(place) for place in range(wide)]
    found = maps.draw_maps({"wer": [[12.5] * wide]}, ("lm", ""), (["7"], labels))
    text = canvas.inline_svg(found, "one")
    assert (">12.50</text>" in text) is (wide == 1)
    assert "<image" not in text
