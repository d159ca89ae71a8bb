"""What stands around an original program: its arguments as bytes, and every end that a process can meet.

Tools are started thousands of times in a recipe, so nothing is imported here that all goes well without.
"""

import os
import sys

# What a shell reports of a program ended by these signals (128 + 2 and 128 + 13).
FAILED, INTERRUPTED, PIPE_CLOSED = 1, 130, 141


def start(name: str, arguments: list[str], *, debug: bool = False) -> int:
    """Runs the program of that name; what it cannot do is one sentence on standard error."""
    replace_closed()
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
        complain(name, error)
        return FAILED
    return code


def run(name: str, arguments: list[bytes]) -> int:
    """Calls the program, or tells the version if nothing else is asked."""
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if arguments == [b"--version"]:
        from mondegreen._core import __version__

        sys.stdout.write(f"mondegreen {__version__} ({name})\n")
        return 0
    from mondegreen.dropin import by_name

    module, _, attribute = by_name()[name].partition(":")
    code: int = getattr(__import__(module, fromlist=[attribute]), attribute)(arguments)
    return code


def replace_closed() -> None:
    """From a closed standard input nothing comes, and what goes to a closed standard error is lost, as with C's."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - it stays open
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open


def flush_output() -> None:
    """Sends on what was printed before the end; if standard output takes no more, Python would complain at exit."""
    try:
        sys.stdout.flush()
    except (OSError, AttributeError):  # the latter where it is closed from the start
        forget_output()


def forget_output() -> None:
    """Standard output takes no more."""
    from mondegreen.cli.guard import forget_output

    forget_output()


def complain(name: str, error: Exception) -> None:
    """Says what went wrong, after all that was printed before."""
    from mondegreen.cli.guard import sentence

    flush_output()
    sys.stderr.write(f"{name}: {sentence(error)}\n")
