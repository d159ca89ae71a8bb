"""Text rules that fail as machines do, for workers to stumble over; `WHERE` is a folder that workers share."""

import os
import signal
from pathlib import Path

MARK = "stumble"


def dies_once(text: str) -> str:
    """Ends the worker as the system does when memory is gone, the first time."""
    if MARK in text:
        done = Path(os.environ["WHERE"], "died")
        if not done.exists():
            done.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return text


def dies(text: str) -> str:
    """Ends the worker every time."""
    if MARK in text:
        os.kill(os.getpid(), signal.SIGKILL)
    return text


def fails_twice(text: str) -> str:
    """Raises an error two times."""
    times = Path(os.environ["WHERE"], "failed")
    if MARK in text and (not times.exists() or times.stat().st_size < 2):
        with times.open("a") as out:
            out.write("x")
        raise OSError("the disk is away")
    return text


def fails(text: str) -> str:
    """Raises an error every time."""
    if MARK in text:
        raise OSError("the disk is gone")
    return text
