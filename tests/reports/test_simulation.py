"""Tables of simulated errors, each cell by hand: ten words of a system, twenty that imitate it."""

import math
from types import SimpleNamespace
from typing import cast

import pytest

from headings import heads
from mondegreen.reports.blocks import Table
from mondegreen.reports.texts import report_simulation
from mondegreen.simulation.drawing import Corrupted
from mondegreen.simulation.profile import Profile
from mondegreen.simulation.rates import TargetRates
from mondegreen.simulation.simulation import SimulationPlan

NAN = math.nan
SYSTEM = Profile("sys", 10, {"a": 4, "b": 6}, {"a": {"x": 1}}, {"b": 2}, {"y": 1}, 1.5)
FOUND = Profile("made", 20, {"a": 10, "c": 10}, {"a": {"x": 1, "y": 1}}, {"c": 3}, {"z": 5})
CLASSES = {"a": "noun", "b": "verb"}


def report(system: Profile | None = None, words: int = 20, covered: float = 0.85) -> list[Table]:
    requested, edits = TargetRates(0.2, 0.05, 0.1), SimpleNamespace(counts=(3, 1, 4))
    plan = SimpleNamespace(requested=requested, notes=["one note", "two"], profile=system, classes=CLASSES)
    made = Corrupted([], edits, words, requested, covered)  # type: ignore[arg-type]
    return report_simulation(cast("SimulationPlan", plan), made, FOUND)


def test_errors_that_were_wanted_made_and_found() -> None:
    """Rates are per hundred of the twenty words, and the last row is the sum of all."""
    (table,) = report()
    assert (table.name, table.title) == ("errors", "errors")
    assert (
        heads(table)
        == "errors | wanted=target:2 | made=simulated:0 | made_rate=rate:2 | found=aligned:0 | found_rate=rate:2"
    )
    assert table.rows == [
        ["substitutions", 20.0, 3, 15.0, 2, 10.0],
        ["deletions", 5.0, 1, 5.0, 3, 15.0],
        ["insertions", 10.0, 4, 20.0, 5, 25.0],
    ]
    assert table.foot == [["word error rate", pytest.approx(35.0), 8, 40.0, 10, 50.0]]
    assert table.note == "3 of 20 words have no candidates; aligned: errors as the aligner counts them; one note; two"


@pytest.mark.parametrize(("words", "covered", "said"), [(1, 1.0, "0 of 1 word have"), (20, 0.0, "20 of 20 words have")])
def test_words_without_candidates(words: int, covered: float, said: str) -> None:
    assert report(words=words, covered=covered)[0].note.startswith(f"{said} no candidates; ")


def test_errors_beside_those_of_the_imitated_system() -> None:
    """A rate is of the words, a share is of the errors: of ten words four errors, of twenty ten."""
    _, table, _ = report(SYSTEM)
    assert (table.name, table.title, table.note) == ("likeness", "errors of sys vs. simulated errors", "")
    assert heads(table) == "measure | system:2 | simulated:2"
    assert [row[0] for row in table.rows] == [
        *("reference words", "word error rate, %", "substitutions, %", "deletions, %", "insertions, %"),
        *("share of substitutions, %", "share of deletions, %", "share of insertions, %", "words in a run of errors"),
    ]
    assert [row[1] for row in table.rows] == pytest.approx([10, 40, 10, 20, 10, 25, 50, 25, 1.5])
    assert [row[2] for row in table.rows] == pytest.approx([20, 50, 10, 15, 25, 20, 30, 50, NAN], nan_ok=True)


def test_errors_of_each_class_of_words() -> None:
    """Classes in the order of letters; of words that have none, and of those that a side does not have, too."""
    *_, table = report(SYSTEM)
    assert (table.name, table.title, table.note) == ("classes", "errors by word class", "")
    assert heads(table) == (
        "class=word class | system_words=system: words:0 | system_substituted=sub %:2 | system_deleted=del %:2 | "
        "simulated_words=simulated: words:0 | simulated_substituted=sub %:2 | simulated_deleted=del %:2"
    )
    assert str(table.rows) == str(
        [
            ["others", 0, NAN, NAN, 10, 0.0, 30.0],
            ["noun", 4, 25.0, 0.0, 10, 20.0, 0.0],
            ["verb", 6, 0.0, 100 * 2 / 6, 0, NAN, NAN],
        ]
    )


def test_a_dtl_does_not_tell_all() -> None:
    *_, table = report(Profile("sys", 10, {}, {"a": {"x": 1}}, {}, {}))
    assert table.note == "a dtl holds neither word counts nor the order of errors"
