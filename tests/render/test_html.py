"""Blocks as HTML."""

import io
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.render.html import write
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Column, Table

HOSTILE = '<script>alert("x")</script>&amp;\'"'


class Outline(HTMLParser):
    """The tags that a page opens, and the text in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        self.opened.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def drawn(*blocks: Block) -> str:
    out = io.StringIO()
    write([], blocks, out)
    return out.getvalue()


def test_a_table() -> None:
    columns = [Column("w", "word"), Column("n", "rate", 1)]
    table = Table("t", "a < b", columns, [["x", 12.34]], "a note", [["all", 1.0]])
    right = ' style="text-align: right"'
    assert drawn(table) == (
        "<table>\n<caption>a &lt; b</caption>\n<thead>\n"
        f"<tr><th>word</th><th{right}>rate</th></tr>\n</thead>\n<tbody>\n"
        f"<tr><td>x</td><td{right}>12.3</td></tr>\n"
        f"<tr><th>all</th><th{right}>1.0</th></tr>\n</tbody>\n</table>\n<p><small>a note</small></p>\n"
    )


def test_nothing_in_a_text_is_markup() -> None:
    table = Table("t", HOSTILE, [Column("w", HOSTILE)], [[HOSTILE]], HOSTILE)
    pair = AlignedPair(HOSTILE, [HOSTILE], ["b"], "S")
    page = Outline(drawn(table, Alignments("a", HOSTILE, [pair], HOSTILE)))
    assert set(page.opened) == {"table", "caption", "thead", "tbody", "tr", "th", "td", "p", "small", "strong", "pre"}
    assert page.text.count(HOSTILE) == 8


def test_a_notebook_shows_a_run() -> None:
    page = mg.score(["a b", "<b>"], ["a c", "d"])._repr_html_()
    assert page is not None
    assert '<td>wer</td><td style="text-align: right">66.67 %</td>' in page
    assert "2 utterances paired by line" in page


def test_a_run_that_was_loaded_shows_itself_too(tmp_path: Path) -> None:
    """Nothing but the name `Run` was used before."""
    mg.score(["a b"], ["a c"]).save(tmp_path / "run")
    code = f"import mondegreen as mg; assert '<td>wer</td>' in mg.Run.load({str(tmp_path / 'run')!r})._repr_html_()"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(("package", "to"), [("pandas", "to_pandas"), ("polars", "to_polars")])
def test_rows_as_a_data_frame(package: str, to: str) -> None:
    pytest.importorskip(package)
    frame = getattr(mg.score({"u1": "a b", "u2": ""}, {"u1": "a c", "u2": "x"}, ["wer"]), to)()
    assert list(frame["utterance"]) == ["u1", "u2"]
    assert list(frame["wer.errors"]) == [1, 1]
    assert frame["wer"][0] == 50


def test_a_package_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "polars", None)
    with pytest.raises(mg.ScoreError, match="polars is not installed: pip install polars"):
        mg.score(["a"], ["b"]).to_polars()


def test_aligned_pairs() -> None:
    """Preformatted, read in the direction of their first letter; without a note nothing stands below."""
    pair = AlignedPair("u", ["a", "<"], ["a", "x"], "CS")
    pairs = '<pre dir="auto">u  (1 S of 2)\nref  a &lt;\nhyp  a x\n       S</pre>\n'
    assert drawn(Alignments("a", "t", [pair], "n")) == f"<p><strong>t</strong></p>\n{pairs}<p><small>n</small></p>\n"
    assert drawn(Alignments("a", "t", [pair])) == f"<p><strong>t</strong></p>\n{pairs}"
    assert drawn(Table("t", "t", [Column("w", "w")], [])).endswith("</tbody>\n</table>\n")


def test_a_notebook_takes_no_dollars_for_formulas() -> None:
    page = mg.score(["a"], ["b"])._repr_html_() or ""
    assert page.startswith('<div class="tex2jax_ignore mathjax_ignore">\n')
    assert page.endswith("</div></div>\n")


def test_a_notebook_shows_the_verdict_and_plots_of_the_page() -> None:
    keys = [f"u{index}" for index in range(40)]
    reference = dict.fromkeys(keys, "a b")
    base = mg.score(reference, dict.fromkeys(keys, "a x"), ["wer"])
    new = mg.score(reference, {**dict.fromkeys(keys, "a b"), "u0": "<b> x"}, ["wer"])
    page = mg.compare([base, new])._repr_html_() or ""
    assert "is better</bdi></b>: 47.50 points less WER" in page
    assert page.count('class="square good"') == 1
    assert page.count('class="fS"') == 3  # of both systems, and in the legend
    assert "<script" not in page
    assert "<b> x" not in page


def test_what_a_notebook_shows_styles_nothing_else() -> None:
    page = mg.score(["a"], ["b"])._repr_html_() or ""
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert style.startswith(".mondegreen {")
    assert style.rstrip().endswith("}")
    assert ":root" not in style
