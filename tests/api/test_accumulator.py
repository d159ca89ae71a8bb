"""Scores batch by batch: those of the whole, however it is divided."""

import importlib
import json
import math
import random
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mondegreen as mg

METRICS = ["wer", "cer", "mer", "wil", "ser", "chrf"]


def draw_sides(seed: int, count: int) -> tuple[list[str], list[str]]:
    draw = random.Random(seed)
    return tuple([" ".join(draw.choices("a b cc dd".split(), k=draw.randrange(6))) for _ in range(count)] for _ in "rh")  # type: ignore[return-value] # noqa: SIM905


@pytest.mark.parametrize("size", [1, 7, 64, 100])
def test_batches_add_up_to_the_whole(size: int) -> None:
    references, hypotheses = draw_sides(1, 100)
    whole = mg.score(references, hypotheses, METRICS, normalize="lower")
    found = mg.Accumulator(METRICS, normalize="lower")
    for start in range(0, 100, size):
        found.update(references[start : start + size], hypotheses[start : start + size])
    assert {label: score.to_dict() for label, score in found.compute().items()} == {
        label: score.to_dict() for label, score in whole.items()
    }
    assert found.to_dict() == {label: score.value for label, score in whole.items()}


def test_an_empty_epoch_is_undefined() -> None:
    errors = mg.Accumulator("wer")
    errors.update([], [])
    assert math.isnan(errors.compute()["wer"].value)
    assert repr(errors) == "<Accumulator of 0 pairs: wer nan %>"
    errors.update(["a b"], [""])  # a model that recognizes nothing yet
    assert errors.compute()["wer"] == 100
    errors.reset()
    assert errors.pairs == 0
    assert math.isnan(errors.compute()["wer"].value)


def test_accumulators_are_added_and_resumed() -> None:
    references, hypotheses = draw_sides(2, 30)
    parts = [mg.Accumulator(METRICS) for _ in range(3)]
    for place, part in enumerate(parts):
        part.update(references[place::3], hypotheses[place::3])
    whole = mg.score(references, hypotheses, METRICS)
    together = parts[0] + parts[1] + parts[2]
    assert together.to_dict() == {label: score.value for label, score in whole.items()}
    assert parts[0].pairs == 10  # is not changed by a sum
    resumed = mg.Accumulator(METRICS)
    resumed.load_state_dict(json.loads(json.dumps(parts[0].state_dict())))
    resumed += parts[1]
    resumed.merge(parts[2])
    assert resumed.to_dict() == together.to_dict()
    assert resumed.pairs == 30


def test_sums_of_other_settings_are_refused() -> None:
    one, other = mg.Accumulator("wer"), mg.Accumulator("wer", normalize="lower")
    with pytest.raises(mg.ScoreError, match="these sums are of other metrics or settings"):
        one.merge(other)
    with pytest.raises(mg.ScoreError, match="these sums are of other metrics or settings"):
        one.load_state_dict({})


def test_token_ids_are_words_without_their_padding() -> None:
    """By hand: of three tokens one is wrong; padding of either kind is no token."""
    errors = mg.Accumulator("wer", ignore=(-100, 0))
    errors.update(np.array([[5, 6, -100], [7, -100, -100]]), np.array([[5, 9, 0], [7, 0, 0]]))
    assert errors.compute()["wer"].total.words == 3
    assert errors.compute()["wer"].total.errors == 1


def test_token_ids_are_decoded() -> None:
    asked: list[list[list[int]]] = []

    def decode(batch: list[list[int]]) -> list[str]:
        asked.append(batch)
        return ["".join("ab "[each] for each in ids) for ids in batch]

    errors = mg.Accumulator("wer,cer", decode=decode)
    errors.update([[0, 2, 1, -100]], [[0, 2, 0]])
    assert errors.to_dict() == {"wer": 50.0, "cer": pytest.approx(100 / 3)}
    assert asked == [[[0, 2, 1]], [[0, 2, 0]]]
    errors.update(["a"], ["a"])  # texts need no decoder
    assert errors.compute()["wer"].total.words == 3
    with pytest.raises(mg.ScoreError, match="decode must give a text for each of the 1 references"):
        mg.Accumulator("wer", decode=lambda _: []).update([[1]], [[1]])


def test_letters_of_token_ids_are_refused() -> None:
    with pytest.raises(mg.ScoreError, match="cer looks at letters, and references are token IDs; give decode="):
        mg.Accumulator("wer,cer").update([[12]], [[12]])


def test_a_batch_that_is_refused_changes_nothing() -> None:
    errors = mg.Accumulator("wer")
    errors.update(["a"], ["a"])
    before = errors.state_dict()
    wrong: list[tuple[Any, Any, str]] = [
        (["a", None], ["a", "b"], r"references\[1\] is None"),
        (["a", "b"], ["a"], "a batch holds 2 references and 1 hypotheses"),
        ({"u": "a"}, {"v": "a"}, "not in the hypotheses"),
    ]
    for references, hypotheses, sentence in wrong:
        with pytest.raises(mg.ScoreError, match=sentence):
            errors.update(references, hypotheses)
    assert errors.state_dict() == before


def test_metrics_that_need_the_whole_are_refused() -> None:
    with pytest.raises(mg.ScoreError, match="cpwer is of sessions"):
        mg.Accumulator("cpwer")


def reduce_by(monkeypatch: pytest.MonkeyPatch, gather: Callable[..., None], size: int) -> None:
    distributed = SimpleNamespace(
        is_available=lambda: True, is_initialized=lambda: True, get_world_size=lambda _: size, all_gather_object=gather
    )
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(distributed=distributed))


def test_processes_are_reduced_to_their_sum(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in of torch.distributed; below with itself."""
    references, hypotheses = draw_sides(3, 20)
    ranks = [mg.Accumulator("wer,cer") for _ in range(3)]
    for place, rank in enumerate(ranks):
        rank.update(references[place::3], hypotheses[place::3])

    def gather(states: list[Any], own: Any, group: object = None) -> None:
        states[:] = [rank.state_dict() for rank in ranks]
        assert own in states

    reduce_by(monkeypatch, gather, len(ranks))
    whole = {label: score.value for label, score in mg.score(references, hypotheses).items()}
    assert [rank.reduce().to_dict() for rank in ranks] == [whole] * 3


def test_one_process_is_its_own_sum() -> None:
    errors = mg.Accumulator("wer")
    errors.update(["a b"], ["a"])
    assert errors.reduce().to_dict() == {"wer": 50.0}


def work(rank: int, path: str) -> None:
    """A process of two: each adds what is its own, and both must find the same."""
    import torch.distributed as dist

    dist.init_process_group("gloo", init_method=f"file://{path}", rank=rank, world_size=2)
    errors = mg.Accumulator("wer")
    if rank:  # the other sees nothing, as at the end of a data set
        errors.update(["a b c"], ["a b"])
    assert errors.reduce().to_dict() == {"wer": pytest.approx(100 / 3)}
    dist.destroy_process_group()


@pytest.mark.full
def test_processes_of_torch_are_reduced(tmp_path: Any) -> None:
    multiprocessing = pytest.importorskip("torch.multiprocessing", reason="torch is not installed")
    # By a name that its processes can import: they have the folder of the tests in their path, and not the one above.
    worker = importlib.import_module("api.test_accumulator").work
    multiprocessing.spawn(worker, (str(tmp_path / "meeting"),), nprocs=2)
