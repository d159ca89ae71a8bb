"""What reports call their runs."""

import pytest

import mondegreen as mg
from mondegreen.reports.caption import describe_runs, short_names, system_names

HEADINGS = [
    (["exp/a/hyp", "exp/b/hyp"], ["a/hyp", "b/hyp"], "the folders that all share are left out"),
    (["/x/a/hyp", "/x/b"], ["a/hyp", "b"], "from the root too"),
    (["/x/a", "y/a"], ["/x/a", "y/a"], "where nothing is shared nothing is left out"),
    (["exp/one", "exp/only"], ["one", "only"], "letters are no folders"),
    (["exp/hyp"], ["exp/hyp"], "one alone keeps its name"),
    (["hyp", "hyp"], ["hyp", "hyp (2)"], "each has a name of its own"),
    (["exp", "exp/hyp"], ["exp", "hyp"], "a name is never empty"),
]


@pytest.mark.parametrize(("given", "expected", "why"), HEADINGS, ids=[case[2] for case in HEADINGS])
def test_headings(given: list[str], expected: list[str], why: str) -> None:
    runs = [mg.score(mg.Corpus(["u"], ["a"], "ref"), mg.Corpus(["u"], ["a"], name)) for name in given]
    assert short_names(runs) == expected
    assert describe_runs(runs) == f"{', '.join(system_names(runs))} against ref"
