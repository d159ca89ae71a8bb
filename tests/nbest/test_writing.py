"""What is shown and written of lists: tables of oracles, files of choices and selections, and progress."""

import gzip
import json
from pathlib import Path

import pytest

import mondegreen as mg
from bars import watched
from mondegreen import nbest
from mondegreen.batch import Settings
from mondegreen.errors import ScoreError
from mondegreen.nbest import reading, surface
from mondegreen.nbest.lists import (
    NBest,
    check_pattern,
    make_score_columns,
    write_choices,
    write_selection,
    write_selections,
)
from mondegreen.nbest.rerank import Selection
from mondegreen.nbest.surface import make_surfaces
from mondegreen.pairs import Join
from mondegreen.reports.tuning import report_oracle
from mondegreen.results.interval import Bootstrap


def test_tables_of_oracles() -> None:
    lists = [NBest("u", ["the dog", "th cat sa"], {}), NBest("v", ["a"], {})]
    found = nbest.oracle({"u": "the cats sat", "v": "a"}, lists, nbest.metrics(["wer", "cer"]))
    scores, wer, cer, differing = report_oracle(found, "ref", "lists")
    assert scores.title == "oracles of lists against ref"
    assert scores.note == "2 utterances, up to 2 hypotheses each"
    assert [row[0] for row in scores.rows] == ["first", "wer", "cer"]
    # Of four words two are wrong in the first, and three in the other; of thirteen letters eight, and three.
    assert [row[1:] for row in scores.rows] == [
        pytest.approx([50.0, 800 / 13]),
        pytest.approx([50.0, 800 / 13]),
        pytest.approx([75.0, 300 / 13]),
    ]
    assert [wer.name, cer.name] == ["curve_wer", "curve_cer"]
    assert differing.rows == [["wer", "cer", 1.0, 50.0]]
    (alone, _) = report_oracle(nbest.oracle({"v": "a"}, lists[1:], nbest.metrics(["wer"])), "ref", "lists")
    assert alone.note == "1 utterance, up to 1 hypothesis each"


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("x.trn", "a b (u)"),
        ("x.TRN", "a b (u)"),
        ("x", "u a b"),
        ("x.txt", "u a b"),
        ("x.csv", "utterance,"),
        ("x.jsonl", "{"),
        ("x.json", "["),
        ("x.tsv", "utterance\t"),
        ("x.gz", "u a b"),
        ("x.trn.GZ", "a b (u)"),
        ("x.csv.gz", "utterance,"),
    ],
)
def test_chosen_texts_are_written_in_the_format_of_their_file(tmp_path: Path, name: str, begins: str) -> None:
    corpus = mg.Corpus(["u"], ["a b"], "c", fields={"score": ["1"]})
    write_selection(corpus, str(tmp_path / name))
    data = (tmp_path / name).read_bytes()
    text = (gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data).decode()
    assert text.startswith(begins)
    assert ("1" in text) is not begins.endswith(("(u)", "b"))


def test_scores_become_columns_empty_where_there_are_none() -> None:
    found = make_score_columns([{"lm": 1.0, "score": 0.123456789123}, {"am": -2.0}], ["score"])
    assert found == {"lm": ["1", ""], "list_score": ["0.123456789", ""], "am": ["", "-2"]}


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = watched(monkeypatch)
    lists = [NBest(key, ["a", "b"], {"lm": [1.0, 0.0]}) for key in "uvw"]
    assert list(reading.show_progress(lists, 3)) == lists
    assert bars.pop("lists") == (3, 3)
    assert list(reading.show_progress(lists)) == lists
    assert bars.pop("lists") == (None, 3)
    reference = mg.Corpus(list("uvw"), ["a", "b", "c"], "ref")
    found = surface.sweep_lists(lists, {"lm": ["0", "1"]}, "lists")
    make_surfaces(reference, found, nbest.metrics(["wer"]), Settings(), Bootstrap(resamples=5), Join())
    assert bars["settings"] == (2, 2)


@pytest.mark.parametrize(
    ("pattern", "metrics", "fits"),
    [(None, 2, True), ("", 2, True), ("x", 1, True), ("x", 2, False), ("x.{metric}", 2, True), ("{metric}", 1, True)],
)
def test_a_file_for_each_metric(pattern: str | None, metrics: int, fits: bool) -> None:
    if fits:
        check_pattern(pattern, metrics)
    else:
        with pytest.raises(ScoreError, match=r"^x: --write names one file for 2 metrics; add \{metric\} to the name$"):
            check_pattern(pattern, metrics)


def test_files_of_choices_are_named_after_metrics(tmp_path: Path) -> None:
    """What is a sign in options is none in names of files."""
    lists = [NBest("u", ["x", "a b"], {"lm": [1.0, 0.5], "rank": [3.0, 4.0]}, [2, 7])]
    found = nbest.oracle({"u": "a b"}, lists, nbest.metrics(["cer:spaces=no", "wer"]))
    write_choices(found, str(tmp_path / "best.{metric}.jsonl"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["best.cer_spaces=no.jsonl", "best.wer.jsonl"]
    row = json.loads((tmp_path / "best.wer.jsonl").read_text(encoding="utf-8"))
    assert row == {"utterance": "u", "text": "a b", "rank": "7", "lm": "0.5", "list_rank": "4"}


def test_files_of_selections(tmp_path: Path) -> None:
    found = [Selection("u", "a", 2, 0.123456789123, {"score": 1.0}), Selection("v", "", 0, 0.0)]
    write_selections(found, "lists", str(tmp_path / "x.jsonl"))
    rows = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows == [
        {"utterance": "u", "text": "a", "rank": "2", "score": "0.123456789", "list_score": "1"},
        {"utterance": "v", "text": "", "rank": "0", "score": "0", "list_score": ""},
    ]
