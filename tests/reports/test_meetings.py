"""Tables of sessions: errors of each session, of the speakers that were matched, and the stream of each utterance."""

import pytest

import mondegreen as mg
from headings import heads
from mondegreen.reports import SESSION_REPORTS, View
from mondegreen.reports.blocks import Table

# Of session s the second stream says all of A, the first half of what B says; session t is right.
REFERENCE = {"s-A": "a b", "s-B": "c d", "t-A": "e"}
HYPOTHESIS = {"s-x": "c", "s-y": "a b", "t-x": "e"}
NUMBERS = "errors:0 | words:0 | substitutions=sub:0 | deletions=del:0 | insertions=ins:0"


@pytest.fixture(scope="module")
def runs() -> list[mg.Run]:
    return [mg.score_sessions(REFERENCE, HYPOTHESIS, metrics=["cpwer", "orcwer"])] * 2


def tables(name: str, runs: list[mg.Run]) -> list[Table]:
    found = [block for block in SESSION_REPORTS.find(name)(runs, View()) if isinstance(block, Table)]
    assert [table.system for table in found] == ["hypotheses", "hypotheses (2)"][: len(runs)]
    return found


def test_errors_of_each_session(runs: list[mg.Run]) -> None:
    one, two = tables("sessions", runs)
    assert (one.name, one.title) == ("sessions", "by session: hypotheses against references")
    assert two.title == "by session: hypotheses (2) against references"
    assert heads(one) == f"metric | session | score:2 | {NUMBERS}"
    right = [0.0, 0, 1, 0, 0, 0]
    assert one.rows == two.rows
    assert one.rows == [
        ["cpwer", "s", 25.0, 1, 4, 0, 1, 0],
        ["cpwer", "t", *right],
        ["orcwer", "s", 25.0, 1, 4, 0, 1, 0],
        ["orcwer", "t", *right],
    ]


def test_speakers_that_were_matched(runs: list[mg.Run]) -> None:
    (table,) = tables("speakers", runs[:1])
    assert (table.name, table.title) == ("speakers", "by speaker: hypotheses against references")
    assert heads(table) == f"metric | session | reference | hypothesis | {NUMBERS}"
    assert [row for row in table.rows if row[0] == "cpwer"] == [
        ["cpwer", "s", "A", "y", 0, 2, 0, 0, 0],
        ["cpwer", "s", "B", "x", 1, 2, 0, 1, 0],
        ["cpwer", "t", "A", "x", 0, 1, 0, 0, 0],
    ]


def test_streams_of_utterances(runs: list[mg.Run]) -> None:
    """Only a combination assigns utterances."""
    (table,) = tables("utterances", runs[:1])
    assert (table.name, table.title) == ("utterances", "streams of utterances: hypotheses against references")
    assert heads(table) == "metric | session | utterance | speaker | stream"
    assert table.rows == [
        ["orcwer", "s", "s-A", "A", "y"],
        ["orcwer", "s", "s-B", "B", "x"],
        ["orcwer", "t", "t-A", "A", "x"],
    ]
