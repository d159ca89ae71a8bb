"""A file that holds both sides is enough; either side of it will do as well."""

from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen import Corpus, ScoreError
from mondegreen.formats.format import split_sides, take_side
from mondegreen.notes import Note

RECOGS = (
    "utt-1:\tref=['le', 'chat', 'dort']\nutt-1:\thyp=['le', 'chien', 'dort']\nutt-2:\tref=['été']\nutt-2:\thyp=[]\n"
)
Command = Callable[..., Answer]


@pytest.fixture
def recogs(files: Path) -> str:
    (files / "recogs.txt").write_text(RECOGS, encoding="utf-8")
    return "recogs.txt"


def test_one_file_is_enough(recogs: str, command: Command) -> None:
    answer = command("score", recogs, "--metrics", "wer", "--as", "json")
    assert [answer.code, answer.err] == [0, ""]
    assert '"icefall"' in answer.out
    assert mg.score(recogs, metrics=["wer"])["wer"].value == 50


def test_it_stands_for_either_side(recogs: str) -> None:
    Path("only.txt").write_text("utt-1 le chat dort\nutt-2 été\n", encoding="utf-8")
    assert mg.score("only.txt", recogs, metrics=["wer"])["wer"].value == 50
    assert mg.score(recogs, "only.txt", metrics=["wer"])["wer"].value == 0
    assert mg.score(recogs, recogs, metrics=["wer"])["wer"].value == 50


def test_one_side_is_not_enough(files: Path, command: Command) -> None:
    answer = command("score", "ref.txt")
    assert answer.code == 2
    assert answer.err == (
        "mondegreen: error: ref.txt: is read as kaldi and holds one text per utterance; give the hypotheses as well\n"
    )
    with pytest.raises(ScoreError, match="references: holds one text"):
        mg.score(["a"])


def test_a_field_of_that_name_is_a_field_elsewhere() -> None:
    corpus = Corpus(["u"], ["a"], "c", fields={"reference": ["b"]}, format="jsonl")
    assert take_side(corpus, "ref") is corpus
    assert take_side(corpus, "hyp") is corpus


def test_further_systems_stand_beside() -> None:
    fields = {"reference": ["a b"], "pred_text_big": ["a b c"], "speaker": ["eve"]}
    corpus = Corpus(["u"], ["a"], "m.json", fields=fields, format="icefall", notes=(Note("itself"),))
    reference, systems = split_sides(corpus)
    assert [reference.texts, reference.fields] == [["a b"], {"speaker": ["eve"]}]
    assert [(each.name, each.texts, each.notes) for each in systems] == [
        ("m.json", ["a"], (Note("itself"),)),
        ("m.json:big", ["a b c"], ()),
    ]


def test_tags_are_asked_for_each_system(recogs: str, command: Command) -> None:
    tags = ["--ref-tags", "a", "--hyp-tags", "b", "--hyp-tags", "c"]
    answer = command("score", recogs, "--metrics", "uposer", *tags)
    assert [answer.code, answer.err.partition("; ")[0]] == [
        2, "mondegreen: error: --hyp-tags is given 2 times for 1 system"
    ]  # fmt: skip
