"""What stands between a command and the shell: every end a user can meet, and what is said of it."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

BAD_INPUT, FAILED = 2, 1
# What a shell reports of a program ended by these signals (128 + 2 and 128 + 13).
INTERRUPTED, PIPE_CLOSED = 130, 141


def guarded(work: Callable[[], int], *, debug: bool) -> int:
    """Runs a command; errors become a sentence, unless the traceback is asked for, and an exit code."""
    from mondegreen.errors import ScoreError

    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")  # noqa: TRY301 - said like any other error
        code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except Exception as error:
        if debug:
            raise
        print(f"mondegreen: error: {error or type(error).__name__}", file=sys.stderr)
        return BAD_INPUT if isinstance(error, ScoreError) else FAILED
    return code


def forget_output() -> None:
    """Points standard output nowhere: nobody reads it, and Python would complain when it closes it at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
