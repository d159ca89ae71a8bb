"""The top of the page: what it says of a change depends on the tests, not on the sign alone."""

import re
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


@pytest.mark.parametrize(
    ("base", "system", "said"),
    [
        (100, 60, "system1 is better: 1.00 point less WER"),
        (60, 100, "system1 is worse: 1.00 point more WER"),
        (100, 20, "system1 is better: 2.00 points less WER"),
        (100, 80, "system1 is better: 0.50 points less WER"),
    ],
)
def test_one_point_is_not_points(base: int, system: int, said: str) -> None:
    found = make_verdict(summarize(base, system, utterances=1000))
    assert found.who + found.rest == said


@pytest.mark.parametrize(
    ("p", "said"),
    [(0.0, "p < 0.001"), (0.0004999, "p < 0.001"), (0.0005, "p = 0.001"), (0.0016, "p = 0.002"), (1.0, "p = 1.000")],
)
def test_probabilities_of_a_verdict(monkeypatch: pytest.MonkeyPatch, p: float, said: str) -> None:
    monkeypatch.setattr(Comparison, "corrected", lambda *_: p)
    assert f" words. {said} by approximate randomization over 40 utterances." in make_verdict(summarize(40, 10)).about


def test_what_several_systems_and_metrics_are_corrected_for() -> None:
    about = make_verdict(summarize(40, 10, 20, metrics=["cer", "wip"])).about
    assert "over 40 utterances, corrected for 4 comparisons by Holm's method." in about
    assert "160 reference words" in about  # without WER the words are counted all the same
    assert make_verdict(summarize(1, 0, utterances=1)).about.endswith(" One unit alone cannot be tested.")


@pytest.mark.parametrize(
    ("utterances", "speakers", "said"),
    [
        (1, 0, "1 utterance and 4 reference words."),
        (2, 1, "2 utterances, 8 reference words and 1 speaker."),
        (300, 2, "300 utterances, 1,200 reference words and 2 speakers."),
    ],
)
def test_how_much_was_scored(utterances: int, speakers: int, said: str) -> None:
    keys = [str(index) for index in range(utterances)]
    fields = {"speaker": [str(index % speakers) for index in range(utterances)]} if speakers else {}
    run = mg.score(
        mg.Corpus(keys, ["a b c d"] * utterances, "r", fields=fields), mg.Corpus(keys, ["a"] * utterances, "h")
    )
    assert make_verdict(Summary([run], None, HOW)).about.startswith(said)
    assert make_verdict(Summary([mg.score(["a"], ["a"])], None, HOW)).about.startswith(
        "1 utterance and 1 reference word."
    )


@pytest.mark.parametrize(("over", "said"), [("utterance", "20 utterances"), ("speaker", "3 speakers")])
def test_what_is_resampled_is_named_where_it_is_few(over: str, said: str) -> None:
    keys = [str(index) for index in range(20)]
    reference = mg.Corpus(keys, ["a b"] * 20, "r", fields={"speaker": [str(index % 3) for index in range(20)]})
    run = mg.score(reference, mg.Corpus(keys, ["a"] * 20, "h"))
    about = make_verdict(Summary([run], None, Bootstrap(resamples=20, over=over))).about
    few = f" {said}: too few to trust a bootstrap, whose intervals are too narrow below 20."
    assert about == f"20 utterances, 40 reference words and 3 speakers.{few if over == 'speaker' else ''}"


@pytest.mark.parametrize(
    ("metric", "wrong", "focus"),
    [
        ("wer", (5, 10), 1),
        ("wer", (5, 30, 20, 10, 20), 3),
        ("wip", (5, 30, 20, 10, 20), 3),
        ("wer", (0, 10, 10), 1),
        ("wer", (7,), 0),
    ],
)
def test_the_page_speaks_of_the_best_but_the_baseline(metric: str, wrong: tuple[int, ...], focus: int) -> None:
    assert summarize(*wrong, metrics=[metric]).focus == focus


def test_changes_by_all_metrics() -> None:
    """Between -40 and 40, so that 0 is in the middle, and 18.75 points less are at (40 - 18.75) / 80."""
    panel, _ = make_overview(summarize(40, 10, 39, metrics=["wer", "wip"]))
    assert [[(box.text, box.kind) for box in row[:3]] for row in panel.rows] == [
        [("WER, system1", ""), ("−18.75", "good"), ("−75.0", "good")],
        [("WER, system2", ""), ("−0.62", ""), ("−2.5", "")],
        [("WIP, system1", ""), ("+31.64", "good"), ("+56.2", "good")],
        [("WIP, system2", ""), ("+0.94", ""), ("+1.7", "")],
    ]
    plots = [str(row[3].plot) for row in panel.rows]
    assert [re.findall(r'class="square (\w*)" x1="([^"]*)"', plot) for plot in plots] == [
        [("good", "26.56%")], [("", "49.22%")], [("good", "89.55%")], [("", "51.18%")],
    ]  # fmt: skip
    assert [head.text for head in panel.heads] == ["metric", "points", "%", ""]
    assert panel.note == "change from system0 with its 95 % confidence interval; gray where chance explains it"
    alone, _ = make_overview(summarize(40, 10))
    assert alone.rows[0][0].text == "WER"


@pytest.mark.parametrize("metric", ["wer", "cer"])
def test_kinds_of_errors_are_drawn_behind_each_other(metric: str) -> None:
    """Of four words one is wrong, one missing, and two are added, in percent of an axis to 100."""
    run = mg.score(["a b c d"], ["x b d e f"], [metric])
    (panel,) = make_overview(Summary([run], None, HOW))
    assert [box.text for box in panel.rows[0][1:4]] == ["25.00", "25.00", "50.00"]
    parts = re.findall(r'rect class="(\w+)" x="([^"]*)" y="4" width="([^"]*)"', str(panel.rows[0][4].plot))
    assert parts == [("fS", "0.00%", "25.00%"), ("fD", "25.00%", "25.00%"), ("fI", "50.00%", "50.00%")]
    assert panel.legend == [("fS", "substitutions"), ("fD", "deletions"), ("fI", "insertions")]
