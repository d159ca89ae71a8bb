"""The table of a saved run's checks: what differs first, digests cut, and a sentence on the whole."""

import pytest

from headings import heads
from mondegreen.reports.stored import report_checks
from mondegreen.results.verified import DIFFERS, HOLDS, NOT_CHECKED, Check, Verification

DIGEST = "0123456789abcdef" * 4


def detail(check: Check) -> str:
    ((*_, found, _, _),) = next(iter(report_checks(Verification("run", (check,))))).rows
    return str(found)


def test_what_differs_comes_first_then_what_was_not_checked() -> None:
    checks = (
        Check("version", "1", HOLDS, "1", "1"),
        Check("model", "m", NOT_CHECKED, "x", "it is not here"),
        Check("score", "wer", DIFFERS, 1.5, 2.0),
        Check("rows", "rows", HOLDS, "y", "y"),
        Check("score", "cer", DIFFERS, None, "z"),
    )
    (table,) = report_checks(Verification("exp/run", checks))
    assert (table.name, table.title, table.system) == ("verification", "exp/run", "exp/run")
    assert heads(table) == (
        "kind=checked | name | state=result | detail for people | saved for programs | found for programs"
    )
    assert list(table.rows) == [
        ("score", "wer", "differs", "saved 1.5, now 2", 1.5, 2.0),
        ("score", "cer", "differs", "saved nothing, now z", None, "z"),
        ("model", "m", "not checked", "it is not here", "x", "it is not here"),
        ("version", "1", "holds", "1", "1", "1"),
        ("rows", "rows", "holds", "y", "y", "y"),
    ]


@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        ([], "run holds: nothing that was checked differs"),
        ([HOLDS], "run holds: nothing that was checked differs"),
        ([HOLDS, NOT_CHECKED], "run holds: nothing that was checked differs; 1 not checked"),
        ([DIFFERS], "run does not hold: 1 check of 1 differs"),
        ([DIFFERS, HOLDS, DIFFERS], "run does not hold: 2 checks of 3 differ"),
        ([DIFFERS, NOT_CHECKED, NOT_CHECKED], "run does not hold: 1 check of 3 differs; 2 not checked"),
    ],
)
def test_the_whole_in_a_sentence(states: list[str], sentence: str) -> None:
    (table,) = report_checks(Verification("run", tuple(Check("score", "wer", each) for each in states)))
    assert table.note == sentence


@pytest.mark.parametrize(
    ("saved", "shown"),
    [
        (None, "nothing"),
        (0.1234567, "0.123457"),  # six places at most
        (10.0, "10"),  # no zeros behind the point, but those before it
        (0.25, "0.25"),
        (1000, "1000"),
        (DIGEST, "0123456789ab..."),  # twelve signs tell digests apart
        (f"ref.txt-{DIGEST}", "ref.txt-0123456789ab..."),
        (f"a {DIGEST} b", "a 0123456789ab... b"),
        (DIGEST[1:], DIGEST[1:]),  # a sign less is no digest
        (f"{DIGEST}x", f"{DIGEST}x"),
        (DIGEST.upper(), DIGEST.upper()),
    ],
)
def test_values_as_people_read_them(saved: str | float | None, shown: str) -> None:
    assert detail(Check("score", "wer", HOLDS, saved, "other")) == shown
