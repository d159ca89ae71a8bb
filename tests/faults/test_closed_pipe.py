"""Every command that prints, into a pipe from which nobody reads any more, as with `| head -1`: it ends in silence."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from mondegreen.cli import COMMANDS
from mondegreen.cli.guard import PIPE_CLOSED

MONDEGREEN = [sys.executable, "-m", "mondegreen"]
PAIR = ["ref.txt", "hyp.txt"]
LEXICON = ["--source", "v.txt", "--target", "v.txt"]
# Words of each command; several where it prints in several ways.
PRINTED: dict[str, list[list[str]]] = {
    "score": [PAIR, [*PAIR, "--as", "json"], [*PAIR, "--as", "csv", "--report", "alignments"], [*PAIR, "--as", "errs"]],
    "compare": [[*PAIR, "hyp.txt", "--resamples", "50"]],
    "align": [PAIR],
    "report": [[*PAIR, "--output", "-"]],
    "runs": [["merge", "run", "--save", "whole"], ["verify", "run"]],
    "convert": [["ref.txt", "-", "--to", "trn"]],
    "normalize": [["ref.txt", "--rules", "upper"]],
    "kaldi": [],
    "espnet": [],
    "tools": [["link", "bin"]],
    "nbest": [
        ["oracle", "ref.txt", "lists.jsonl"],
        ["tune", "ref.txt", "lists.jsonl", "--weights", "score=1:3:1 length=0,1"],
        ["rerank", "lists.jsonl", "--weights", "score=1"],
    ],
    "study": [
        ["correlate", *PAIR, "--metrics", "wer,cer", "--resamples", "50"],
        ["agreement", "triplets.tsv", "--metrics", "wer,cer"],
    ],
    "simulate": [["ref.txt", "--table", "table.tsv"]],
    "lexicon": [
        ["eval", "pairs", "predictions"],
        ["translate", "w1", "w2", *LEXICON],
        ["neighbors", "w1", "--vectors", "v.txt"],
    ],
    "help": [[], ["metrics"], ["wer"], ["first-steps"]],
    "doctor": [[], ["models"]],
    "completion": [["bash"]],
}
CASES = [(name, words) for name, each in PRINTED.items() for words in each]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("inputs")
    draw = random.Random(3)
    words = [f"w{number}" for number in range(40)]
    texts = {name: [" ".join(draw.choices(words, k=6)) for _ in range(300)] for name in ("ref", "hyp")}
    for name, side in texts.items():
        lines = (f"u{number:03} {text}\n" for number, text in enumerate(side))
        (folder / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
    stm = (f"talk 1 s{number % 2} {number}.0 {number}.9 {text}\n" for number, text in enumerate(texts["ref"]))
    (folder / "a.stm").write_text("".join(stm), encoding="utf-8")
    lists = (
        f'{{"utt": "u{n:03}", "nbest": [{{"text": "{text}", "score": -{n}}}]}}\n' for n, text in enumerate(texts["hyp"])
    )
    (folder / "lists.jsonl").write_text("".join(lists), encoding="utf-8")
    rows = (f"{text}\t{text}\t5\t{text} x\t1\n" for text in texts["ref"])
    (folder / "triplets.tsv").write_text("reference\thypA\tnbrA\thypB\tnbrB\n" + "".join(rows), encoding="utf-8")
    table = "# mondegreen substitution table, version 1\nword\tcandidate\tprobability\tphonological\tsemantic\n"
    (folder / "table.tsv").write_text(
        table + "".join(f"{word}\tx{word}\t1\t0\t0\n" for word in words), encoding="utf-8"
    )
    vectors = (f"{word} {' '.join(f'{draw.gauss(0, 1):.3f}' for _ in range(8))}\n" for word in words)
    (folder / "v.txt").write_text("".join(vectors), encoding="utf-8")
    (folder / "pairs").write_text("".join(f"{word} {word}\n" for word in words), encoding="utf-8")
    (folder / "predictions").write_text("".join(f"{word}\t{word}\n" for word in words), encoding="utf-8")
    subprocess.run([*MONDEGREEN, "score", *PAIR, "--save", "run"], cwd=folder, capture_output=True, check=True)
    return folder


@pytest.mark.parametrize(("name", "words"), CASES, ids=[" ".join([name, *words]) for name, words in CASES])
def test_nobody_reads(inputs: Path, name: str, words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as out:
        done = subprocess.run(
            [*MONDEGREEN, name, *words], cwd=inputs, stdout=out, stderr=-1, encoding="utf-8", check=False
        )
    assert [done.returncode, done.stderr] == [PIPE_CLOSED, ""]


def test_every_command_is_there() -> None:
    assert PRINTED.keys() == COMMANDS.keys()
