"""Tables of correlations, of people's votes and of translations: columns, rows and notes of finished numbers."""

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import mondegreen as mg
from headings import heads
from mondegreen.comparison.correlations import Correlation, Correlations, Influence, Sample
from mondegreen.comparison.downstream import Downstream, SentenceScores, TranslationCorrelation
from mondegreen.comparison.humans import Choices, Humans
from mondegreen.comparison.paired_tests import Signs
from mondegreen.comparison.preferences import Fitted
from mondegreen.comparison.ratings import Rated
from mondegreen.formats.rated import Ratings
from mondegreen.reports import studies
from mondegreen.reports.blocks import Table
from mondegreen.results.interval import Bootstrap, Interval

RUN = mg.score(mg.Corpus(["u"], ["a b"], "ref"), mg.Corpus(["u"], ["a x"], "hyp"), ["wer", "cer"])


def tables(found: Any) -> list[Table]:
    return [cast("Table", block) for block in found]


def correlated(method: str, over: str, *samples: Sample, influence: Influence | None = None) -> Correlations:
    how = Bootstrap(over, resamples=50, level=90, seed=3)
    pair = Correlation("wer", "cer", 0.5, Interval(0.25, 0.75, how), influence)
    return Correlations(["wer", "cer"], [pair], samples, method, how)


def sample(units: int, left_out: int = 0, *, constant: bool = False) -> Sample:
    values = np.array([[0.0, 0.0 if constant else unit] for unit in range(units)]) + [
        [unit, 0] for unit in range(units)
    ]
    return Sample([f"u{unit}" for unit in range(units)], values, left_out)


def test_correlations_and_their_matrix() -> None:
    found = correlated("pearson", "speaker", sample(20), influence=Influence("eve", 0.4))
    pairs, matrix = tables(studies.report_correlations([RUN], found))
    assert (pairs.name, pairs.title) == ("correlations", "pearson over speaker: hyp against ref")
    assert heads(pairs) == ("first=metric | second=with | pearson:3 | low:3 | high:3 | without:3 | influence=speaker")
    assert pairs.rows == [["wer", "cer", 0.5, 0.25, 0.75, 0.4, "eve"]]
    assert (matrix.name, matrix.title, matrix.note) == ("matrix", pairs.title, "")
    assert heads(matrix) == "metric | wer:3 | cer:3"
    assert matrix.rows == [["wer", 1.0, 0.5], ["cer", 0.5, 1.0]]
    nobody, _ = tables(studies.report_correlations([RUN], correlated("pearson", "speaker", sample(20))))
    assert nobody.rows == [["wer", "cer", 0.5, 0.25, 0.75, None, None]]


DRAWN = "low to high: 90 % by 50 resamples, seed 3"
WITHOUT = "without: excluding the one {} with the most influence"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (correlated("spearman", "utterance", sample(20)), ["20 by utterance", DRAWN, WITHOUT.format("utterance")]),
        (
            correlated("kendall", "utterance", sample(19)),  # fewer than the twenty that a bootstrap wants
            [
                "19 by utterance",
                "low to high: 90 % by the jackknife",
                "19 utterances: too few to trust a bootstrap, whose intervals are too narrow below 20",
                WITHOUT.format("utterance"),
            ],
        ),
        (
            correlated("pearson", "blocks:5", sample(30, 2), sample(12, 1)),
            [
                "mean of 2 systems",
                "30 and 12 by blocks:5, each system over its own, not only those that all share",
                "3 excluded, of which a side is empty or a metric is undefined",
                DRAWN,
                "12 blocks: too few to trust a bootstrap, whose intervals are too narrow below 20",
                WITHOUT.format("blocks:5"),
            ],
        ),
        (
            correlated("pearson", "speaker", sample(20), sample(20, constant=True)),  # as many of each: said once
            [
                "mean of 2 systems",
                "20 by speaker, the same for all systems",
                DRAWN,
                WITHOUT.format("speaker"),
                "cer does not vary: nothing correlates with it",
            ],
        ),
    ],
)
def test_what_is_said_of_the_units(found: Correlations, said: list[str]) -> None:
    assert studies.describe_samples(found) == "; ".join(said)


# --- people ---

VOTES = Choices(np.array([[9, 1]] * 4))


