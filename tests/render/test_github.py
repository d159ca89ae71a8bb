"""Blocks as GitHub shows them."""

import io
import re

import pytest

from mondegreen.render.markdown import GitHub, Markdown, write_github
from mondegreen.reports.blocks import AlignedPair, Alignments, Block, Column, Table


def test_what_matters_is_open_and_the_rest_unfolds() -> None:
    column = [Column("w", "word")]
    out = io.StringIO()
    write_github(
        [], [Table("changes", "change", column, [["a"]]), Table("tests", "<tests> & more", column, [["b"]])], out
    )
    assert out.getvalue() == (
        "### change\n\n| word |\n|---|\n| a |\n\n"
        "<details><summary>&lt;tests&gt; &amp; more</summary>\n\n| word |\n|---|\n| b |\n\n</details>\n\n"
    )


@pytest.mark.parametrize(
    "text",
    ["@user", "mail a@b.c", "see #12", "GH-12", "gh-7", "https://example.org/x", "http://a.b", "ftp://a", "WWW.a.org"],
)
def test_nothing_calls_people_or_links(text: str) -> None:
    """GitHub's own patterns, as its documentation of autolinked references and mentions has them."""
    live = r"@\w|#\d|\bgh-\d|\w://|\bwww\."
    assert re.search(live, text, re.IGNORECASE)
    made = GitHub().text(text)
    assert not re.search(live, made, re.IGNORECASE)
    assert made.replace("\u200b", "").replace("\\", "") == text
    table = Table("t", f"title {text}", [Column("w", "word")], [[text]], f"note {text}")
    out = io.StringIO()
    write_github([], [table], out)
    assert not re.search(live, out.getvalue(), re.IGNORECASE)


def test_other_text_stays_as_it_is() -> None:
    assert GitHub().text("a # b: c / 5 % of 12 &") == Markdown().text("a # b: c / 5 % of 12 &")


COLUMN = [Column("w", "word")]


@pytest.mark.parametrize(
    ("block", "is_open"),
    [
        (Table("conditions", "t", COLUMN, [["a"]]), True),
        (Table("changes", "t", COLUMN, [["a"]]), True),
        (Table("metrics", "t", COLUMN, [["a"]]), True),
        (Table("summary", "t", COLUMN, [["a"]]), False),
        (Table("summary", "t", COLUMN, []), True),  # nothing is hidden that is not there
        (Alignments("alignments", "t", [AlignedPair("u", ["a"], ["b"], "S")]), False),
    ],
)
def test_what_one_wants_to_see_at_once(block: Block, is_open: bool) -> None:
    """The title stands over it, or is what one clicks on; never both."""
    out = io.StringIO()
    write_github([], [block], out)
    assert out.getvalue().startswith("### t\n\n" if is_open else "<details><summary>t</summary>\n\n")
    assert ("### t" in out.getvalue()) is is_open
    assert out.getvalue().endswith("</details>\n\n") is not is_open


def test_what_stands_over_the_rest_is_no_markup_either() -> None:
    out = io.StringIO()
    write_github([], [Table("x", "<b>@me\x1b", COLUMN, [["a"]])], out)
    assert out.getvalue().startswith("<details><summary>&lt;b&gt;@\u200bme\\x1b</summary>\n\n")
