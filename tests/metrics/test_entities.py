"""Entities as wholes, and how words fare by their tags."""

from collections.abc import Callable
from pathlib import Path

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen import ScoreError
from mondegreen.metrics.entities import find_spans

Command = Callable[..., Answer]


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        ("O B-PER I-PER O", [("PER", 1, 3)]),
        ("B-PER B-PER", [("PER", 0, 1), ("PER", 1, 2)]),  # two of a kind beside each other
        ("B-PER I-LOC", [("PER", 0, 1), ("LOC", 1, 2)]),
        ("I-PER I-PER", [("PER", 0, 2)]),  # no beginning is marked
        ("S-PER B-LOC I-LOC E-LOC I-LOC", [("PER", 0, 1), ("LOC", 1, 4), ("LOC", 4, 5)]),
        ("U-PER B-LOC L-LOC", [("PER", 0, 1), ("LOC", 1, 3)]),
        ("PER PER O LOC", [("PER", 0, 2), ("LOC", 3, 4)]),
        ("_ PER -", [("PER", 1, 2)]),
        ("B- E-", [("B-", 0, 1), ("E-", 1, 2)]),  # a tag of its own, for nothing follows the sign
        ("B-geo-loc I-geo-loc", [("geo-loc", 0, 2)]),
        ("", []),
    ],
)
def test_spans(tags: str, found: list[tuple[str, int, int]]) -> None:
    assert list(find_spans(tags.split())) == found


# Key, said and its tags, recognized and its tags.
ROWS = [
    ("u1", "anna lee saw rome", "B-PER I-PER O B-LOC", "anna lee saw roam", "B-PER I-PER O O"),
    ("u2", "rome and rome", "B-LOC O B-LOC", "rome", "B-PER"),  # found once, as another kind
    ("u3", "lee anna", "B-PER I-PER", "anna lee", "B-PER I-PER"),  # another order is another entity
    ("u4", "", "", "paris", "B-LOC"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for at, name in enumerate(("ref.txt", "ref.tags", "hyp.txt", "hyp.tags"), 1):
        Path(name).write_text("".join(f"{row[0]} {row[at]}\n" for row in ROWS), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("options", "hits", "spoken", "recognized"),
    [
        ("", 2, 5, 2),
        (":only=PER", 1, 2, 1),
        (":only=PER+LOC", 2, 5, 2),
        (":of=recall:hyp-tags=hyp.tags", 1, 5, 4),
        (":of=precision:hyp-tags=hyp.tags", 1, 5, 4),
        (":of=f1:hyp-tags=hyp.tags:only=PER", 1, 2, 3),
    ],
)
def test_entities(folder: Path, options: str, hits: int, spoken: int, recognized: int) -> None:
    spec = f"entities:ref-tags={folder}/ref.tags{options.replace('hyp.tags', f'{folder}/hyp.tags')}"
    run = mg.score("ref.txt", "hyp.txt", [spec])
    total = next(iter(run.scores.values())).total
    assert [total.hits, total.spoken, total.recognized] == [hits, spoken, recognized]


def test_on_the_command_line(folder: Path, command: Command) -> None:
    words = ["--ref-tags", "ref.tags", "--report", "metrics,word-class", "--as", "csv"]
    answer = command("score", "ref.txt", "hyp.txt", *words, "--metrics", "wer,entities")
    assert [answer.code, answer.err] == [0, ""]
    rows = [line.split(",")[:5] for line in answer.out.splitlines()]
    # By the alignment: rome is replaced, "and rome" is lost, and of "lee anna" one is lost and one comes too late.
    assert ["LOC", "3", "1", "1"] in [row[:4] for row in rows]
    assert ["O", "2", "0", "1"] in [row[:4] for row in rows]
    both = command("score", "ref.txt", "hyp.txt", "--metrics", "entities:of=f1", *words[:2], "--hyp-tags", "hyp.tags")
    assert "22.22" in both.out  # 2 of 5 + 4


BAD = [
    (["--metrics", "wer"], "tags have no effect on wer; add entities or uposer, or the table word-class"),
    (["--metrics", "entities:of=f1"], "no files of tags are given: name one"),
    (
        ["--metrics", "wer", "--report", "word-class", "--normalize", "drop:rome"],
        "ref.tags: utterance u1: 4 tags for 3 words",
    ),
]


@pytest.mark.parametrize(("words", "said"), BAD)
def test_tags_that_do_not_fit(folder: Path, command: Command, words: list[str], said: str) -> None:
    answer = command("score", "ref.txt", "hyp.txt", "--ref-tags", "ref.tags", *words)
    assert answer.code == 2
    assert said in answer.err


def test_without_tags(folder: Path) -> None:
    with pytest.raises(ScoreError, match="no files of tags are given"):
        mg.score("ref.txt", "hyp.txt", ["entities"])
