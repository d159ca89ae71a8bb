"""The top of the page: what it says of a change depends on the tests, not on the sign alone."""

from collections.abc import Sequence

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page.head import Summary, make_cards, make_overview, make_verdict, name_metric
from mondegreen.results.interval import Bootstrap

HOW = Bootstrap(resamples=200)


def summarize(*wrong: int, metrics: Sequence[str] = ("wer",), utterances: int = 40) -> Summary:
    """Systems that take so many of the utterances' four words, one in each utterance, for others."""
    keys = [f"u{index}" for index in range(utterances)]
    reference = mg.Corpus(keys, ["a b c d"] * utterances, "ref")
    runs = []
    for number, count in enumerate(wrong):
        texts = ["a b c x" if index < count else "a b c d" for index in range(utterances)]
        runs.append(mg.score(reference, mg.Corpus(keys, texts, f"system{number}"), list(metrics)))
    return Summary(runs, Comparison(runs, HOW) if len(runs) > 1 else None, HOW)


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        ((40, 10), "good", "system1 is better: 18.75 points less WER"),
        ((10, 40), "bad", "system1 is worse: 18.75 points more WER"),
        ((10, 11), "", "No difference shown: WER 6.25 → 6.88 %"),
        ((10, 10), "", "system1 scores the same: WER 6.25 → 6.25 %"),
        ((10,), "", "system0: WER 6.25 %"),
        ((40, 30, 5, 20), "good", "system2 is better: 21.88 points less WER"),
    ],
)
def test_the_verdict(wrong: tuple[int, ...], kind: str, said: str) -> None:
    found = make_verdict(summarize(*wrong))
    assert (found.kind, f"{found.who}{found.rest}") == (kind, said)


def test_where_more_is_better() -> None:
    found = make_verdict(summarize(40, 10, metrics=["wip"]))
    assert found.kind == "good"
    assert "points more WIP" in found.rest


def test_what_the_verdict_rests_on() -> None:
    about = make_verdict(summarize(40, 10)).about
    assert about.startswith("6.25 % against 25.00 % of system0, over 40 utterances and 160 reference words. p = 0.0")
    few = make_verdict(summarize(4, 1, utterances=4)).about
    assert "4 utterances: too few to trust a bootstrap" in few.lower()


def test_a_reference_without_words() -> None:
    run = mg.score([""], ["x"], ["wer"])
    found = make_verdict(Summary([run], None, HOW))
    assert found.rest == ": WER not defined"


def test_cards_hold_scores_changes_and_intervals() -> None:
    summary = summarize(40, 10, 20, metrics=["wer", "cer"])
    card, _ = make_cards(summary)
    assert (card.name, card.unit) == ("WER", "%")
    assert (card.focus.name, card.focus.score, card.focus.change, card.focus.kind) == (
        "system1", "6.25", "▼ 18.75", "good",
    )  # fmt: skip
    assert card.focus.spread.startswith("95 % CI −")
    assert [(each.name, each.score, each.change) for each in card.others] == [
        ("system0", "25.00", ""),
        ("system2", "12.50", "▼ 12.50"),
    ]
    assert card.others[0].interval == "95 % CI 25.00 to 25.00"  # every utterance has the same error


def test_kinds_of_errors_in_percent_of_the_reference() -> None:
    _, panel = make_overview(summarize(40, 10))
    assert [[box.text for box in row[:4]] for row in panel.rows] == [
        ["system0", "25.00", "0.00", "0.00"],
        ["system1", "6.25", "0.00", "0.00"],
    ]


@pytest.mark.parametrize(
    ("label", "name"),
    [("wer", "WER"), ("cer:spaces=no", "CER:spaces=no"), ("semdist", "SemDist"), ("chrf:order=2", "chrF:order=2")],
)
def test_names_of_metrics(label: str, name: str) -> None:
    assert name_metric(label) == name


@pytest.mark.parametrize(("utterances", "said"), [(19, True), (20, False)])
def test_an_interval_of_few_utterances_is_warned_of(utterances: int, said: bool) -> None:
    about = make_verdict(summarize(5, utterances=utterances)).about
    assert ("19 utterances: too few to trust a bootstrap" in about) is said
