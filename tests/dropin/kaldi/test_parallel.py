"""Work side by side: as many threads are asked for as there are processors, and results stay in their order."""

import concurrent.futures
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import pytest

from mondegreen.dropin.kaldi import pipelines
from mondegreen.dropin.kaldi.command import Call, KaldiError
from mondegreen.dropin.kaldi.pipelines import Pipeline, map_on_all_cores, read_once


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """How many threads each pool was asked for, on a machine of five processors."""
    found: list[int | None] = []
    pool = concurrent.futures.ThreadPoolExecutor

    def counted(workers: int | None = None) -> Any:
        found.append(workers)
        return pool(workers)

    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    monkeypatch.setattr(concurrent.futures, "ThreadPoolExecutor", counted)
    return found


def test_items_are_worked_on_side_by_side_and_stay_in_their_order(asked: list[int | None]) -> None:
    """Each of five waits until all five are there, which one after the other they never would be."""
    together = threading.Barrier(5)

    def work(item: int) -> int:
        together.wait(timeout=60)
        return 10 * item

    assert map_on_all_cores(work, [4, 0, 3, 1, 2]) == [40, 0, 30, 10, 20]
    assert asked == [5]


class Taking:
    """A pipeline that keeps what it is given, and is over after so many keys."""

    def __init__(self, last: int, together: threading.Barrier) -> None:
        self.last, self.together = last, together
        self.taken: list[tuple[bytes, object]] = []
        self.failures: list[tuple[int, KaldiError]] = []
        self.job, self.program = SimpleNamespace(log=BytesIO()), None

    @property
    def is_over(self) -> bool:
        return len(self.taken) >= self.last

    def fail(self, place: int, error: KaldiError) -> None:
        self.failures.append((place, error))


def process(pipeline: Taking, key: bytes, found: object) -> None:
    pipeline.together.wait(timeout=60)
    pipeline.taken.append((key, found))


@pytest.mark.parametrize("fails", [False, True])
def test_every_key_goes_through_all_pipelines_before_the_next_is_read(
    asked: list[int | None], monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    """Reading ends when all are over, not when one is; what is wrong with a table is told to all as to their first."""
    monkeypatch.setattr(Pipeline, "process", process)
    together = threading.Barrier(2)
    some = [Taking(2, together), Taking(3, together)]
    read: list[bytes] = []

    @contextmanager
    def opened(call: Call) -> Iterator[Any]:
        assert call.program is None

        def entries() -> Iterator[tuple[bytes, str]]:
            for key in (b"a", b"b", b"c", b"d"):
                assert all(len(each.taken) == len(read) for each in some)
                read.append(key)
                if fails and key == b"c":
                    call.console.write("WARNING of the table\n")
                    raise KaldiError("the table is broken")
                yield key, key.decode()

        yield entries()

    monkeypatch.setattr(pipelines, "Call", lambda *words: SimpleNamespace(program=None, console=Console(words[-1][-1])))
    read_once(opened, cast("list[Pipeline]", some))
    assert asked == [5]
    assert read == [b"a", b"b", b"c"]
    keys = [(b"a", "a"), (b"b", "b"), (b"c", "c")][: 2 if fails else 3]
    assert [each.taken for each in some] == [keys, keys]
    for each in some:
        assert [(place, str(error)) for place, error in each.failures] == (
            [(0, "the table is broken")] if fails else []
        )
        assert each.job.log.getvalue() == (b"WARNING of the table\n" if fails else b"")


class Console:
    """Writes to the log of the table."""

    def __init__(self, log: BytesIO) -> None:
        self.log = log

    def write(self, text: str) -> None:
        self.log.write(text.encode())
