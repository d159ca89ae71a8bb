"""Starts an original program: its arguments as bytes, and an exit code for every way in which a process can end.

Tools are started thousands of times in a recipe, so nothing is imported here that a successful run does not need.
"""

import os
import sys

# A failure; what a shell reports for SIGINT (128 + 2) and SIGPIPE (128 + 13).
FAILED, INTERRUPTED, PIPE_CLOSED = 1, 130, 141


def start(name: str, arguments: list[str], *, debug: bool = False) -> int:
    """Run a program by its name; a failure is reported in one sentence on standard error."""
    replace_closed_streams()
    try:
        code = run(name, [os.fsencode(argument) for argument in arguments])
        sys.stdout.flush()
    except KeyboardInterrupt:
        flush_output()
        return INTERRUPTED
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except Exception as error:
        if debug:
            raise
        report_error(name, error)
        return FAILED
    return code


def run(name: str, arguments: list[bytes]) -> int:
    """Call the program, or print the version if that is all that is asked."""
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if arguments == [b"--version"]:
        from mondegreen._core import __version__

        sys.stdout.write(f"mondegreen {__version__} ({name})\n")
        return 0
    from mondegreen._core import end_without_memory
    from mondegreen.dropin import list_programs
    from mondegreen.errors import NO_MEMORY

    end_without_memory(f"{name}: {NO_MEMORY}\n", FAILED)
    code: int = list_programs().find(name)(arguments)
    return code


def replace_closed_streams() -> None:
    """Let a closed standard input be empty, and discard what goes to a closed standard error, as in C."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - it stays open
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open


def flush_output() -> None:
    """Flush what was printed before the end; if that fails, Python would complain again at exit."""
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):  # the latter where it is closed from the start
        forget_output()


def forget_output() -> None:
    from mondegreen.cli.guard import forget_output

    forget_output()


def report_error(name: str, error: Exception) -> None:
    """Report what went wrong, after all that was printed before."""
    from mondegreen.cli.guard import make_sentence

    flush_output()
    sys.stderr.write(f"{name}: {make_sentence(error)}\n")
