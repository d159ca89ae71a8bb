"""Metrics of sessions: cases with their reasons, and what holds for every one of them."""

import doctest
import inspect
import math
import re

import numpy as np
import pytest

import mondegreen as mg
from mondegreen import Corpus, ScoreError, Utterance
from mondegreen.batch import Settings
from mondegreen.component import load_target
from mondegreen.corpus import Segment, Session
from mondegreen.metrics import SESSION_METRICS, make_metrics
from mondegreen.metrics.meetings.metric import SessionMetric

KINDS: list[type[SessionMetric]] = [load_target(target) for target in SESSION_METRICS.values()]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


def side(*said: tuple[str, str]) -> list[Segment]:
    """Who says what, one after the other, a second for each."""
    spoken = enumerate(said)
    return [Segment(f"{at}", who, text.split(), at, at + 1, timed=True) for at, (who, text) in spoken]


def make(spec: str) -> SessionMetric:
    (metric,) = make_metrics([spec], {}, SESSION_METRICS)
    assert isinstance(metric, SessionMetric)
    return metric


def errors(name: str, reference: list[Segment], hypothesis: list[Segment]) -> int:
    metric = make(name)
    return metric.outcome(Session("s", reference, hypothesis), Settings()).errors


BOTH = (("A", "a b"), ("B", "c d"))
CASES = [
    ("cpwer", BOTH, (("x", "c d"), ("y", "a b")), 0),  # names do not matter
    ("cpwer", BOTH, (("x", "a b c d"),), 4),  # two words too many, and a speaker of two words is missing
    ("cpwer", BOTH, (("x", "a b"), ("y", "c d"), ("z", "e")), 1),  # a speaker too many
    ("cpwer", BOTH, (), 4),
    ("cpwer", (), BOTH, 4),
    ("cpwer", (("A", "a"), ("B", "b"), ("A", "c")), (("x", "a c"), ("y", "b")), 0),  # in order of time
    ("orcwer", BOTH, (("x", "a b c d"),), 0),  # one stream may hold both
    ("orcwer", BOTH, (("x", "c d a b"),), 4),  # but in their order: two of four are lost and two too many
    ("orcwer", (("A", "a b c"), ("A", "d")), (("x", "a d"), ("y", "b c")), 2),  # an utterance is not divided
    ("orcwer", BOTH, (), 4),
    ("orcwer", (), BOTH, 4),
    ("orcwer", (("A", ""), ("B", "a")), (("x", ""), ("y", "a")), 0),  # segments without words go nowhere
    ("tcpwer:collar=0", BOTH, (("x", "a b"), ("y", "c d")), 0),  # points within their intervals
    ("tcpwer:collar=0", BOTH, (("y", "c d"), ("x", "a b")), 4),  # the other way round: taken for what is said then
    ("tcpwer:collar=5", BOTH, (("y", "c d"), ("x", "a b")), 0),
    ("tcorcwer:collar=0", BOTH, (("y", "c d"), ("x", "a b")), 4),
    ("tcorcwer:collar=5", BOTH, (("y", "c d"), ("x", "a b")), 0),
    ("tcorcwer", BOTH, (), 4),
]


@pytest.mark.parametrize(("name", "reference", "hypothesis", "expected"), CASES)
def test_errors(
    name: str, reference: tuple[tuple[str, str], ...], hypothesis: tuple[tuple[str, str], ...], expected: int
) -> None:
    assert errors(name, side(*reference), side(*hypothesis)) == expected


def test_a_sum_of_rates_is_not_a_sum_of_errors() -> None:
    """Errors are 3 + 8 or 2 + 10; rates are 3 / 1 + 8 / 10 or 2 / 1 + 10 / 10."""
    reference, hypothesis = side(("A", "a"), ("B", "b c d e f g h i j k")), side(("x", "b c"), ("y", "p q r"))
    assert errors("cpwer", reference, hypothesis) == 3 + 8
    assert errors("pfer", reference, hypothesis) == 2 + 10