def test_columns_of_agreement() -> None:
    """What programs find by name at each share of people that agree: all, 70 % and any."""
    found = Humans({"one": np.array([-1, -1, -1, 1]), "two": np.array([1, 1, 1, 1])}, VOTES)
    table, duels = tables(studies.report_agreement(found, "votes.csv"))
    assert (table.name, table.title) == ("humans", "agreement with annotators: votes.csv")
    assert heads(table) == "metric | " + " | ".join(
        f"agreement_{key}={name}:2 | low_{key}=low:2 | high_{key}=high:2 | ties_{key}=ties:0 | "
        f"right_{key}=right:0 for programs | triplets_{key}=triplets:0 for programs"
        for key, name in (("100", "100 %"), ("70", "70 %"), ("all", "all"))
    )
    assert (duels.name, duels.title) == ("duels", "metrics against each other: votes.csv")
    assert duels.note == "over all triplets, by McNemar's test"
    assert heads(duels) == (
        "first=metric | second=against | only_first=only first right:0 | only_second=only second right:0 | "
        "p:4 probability | corrected=Holm:4 probability | mark="
    )
    # Three tosses alike come up by chance once in four times; one test is not corrected.
    assert duels.rows == [["one", "two", 3, 0, 0.25, 0.25, ""]]


def test_a_difference_that_is_no_chance_is_marked() -> None:
    """Ten tosses alike: 2 of 1024."""
    found = Humans({"one": np.full(10, -1), "two": np.full(10, 1)}, Choices(np.array([[9, 1]] * 10)))
    (_, duels) = tables(studies.report_agreement(found, "v"))
    assert duels.rows == [["one", "two", 10, 0, 2 / 1024, 2 / 1024, "**"]]


def test_fitted_weights() -> None:
    """The weights with their intervals, and how often the model agrees where it has not seen the reference."""
    metrics = [SimpleNamespace(label=name) for name in ("wer", "cer")]
    ends = (np.array([0.5, 0.1]), np.array([0.9, 0.5]))
    fitted = Fitted(np.array([0.75, 0.25]), *ends, 0.03, np.ones(4), np.array([True, False, False, False]), 10)
    found = Humans({"fitted": np.array([-1, -1, 1, -1])}, VOTES, fitted=fitted)
    weights, verdict = tables(studies.report_fitted(cast("Any", metrics), found, "votes.csv", "m.json"))
    assert (weights.name, weights.title) == ("weights", "weights that predict annotators best: votes.csv")
    assert heads(weights) == "metric | weight:4 | low:4 | high:4"
    assert weights.rows == [["wer", 0.75, 0.5, 0.9], ["cer", 0.25, 0.1, 0.5]]
    assert weights.note.startswith("score by --metrics human:model=m.json; ")
    assert "L2 penalty 0.03" in weights.note
    assert heads(verdict) == "part | share=pairs | agreement:2 | low:2 | high:2 | right:0 | pairs=of:0"
    assert [[*row[:3], *row[5:]] for row in verdict.rows] == [
        ["cross-validation", "100 %", pytest.approx(float("nan"), nan_ok=True), 0, 0],
        ["cross-validation", "70 %", pytest.approx(200 / 3), 2, 3],
        ["cross-validation", "all", pytest.approx(200 / 3), 2, 3],
        ["kept aside", "100 %", pytest.approx(float("nan"), nan_ok=True), 0, 0],
        ["kept aside", "70 %", 100, 1, 1],
        ["kept aside", "all", 100, 1, 1],
    ]


def test_ratings_and_grades() -> None:
    """Three of one reference: the first is better by people and the metric; two are of equal texts."""
    how = Bootstrap("reference", 10)
    texts = ["x", "y", "y"]
    held = Ratings("r", ["a"] * 3, texts, [4.0, 2, 1], [1] * 3, [0.1] * 3, graded=False, lines=range(3))
    rated = Rated(held, {"wer": np.array([0.0, 50, 50])}, {}, how)
    (table,) = tables(studies.report_agreement(rated, "r"))
    row = dict(zip((column.name for column in table.columns), table.rows[0], strict=True))
    assert row["agreement"] == pytest.approx(200 / 3)
    assert (row["right"], row["pairs"], row["ties"]) == (2, 3, 1)
    assert row["clear"] == pytest.approx(200 / 3)
    assert "3 pairs of hypotheses of one reference that were rated differently" in table.note
    assert "1 pair of equal texts, which no metric can order" in table.note
    held = replace(held, goodness=[0.0, -1, -2], spreads=[], errors=[], graded=True)
    rated = Rated(held, {"wer": np.array([0.0, 10, math.nan])}, {}, how)
    (table,) = tables(studies.report_agreement(rated, "r"))
    assert heads(table).startswith("metric | auc_1=AUC 1+:3 | auc_1_low=low:3 | auc_1_high=high:3 | auc_2=AUC 2+:3")
    assert table.note.startswith("1 of grade 0, 1 of grade 1, 1 of grade 2; ")
    assert "wer is not defined for 1 utterance" in table.note


