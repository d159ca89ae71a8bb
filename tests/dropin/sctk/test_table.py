"""A table as the original drew it, and what the engine promises for any texts."""

from hypothesis import given
from hypothesis import strategies as st

from mondegreen.dropin.sctk.table import Tables

HEADS = (b"System", b"# Snt", b"# Ref", b"Corr", b"Sub", b"Del", b"Ins", b"Err", b"S.Err", b"NCE")


# What sc_stats of SCTK 2.4.10 wrote of two systems with -r es.
DRAWN = b"""\
  ,-------------------------------------------------------------------------.
  |                                                                         |
  |                Executive Scoring Summary by Percentages                 |
  |                                                                         |
  | System | # Snt   # Ref | Corr   Sub   Del   Ins   Err    S.Err |  NCE   |
  |--------+---------------+---------------------------------------+--------|
  |  sys0  |  20      136  | 94.1   2.9   2.9   2.2   8.1    35.0  | -3.946 |
  |  sys1  |  20      136  | 87.5   8.8   3.7   8.8   21.3   60.0  | -1.068 |
  `-------------------------------------------------------------------------'
"""


def test_a_table_in_the_middle_of_the_page() -> None:
    tables = Tables()
    tables.center()
    table = tables.make_table()
    table.add_row("c", b"Executive Scoring Summary by Percentages", before=" ", after=" ")
    table.add_row("c|cc|cccccc|c", *HEADS)
    rows = [
        (b"sys0", b"20", b"136", b"94.1", b"2.9", b"2.9", b"2.2", b"8.1", b"35.0", b"-3.946"),
        (b"sys1", b"20", b"136", b"87.5", b"8.8", b"3.7", b"8.8", b"21.3", b"60.0", b"-1.068"),
    ]
    for number, cells in enumerate(rows):
        table.add_row("c|cc|cccccc|c", *cells, before="" if number else "-")
    assert table.draw(1) == DRAWN


def test_texts_of_the_table_before_still_count_as_wide() -> None:
    """The second column of the second table is merged, and yet as wide as what stood in it before."""
    tables = Tables()
    first = tables.make_table()
    first.add_row("c|c", b"a", b"12345")
    assert first.draw(0) == b",-------.\n|a|12345|\n`-------'\n"
    second = tables.make_table()
    second.add_row("ca", b"ab")
    assert second.draw(0) == b",------.\n|  ab  |\n`------'\n"


def test_a_table_stands_at_the_left_until_one_is_centred() -> None:
    tables = Tables()
    left = tables.make_table()
    left.add_row("c", b"a")
    tables.center()
    middle = tables.make_table()
    middle.add_row("c", b"a")
    assert left.draw(0).startswith(b",-.")
    assert middle.draw(0).startswith(b" " * 38 + b",-.")


TEXT = st.text("ab /é", max_size=12).map(str.encode)
COLUMNS = st.text("lcr", min_size=1, max_size=4).map("|".join) | st.sampled_from(["ca", "l|ca=r", "caa|c", "ra=caa"])
ROWS = st.lists(st.tuples(COLUMNS, st.lists(TEXT, max_size=4), st.text("-= ", max_size=2)), min_size=1, max_size=6)


@given(st.lists(ROWS, min_size=1, max_size=3), st.integers(0, 1), st.booleans())
def test_every_text_is_there_and_every_line_as_wide(
    history: list[list[tuple[str, list[bytes], str]]], padding: int, middle: bool
) -> None:
    tables = Tables()
    if middle:
        tables.center()
    for rows in history:
        table = tables.make_table()
        for columns, cells, before in rows:
            table.add_row(columns, *cells, before=before)
        lines = table.draw(padding).split(b"\n")[:-1]
        assert len({len(line) for line in lines}) == 1
        letters = b"".join(lines).replace(b" ", b"")
        for columns, cells, _ in rows:
            shown = sum(columns.count(letter) for letter in "lcr")
            for cell in cells[:shown]:
                for word in cell.replace(b"//", b" ").split():
                    assert word in letters
