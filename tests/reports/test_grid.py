"""A score under each of several settings."""

from mondegreen.reports.tuning import find_best, make_grid

VALUES = {(7, "0.0"): 20.0, (7, "0.5"): 18.104, (8, "0.0"): float("nan"), (8, "0.5"): 18.104}


def test_the_first_of_equals_is_best() -> None:
    assert find_best(VALUES) == (7, "0.5")
    assert find_best(VALUES, higher=True) == (7, "0.0")
    assert find_best({(7, "0.0"): float("nan")}) is None


def test_people_see_the_mark_and_programs_the_number() -> None:
    table = make_grid("wer", "WER", VALUES, (7, "0.5"), "note")
    assert table.of("people").rows == [[7.0, "20.00  ", "18.10 *"], [8.0, "-  ", "18.10  "]]
    programs = table.of("programs")
    assert [column.name for column in programs.columns] == ["lmwt", "penalty_0.0", "penalty_0.5"]
    assert programs.rows[0] == [7.0, 20.0, 18.104]


def test_a_setting_that_was_not_tried_has_no_score() -> None:
    table = make_grid("wer", "WER", {(7, "0.0"): 20.0, (8, "0.5"): 18.0}, None)
    assert table.of("people").rows == [[7.0, "20.00  ", "-  "], [8.0, "-  ", "18.00  "]]
