"""The engine for many processes and machines, by Ray: workers read and score shards, and return the results.

Ray Data distributes shards, keeps their order, and gives those of a dead worker to another. A worker loads metrics and
models once. A failed shard is retried; one that fails every time is named.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from collections.abc import Container, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any

from mondegreen.engine.shards import ShardResult, Shards, ShardTask, score_shard
from mondegreen.errors import ScoreError
from mondegreen.progress import progress
from mondegreen.resources import Resources

# Attempts per shard, by one worker that fails or by several that die.
TRIES = 3
# The seconds to wait for threads to end; one of Ray Data's that only sleeps after an error may stay.
PATIENCE = 2.0
# Models that run on a GPU, where there is one.
MODELS = {"sentences", "contextual"}


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster: the one at an address, or worker processes that are started here."""

    address: str | None = None
    workers: int | None = None

    def __call__(self, shards: Shards, indices: Sequence[int], task: ShardTask) -> Iterator[ShardResult]:
        """The results of these shards, in their order."""
        with self.connect() as ray, progress(shards.overview.names[1], len(indices)) as advance:
            waiting, deaths = list(indices), 0
            while waiting:
                last = deaths + 1 == TRIES
                some = waiting[:1] if last else waiting[:]  # the last time alone, to know whose fault it is
                try:
                    # Closed at once, whatever happens: what hands out shards must have ended before Ray is left.
                    with closing(self.iterate_results(ray, shards, some, task)) as results:
                        for index, result in zip(some, results, strict=True):
                            if isinstance(result, Exception):
                                raise name_shard_error(result, index, shards)
                            waiting.remove(index)
                            deaths = 0
                            advance(1)
                            yield result
                except ray.exceptions.RayError as error:
                    if last:
                        raise name_shard_error(error, waiting[0], shards) from error
                    deaths += 1

    @contextmanager
    def connect(self) -> Iterator[Any]:
        """Ray, started or joined, without usage statistics and output."""
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".")  # what Ray would print among our results
        try:
            import ray
            import ray.data
        except ImportError as error:
            raise ScoreError("--engine ray needs Ray: pip install 'mondegreen[ray]'") from error
        ours = not ray.is_initialized()
        if ours:
            self.start(ray)
        others = {*threading.enumerate()}
        try:
            silence_ray(ray)
            yield ray
        finally:
            if ours:
                wait_for_ends(others)
                ray.shutdown()

    def start(self, ray: Any) -> None:  # noqa: ANN401 - Ray is not imported for its types
        """Starts Ray here, or joins the cluster at the address."""
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "include_dashboard": False}
        address = self.address or os.environ.get("RAY_ADDRESS")
        here = {} if address else {"num_cpus": self.workers}
        try:
            # Unless told otherwise Ray would join whatever cluster runs on this machine.
            ray.init(address or "local", **quiet, **here)
        except (ConnectionError, ValueError, RuntimeError, OSError) as error:
            raise ScoreError(f"there is no Ray cluster: {error}", path=self.address) from error

    def iterate_results(
        self,
        ray: Any,  # noqa: ANN401 - as above
        shards: Shards,
        indices: Sequence[int],
        task: ShardTask,
    ) -> Generator[ShardResult | Exception]:
        """The results of these shards, or the errors in their place."""
        has = ray.cluster_resources()
        gpu = needs_gpu(task) and has.get("GPU")
        most = int(has["GPU"]) if gpu else max(int(has.get("CPU", 1)), 1)
        workers = min(self.workers or most, most, len(indices))
        scored = ray.data.from_items(
            [{"index": index} for index in indices], override_num_blocks=len(indices)
        ).map_batches(
            ShardScorer,
            fn_constructor_args=(ray.cloudpickle.dumps((shards, make_worker_task(task))), str(Path.cwd()), sys.path),
            batch_size=1,
            batch_format="numpy",
            compute=ray.data.ActorPoolStrategy(size=workers),
            num_cpus=1,
            num_gpus=1 if gpu else 0,
            max_restarts=0,  # what a dead worker leaves is given out anew, by whom it can be counted
            max_task_retries=0,
        )
        for row in scored.iter_rows():
            yield ray.cloudpickle.loads(row["outcome"])


def wait_for_ends(others: Container[threading.Thread]) -> None:
    """Waits for threads started since: Ray ends the whole process if one of them calls it after the shutdown."""
    end = monotonic() + PATIENCE
    for thread in threading.enumerate():
        if thread not in others and thread is not threading.current_thread():
            thread.join(max(end - monotonic(), 0))


def needs_gpu(task: ShardTask) -> bool:
    return any(kind in MODELS for metric in task.metrics for kind in metric.uses())


class ShardScorer:
    """A worker, which loads metrics and models once and then scores one shard after the other.

    It works in the directory of the command with the same module path, if they exist on its machine.
    """

    def __init__(self, given: bytes, directory: str, path: Sequence[str]) -> None:
        from ray import cloudpickle

        with suppress(OSError):
            os.chdir(directory)
        sys.path += [each for each in path if each not in sys.path]
        self.shards, self.task = cloudpickle.loads(given)

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        """Scores the shard whose number the batch holds."""
        from ray import cloudpickle

        (index,) = batch["index"].tolist()
        found: bytes = cloudpickle.dumps(self.score(index))  # type: ignore[no-untyped-call] # Ray's
        return {"outcome": [found]}

    def score(self, index: int) -> ShardResult | Exception:
        """The result of a shard, or the error of its last attempt."""
        failure: Exception | None = None
        for _ in range(TRIES):
            try:
                return score_shard(index, self.shards[index], self.task)
            except Exception as error:  # noqa: BLE001, PERF203 - whatever it is, the user is told
                failure = error
        return make_sendable_error(failure)


def make_sendable_error(error: Exception | None) -> Exception:
    """The error in a class that can be pickled: a `ScoreError` stays one, for the user to repair."""
    kind = ScoreError if isinstance(error, ScoreError) else RuntimeError
    return kind(str(error) or type(error).__name__)


def name_shard_error(error: Exception, index: int, shards: Shards) -> Exception:
    """The error, with the name of its shard."""
    keys = shards[index].keys
    where = f"shard {index + 1} of {len(shards)} ({keys[0]} to {keys[-1]})" if len(keys) else f"shard {index + 1}"
    if isinstance(error, ScoreError):
        return ScoreError(f"{where} of {shards.overview.names[1]}: {error}")
    lines = str(error).strip().splitlines() or [type(error).__name__]
    what = lines[-1].partition(". ")[0]  # Ray's advice goes on
    return RuntimeError(f"{where} of {shards.overview.names[1]} failed {TRIES} times: {what}")


def make_worker_task(task: ShardTask) -> ShardTask:
    resources = task.settings.resources
    fresh = Resources(resources.language, resources.chosen, resources.given)
    return replace(task, settings=replace(task.settings, threads=1, resources=fresh))


def silence_ray(ray: Any) -> None:  # noqa: ANN401 - as above
    """Configures Ray Data to keep the order of shards, without output."""
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
