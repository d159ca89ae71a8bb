"""How many workers a cluster is asked for, and of what kind: a stand-in for Ray works in this process."""

import pickle
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

import mondegreen as mg
from bars import watched
from mondegreen.batch import Settings
from mondegreen.engine.cluster import TRIES, Cluster, name_shard_error
from mondegreen.engine.scoring import score_locally
from mondegreen.engine.shards import HeldShards
from mondegreen.engine.task import ShardResult, ShardTask
from mondegreen.metrics import make_metrics
from mondegreen.pairs import Join, pair

KEYS = [f"u{number:02}" for number in range(10)]


def held(size: int) -> HeldShards:
    corpus = mg.Corpus(KEYS, ["a b"] * 10, "r")
    return HeldShards(pair(corpus, mg.Corpus(KEYS, ["a c"] * 10, "h"), Join()), size)


def work(*metrics: str, threads: int | None = 7) -> ShardTask:
    return ShardTask(make_metrics(metrics), Settings(threads=threads))


class Ray:
    """What the engine asks of Ray: shards are scored one after the other, and what was asked is kept."""

    cloudpickle = pickle

    def __init__(self, **resources: float) -> None:
        self.resources, self.asked = resources, dict[str, Any]()
        self.data = SimpleNamespace(
            from_items=self.from_items, ActorPoolStrategy=lambda size: SimpleNamespace(size=size)
        )

    def cluster_resources(self) -> dict[str, float]:
        return self.resources

    def from_items(self, items: list[dict[str, int]], override_num_blocks: int) -> Any:
        self.asked = {"items": items, "blocks": override_num_blocks}
        return self

    def map_batches(self, _worker: type, **how: Any) -> Any:
        self.asked |= how
        return self

    def iter_rows(self) -> Iterator[dict[str, bytes]]:
        shards, work = pickle.loads(self.asked["fn_constructor_args"][0])
        for item in self.asked["items"]:
            (found,) = score_locally(shards, [item["index"]], work)
            yield {"outcome": pickle.dumps(found)}


def asked(cluster: Cluster, ray: Ray, size: int = 1, metric: str = "wer") -> dict[str, Any]:
    """What Ray is asked for where there are ten pairs in shards of that size."""
    shards = held(size)
    results = list(cluster.iterate_results(ray, shards, range(len(shards)), work(metric)))
    assert [each.summary.index for each in results if isinstance(each, ShardResult)] == list(range(len(shards)))
    assert [each.summary.scored for each in results if isinstance(each, ShardResult)] == [
        len(shards[place].keys) for place in range(len(shards))
    ]
    return ray.asked


