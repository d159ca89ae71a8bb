"""Tables of ESPnet's results: their columns, and what is counted for each row."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

from headings import heads
from mondegreen.dropin.espnet import report
from mondegreen.dropin.espnet.scoring import Result, Totals
from mondegreen.reports import blocks


@pytest.mark.parametrize(
    ("table", "columns"),
    [
        ("ACCURACY", "dataset | label | utterances=utts:0 | correct:0 | accuracy:1"),
        ("TRANSLATION", "dataset | case | references | bleu=BLEU:2 | chrf=chrF:2 | ter=TER:2"),
        ("ORACLE", "dataset | metric | utterances=utts:0 | hypotheses=up to:0 | first:2 | oracle:2"),
        (
            "DETECTION",
            """dataset | what | there:0 | recognized:0 | correct:0
            | precision:1 | recall:1 | f1=F1:1""",
        ),
        (
            "RATE",
            """dataset | rate | utterances=utts:0 | tokens:0
            | correct_rate=corr:1 | substitutions_rate=sub:1 | deletions_rate=del:1 | insertions_rate=ins:1
            | errors_rate=err:1 | wrong_rate=utt.err:1 | correct:0 for programs | substitutions:0 for programs
            | deletions:0 for programs | insertions:0 for programs | errors:0 for programs | wrong:0 for programs""",
        ),
    ],
)
def test_columns_that_scripts_read_by_name(table: str, columns: str) -> None:
    found = blocks.Table("t", "t", getattr(report, f"{table}_COLUMNS"), [])
    assert heads(found).split() == columns.split()


def test_tables_beside_the_rates() -> None:
    """F1 is the harmonic mean of 80 and 50; where nothing is there or recognized, it is not defined."""
    work: Any = SimpleNamespace(
        root="exp",
        accuracies=[SimpleNamespace(dataset="d", what="intent", total=8, correct=5)],
        detections=[
            SimpleNamespace(dataset="d", what="label", there=8, recognized=5, correct=4),
            SimpleNamespace(dataset="e", what="mention", there=0, recognized=0, correct=0),
        ],
        translations=[
            SimpleNamespace(dataset="d", case=case, several=several, bleu=1.0, chrf=2.0, ter=3.0)
            for case, several in (("tc", False), ("lc", True))
        ],
    )
    makers = (report.make_accuracy_table, report.make_detection_table, report.make_translation_table)
    accuracies, entities, translations = (make(work) for make in makers)
    assert (accuracies.name, accuracies.title) == ("espnet-accuracies", "Accuracies of exp, in percent")
    assert accuracies.rows == [["d", "intent", 8, 5, 62.5]]
    assert (entities.name, entities.title) == ("espnet-entities", "Labels and entities of exp, in percent")
    assert entities.rows[0] == ["d", "label", 8, 5, 4, 80.0, 50.0, pytest.approx(2 * 80 * 50 / 130)]
    assert str(entities.rows[1]) == "['e', 'mention', 0, 0, 0, nan, nan, nan]"
    assert (translations.name, translations.title) == (
        "espnet-translations",
        "Scores of translations of exp, by sacrebleu",
    )
    assert translations.rows == [["d", "tc", "one", 1.0, 2.0, 3.0], ["d", "lc", "several", 1.0, 2.0, 3.0]]
    assert translations.note == "tc: with case; lc: without"


def test_rates_of_results_and_speakers() -> None:
    """Words before characters before tokens, then others; of 8 words 5 are right, and 2 of 4 utterances wrong."""
    totals = Totals(4, 2, 5, 2, 1, 3)
    results = [
        Result(unit, unit, "x", totals, speakers={"s": totals} if unit == "wer" else {})
        for unit in ("other", "ter", "wer", "cer")
    ]
    assert [each.unit for each in report.sort_by_unit(results)] == ["wer", "cer", "ter", "other"]
    rates = [62.5, 25.0, 12.5, 37.5, 75.0, 50.0, 5, 2, 1, 3, 6, 2]
    assert report.make_rate_row(results[2]) == ["wer", "WER", 4, 8, *rates]
    table = report.make_speaker_table(results, "exp")
    assert (table.name, table.title) == ("espnet-speakers", "Speakers of exp by their whole names, in percent")
    assert table.rows == [["wer", "s", "WER", 4, 8, *rates]]
    assert heads(table).startswith("dataset | speaker | rate | utterances=utts:0 | tokens:0 | ")
    assert str(report.make_rate_row(Result("d", "cer", "x", Totals()))[4:10]) == str([math.nan] * 6)
