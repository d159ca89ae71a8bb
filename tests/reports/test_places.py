"""With how many places numbers are shown, in every report: a rule, so that none is shown as more or less than it is."""

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.reports import COMPARISON_REPORTS, REPORTS, View, studies
from mondegreen.reports.blocks import Column, Table
from mondegreen.results.interval import Bootstrap
from toys import TOYS

# What is counted; in some reports everything is.
COUNTS = {"characters", "correct", "count", "counted", "deletions", "errors", "insertions", "of", "oov", "recognized"}
COUNTS |= {"substitutions", "words", "sentences", "units", "pairs"}
COUNTED = {"counts", "confusions", "utterances", "tests"}
# Sums of weights within sums of counts, which are whole where weights are.
SUMS = {"weight"}


def places(report: str, column: Column) -> set[int]:
    """Probabilities have four places; sclite's rates and relative changes one; scores two, and counts none."""
    if column.probability:
        return {4}
    if column.name.endswith("_rate") or column.name == "relative":
        return {1}
    if column.name in SUMS:
        return {0, 2}
    return {0} if report in COUNTED or column.name in COUNTS else {2}


@pytest.fixture(scope="module")
def runs() -> list[mg.Run]:
    resources = mg.Resources(None, dict(TOYS))
    keys = ["u", "v", "w", "x"]
    reference = mg.Corpus(keys, ["a b", "c d", "a x", ""], "r", fields={"speaker": ["p", "q", "q", "p"]})
    heard = {"first": ["a x", "c d", "a", ""], "second": ["a b", "c", "a x", "y"]}
    metrics = ["wer", "cer", "wip", "wer-s"]
    return [
        mg.score(reference, mg.Corpus(keys, each, name), metrics, resources=resources) for name, each in heard.items()
    ]


@pytest.mark.filterwarnings("ignore::mondegreen.ScoreWarning")
@pytest.mark.parametrize("name", [*REPORTS, *COMPARISON_REPORTS])
def test_numbers_have_the_places_that_their_kind_has(runs: list[mg.Run], name: str) -> None:
    found = 0
    some = [runs[:1], runs] if name in REPORTS else [Comparison(runs, Bootstrap(resamples=5))]
    for each in some:
        blocks = (REPORTS if name in REPORTS else COMPARISON_REPORTS).find(name)(each, View())
        for table in (block for block in blocks if isinstance(block, Table)):
            for place, column in enumerate(table.columns):
                cells = [row[place] for row in (*table.rows, *table.foot) if row[place] is not None]
                if column.places is None:
                    assert all(isinstance(cell, str) for cell in cells), column
                else:
                    assert not any(isinstance(cell, str) for cell in cells), column
                    assert column.places in places(name, column), column
                    found += 1
    assert found or name == "alignments"


def test_metrics_against_each_other_have_their_places() -> None:
    names = ["first", "second", "only_first", "only_second", "p", "corrected", "mark"]
    assert [(each.name, each.places) for each in studies.DUEL_COLUMNS] == list(
        zip(names, [None, None, 0, 0, 4, 4, None], strict=True)
    )
