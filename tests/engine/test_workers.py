"""How many workers a cluster is asked for, and of what kind: a stand-in for Ray works in this process."""

import logging
import os
import pickle
import sys
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest

import mondegreen as mg
from bars import watched
from mondegreen.batch import Settings
from mondegreen.engine.cluster import TRIES, Cluster, ShardScorer, make_sendable_error, name_shard_error, wait_for_ends
from mondegreen.engine.scoring import score_locally
from mondegreen.engine.shards import HeldShards, ShardResult, ShardTask
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


# What a user may set is left alone; else Ray sends no statistics and prints nothing among the results.
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_DEDUP_LOGS_SKIP_REGEX": "."}


class Package(ModuleType):
    """The package `ray` as far as it is started, joined and left."""

    cloudpickle = pickle

    def __init__(self, *, started: bool = False, failure: Exception | None = None) -> None:
        super().__init__("ray")
        self.started, self.failure = started, failure
        self.calls: list[tuple[str, Any]] = []
        self.context = SimpleNamespace(
            execution_options=SimpleNamespace(preserve_order=False),
            enable_progress_bars=True,
            print_on_execution_start=True,
        )
        self.data = ModuleType("ray.data")
        self.data.DataContext = SimpleNamespace(get_current=lambda: self.context)  # type: ignore[attr-defined]

    def is_initialized(self) -> bool:
        return self.started

    def init(self, address: str, **how: Any) -> None:
        if self.failure is not None:
            raise self.failure
        self.calls.append((address, how))

    def shutdown(self) -> None:
        self.calls.append(("shutdown", {}))


def install(package: Package, monkeypatch: pytest.MonkeyPatch) -> Package:
    monkeypatch.setitem(sys.modules, "ray", package)
    monkeypatch.setitem(sys.modules, "ray.data", package.data)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    for name in QUIET:
        monkeypatch.delenv(name, raising=False)
    return package


@pytest.mark.parametrize(
    ("cluster", "environment", "address", "processors"),
    [
        (Cluster(), None, "local", {"num_cpus": None}),  # as many as there are
        (Cluster(workers=3), None, "local", {"num_cpus": 3}),
        (Cluster("there:1", 3), None, "there:1", {}),  # Ray refuses a number where it joins
        (Cluster(workers=3), "other:2", "other:2", {}),
        (Cluster("there:1"), "other:2", "there:1", {}),
    ],
)
def test_ray_is_started_here_or_joined_and_left(
    cluster: Cluster,
    environment: str | None,
    address: str,
    processors: dict[str, int | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    package = install(Package(), monkeypatch)
    if environment is not None:
        monkeypatch.setenv("RAY_ADDRESS", environment)
    quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
    with cluster.connect() as ray:
        assert ray is package
        assert package.calls == [(address, quiet | processors)]
        assert {name: os.environ[name] for name in QUIET} == QUIET
        assert package.context.execution_options.preserve_order is True
        assert [package.context.enable_progress_bars, package.context.print_on_execution_start] == [False, False]
        assert logging.getLogger("ray.data").level == logging.CRITICAL
    assert package.calls[1:] == [("shutdown", {})]


def test_ray_that_a_program_has_started_is_left_running(monkeypatch: pytest.MonkeyPatch) -> None:
    package = install(Package(started=True), monkeypatch)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "1")
    with Cluster("there:1").connect():
        pass
    assert package.calls == []
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "1"


def test_ray_is_left_after_an_error_too(monkeypatch: pytest.MonkeyPatch) -> None:
    package = install(Package(), monkeypatch)
    with pytest.raises(KeyError), Cluster().connect():
        raise KeyError
    assert [name for name, _ in package.calls] == ["local", "shutdown"]


@pytest.mark.parametrize("failure", [ConnectionError("no"), ValueError("no"), RuntimeError("no"), OSError("no")])
def test_a_cluster_that_is_not_there_is_named(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    install(Package(failure=failure), monkeypatch)
    with pytest.raises(mg.ScoreError, match=r"^there:1: there is no Ray cluster: no$"), Cluster("there:1").connect():
        pass


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with (
        pytest.raises(mg.ScoreError, match=r"^--engine ray needs Ray: pip install 'mondegreen\[ray\]'$"),
        Cluster().connect(),
    ):
        pass


def test_threads_that_began_since_are_waited_for() -> None:
    """One that began before is not, nor is one that never ends."""
    ends, never = threading.Event(), threading.Event()
    before = threading.Thread(target=never.wait, daemon=True)
    before.start()
    others = {*threading.enumerate()}
    begun = threading.Thread(target=ends.wait, args=(0.02,), daemon=True)
    begun.start()
    wait_for_ends(others)
    assert not begun.is_alive()
    assert before.is_alive()
    never.set()
    before.join()


class Failing:
    """Shards that fail so often before they are read."""

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures, self.error, self.tried = failures, error, 0

    def __getitem__(self, index: int) -> Any:
        self.tried += 1
        if self.tried <= self.failures:
            raise self.error
        return held(4)[index]


@pytest.mark.parametrize(("failures", "scored"), [(0, 4), (TRIES - 1, 4), (TRIES, None)])
def test_a_worker_tries_a_shard_three_times(
    failures: int, scored: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(Package(), monkeypatch)
    monkeypatch.chdir(Path.cwd())  # is undone at the end
    monkeypatch.setattr(sys, "path", ["here"])
    worker = ShardScorer(pickle.dumps((Failing(failures, OSError("gone")), work("wer"))), str(tmp_path), ["a", "here"])
    assert [Path.cwd(), sys.path] == [tmp_path, ["here", "a"]]
    batch = cast("dict[str, Any]", {"index": SimpleNamespace(tolist=lambda: [1])})
    (outcome,) = worker(batch)["outcome"]
    found = pickle.loads(outcome)
    assert cast("Any", worker.shards).tried == min(failures + 1, TRIES)
    if scored is None:
        assert (type(found), str(found)) == (RuntimeError, "gone")
    else:
        assert (found.summary.index, found.summary.scored) == (1, scored)


def test_a_worker_stays_where_it_is_if_the_directory_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(Package(), monkeypatch)
    monkeypatch.chdir(tmp_path)
    ShardScorer(pickle.dumps((held(4), work("wer"))), str(tmp_path / "nowhere"), [])
    assert Path.cwd() == tmp_path


class OddError(Exception):
    """An error that pickle cannot make anew."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


@pytest.mark.parametrize(
    ("error", "kind", "text"),
    [
        (mg.ScoreError("no", path="f", line=3), mg.ScoreError, "f:3: no"),  # for the user to repair
        (OddError(1, 2), RuntimeError, "1 and 2"),
        (KeyError(), RuntimeError, "KeyError"),  # which says nothing
    ],
)
def test_errors_are_sent_as_what_can_be_pickled(error: Exception, kind: type[Exception], text: str) -> None:
    found = pickle.loads(pickle.dumps(make_sendable_error(error)))
    assert (type(found), str(found)) == (kind, text)
