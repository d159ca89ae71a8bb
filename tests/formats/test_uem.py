"""Regions to be scored: what is read, what touches them, and what is said of the rest."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen import ScoreError
from mondegreen.corpus import Corpus, TimedWord, Utterance
from mondegreen.formats.recordings import Regions, keep_regions, read_regions

Command = Callable[..., Answer]


def regions(folder: Path, text: str) -> Regions:
    (folder / "r.uem").write_text(text, encoding="utf-8")
    return read_regions(str(folder / "r.uem"))


def corpus(*rows: tuple[str, str, str, str]) -> Corpus:
    names = ("recording", "channel", "start", "end")
    return Corpus.of([Utterance("-".join(row), "a", dict(zip(names, row, strict=True))) for row in rows], "x.stm")


def test_what_touches_a_region_is_kept_and_the_rest_is_not_scored(tmp_path: Path) -> None:
    """Of a recording that is not named everything is; several regions of one each hold."""
    found = regions(tmp_path, ";; of a talk\n\ntalk 1 10 20\ntalk 1 30 40.5\n")
    times = [("0", "9.9"), ("0", "10"), ("12", "13"), ("20", "21"), ("21", "29"), ("40.5", "50"), ("41", "50")]
    side = keep_regions(corpus(*(("talk", "A", *each) for each in times), ("other", "A", "0", "1")), found)
    assert [row.fields["start"] for row in side] == ["0", "12", "20", "40.5", "0"]
    assert [row.fields["end"] for row in side.unscored] == ["9.9", "29", "50"]
    outside, whole = map(str, side.notes)
    what = f"3 segments of x.stm outside the regions of {found.name}, not scored"
    assert outside == f"{what}: talk-A-0-9.9, talk-A-21-29, talk-A-41-50"
    assert whole == f"1 recording of x.stm not in {found.name}, scored whole: other"


def test_a_region_holds_for_its_channel_where_several_are_named(tmp_path: Path) -> None:
    rows = [("talk", "A", "1", "2"), ("talk", "B", "1", "2"), ("talk", "A", "11", "12"), ("talk", "B", "11", "12")]
    kept = [row.key for row in keep_regions(corpus(*rows), regions(tmp_path, "talk 1 0 5\ntalk 2 10 15\n"))]
    assert kept == ["talk-A-1-2", "talk-B-11-12"]
    kept = [row.key for row in keep_regions(corpus(*rows), regions(tmp_path, "talk 1 0 5\n"))]
    assert kept == ["talk-A-1-2", "talk-B-1-2"]


def test_words_count_by_their_own_times(tmp_path: Path) -> None:
    words = [TimedWord("a", 0, 1), TimedWord("b", 1, 2), TimedWord("c", 3, 4)]
    side = keep_regions(
        Corpus.of([Utterance("talk", "a b c", words=words)], "x.ctm"), regions(tmp_path, "talk 1 1.5 2.5")
    )
    assert (side.texts, side.words) == (["b"], [words[1:2]])
    assert [note.kind for note in side.notes] == ["words-outside-regions"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", r"r\.uem: holds no region to score"),
        ("talk 1 0\n", r"r\.uem:1: expected recording, channel, start and end, found 3 fields"),
        ("talk 1 5 x\n", r'r\.uem:1: the end, "x", is not a number'),
        ("talk 1 5 4\n", r"r\.uem:1: the end, 4, is before the start, 5"),
        ("walk 1 0 5\n", r"r\.uem: names none of the recordings of x\.stm, talk; its own are walk"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, text: str, what: str) -> None:
    with pytest.raises(ScoreError, match=what):
        keep_regions(corpus(("talk", "A", "0", "1")), regions(tmp_path, text))


def test_a_ctm_against_an_stm(files: Path, command: Command) -> None:
    """The words of a segment at the edge are not taken from it, and those of segments and silence outside are."""
    (files / "ref.stm").write_text("talk 1 s 0 4 a b\ntalk 1 s 4 8 c d\ntalk 1 s 20 24 e f\n", encoding="utf-8")
    words = [("a", 1), ("b", 2), ("c", 5), ("x", 7), ("no", 15), ("wrong", 21), ("no", 30)]
    lines = [f"talk 1 {start} 0.5 {word}\n" for word, start in words]
    (files / "hyp.ctm").write_text("".join(lines), encoding="utf-8")
    (files / "r.uem").write_text("talk 1 1 6\n", encoding="utf-8")
    for more in ([], ["--batch-size", "1"]):
        answer = command("score", "ref.stm", "hyp.ctm", "--uem", "r.uem", "--metrics", "wer", "--as", "json", *more)
        assert answer.code == 0, answer.err
        columns = json.loads(answer.out)["systems"][0]["metrics"]["wer"]["columns"]
        assert (columns["words"], columns["errors"], columns["substitutions"]) == (4, 1, 1)
        assert "1 segment of ref.stm outside the regions of r.uem, not scored" in answer.err
        assert "3 words of hyp.ctm outside the regions of r.uem, not scored" in answer.err


def test_texts_without_times_are_refused(files: Path, command: Command) -> None:
    (files / "ref.stm").write_text("talk 1 s 0 4 a b\n", encoding="utf-8")
    (files / "hyp.txt").write_text("talk a b\n", encoding="utf-8")
    (files / "r.uem").write_text("talk 1 1 6\n", encoding="utf-8")
    answer = command("score", "ref.stm", "hyp.txt", "--uem", "r.uem")
    assert answer.code == 2
    assert "utterance talk: has no times, which regions to score need" in answer.err
