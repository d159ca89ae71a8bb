"""What data of strangers may hold, under `--untrusted` and without: each limit, and one step beyond."""

from typing import Any

import pytest

from mondegreen import ScoreError
from mondegreen.limits import Limits, check_braces, check_columns, check_links, check_nesting, make_limit_error


@pytest.fixture(autouse=True)
def restored(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("links", "columns", "nesting"):
        monkeypatch.setattr(Limits, name, getattr(Limits, name))


def test_nothing_is_limited_unless_the_command_line_says() -> None:
    assert [Limits.links, Limits.columns, Limits.nesting] == [True, None, None]
    check_links("other", "file", 1)
    check_columns(10**9, "file")
    check_nesting([[[[[]]]]], "file")


def test_links() -> None:
    Limits.links = False
    with pytest.raises(ScoreError, match=r"^file:3: names another file, other, and --untrusted opens none$"):
        check_links("other", "file", 3)


def test_columns() -> None:
    Limits.columns = 3
    check_columns(3, "file")
    with pytest.raises(ScoreError) as refused:
        check_columns(1_000, "file")
    assert str(refused.value) == (
        "file: there are 1,000 columns, more than 3; if that is right, raise it: --limits columns=N"
    )
    with pytest.raises(ScoreError, match="there are 4 columns"):
        check_columns(4, "file")


NESTED: list[tuple[Any, int]] = [
    ("text", 0), ([], 1), ({}, 1), ([1, "a"], 1), ([[]], 2), ({"a": {"b": 1}}, 2), ([1, {"a": [2]}], 3),
    ([[], [[[]]]], 4),
]  # fmt: skip


@pytest.mark.parametrize(("found", "depth"), NESTED)
def test_nesting(found: Any, depth: int) -> None:
    Limits.nesting = max(depth, 1)
    check_nesting(found, "file")
    if depth > 1:
        Limits.nesting = depth - 1
        with pytest.raises(ScoreError) as refused:
            check_nesting(found, "file", 2)
        assert str(refused.value) == (
            f"file:2: this JSON is nested too deeply, more than {depth - 1}; "
            "if that is right, raise it: --limits nesting=N"
        )


def test_braces() -> None:
    check_braces("{ a / { b / c } }")
    check_braces("{" * 1_000)
    check_braces("{ a } " * 2_000)  # side by side
    check_braces("}" * 5 + "{" * 1_000)  # what was never open does not count
    with pytest.raises(ScoreError) as refused:
        check_braces("{" * 1_001)
    assert str(refused.value) == f"the alternatives of {'{' * 20}... are nested too deeply: more than 1,000 times"
    Limits.nesting = 2
    check_braces("{ { a } } { { b } }")
    with pytest.raises(ScoreError) as refused:
        check_braces("{ { { a } } }")
    assert str(refused.value) == (
        "the alternatives of { { { a } } }... are nested too deeply, more than 2; "
        "if that is right, raise it: --limits nesting=N"
    )
    Limits.nesting = 2_000
    with pytest.raises(ScoreError, match="nested too deeply: more than 1,000 times"):
        check_braces("{" * 1_001)  # whatever the limit


def test_the_place_of_a_limit() -> None:
    assert str(make_limit_error("x", "rows", 1_000)) == (
        "x, more than 1,000; if that is right, raise it: --limits rows=N"
    )