def test_the_stream_of_each_utterance_is_told() -> None:
    metric = make("orcwer")
    session = Session("s", side(("A", "a b"), ("B", ""), ("A", "c")), side(("x", "c"), ("y", "a b")))
    outcome = metric.outcome(session, Settings())
    assert list(outcome.streams) == ["y", None, "x"]
    assert outcome.least == outcome.errors == 0


def test_times_that_are_needed_and_missing_are_told() -> None:
    texts = {"s_1": "a"}
    for name in ("tcpwer", "tcorcwer"):
        with pytest.raises(ScoreError, match=f"utterance s_1: {name} needs the times of segments"):
            mg.score_sessions(texts, texts, metrics=[name])


@pytest.mark.parametrize("collar", ["-1", "nan", "inf", "x", ""])
def test_collars_that_are_none_are_refused(collar: str) -> None:
    with pytest.raises(ScoreError, match="tcpwer:collar is"):
        make(f"tcpwer:collar={collar}")


def test_times_of_words_must_be_those_of_single_words() -> None:
    metric = make("tcpwer:ref-times=none")
    with pytest.raises(ScoreError, match="utterance 0: times of single words are needed"):
        metric.outcome(Session("s", side(*BOTH), ()), Settings())


def test_the_collar_is_that_of_all_metrics_that_have_one() -> None:
    metrics = make_metrics(["cpwer", "tcpwer", "tcorcwer:collar=1"], {"collar": "3"}, SESSION_METRICS)
    labels = [metric.label for metric in metrics]
    assert labels == ["cpwer", "tcpwer:collar=3", "tcorcwer:collar=1"]
    with pytest.raises(ScoreError, match='"collar" is not an option of cpwer'):
        make_metrics(["cpwer"], {"collar": "3"}, SESSION_METRICS)


def test_the_registry_lists_metrics_by_their_names() -> None:
    assert list(SESSION_METRICS) == [kind.name for kind in KINDS]


@every_kind
def test_rows_add_up_over_sessions(kind: type[SessionMetric]) -> None:
    metric = kind()
    sides = [(side(*BOTH), side(("x", "a c"))), (side(("A", "a")), side()), (side(), side())]
    outcomes = [metric.outcome(Session("s", *each), Settings()) for each in sides]
    rows = metric.tabulate(outcomes)
    assert rows.columns == kind.columns
    assert np.array_equal(rows.values, np.concatenate([metric.tabulate([each]).values for each in outcomes]))
    assert math.isnan(metric.score(metric.tabulate(outcomes[2:]).total()))
    assert math.isnan(metric.score(metric.tabulate([]).total()))


@every_kind
def test_the_page_has_its_headings_in_order(kind: type[SessionMetric]) -> None:
    headings = re.findall(r"^(\w+):", inspect.cleandoc(kind.__doc__ or ""), flags=re.MULTILINE)
    assert headings == ["Measures", "Formula", "Example", "Caveats", "Source"]


@every_kind
def test_the_example_runs(kind: type[SessionMetric]) -> None:
    test = doctest.DocTestParser().get_doctest(kind.__doc__ or "", {}, kind.name, None, None)
    assert test.examples
    complaints: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=complaints.append)
    assert result.failed == 0, "".join(complaints)


def test_signatures_tell_what_changes_the_number() -> None:
    corpus = Corpus.of([Utterance("u", "a", {"recording": "s", "speaker": "A", "start": "0", "end": "1"})], "c")
    run = mg.score_sessions(corpus, corpus, metrics=["cpwer", "tcpwer"], collar=2, policy="sclite", normalize="lower")
    assert run["cpwer"].signature.startswith("cpwer.v1|policy:sclite|norm:lower|tok:words|utts:1|")
    assert run["tcpwer:collar=2"].signature.startswith("tcpwer.v1:collar=2|policy:meeteval|norm:lower|")
