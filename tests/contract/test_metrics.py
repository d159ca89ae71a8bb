"""What every metric of the registry promises."""

import doctest
import inspect
import math
import random
import re

import numpy as np
import pytest

from mondegreen.batch import Batch, Settings
from mondegreen.component import load_target
from mondegreen.metrics import METRICS, make_metric
from mondegreen.metrics.base import Metric
from mondegreen.metrics.support.rows import Rows
from mondegreen.resources import Resources
from toys import TOYS

PLAIN: list[type[Metric]] = [load_target(target) for target in METRICS.values()]
KINDS = [*PLAIN, *(load_target(target) for kind in PLAIN for target in kind.variants)]
# Each metric as it is by default, and with every value of every option.
SPECS = [
    *METRICS,
    *(f"{kind.name}:{each.name}={value}" for kind in KINDS for each in kind.options for value in each.values),
]
REFERENCES = ["a b c", "", "été où", "x", "a b a b", "日本 語"]
HYPOTHESES = ["a x c d", "y", "ete où", "", "b a b", "日本語"]

every_metric = pytest.mark.parametrize("spec", SPECS)
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def measured(spec: str, references: list[str], hypotheses: list[str], corpus: list[str] | None = None) -> Rows:
    """The rows of these pairs, in a corpus of these references if it holds more."""
    settings = Settings(resources=Resources(None, TOYS))
    kind = make_metric(spec)
    if kind.looks_ahead:
        ahead = references if corpus is None else corpus
        kind.prepare([Batch(ahead, ahead, settings)])
    return kind.measure(Batch(references, hypotheses, settings))


def test_the_registry_lists_metrics_by_their_names() -> None:
    assert list(METRICS) == [kind.name for kind in PLAIN]


@every_metric
def test_rows_add_up(spec: str) -> None:
    whole = measured(spec, REFERENCES, HYPOTHESES)
    parts = [measured(spec, REFERENCES[part], HYPOTHESES[part], REFERENCES) for part in (slice(0, 2), slice(2, None))]
    assert np.array_equal(whole.values, np.concatenate([part.values for part in parts]))
    added = {name: parts[0].total()[name] + parts[1].total()[name] for name in whole.columns}
    assert whole.total() == pytest.approx(added, rel=1e-12)


@every_metric
def test_order_is_irrelevant(spec: str) -> None:
    pairs = list(zip(REFERENCES, HYPOTHESES, strict=True))
    random.Random(1).shuffle(pairs)
    shuffled = measured(spec, [pair[0] for pair in pairs], [pair[1] for pair in pairs])
    kind = make_metric(spec)
    expected = kind.score(measured(spec, REFERENCES, HYPOTHESES).total())
    assert kind.score(shuffled.total()) == pytest.approx(expected, rel=1e-12)


@every_metric
@pytest.mark.parametrize(("reference", "hypothesis"), [("", ""), ("a", ""), ("", "a"), (" ", "\t")])
def test_empty_sides_are_defined(spec: str, reference: str, hypothesis: str) -> None:
    rows = measured(spec, [reference], [hypothesis])
    assert rows.values.shape == (1, len(rows.columns))
    assert np.isfinite(rows.values).all()
    score = make_metric(spec).score(rows.total())
    assert math.isnan(score) or math.isfinite(score)


@every_metric
def test_no_pair_at_all_has_no_score(spec: str) -> None:
    rows = measured(spec, [], [])
    assert len(rows) == 0
    assert math.isnan(make_metric(spec).score(rows.total()))


@every_metric
def test_the_same_on_both_sides_is_best(spec: str) -> None:
    kind = make_metric(spec)
    # Nothing of the one is recognized, and of the other all but its case.
    same, *others = (kind.score(measured(spec, ["a b"], [text]).total()) for text in ("a b", "c", "A B"))
    assert any(same < other if kind.better == "lower" else same > other for other in others)
    assert not any(same > other if kind.better == "lower" else same < other for other in others)


@every_metric
def test_a_score_is_the_fraction_that_is_shown_beside_it(spec: str) -> None:
    kind = make_metric(spec)
    total = measured(spec, REFERENCES, HYPOTHESES).total()
    errors, whole, _ = kind.fraction(total)
    if errors is not None and whole is not None:
        assert kind.score(total) == pytest.approx(100 * errors / whole)


@every_metric
def test_what_a_metric_is_called_leads_back_to_it(spec: str) -> None:
    kind = make_metric(spec)
    assert make_metric(kind.label).signature == kind.signature
    assert kind.signature.startswith(f"{kind.name}.v{kind.version}")
    told = kind.signature.replace(f".v{kind.version}", "", 1)  # some say more than they are called by
    assert make_metric(told).signature == kind.signature


def test_different_choices_have_different_signatures() -> None:
    by_label = {make_metric(spec).label: make_metric(spec).signature for spec in SPECS}
    assert len(set(by_label.values())) == len(by_label)


@every_metric
def test_columns_are_those_of_the_rows(spec: str) -> None:
    columns = make_metric(spec).columns
    assert measured(spec, ["a"], ["a"]).columns == columns
    assert len(set(columns)) == len(columns)


@every_kind
def test_the_page_has_its_headings_in_order(kind: type[Metric]) -> None:
    headings = re.findall(r"^(\w+):", inspect.cleandoc(kind.__doc__ or ""), flags=re.MULTILINE)
    assert headings == ["Measures", "Formula", "Example", "Caveats", "Source"]


@every_kind
def test_the_example_runs(kind: type[Metric]) -> None:
    test = doctest.DocTestParser().get_doctest(kind.__doc__ or "", {}, kind.name, None, None)
    assert test.examples
    complaints: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert result.failed == 0, "".join(complaints)
