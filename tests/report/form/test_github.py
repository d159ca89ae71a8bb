"""Blocks as GitHub shows them."""

import io

from mondegreen.report.blocks import Column, Table
from mondegreen.report.form.github import write


def test_what_matters_is_open_and_the_rest_unfolds() -> None:
    column = [Column("w", "word")]
    out = io.StringIO()
    write([], [Table("changes", "change", column, [["a"]]), Table("tests", "<tests> & more", column, [["b"]])], out)
    assert out.getvalue() == (
        "### change\n\n| word |\n|---|\n| a |\n\n"
        "<details><summary>&lt;tests&gt; &amp; more</summary>\n\n| word |\n|---|\n| b |\n\n</details>\n\n"
    )
