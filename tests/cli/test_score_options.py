"""What `mondegreen score` can be asked for: groups, several systems, intervals, rows, texts rewritten and recut."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer

Command = Callable[..., Answer]


def scored(command: Command, *words: str) -> dict[str, Any]:
    answer = command("score", *words, "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    found: dict[str, Any] = json.loads(answer.out)
    return found


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def errors(system: dict[str, Any]) -> int:
    found: int = system["metrics"]["wer"]["columns"]["errors"]
    return found


def test_several_systems_stand_side_by_side(files: Path, command: Command) -> None:
    write("same.txt", Path("ref.txt").read_text(encoding="utf-8"))
    found = scored(command, "ref.txt", "hyp.txt", "same.txt")
    assert [(each["name"], errors(each)) for each in found["systems"]] == [("hyp.txt", 3), ("same.txt", 0)]
    table = command("score", "ref.txt", "hyp.txt", "same.txt").out
    lines = [line.split() for line in table.splitlines()]
    assert ["wer", "hyp.txt", "37.50", "%", "3", "8", "words", "1", "1", "1"] in lines
    assert ["same.txt", "0.00", "%", "-37.50", "↓", "0", "8", "words", "0", "0", "0"] in lines


SPEAKERS = [
    ("--utt2spk", "utt-1 eve\nutt-2 ann\nutt-3 eve\n"),
    ("--spk2utt", "eve utt-1 utt-3\nann utt-2\n"),
    ("--column", "utt-1\teve\nutt-2\tann\nutt-3\teve\n"),
]


@pytest.mark.parametrize(("option", "text"), SPEAKERS)
def test_groups_from_a_file(files: Path, command: Command, option: str, text: str) -> None:
    name = write("map", text)
    column = "speaker=map" if option == "--column" else name
    groups = scored(command, "ref.txt", "hyp.txt", option, column, "--by", "speaker")["systems"][0]["groups"]
    counts = {name: each["wer"]["columns"]["errors"] for name, each in groups["speaker"].items()}
    assert counts == {"eve": 3, "ann": 0}


def test_groups_from_a_field(files: Path, command: Command) -> None:
    write("ref.csv", "id,text,room\nu1,a b,hall\nu2,c,lab\n")
    write("hyp.csv", "id,text\nu2,c\nu1,a x\n")
    groups = scored(command, "ref.csv", "hyp.csv", "--by", "room")["systems"][0]["groups"]["room"]
    assert {name: each["wer"]["score"] for name, each in groups.items()} == {"hall": 50, "lab": 0}
    assert "hall" in command("score", "ref.csv", "hyp.csv", "--by", "room").out


def test_a_ctm_is_scored_against_an_stm(files: Path, command: Command) -> None:
    write("ref.stm", "rec 1 eve 0.0 2.0 <o> a b\nrec 1 ann 2.0 4.0 <o> c d\n")
    write("hyp.ctm", "rec 1 0.1 0.4 a\nrec 1 1.0 0.5 x\nrec 1 2.2 0.5 c\n")
    found = scored(command, "ref.stm", "hyp.ctm", "--by", "speaker")["systems"][0]
    assert found["formats"] == {"reference": "stm", "hypothesis": "ctm"}
    sums = {name: each["wer"]["columns"] for name, each in found["groups"]["speaker"].items()}
    assert [(each["substitutions"], each["deletions"]) for each in sums.values()] == [(1, 0), (0, 1)]


def test_a_ctm_is_cut_by_kaldis_segments(files: Path, command: Command) -> None:
    write("hyp.ctm", "rec 1 0.1 0.4 le\nrec 1 0.6 0.4 chat\nrec 1 2.2 0.5 été\nrec 1 3.5 0.5 a\n")
    write("segments", "utt-1 rec 0 2\nutt-2 rec 2 3\nutt-3 rec 3 5\n")
    assert errors(scored(command, "ref.txt", "hyp.ctm", "--segments", "segments")["systems"][0]) == 4


def test_segments_that_cut_nothing_are_refused(files: Path, command: Command) -> None:
    for more in ((), ("--batch-size", "2")):
        answer = command("score", "ref.txt", "hyp.txt", "--segments", "nowhere", *more)
        assert [answer.code, answer.out] == [2, ""]
        assert "--segments splits words with times, as in a CTM, and neither ref.txt nor hyp.txt has any" in answer.err
    write("mondegreen.toml", 'segments = "nowhere"\n')
    assert command("score", "ref.txt", "hyp.txt").code == 0


def test_intervals(files: Path, command: Command) -> None:
    found = scored(command, "ref.txt", "hyp.txt", "--ci", "--resamples", "200", "--level", "90", "--seed", "3")
    interval = found["systems"][0]["metrics"]["wer"]["interval"]
    assert {name: interval[name] for name in ("level", "over", "resamples", "seed")} == {
        "level": 90,
        "over": "utterance",
        "resamples": 200,
        "seed": 3,
    }
    assert 0 <= interval["low"] < 37.5 < interval["high"] <= 50
    how = mg.Bootstrap(resamples=200, level=90, seed=3)
    assert mg.score("ref.txt", "hyp.txt", ci=how).to_dict() == found


def test_text_rules_are_in_the_signature(files: Path, command: Command) -> None:
    write("hyp.txt", "utt-1 Le chat, dort\nutt-2 ÉTÉ\nutt-3 a b c d\n")
    words = ("--normalize", "lower", "--normalize", "punctuation", "--tokenize", "characters")
    wer = scored(command, "ref.txt", "hyp.txt", *words)["systems"][0]["metrics"]["wer"]
    assert [wer["score"], wer["columns"]["words"]] == [0, 17]
    assert "|norm:lower+punctuation|tok:characters|" in wer["signature"]
    run = mg.score("ref.txt", "hyp.txt", normalize=["lower", "punctuation"], tokenize="characters")
    assert run["wer"].signature == wer["signature"]


def test_ones_own_tokenizer(files: Path) -> None:
    def halves(text: str) -> list[str]:
        return [text[: len(text) // 2], text[len(text) // 2 :]]

    run = mg.score(["abcd"], ["abxx"], ["wer", "cer"], tokenize=halves)
    assert [run["wer"].value, run["cer"].value] == [50, 50]
    assert "|tok:halves|" in run["wer"].signature
    assert "|tok:characters|" in run["cer"].signature


@pytest.mark.parametrize(("extra", "insertions"), [("skip", 0), ("empty", 2)])
def test_extra(files: Path, command: Command, extra: str, insertions: int) -> None:
    write("hyp.txt", "utt-1 le chat dort\nutt-2 été\nutt-3 a b c d\nutt-4 x y\n")
    answer = command("score", "ref.txt", "hyp.txt", "--extra", extra, "--as", "json")
    assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["columns"]["insertions"] == insertions
    assert command("score", "ref.txt", "hyp.txt", "--extra", "error").code == 2


@pytest.mark.parametrize(("empties", "words", "scored"), [("keep", 8, 4), ("drop", 4, 1)])
def test_empties(files: Path, command: Command, empties: str, words: int, scored: int) -> None:
    write("ref.txt", "utt-1 a b c d\nutt-2 le chat\nutt-3 a <unk> c\nutt-4\n")
    write("hyp.txt", "utt-1 a b c d\nutt-2\nutt-3 <unk>\nutt-4 oui\n")
    words_of = ("score", "ref.txt", "hyp.txt", "--empties", empties, "--normalize", "drop:<unk>", "--format", "kaldi")
    system = json.loads(command(*words_of, "--as", "json").out)["systems"][0]
    assert system["pairs"]["scored"] == scored
    assert system["metrics"]["wer"]["columns"]["words"] == words
    assert ("|empties:drop|" in system["metrics"]["wer"]["signature"]) == (empties == "drop")
    if empties == "drop":
        assert system["pairs"]["empty"] == 3
        assert "1 utterance paired by ID, 3 empty dropped" in command(*words_of).out


@pytest.mark.parametrize(("duplicate", "wrong"), [("first", 1), ("last", 0)])
def test_duplicate(files: Path, command: Command, duplicate: str, wrong: int) -> None:
    write("hyp.txt", "utt-1 le chien dort\nutt-2 été\nutt-3 a b c d\nutt-1 le chat dort\n")
    answer = command("score", "ref.txt", "hyp.txt", "--duplicate", duplicate, "--as", "json", "--format", "kaldi")
    assert errors(json.loads(answer.out)["systems"][0]) == wrong
    answer = command("score", "ref.txt", "hyp.txt", "--duplicate", "error", "--format", "kaldi")
    assert answer == (2, "", "mondegreen: error: hyp.txt: 1 utterance with a duplicate ID: utt-1\n")


def test_an_encoding_is_named_or_an_error(files: Path, command: Command) -> None:
    for name in ("ref.txt", "hyp.txt"):
        Path(name).write_bytes(Path(name).read_text(encoding="utf-8").encode("latin-1"))
    assert command("score", "ref.txt", "hyp.txt").code == 2
    assert errors(scored(command, "ref.txt", "hyp.txt", "--encoding", "latin-1")["systems"][0]) == 3


def test_rows_as_lines_of_json(files: Path, command: Command) -> None:
    write("map", "utt-1 eve\nutt-2 ann\nutt-3 eve\n")
    answer = command("score", "ref.txt", "hyp.txt", "--rows", "rows.jsonl", "--utt2spk", "map", "--metrics", "wer,ser")
    assert answer.code == 0
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows[0] == {
        "system": "hyp.txt",
        "utterance": "utt-1",
        "reference": "le chat dort",
        "hypothesis": "le chien dort",
        "alignment": "CSC",
        "speaker": "eve",
        "wer": 100 / 3,
        "wer.errors": 1,
        "wer.words": 3,
        "wer.substitutions": 1,
        "wer.deletions": 0,
        "wer.insertions": 0,
        "ser": 100,
        "ser.wrong": 1,
        "ser.utterances": 1,
    }
    assert sum(row["wer.errors"] for row in rows) == 3


def test_rows_as_csv_of_several_systems(files: Path, command: Command) -> None:
    write("ref.txt", "utt-1\nutt-2 a\n")
    write("hyp.txt", 'utt-1\nutt-2 "a", b\n')
    assert command("score", "ref.txt", "hyp.txt", "ref.txt", "--metrics", "wer", "--rows", "rows.csv").code == 0
    with Path("rows.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["system"], row["utterance"], row["wer"], row["wer.errors"]) for row in rows] == [
        ("hyp.txt", "utt-1", "", "0"),  # no words, no rate
        ("hyp.txt", "utt-2", "200.0", "2"),
        ("ref.txt", "utt-1", "", "0"),
        ("ref.txt", "utt-2", "0.0", "0"),
    ]


def test_rows_as_parquet(files: Path, command: Command) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert command("score", "ref.txt", "hyp.txt", "--rows", "rows.parquet").code == 0
    rows = parquet.read_table("rows.parquet").to_pylist()
    assert [(row["utterance"], row["wer.errors"]) for row in rows] == [("utt-1", 1), ("utt-2", 0), ("utt-3", 2)]


@pytest.mark.parametrize("ending", ["json", "md", "csv", "tex", "txt", "json.gz"])
def test_output(files: Path, command: Command, ending: str) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--output", f"scores.{ending}")
    assert answer == (0, "", "")
    assert Path(f"scores.{ending}").stat().st_size > 50
    assert {path.name for path in files.iterdir()} == {"ref.txt", "hyp.txt", f"scores.{ending}"}


def test_every_report_in_every_form(files: Path, command: Command) -> None:
    reports = "metrics,summary,counts,groups,confusions,worst,alignments"
    for form in ("table", "json", "markdown", "csv", "latex"):
        answer = command("score", "ref.txt", "hyp.txt", "--report", reports, "--as", form, "--by", "utterance")
        assert [answer.code, answer.err] == [0, ""]
        assert "chien" in answer.out  # a confusion, seen by its word
        assert "utt-3" in answer.out


def test_costs_in_every_form(files: Path, command: Command) -> None:
    write("v.vec", "chat 4 3\nchien 3 4\n")
    words = ["--metrics", "ember", "--vectors", "v.vec", "--no-cache", "--report", "costs,costs-by-word"]
    for form in ("table", "json", "markdown", "csv", "latex"):
        answer = command("score", "ref.txt", "hyp.txt", *words, "--as", form)
        assert [answer.code, answer.err] == [0, ""]
        assert all(word in answer.out for word in ("chien", "0.96", "dort"))
    answer = command("score", "ref.txt", "hyp.txt", "--report", "costs")
    assert "none of the metrics weights errors" in answer.out


def test_top(files: Path, command: Command) -> None:
    out = command("score", "ref.txt", "hyp.txt", "--report", "worst", "--top", "1").out
    assert ["utt-3" in out, "utt-1" in out] == [True, False]


IDLE = [
    (["--resamples", "9"], "--resamples does nothing without --ci"),
    (["--level", "90"], "--level does nothing without --ci"),
    (["--seed", "1"], "--seed does nothing without --ci"),
    (["--segments", "none"], "neither ref.txt nor hyp.txt has any; remove it"),
    (["--utt2spk", "a", "--spk2utt", "b"], "--utt2spk does not go with --spk2utt; remove one of them"),
]


@pytest.mark.parametrize(("words", "sentence"), IDLE, ids=[words[0] for words, _ in IDLE])
def test_options_that_would_do_nothing_are_refused(
    files: Path, command: Command, words: list[str], sentence: str
) -> None:
    answer = command("score", "ref.txt", "hyp.txt", *words)
    assert answer.code == 2
    assert sentence in answer.err


def test_a_project_may_say_what_does_nothing_here(files: Path, command: Command) -> None:
    write("mondegreen.toml", "resamples = 10\nsegments = 'none'\n")
    assert command("score", "ref.txt", "hyp.txt").code == 0


def test_a_slip_in_an_output_format_of_another_toolkit(files: Path, command: Command) -> None:
    assert 'no output format "wnet"; did you mean wenet?' in command("score", "ref.txt", "hyp.txt", "--as", "wnet").err
