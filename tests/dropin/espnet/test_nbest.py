"""Decode folders with n-best lists: the best of each list beside the first, and how the first is found."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import Answer
from espnet_recipe import recipe, write

Command = Callable[..., Answer]
DECODE = Path("exp/asr/decode/test")


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    recipe(tmp_path)


def lists(folder: Path, *ranks: str) -> None:
    """A folder for each rank; the scores are spelled in all the ways in which torch spells them."""
    spelled = ["-1.5", "tensor(-2.)", "tensor(-3.25, device='cuda:0')", "tensor([-4.])", "-5e+00"]
    for rank, text in enumerate(ranks, 1):
        keys = [line.split()[0] for line in text.splitlines()]
        write(folder / f"{rank}best_recog/text", text)
        scores = [f"{key} {spelled[(rank + at) % len(spelled)]}\n" for at, key in enumerate(keys)]
        write(folder / f"{rank}best_recog/score", "".join(scores))


def shown(command: Command, *more: str) -> tuple[list[dict[str, Any]], str]:
    answer = command("espnet", "score", "exp/asr", "--nbest", "--as", "json", *more)
    assert answer.code == 0, answer.err
    reports = {each["report"]: each["rows"] for each in json.loads(answer.out)["reports"]}
    return reports["espnet-nbest"], answer.err


@pytest.mark.parametrize("jobs", [False, True])
def test_the_best_of_each_list(command: Command, jobs: bool) -> None:
    if jobs:
        lists(DECODE / "logdir/output.2", "s2-u3 f\n")
        lists(DECODE / "logdir/output.10", "s1-u1 a x\ns1-u2 c y z\n", "s1-u1 a b\ns1-u2 c d z\n", "s1-u2 c d e\n")
    else:
        lists(DECODE, "s1-u1 a x\ns1-u2 c y z\ns2-u3 f\n", "s1-u1 a b\ns1-u2 c d z\n", "s1-u2 c d e\n")
    rows, said = shown(command, "--metrics", "wer")
    assert rows == [
        {"dataset": "decode/test", "metric": "wer", "utterances": 3, "hypotheses": 3, "first": 50.0, "oracle": 0.0}
    ]
    assert "warning" not in said


def test_what_is_odd_of_lists_is_told(command: Command) -> None:
    (DECODE / "logdir/output.1").mkdir(parents=True)  # a job that wrote nothing
    lists(DECODE / "logdir/output.2", "u1 a x\n", "u1 a b\n")
    write(DECODE / "text", "u1 a x\ns1-u2 c d e\ns2-u3 f\n")
    rows, said = shown(command)
    assert [rows[0][name] for name in ("metric", "first", "oracle")] == ["wer", 500 / 6, 400 / 6]
    assert "2 utterances of dump/raw/test not in exp/asr/decode/test" in said


def test_rates_are_drawn(command: Command) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    answer = command("espnet", "score", "exp/asr", "--plot", "x.svg")
    assert (answer.code, "wrote x.svg" in answer.err) == (0, True)
    found = re.findall(r">([^<>]+)</text>", Path("x.svg").read_text(encoding="utf-8"))
    assert {"CER", "WER", "decode/test", "error rate (%)"} <= set(found)


def test_no_lists(command: Command) -> None:
    assert shown(command)[0] == []
    assert "exp/asr/decode/test: holds no n-best lists" in shown(command)[1]


def test_a_score_that_is_not_a_number(command: Command) -> None:
    lists(DECODE, "s1-u1 a x\n")
    write(DECODE / "1best_recog/score", "s1-u1 tensor(nan)\n")
    answer = command("espnet", "score", "exp/asr", "--nbest")
    assert answer.code == 2
    where = "exp/asr/decode/test/1best_recog/score:1: utterance s1-u1"
    assert f"{where}: a score is nan; remove the hypothesis" in answer.err


def test_cleaners_are_heeded(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mondegreen.dropin.espnet.text_processing.find_cleaner", lambda name: str.lower)
    lists(DECODE, "s1-u1 A x\ns1-u2 C D E\ns2-u3 F\n", "s1-u1 A B\n")
    rows, _ = shown(command, "--cleaner", "tacotron", "--hyp_cleaner", "tacotron", "--metrics", "wer")
    assert [rows[0]["first"], rows[0]["oracle"]] == [pytest.approx(100 / 6), 0.0]


@pytest.mark.parametrize("gathered", [False, True])
def test_a_folder_that_was_decoded_into_at_one_go(command: Command, gathered: bool) -> None:
    """Each rank is a hypothesis of this folder, and no decode folder of its own."""
    lists(DECODE, "s1-u1 a b\ns1-u2 c d e\ns2-u3 f\n", "s1-u1 a x\n")
    if not gathered:
        (DECODE / "text").unlink()
    answer = command("espnet", "score", "exp/asr", "--rates", "wer", "--as", "json")
    [row] = json.loads(answer.out)["reports"][0]["rows"]
    assert [row["dataset"], row["errors"]] == ["decode/test", 1 if gathered else 0]
    assert "warning" not in answer.err
