"""`mondegreen normalize`: what each rule changes, and the texts after them."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from mondegreen.results.changes import find_replacements

Command = Callable[..., Answer]
TEXT = "utt-1 Le Chat, dort\nutt-2 ...\nutt-3 le chat dort\nutt-4 Le chien  dort\n"


@pytest.fixture
def text(files: Path) -> str:
    (files / "in.txt").write_text(TEXT, encoding="utf-8")
    return "in.txt"


def test_what_each_rule_changes(text: str, command: Command) -> None:
    answer = command("normalize", text, "--rules", "lower,punctuation", "--as", "csv")
    assert [answer.code, answer.err] == [0, ""]
    rules, *changes = [list(csv.reader(io.StringIO(table))) for table in answer.out.split("\n\n")]
    assert rules == [
        ["rule", "texts", "changed", "emptied", "words"],
        ["lower", "4", "2", "0", "2"],
        ["punctuation", "4", "2", "1", "2"],
    ]
    assert [row for table in changes for row in table if row[0] != "before"] == [
        ["Le", "le", "1", "utt-4"],
        ["Le Chat,", "le chat,", "1", "utt-1"],
        ["...", "", "1", "utt-2"],
        ["chat,", "chat", "1", "utt-1"],
    ]


def test_the_most_frequent_changes_come_first(text: str, command: Command) -> None:
    Path(text).write_text("u1 A b A\nu2 A B\n", encoding="utf-8")
    answer = command("normalize", text, "--rules", "lower", "--top", "1", "--as", "json")
    rules, changes = json.loads(answer.out)["reports"]
    assert rules["rows"] == [{"rule": "lower", "texts": 2, "changed": 2, "emptied": 0, "words": 3}]
    assert changes["rows"] == [{"before": "A", "after": "a", "count": 2, "utterance": "u1"}]
    assert changes["note"] == "1 of 2 different changes"


def test_texts_are_written_as_they_were_read(text: str, command: Command) -> None:
    answer = command("normalize", text, "--rules", "lower", "--rules", "punctuation", "--output", "out.txt")
    assert [answer.code, answer.err] == [0, ""]
    assert (
        Path("out.txt").read_text(encoding="utf-8")
        == "utt-1 le chat dort\nutt-2\nutt-3 le chat dort\nutt-4 le chien  dort\n"
    )
    assert "what each step changes in in.txt" in answer.out


def test_texts_may_go_to_standard_output(text: str, command: Command) -> None:
    answer = command("normalize", text, "--rules", "lower", "--output", "-", "--to", "jsonl")
    assert json.loads(answer.out.splitlines()[0])["text"] == "le chat, dort"


def test_both_sides_of_a_file_are_rewritten(files: Path, command: Command) -> None:
    Path("recogs").write_text("u:\tref=['A']\nu:\thyp=['B']\nu:\ttimestamp_hyp=[0.500]\n", encoding="utf-8")
    answer = command("normalize", "recogs", "--rules", "lower", "--output", "new")
    assert Path("new").read_text(encoding="utf-8") == "u:\tref=['a']\nu:\thyp=['b']\n"
    assert "word times in recogs are dropped, since normalization may join or split words" in answer.err


def test_a_side_may_have_rules_of_its_own(text: str, command: Command) -> None:
    Path("en.glm").write_text(";; rules\n* case_sensitive = 'F'\nDORT => SLEEPS\n", encoding="utf-8")
    answer = command("normalize", text, "--rules", "glm:en.glm", "--side", "hyp", "--output", "-")
    assert answer.out.splitlines()[2] == "utt-3 le chat SLEEPS"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["in.txt", "--rules", "lover"], 'there is no normalizer "lover"; did you mean lower?'),
        (["in.txt", "--rules", "lower", "--top", "0"], "--top is 0; give 1 or more"),
        (["none.txt", "--rules", "lower"], "none.txt: cannot be read: No such file or directory"),
        (
            ["in.txt", "--rules", "lower", "--output", "-", "--as", "json"],
            "--output-format is for tables, which are not",
        ),
        (["in.txt", "--rules", "lower", "--output", "-", "--top", "3"], "--top is for tables, which are not shown"),
        (["in.txt", "--rules", "lower", "--to", "trn"], "--to is the format of what --output writes; say where to"),
        (
            ["in.txt", "--rules", "lower", "--output", "o", "--to", "sgm"],
            'there is no format "sgm"; did you mean sgml?',
        ),
        (["errs", "--rules", "lower", "--output", "o"], "o: the ending does not name a format"),
    ],
)
def test_bad_words(text: str, command: Command, words: list[str], sentence: str) -> None:
    Path("errs").write_text("%WER = 0\nErrors: 0\n\nPER-UTT DETAILS: x\nu:\tA\n", encoding="utf-8")
    before = sorted(Path().iterdir())
    answer = command("normalize", *words)
    assert [answer.code, answer.out] == [2, ""]
    assert answer.err.startswith(f"mondegreen: error: {sentence}")
    assert sorted(Path().iterdir()) == before


def test_neighbors_are_one_replacement() -> None:
    before, after = ["a b c", "a", "", "x  y"], ["a d e f c", "", "b", "x y"]
    assert list(find_replacements(before, after)) == [[("b", "d e f")], [("a", "")], [("", "b")], []]
    assert list(find_replacements([], [])) == []
