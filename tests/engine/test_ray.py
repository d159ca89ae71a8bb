"""The engine of many processes: a cluster of two nodes on the loopback gives what one process gives, whatever dies."""

import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import pytest

from clusters import RAY
from conftest import Answer
from mondegreen.engine.cluster import wait_for_ends

Command = Callable[..., Answer]
SHARDS = ("--batch-size", "20")
pytestmark = RAY


@pytest.fixture
def sides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Eight shards of references, in files unlike the hypotheses'; in the fourth stands what rules stumble over."""
    monkeypatch.chdir(tmp_path)
    lines = [(f"u-{place:03}", f"le chat {place % 7} dort été") for place in range(100)]
    for place in range(4):
        some = (f"{key} {text}\n" for key, text in lines[25 * place : 25 * place + 25])
        Path(f"ref.{place}.txt").write_text("".join(some), encoding="utf-8")
    heard = [(key, f"le chien {key[-1]} dort" + (" stumble" if key == "u-047" else "")) for key, _ in lines]
    records = [json.dumps({"id": key, "text": text, "speaker": key[-1]}) for key, text in heard if key != "u-090"]
    Path("hyp.jsonl").write_text("".join(f"{record}\n" for record in records), encoding="utf-8")
    return tmp_path


def both(command: Command, address: str, *words: str) -> tuple[Answer, Answer]:
    """What this process says and keeps, and what the cluster does."""
    usual = ("score", "ref.*.txt", "hyp.jsonl", *SHARDS, "--as", "json", *words)
    local = command(*usual, "--rows", "local.jsonl", "--save", "local")
    cluster = (*usual, "--rows", "ray.jsonl", "--save", "ray", "--engine", "ray", "--ray-address", address)
    return local, command(*cluster)


def same(answers: tuple[Answer, Answer]) -> None:
    local, cluster = answers
    assert [cluster.code, cluster.err] == [local.code, local.err]
    assert local.code == 0
    assert json.loads(cluster.out) == json.loads(local.out)
    assert Path("ray.jsonl").read_bytes() == Path("local.jsonl").read_bytes()
    ours, theirs = ({path.name: path.read_bytes() for path in Path(name).iterdir()} for name in ("local", "ray"))
    assert ours == theirs
    assert len(ours) > 5


def test_the_cluster_has_two_nodes_and_says_what_one_process_says(command: Command, address: str, sides: Path) -> None:
    """Rows, totals, notes, groups and what is saved; the rows of wip are no whole numbers."""
    more = ["--metrics", "wer,cer,wip", "--normalize", "lower", "--by", "speaker", "--report", "groups,worst"]
    same(both(command, address, *more))
    import ray

    ray.init(address, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    try:
        assert [node["Alive"] for node in ray.nodes()] == [True, True]  # type: ignore[no-untyped-call] # Ray's
    finally:
        ray.shutdown()


def test_what_is_held_in_memory_is_handed_out_too(command: Command, address: str, sides: Path) -> None:
    pytest.importorskip("pyarrow")
    lines = Path("hyp.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("hyp.jsonl").write_text("".join(reversed(lines)), encoding="utf-8")
    same(both(command, address))


@pytest.mark.parametrize(("rule", "happened"), [("dies_once", "died"), ("fails_twice", "failed")])
def test_what_fails_is_tried_again(command: Command, address: str, sides: Path, rule: str, happened: str) -> None:
    usual = ("score", "ref.*.txt", "hyp.jsonl", *SHARDS, "--as", "json", "--normalize", f"call:rules.{rule}")
    cluster = command(*usual, "--engine", "ray", "--ray-address", address)
    assert Path(os.environ["WHERE"], happened).exists()
    local = command(*usual)  # which has nothing left to stumble over
    assert [cluster.code, cluster.err, json.loads(cluster.out)] == [0, local.err, json.loads(local.out)]


@pytest.mark.parametrize(
    ("rule", "what"), [("dies", "The actor is dead because its worker process has died"), ("fails", "the disk is gone")]
)
def test_what_fails_every_time_is_named(command: Command, address: str, sides: Path, rule: str, what: str) -> None:
    words = ("score", "ref.*.txt", "hyp.jsonl", *SHARDS, "--normalize", f"call:rules.{rule}", "--save", "kept")
    answer = command(*words, "--engine", "ray", "--ray-address", address)
    assert [answer.code, answer.out] == [1, ""]
    assert f"shard 4 of 8 (u-045 to u-049) of hyp.jsonl failed 3 times: {what}\n" in answer.err
    assert "kept.unfinished keeps what was scored; --resume goes on from there" in answer.err
    assert not Path("kept").exists()


def test_a_cluster_that_is_not_there(command: Command, sides: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = command("score", "ref.*.txt", "hyp.jsonl", "--engine", "ray", "--ray-address", "somewhere:over:there")
    assert answer.code == 2
    assert "somewhere:over:there: there is no Ray cluster" in answer.err


def test_without_ray_the_way_to_get_it_is_told(command: Command, sides: Path, monkeypatch: Any) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    answer = command("score", "ref.*.txt", "hyp.jsonl", "--engine", "ray")
    assert [answer.code, "pip install 'mondegreen[ray]'" in answer.err] == [2, True]


def test_threads_that_were_begun_end_before_ray_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """What still asks Ray for something then makes it end the whole process."""
    asked, ended = Event(), Event()

    def work() -> None:
        asked.wait()
        ended.set()

    def now() -> float:  # only who waits looks at the clock
        asked.set()
        return 0.0

    others = {*enumerate_threads()}
    Thread(target=work, daemon=True).start()
    monkeypatch.setattr("mondegreen.engine.cluster.monotonic", now)
    wait_for_ends(others)
    assert ended.is_set()
