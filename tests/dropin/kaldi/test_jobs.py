"""The log that a job leaves, as Kaldi's run.pl writes it, with the clock in our hands; and who is told of failures."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.pipelines import Job, check_jobs
from mondegreen.dropin.kaldi.scripts import DieError

BEGUN = 1_700_000_000.0  # Tue Nov 14 22:13:20 UTC 2023


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """What the clock says now, in Greenwich."""
    now = [BEGUN]
    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield now
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(("said", "shown"), [(b"", b""), (b"text\n", b"text\n"), (b"no end", b"no end\n")])
@pytest.mark.parametrize(("seconds", "rounded", "end"), [(0.0, 0, "13:25"), (0.4, 0, "13:25"), (61.6, 62, "14:26")])
def test_a_log_says_when_and_how_long(
    tmp_path: Path, clock: list[float], said: bytes, shown: bytes, seconds: float, rounded: int, end: str
) -> None:
    job = Job(str(tmp_path / "log" / "score.7.log"))
    clock[0] += 5  # it waits
    with job:
        job.log.write(said)
        clock[0] += seconds
        job.code = 3
    begun, ended = (f"Tue Nov 14 22:{each} UTC 2023" for each in ("13:25", end))
    head = f"# Started at {begun}\n#\n".encode()
    foot = f"# Ended (code 3) at {ended}, elapsed time {rounded} seconds\n"
    assert (tmp_path / "log" / "score.7.log").read_bytes() == head + shown + foot.encode()


@pytest.mark.parametrize(("code", "expected"), [(0, 1), (7, 7)])
def test_a_job_that_an_error_ended_failed(tmp_path: Path, clock: list[float], code: int, expected: int) -> None:
    job = Job(str(tmp_path / "x.log"))
    job.code = code
    with pytest.raises(ValueError, match="y"), job:
        raise ValueError("y")
    assert job.code == expected
    assert f"# Ended (code {expected}) at ".encode() in (tmp_path / "x.log").read_bytes()


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ([0], None),
        ([0, 0], None),
        ([1], "run.pl: job failed, log is in log.1"),
        ([0, 1], "run.pl: 1 / 2 failed, log is in log.JOB"),
        ([2, 1, 0], "run.pl: 2 / 3 failed, log is in log.JOB"),
    ],
)
def test_failures_are_told_as_run_pl_does(codes: list[int], message: str | None) -> None:
    jobs = [Job(f"log.{number}") for number in range(1, len(codes) + 1)]
    for job, code in zip(jobs, codes, strict=True):
        job.code = code
    if message is None:
        check_jobs(jobs, "log.JOB")
        return
    with pytest.raises(DieError, match=f"^{message}$") as told:
        check_jobs(jobs, "log.JOB")
    assert told.value.code == 1
