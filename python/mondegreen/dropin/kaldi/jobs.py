"""Jobs and their logs, as `run.pl` leaves them.

Kaldi's scripts start every job as a process (on a cluster, if `--cmd` says so), and find out how it ended. Here they
are functions that run where they are called; what they say goes to the same log.
"""

from __future__ import annotations

import time

from mondegreen.dropin.kaldi.recipe import FAILED, folder, save
from mondegreen.dropin.kaldi.scripts import DieError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO


class Job:
    """A job: its log, which it leaves at its end, and the code with which the last command of its pipeline ended."""

    def __init__(self, path: str, command: str) -> None:
        from io import BytesIO

        self.path = path
        self.command = command
        self.log: BinaryIO = BytesIO()
        self.code = 0
        self.begun = time.time()

    def __enter__(self) -> Job:
        folder(self.path.rpartition("/")[0] or ".")
        self.begun = time.time()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        """Leaves the log, whatever becomes of the job."""
        if error is not None:
            self.code = self.code or FAILED
        save(self.path, self.text())

    def text(self) -> bytes:
        """The log, with what stands above and below."""
        self.log.seek(0)
        said, took = self.log.read(), round(time.time() - self.begun)
        head = f"# {self.command} \n# Started at {date(self.begun)}\n#\n"
        foot = (
            f"# Accounting: time={took} threads=1\n"
            f"# Ended (code {self.code}) at {date(time.time())}, elapsed time {took} seconds\n"
        )
        newline = b"" if said.endswith(b"\n") or not said else b"\n"
        return b"".join([head.encode("utf-8", "surrogateescape"), said, newline, foot.encode()])


def date(moment: float) -> str:
    """A point in time as the program `date` shows it."""
    return time.strftime("%a %b %e %H:%M:%S %Z %Y", time.localtime(moment))


def check(jobs: Sequence[Job], pattern: str) -> None:
    """Ends the script if a job failed, in the words of `run.pl`; the pattern names the logs of all of them."""
    failed = [one for one in jobs if one.code]
    if not failed:
        return
    if len(jobs) == 1:
        raise DieError(f"run.pl: job failed, log is in {jobs[0].path}", FAILED)
    raise DieError(f"run.pl: {len(failed)} / {len(jobs)} failed, log is in {pattern}", FAILED)
