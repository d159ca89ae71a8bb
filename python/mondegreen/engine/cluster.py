"""The engine for many processes and machines, by Ray: workers read shards, score them and give back what is found.

Ray Data hands shards out, keeps their order, and gives those of a worker that died to another. A worker makes metrics
and models once. What fails is tried again; what fails every time is named.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from mondegreen.engine.outcome import Outcome, Work, outcome
from mondegreen.errors import ScoreError
from mondegreen.progress import progress
from mondegreen.resources import Resources

if TYPE_CHECKING:
    from collections.abc import Container, Generator, Iterator, Sequence

    from mondegreen.engine.shards import Shards

# How often a shard is tried, by one worker that fails or by several that die.
TRIES = 3
# How long threads may take to end, in seconds; one that only sleeps, as one of Ray Data's may after an error, can stay.
PATIENCE = 2.0
# Models that run on a GPU, where there is one.
MODELS = {"sentences", "contextual"}


@dataclass(frozen=True)
class Cluster:
    """Where the work is done: at Ray's address, or by so many processes that are started for it here."""

    address: str | None = None
    workers: int | None = None

    def __call__(self, shards: Shards, places: Sequence[int], work: Work) -> Iterator[Outcome]:
        """What is found of the shards at these places, in their order."""
        with self.connected() as ray, progress(shards.told.names[1], len(places)) as advance:
            waiting, deaths = list(places), 0
            while waiting:
                last = deaths + 1 == TRIES
                some = waiting[:1] if last else waiting[:]  # the last time alone, to know whose fault it is
                try:
                    # Closed at once, whatever happens: what hands out shards must have ended before Ray is left.
                    with closing(self.results(ray, shards, some, work)) as results:
                        for place, result in zip(some, results, strict=True):
                            if isinstance(result, Exception):
                                raise named(result, place, shards)
                            waiting.remove(place)
                            deaths = 0
                            advance(1)
                            yield result
                except ray.exceptions.RayError as error:
                    if last:
                        raise named(error, waiting[0], shards) from error
                    deaths += 1

    @contextmanager
    def connected(self) -> Iterator[Any]:
        """Ray, started or found; it tells nobody of it, and shows nothing."""
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
            quieten(ray)
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

    def results(
        self,
        ray: Any,  # noqa: ANN401 - as above
        shards: Shards,
        places: Sequence[int],
        work: Work,
    ) -> Generator[Outcome | Exception]:
        """What workers found of the shards at these places, or why they did not."""
        has = ray.cluster_resources()
        gpu = needs_gpu(work) and has.get("GPU")
        most = int(has["GPU"]) if gpu else max(int(has.get("CPU", 1)), 1)
        workers = min(self.workers or most, most, len(places))
        scored = ray.data.from_items(
            [{"place": place} for place in places], override_num_blocks=len(places)
        ).map_batches(
            Scorer,
            fn_constructor_args=(ray.cloudpickle.dumps((shards, alone(work))), str(Path.cwd()), sys.path),
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
    """Lets threads end that were begun since: Ray ends the whole process where one asks it for something afterwards."""
    end = monotonic() + PATIENCE
    for thread in threading.enumerate():
        if thread not in others and thread is not threading.current_thread():
            thread.join(max(end - monotonic(), 0))


def needs_gpu(work: Work) -> bool:
    """Whether a metric asks a model that runs on one."""
    return any(kind in MODELS for metric in work.metrics for kind in metric.uses())


class Scorer:
    """A worker: what it needs is made once, then one shard comes after the other.

    It works where the command was started, and finds the same modules, if they are on its machine too.
    """

    def __init__(self, given: bytes, folder: str, path: Sequence[str]) -> None:
        from ray import cloudpickle

        with suppress(OSError):
            os.chdir(folder)
        sys.path += [each for each in path if each not in sys.path]
        self.shards, self.work = cloudpickle.loads(given)

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[bytes]]:
        """Scores the shard whose number the batch holds."""
        from ray import cloudpickle

        (place,) = batch["place"].tolist()
        found: bytes = cloudpickle.dumps(self.tried(place))  # type: ignore[no-untyped-call] # Ray's
        return {"outcome": [found]}

    def tried(self, place: int) -> Outcome | Exception:
        """What is found of a shard, or why nothing was, whatever was tried."""
        failure: Exception | None = None
        for _ in range(TRIES):
            try:
                return outcome(place, self.shards[place], self.work)
            except Exception as error:  # noqa: BLE001, PERF203 - whatever it is, the user is told
                failure = error
        return told(failure)


def told(error: Exception | None) -> Exception:
    """The error as it can be sent: a `ScoreError` is still the user's to repair."""
    kind = ScoreError if isinstance(error, ScoreError) else RuntimeError
    return kind(str(error) or type(error).__name__)


def named(error: Exception, place: int, shards: Shards) -> Exception:
    """The error, with the shard that it stands for."""
    keys = shards[place].keys
    where = f"shard {place + 1} of {len(shards)} ({keys[0]} to {keys[-1]})" if len(keys) else f"shard {place + 1}"
    if isinstance(error, ScoreError):
        return ScoreError(f"{where} of {shards.told.names[1]}: {error}")
    lines = str(error).strip().splitlines() or [type(error).__name__]
    what = lines[-1].partition(". ")[0]  # Ray's advice goes on
    return RuntimeError(f"{where} of {shards.told.names[1]} failed {TRIES} times: {what}")


def alone(work: Work) -> Work:
    """The work as a worker has it: on one thread, its models still to be loaded."""
    resources = work.settings.resources
    fresh = Resources(resources.language, resources.chosen, resources.given)
    return replace(work, settings=replace(work.settings, threads=1, resources=fresh))


def quieten(ray: Any) -> None:  # noqa: ANN401 - as above
    """Lets Ray Data keep the order of shards, and show nothing."""
    context = ray.data.DataContext.get_current()
    context.execution_options.preserve_order = True
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)