@pytest.mark.parametrize(
    ("workers", "processors", "size", "expected"),
    [
        (None, 4.0, 1, 4),  # all that there are
        (None, 2.0, 1, 2),
        (None, 16.0, 1, 10),  # no more than there are shards
        (None, 16.0, 4, 3),
        (None, None, 1, 1),  # a cluster that does not say
        (None, 0.0, 1, 1),  # or whose head alone is there
        (3, 4.0, 1, 3),
        (9, 4.0, 1, 4),  # no more than can be had: others would wait for ever
    ],
)
def test_a_cluster_is_asked_for_as_many_workers_as_there_is_work(
    workers: int | None, processors: float | None, size: int, expected: int
) -> None:
    resources = {} if processors is None else {"CPU": processors}
    found = asked(Cluster(workers=workers), Ray(**resources), size)
    assert found["compute"].size == expected
    assert found["blocks"] == len(found["items"]) == -(-10 // size)
    assert [found["batch_size"], found["num_cpus"], found["num_gpus"]] == [1, 1, 0]
    assert [found["max_restarts"], found["max_task_retries"]] == [0, 0]  # who died is counted here


@pytest.mark.parametrize(
    ("metric", "gpus", "size", "each"),
    [("wer", 2.0, 8, 0), ("semdist", 2.0, 2, 1), ("bertscore", 1.0, 1, 1), ("semdist", 0.0, 8, 0)],
)
def test_models_have_a_gpu_each_where_there_are_any(metric: str, gpus: float, size: int, each: int) -> None:
    """A worker that needs none does not wait for one."""
    ray, shards = Ray(CPU=8.0, **({"GPU": gpus} if gpus else {})), held(1)
    next(Cluster().iterate_results(ray, shards, range(len(shards)), work("wer")), None)
    results = Cluster().iterate_results(ray, shards, range(len(shards)), work("wer", metric))
    ray.iter_rows = lambda: iter(())  # type: ignore[method-assign]
    assert list(results) == []
    assert (ray.asked["compute"].size, ray.asked["num_gpus"]) == (size, each)


def test_a_worker_has_one_thread_for_itself() -> None:
    ray = Ray(CPU=2.0)
    asked(Cluster(), ray)
    _, given = pickle.loads(ray.asked["fn_constructor_args"][0])
    assert given.settings.threads == 1


@pytest.mark.parametrize(
    ("place", "size", "where"),
    [(0, 4, r"shard 1 of 3 \(u00 to u03\)"), (2, 4, r"shard 3 of 3 \(u08 to u09\)"), (9, 1, r"shard 10 of 10 \(u09")],
)
def test_a_shard_that_failed_is_named_by_number_and_keys(place: int, size: int, where: str) -> None:
    with pytest.raises(RuntimeError, match=rf"^{where}.*of h failed {TRIES} times: no$"):
        raise name_shard_error(ValueError("first\nno. Ask Ray"), place, held(size))
    with pytest.raises(mg.ScoreError, match=rf"^{where}.*of h: no$"):
        raise name_shard_error(mg.ScoreError("no"), place, held(size))
    with pytest.raises(RuntimeError, match=r"KeyError$"):
        raise name_shard_error(KeyError(), place, held(size))


@pytest.mark.parametrize(("size", "shards"), [(1, 10), (3, 4), (5, 2), (9, 2), (10, 1), (11, 1)])
def test_shards_are_the_pairs_in_order(size: int, shards: int) -> None:
    found = held(size)
    assert (len(found), found.count) == (shards, 10)
    assert [key for place in range(shards) for key in found[place].keys] == KEYS
    assert {len(found[place].keys) for place in range(shards - 1)} <= {size}


class RayError(Exception):
    """As Ray's own."""


class Mortal(Ray):
    """A cluster whose workers die so many times at a shard, or which finds that it failed."""

    exceptions = SimpleNamespace(RayError=RayError)

    def __init__(self, place: int, deaths: int, failure: Exception | None = None) -> None:
        super().__init__(CPU=4.0)
        self.place, self.deaths, self.failure = place, deaths, failure
        self.given: list[list[int]] = []

    def iter_rows(self) -> Iterator[dict[str, bytes]]:
        self.given.append([item["index"] for item in self.asked["items"]])
        rows = zip(self.asked["items"], super().iter_rows(), strict=True)
        for item, row in rows:
            if item["index"] == self.place and self.failure is not None:
                yield {"outcome": pickle.dumps(self.failure)}
            elif item["index"] == self.place and self.deaths:
                self.deaths -= 1
                raise RayError("The actor died. See the docs")
            else:
                yield row


def reached(ray: Ray, monkeypatch: pytest.MonkeyPatch, places: range = range(4)) -> list[int]:
    """The shards of which something was found, in their order."""
    monkeypatch.setattr(Cluster, "connect", lambda _: nullcontext(ray))
    return [each.summary.index for each in Cluster()(held(3), places, work("wer"))]


@pytest.mark.parametrize(
    ("deaths", "given"),
    [
        (0, [[0, 1, 2, 3]]),
        (1, [[0, 1, 2, 3], [1, 2, 3]]),  # what was found is not asked for again
        (2, [[0, 1, 2, 3], [1, 2, 3], [1], [2, 3]]),  # the last time alone, to know whose fault it is
    ],
)
def test_shards_of_workers_that_died_are_given_out_anew(
    deaths: int, given: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ray = Mortal(1, deaths)
    assert reached(ray, monkeypatch) == [0, 1, 2, 3]
    assert ray.given == given


def test_a_shard_at_which_workers_always_die_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Mortal(1, 99)
    with pytest.raises(RuntimeError, match=r"^shard 2 of 4 \(u03 to u05\) of h failed 3 times: The actor died$"):
        reached(ray, monkeypatch)
    assert ray.given == [[0, 1, 2, 3], [1, 2, 3], [1]]
    assert TRIES == 3


@pytest.mark.parametrize("failure", [mg.ScoreError("no"), RuntimeError("no")])
def test_what_a_shard_failed_of_is_told_at_once(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = Mortal(2, 0, failure)
    with pytest.raises(type(failure), match=r"shard 3 of 4 \(u06 to u08\)"):
        reached(ray, monkeypatch)
    assert len(ray.given) == 1


def test_whoever_waits_sees_each_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    bars = watched(monkeypatch)
    reached(Mortal(1, 1), monkeypatch, range(1, 4))
    assert bars["h"] == (3, 3)