# --- translations ---


def test_translations() -> None:
    found = [TranslationCorrelation("wer", "bleu", -0.5, math.nan, 4)]
    totals, signs = {"wer": 50.0, "bleu": 40.0}, {"bleu": Signs(3, 2, 1, 0.5), "meteor": Signs(1, 2, 3, 1.0)}
    whole = Downstream(RUN, found, totals, {"bleu": 39.0}, signs, ["a note"])
    correlation, corpus, contest = tables(studies.report_translations(whole, "hyp.en", "old.en"))
    assert (correlation.name, correlation.title) == ("correlation", "hyp and its translations")
    assert heads(correlation) == "metric | score=with | pearson=Pearson:3 | spearman=Spearman:3 | blocks:0"
    assert str(correlation.rows) == "[['wer', 'bleu', -0.5, nan, 4.0]]"
    assert (corpus.name, corpus.title) == ("corpus", "corpus scores")
    assert heads(corpus) == "name | value=score:2 | against:2"
    assert corpus.rows == [["wer", 50.0, None], ["bleu", 40.0, 39.0]]
    assert (contest.name, contest.title) == ("contest", "Sentences of hyp.en against old.en")
    assert heads(contest) == "score | wins:0 | losses:0 | ties:0 | p=sign test p:4 probability"
    assert contest.rows == [["bleu", 3.0, 2.0, 1.0, 0.5], ["meteor", 1.0, 2.0, 3.0, 1.0]]
    assert correlation.note == "a note"
    assert "of bleu with 1 added to the counts of longer n-grams" in contest.note  # BLEU + 1 (Lin and Och 2004)
    _, alone = tables(studies.report_translations(Downstream(RUN, found, totals), "hyp.en", ""))
    assert (heads(alone), alone.rows) == ("name | value=score:2", [["wer", 50.0], ["bleu", 40.0]])


@pytest.mark.parametrize("known", [True, False])
def test_sentences_that_one_system_wins_or_loses(known: bool) -> None:
    """Each text in a row with the scores that are of it; the other system's hypothesis where it is known."""
    run = mg.score(mg.Corpus(["u", "v"], ["a b", "c"], "ref"), mg.Corpus(["u", "v"], ["a x", "c"], "hyp"), ["wer"])
    sentences = SentenceScores(
        ["A X", "C"], ["A B", "D"], ["A B", "C"], ["a b", "d"] if known else None,
        {"wer": ([50.0, 0.0], [0.0, 100.0] if known else None)},
        {"bleu": ([30.0, 100.0], [100.0, 0.0]), "ter": ([50.0, 0.0], [0.0, 100.0])},
        np.array([-70.0, 100.0]),
    )  # fmt: skip
    signs = {"bleu": Signs(1, 1, 0, 1.0)}
    *_, table = tables(
        studies.report_translations(Downstream(run, [], {}, {}, signs, [], sentences), "hyp.en", "old.en")
    )
    assert (table.name, table.title) == ("sentences", "Sentences that hyp.en wins and loses most")
    assert table.note == "by sentence BLEU"
    assert heads(table) == "utterance | text | words= | wer:2 | bleu:2 | ter:2"
    assert [column.once for column in table.columns] == [True, *[False] * 5]  # the ID stands above its texts
    won: list[list[Any]] = [
        ["v", "reference", "c", None, None, None],
        ["v", "hypothesis", "c", 0.0, None, None],
        ["v", "against", "d", 100.0, None, None],
        ["v", "translated", "C", None, None, None],
        ["v", "hyp.en", "C", None, 100.0, 0.0],
        ["v", "old.en", "D", None, 0.0, 100.0],
    ]
    lost: list[list[Any]] = [
        ["u", "reference", "a b", None, None, None],
        ["u", "hypothesis", "a x", 50.0, None, None],
        ["u", "against", "a b", 0.0, None, None],
        ["u", "translated", "A B", None, None, None],
        ["u", "hyp.en", "A X", None, 30.0, 50.0],
        ["u", "old.en", "A B", None, 100.0, 0.0],
    ]
    assert table.rows == [row for row in won + lost if known or row[1] != "against"]


@pytest.mark.parametrize(
    ("count", "top"), [(0, []), (1, [3, 4]), (2, [3, 1, 4, 2]), (3, [3, 1, 6, 4, 2]), (9, [3, 1, 6, 4, 2])]
)
def test_most_won_come_first_then_most_lost(count: int, top: list[int]) -> None:
    gains = np.array([0.0, 2.0, -1.0, 5.0, -3.0, 0.0, 2.0])
    assert SentenceScores([], [], [], None, {}, {}, gains).top(count) == top
