"""The pages of papers: figures that `tests/papers.py` knows stand in their tables, and are found by a command there."""

import re

import pytest

from paper_commands import DOCS, commands
from paper_rows import ROWS, Row, score
from papers import END, HEAD, START, judge


@pytest.mark.parametrize("page", ROWS)
def test_pages_hold_their_figures(page: str) -> None:
    """In the order of the list; figures that could not be found on the data at hand are not there."""
    text = (DOCS / f"paper-{page}.md").read_text(encoding="utf-8")
    table = text.partition(START)[2].partition(END)[0].strip().splitlines()
    assert table[:2] == HEAD
    known = {row.what: row for row in ROWS[page]}
    assert len(known) == len(ROWS[page])
    shown = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in table[2:]]
    names = [name for name, *_ in shown]
    assert names == [name for name in known if name in names]
    assert len(names) > len(known) / 2
    for name, letter, published, ours, verdict, date in shown:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", date)
        row = known[name]
        assert (letter, published) == (row.command, row.published)
        numbers = [float(each) for each in ours.split()] if re.fullmatch(r"[-\d. ]+", ours) else []
        possible = [judge(row, numbers if len(numbers) > 1 else numbers[0])] if numbers else []
        assert verdict in [judge(row, ours), *possible], name


@pytest.mark.parametrize("page", ROWS)
def test_every_figure_has_its_command(page: str) -> None:
    assert {row.command for row in ROWS[page]} <= commands(page).keys()


def test_a_verdict_follows_from_the_figures() -> None:
    row = Row("it", "A", score("wer"), "1.50", 0.02, "other data")
    assert judge(row, 1.5) == "reproduced to the last digit"
    assert judge(row, 1.519) == "reproduced within 0.02"
    assert judge(row, 1.6) == "differs by 0.10: other data"
    assert judge(row._replace(published="1.50 2.50"), [1.5, 3.0]) == "differs by up to 0.50: other data"
    assert judge(row._replace(published="3 / 2 / 1"), "3 / 2 / 1") == "reproduced"
    assert judge(row._replace(published="", why=""), 1.5) == "no published figure at hand"
