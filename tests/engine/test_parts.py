"""What the engines are made of, at its limits: the order of keys, sums of shards, and a run in the making."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

import mondegreen as mg
from bars import watched
from mondegreen.batch import Settings
from mondegreen.engine import checkpoint, scoring
from mondegreen.engine.checkpoint import ALLOWED_NAMES, Checkpoint, begin_checkpoint, check_directory
from mondegreen.engine.scoring import score_locally
from mondegreen.engine.shards import (
    HeldShards,
    IdOrder,
    ShardSummary,
    ShardTask,
    are_distinct,
    is_rising,
    peek_corpus,
    score_shard,
    strip_pairs,
    survey_ids,
)
from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.metrics import make_metrics
from mondegreen.normalization import parse_normalizers
from mondegreen.pairs import Join, pair


def held(size: int, count: int = 5) -> HeldShards:
    keys = [f"u{at}" for at in range(count)]
    reference = mg.Corpus(keys, ["a b", "c", "", "d e f", "g"][:count], "r", fields={"speaker": list("ppqqp")[:count]})
    return HeldShards(pair(reference, mg.Corpus(keys, ["a x", "c", "y", "d f", "g"][:count], "h"), Join()), size)


# --- the order of keys ---


@pytest.mark.parametrize(
    ("keys", "last", "expected"),
    [
        ([], None, True),
        ([], "z", True),
        (["a"], None, True),
        (["a"], "a", False),  # a key that comes again does not rise
        (["b"], "a", True),
        (["a"], "b", False),
        (["a", "b", "c"], None, True),
        (["a", "a"], None, False),
        (["a", "c", "b"], None, False),
        (["B", "a", "é"], None, True),  # by their code points, as LC_ALL=C sort has them
        (["a", "B"], None, False),
        (["a10", "a9"], None, True),
    ],
)
def test_keys_that_rise(keys: list[str], last: str | None, expected: bool) -> None:
    assert is_rising(keys, last) is expected


@pytest.mark.parametrize(
    ("marks", "expected"),
    [([[1]], True), ([[1, 2], [3]], True), ([[1, 2], [1]], False), ([[2, 2]], False), ([[], [5], []], True)],
)
def test_marks_that_differ(marks: list[list[int]], expected: bool) -> None:
    assert bool(are_distinct([np.array(each, np.int64) for each in marks])) is expected


class Blocks:
    """A side of a few blocks of keys."""

    name = "side"

    def __init__(self, *blocks: str) -> None:
        self.held = blocks

    def blocks(self) -> Any:
        return (mg.Corpus(list(block), list(block), "side") for block in self.held)


def look(*blocks: str) -> IdOrder:
    return survey_ids(cast("Any", Blocks(*blocks)))


@pytest.mark.parametrize(
    ("blocks", "rising", "distinct"),
    [
        (("abc",), True, True),
        (("ab", "cd"), True, True),
        (("ab", "", "cd"), True, True),
        (("ab", "bc"), False, False),
        (("cd", "ab"), False, True),
        (("ba",), False, True),
        (("ba", "cb"), False, False),
    ],
)
def test_a_survey_says_whether_keys_rise_and_differ(blocks: tuple[str, ...], rising: bool, distinct: bool) -> None:
    found = look(*blocks)
    assert (found.rising, found.distinct) == (rising, distinct)


def test_the_order_of_keys_is_that_of_any_blocks() -> None:
    assert look("ab", "cd").order == look("a", "bcd").order == look("abcd").order
    assert look("abdc").order != look("abcd").order
    assert look("ba").order == look("b", "a").order


# --- shards ---


@pytest.mark.parametrize("size", [1, 2, 4, 5, 9])
def test_sums_of_shards_are_those_of_the_whole(size: int) -> None:
    work = ShardTask(make_metrics(["wer", "ser"]), Settings())
    shards = held(size)
    run = scoring.run_shards(shards, work, score_locally)
    whole = mg.score(
        dict(zip(shards.pairs.keys, shards.pairs.references, strict=True)),
        dict(zip(shards.pairs.keys, shards.pairs.hypotheses, strict=True)),
        ["wer", "ser"],
    )
    assert {label: score.total for label, score in run.scores.items()} == {
        label: score.total for label, score in whole.scores.items()
    }
    assert run.pairs.counts() == whole.pairs.counts() | {"empty": 1}
    assert [len(score.rows) for score in run.scores.values()] == [0, 0]  # the rows themselves are gone


def test_a_shard_has_its_part_of_everything() -> None:
    shards = held(2)
    last = shards[2]
    assert (list(last.keys), list(last.references), list(last.hypotheses)) == (["u4"], ["g"], ["g"])
    assert list(last.fields["speaker"]) == ["p"]
    told = shards.overview
    assert (len(told.keys), told.names, dict(told.fields)) == (0, ("r", "h"), {"speaker": ()})
    assert strip_pairs(shards.pairs).names == ("r", "h")


def test_the_first_utterances_stand_for_a_side() -> None:
    corpus = mg.Corpus([f"u{at}" for at in range(9)], ["x"] * 9, "c")
    found = peek_corpus(cast("Any", SimpleNamespace(block=lambda place: corpus if place == 0 else None)))
    assert list(found.keys) == ["u0", "u1", "u2", "u3"]


def test_what_is_told_of_a_shard() -> None:
    """Of the second of two: two pairs, one with an empty side, and by metric and column the parts of its sum."""
    told = score_shard(1, held(2, 4)[1], ShardTask(make_metrics(["wer"]), Settings())).summary
    assert (told.index, told.scored, told.empty, told.dropped, told.emptied) == (1, 2, 1, (), ())
    assert [sum(column) for column in told.sums["wer"]][:2] == [2, 3]  # a word too many and one lost, of three
    assert ShardSummary.of(json.loads(json.dumps(told.to_dict()))) == told
    assert told.columns == ()
    kept = score_shard(0, held(5)[0], ShardTask(make_metrics(["wer"]), Settings(), columns=True))
    assert kept.columns is not None
    assert list(kept.columns["utterance"]) == [f"u{at}" for at in range(5)]
    assert kept.summary.columns == tuple(kept.columns)
    assert kept.saved is None


def test_texts_that_rules_left_nothing_of_are_told_once_for_all_shards() -> None:
    keys = ["u", "v", "w"]
    corpus = mg.Corpus(keys, ["-", "a", "!"], "r")
    shards = HeldShards(pair(corpus, mg.Corpus(keys, ["x", "a", "y"], "h"), Join()), 1)
    task = ShardTask(make_metrics(["wer"]), Settings(normalize=tuple(parse_normalizers("punctuation"))))
    with pytest.warns(ScoreWarning, match="2 ") as told:
        scoring.run_shards(shards, task, score_locally)
    assert len(told) == 1


# --- a run in the making ---


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("plan.json", True),
        ("lock", True),
        ("part-000000.json", True),
        ("part-1000000.json", True),
        ("part-00000.json", False),
        ("run.json", True),
        (".mondegreen-abc", True),
        ("plan.json.bak", False),
        ("notes.txt", False),
    ],
)
def test_what_may_be_in_a_folder_of_ours(tmp_path: Path, name: str, inside: bool) -> None:
    assert bool(ALLOWED_NAMES.fullmatch(name)) is inside
    (tmp_path / "system").mkdir()
    (tmp_path / "system" / name).touch()
    if inside:
        check_directory(tmp_path)
    else:
        with pytest.raises(ScoreError, match="holds something else than an interrupted run; move it away"):
            check_directory(tmp_path)


def test_shards_that_are_done_are_those_whose_files_are_whole(tmp_path: Path) -> None:
    work = ShardTask(make_metrics(["wer"]), Settings(), saved=".jsonl")
    keeper = Checkpoint(tmp_path, ".jsonl")
    found = list(score_locally(held(2), [0, 1, 2], work))
    for each in found:
        keeper.add(each)
    summaries = Checkpoint(tmp_path, ".jsonl").read_summaries()
    assert {index: summary.scored for index, summary in summaries.items()} == {0: 2, 1: 2, 2: 1}
    assert keeper.read_columns(found[1].summary)["utterance"] == ["u2", "u3"]
    rows = sorted(path for path in tmp_path.iterdir() if path.suffix == ".jsonl")
    assert len(rows) == 3
    rows[0].write_text("damaged", encoding="utf-8")
    rows[1].unlink()
    (tmp_path / "part-000007.json").write_text("[]", encoding="utf-8")
    again = Checkpoint(tmp_path, ".jsonl")
    assert list(again.read_summaries()) == [2]
    assert list(again.parts) == [2]


def test_a_run_is_taken_up_by_the_same_plan_alone(tmp_path: Path) -> None:
    plan = {"metrics": ["wer"], "batch": 5}
    begin_checkpoint(tmp_path, plan, resume=False)
    (tmp_path / "part-000000.json").touch()
    (tmp_path / "inner").mkdir()
    (tmp_path / "lock").touch()
    begin_checkpoint(tmp_path, plan, resume=True)
    assert (tmp_path / "part-000000.json").exists()
    with pytest.raises(ScoreError, match=r"holds a run started with other settings \(batch, more\); without --resume"):
        begin_checkpoint(tmp_path, {"metrics": ["wer"], "batch": 6, "more": 1}, resume=True)
    begin_checkpoint(tmp_path, plan, resume=False)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lock", "plan.json"]


@pytest.mark.parametrize("done", [True, False])
def test_what_a_later_run_can_go_on_from_is_left(tmp_path: Path, done: bool) -> None:
    folder = tmp_path / "run.unfinished"
    (folder / "system").mkdir(parents=True)
    (folder / "system" / ("part-000000.json" if done else "rows.jsonl")).touch()
    if done:
        with pytest.warns(ScoreWarning, match="run.unfinished keeps what was scored; --resume goes on from there"):
            checkpoint.report_unfinished(folder)
    else:
        checkpoint.report_unfinished(folder)
    assert folder.exists() is done


def test_whoever_waits_sees_how_far_the_work_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of the shards are their share of all; a survey knows no end."""
    bars = watched(monkeypatch)
    work = ShardTask(make_metrics(["wer", "ser"]), Settings())
    list(score_locally(held(1), range(5), work))
    assert bars.pop("h") == (10, 10)
    list(score_locally(held(1), [1, 3], work))
    assert bars.pop("h") == (4, 4)
    look("ab", "c")
    assert bars.pop("side: keys") == (None, 3)
