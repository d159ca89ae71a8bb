"""What session metrics say beside their score: each column by hand, which way is better, and their signatures."""

import pytest

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.comparison.comparison import Comparison
from mondegreen.corpus import Segment, Session
from mondegreen.metrics import SESSION_METRICS, make_metrics
from mondegreen.metrics.meetings.metric import Matched, Outcome, SessionMetric
from mondegreen.results.interval import Bootstrap

NAMES = list(SESSION_METRICS)


def side(*said: tuple[str, str]) -> list[Segment]:
    """Who says what, one after the other, a second for each."""
    return [Segment(f"{at}", who, text.split(), at, at + 1, timed=True) for at, (who, text) in enumerate(said)]


def make(spec: str) -> SessionMetric:
    (metric,) = make_metrics([spec], {}, SESSION_METRICS)
    assert isinstance(metric, SessionMetric)
    return metric


# errors, words, substitutions, deletions, insertions; and of permutations: speakers missed, too many, and in all
COLUMNS = [
    ((("A", "a b c"),), (("x", "a b c"),), (0, 3, 0, 0, 0), (0, 0, 1)),
    ((("A", "a b c"),), (("x", "a x c d"),), (2, 3, 1, 0, 1), (0, 0, 1)),
    ((("A", "a b c"), ("B", "d")), (("x", "a c"),), (2, 4, 0, 2, 0), (1, 0, 2)),
    ((("A", "a"),), (("x", "a"), ("y", "b c")), (2, 1, 0, 0, 2), (0, 1, 1)),
    ((("A", "a b"),), (), (2, 2, 0, 2, 0), (1, 0, 1)),
    ((), (("x", "a b c"),), (3, 0, 0, 0, 3), (0, 1, 0)),
]


@pytest.mark.parametrize("name", ["cpwer", "tcpwer", "pfer"])
@pytest.mark.parametrize(("reference", "hypothesis", "counts", "speakers"), COLUMNS)
def test_the_columns_of_permutations(
    name: str,
    reference: tuple[tuple[str, str], ...],
    hypothesis: tuple[tuple[str, str], ...],
    counts: tuple[int, ...],
    speakers: tuple[int, ...],
) -> None:
    metric = make(name)
    outcome = metric.outcome(Session("s", side(*reference), side(*hypothesis)), Settings())
    row = metric.tabulate([outcome])[0]
    named = ("errors", "words", "substitutions", "deletions", "insertions")
    assert tuple(row[column] for column in named) == counts
    assert tuple(row[column] for column in ("missed_speakers", "extra_speakers", "speakers")) == speakers
    assert outcome.least == counts[0]


@pytest.mark.parametrize("name", ["orcwer", "tcorcwer"])
@pytest.mark.parametrize(
    ("reference", "hypothesis", "counts"),
    [
        ((("A", "a b"), ("B", "c d")), (("x", "a b c e"),), (1, 4, 1, 0, 0)),
        ((("A", "a b"), ("B", "c d")), (("x", "a b"), ("y", "c d e")), (1, 4, 0, 0, 1)),
        ((("A", "a b"), ("B", "c d")), (("x", "a"), ("y", "c d")), (1, 4, 0, 1, 0)),
    ],
)
def test_the_columns_of_combinations(
    name: str, reference: tuple[tuple[str, str], ...], hypothesis: tuple[tuple[str, str], ...], counts: tuple[int, ...]
) -> None:
    metric = make(name)
    outcome = metric.outcome(Session("s", side(*reference), side(*hypothesis)), Settings())
    row = metric.tabulate([outcome])[0]
    assert tuple(row[column] for column in metric.columns) == (*counts, counts[0])
    assert row["least"] == counts[0]
    assert metric.score(row) == 100 * counts[0] / counts[1]


@pytest.mark.parametrize("name", NAMES)
def test_fewer_errors_are_better(name: str) -> None:
    reference = mg.Corpus.of(
        [
            mg.Utterance(f"u{at}", "a b c d", {"recording": f"s{at}", "speaker": "A", "start": "0", "end": "4"})
            for at in range(6)
        ],
        "r",
    )

    def run(text: str) -> mg.Run:
        rows = [row._replace(text=text) for row in reference]
        return mg.score_sessions(reference, mg.Corpus.of(rows, "h"), metrics=[name])

    good, bad = run("a b c d"), run("a b x y")
    label = next(iter(good.scores))
    assert (good[label].value, bad[label].value) == (0.0, 50.0)
    assert good[label].metric.better == "lower"
    how = Bootstrap(resamples=50)
    ((better,),) = Comparison([bad, good], how).changes
    ((worse,),) = Comparison([good, bad], how).changes
    assert [better.better, worse.better] == [True, False]
    assert [better.absolute, worse.absolute] == [-50.0, 50.0]


@pytest.mark.parametrize(
    ("spec", "signature"),
    [
        ("cpwer", "cpwer.v1|policy:sclite|"),
        ("pfer", "pfer.v1|policy:sclite|"),
        ("orcwer", "orcwer.v1|policy:kaldi|"),
        ("tcpwer", "tcpwer.v1|policy:meeteval|"),
        ("tcorcwer", "tcorcwer.v1|policy:meeteval|"),
        ("tcpwer:collar=0", "tcpwer.v1:collar=0|policy:meeteval|"),
        ("tcpwer:ref-times=equidistant_points", "tcpwer.v1:ref-times=equidistant_points|policy:meeteval|"),
    ],
)
def test_the_signature_names_whose_alignment_it_is(spec: str, signature: str) -> None:
    corpus = mg.Corpus.of([mg.Utterance("u", "a", {"recording": "s", "speaker": "A", "start": "0", "end": "1"})], "c")
    run = mg.score_sessions(corpus, corpus, metrics=[spec], policy="sclite")
    (score,) = run.scores.values()
    assert score.signature.startswith(signature)
    assert "tok:words|" in score.signature


def test_what_is_not_proven_is_said_with_how_far_off_it_may_be() -> None:
    keys = [f"s{at}" for at in range(3)]
    sessions = [Session(key, side(("A", "a b")), side(("A", "a b"))) for key in keys]
    outcomes = [Outcome([Matched("A", "A", 1, 1, 1, 1)], least) for least in (3, 2, 1)]
    batch = Batch(keys, keys, keys=keys, sessions=sessions, outcomes={"orcwer": outcomes})
    metric = make("orcwer")
    said = [*map(str, metric.list_notes(metric.measure(batch), keys, "h"))]
    assert said == [
        "orcwer of s1: the best assignment found has 3 errors, at most 1 error above the optimum",
        "orcwer of s2: the best assignment found has 3 errors, at most 2 errors above the optimum",
    ]
