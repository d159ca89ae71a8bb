"""What stands between a command and the shell: every end a user can meet, and what is said of it."""

import os
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper

from mondegreen.errors import NO_MEMORY, ScoreError, ScoreNote, ScoreWarning, Verbosity

BAD_INPUT, FAILED = 2, 1
# What a shell reports of a program ended by these signals (128 + 2 and 128 + 13).
INTERRUPTED, PIPE_CLOSED = 130, 141
# Requests to end: of batch systems, and of a terminal that is gone, as when a connection is lost.
ENDS = ("SIGTERM", "SIGHUP")


class Terminated(BaseException):
    """Somebody asked the program to end by a signal: what is half-written is removed on the way out."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.code = 128 + signal


def run_guarded(work: Callable[[], int], *, debug: bool) -> int:
    """Runs a command; errors become a sentence, unless the traceback is asked for, and an exit code."""
    asked: list[Terminated] = []
    try:
        prepare_output()
        with hearing_termination(asked), warnings.catch_warnings():
            warnings.filterwarnings("always", category=ScoreWarning)
            warnings.showwarning = show_warning  # type: ignore[assignment] # it takes whatever comes behind
            code = work()
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except Terminated as end:
        return end.code
    except BrokenPipeError:
        forget_output()
        return PIPE_CLOSED
    except Exception as error:
        if asked:  # what C code, such as numpy's while it is imported, made of the request
            return asked[0].code
        if debug:
            raise
        print_message("error", make_sentence(error))
        if isinstance(error, OSError):
            forget_output()
        return BAD_INPUT if isinstance(error, ScoreError) else FAILED
    return code


@contextmanager
def hearing_termination(asked: list[Terminated]) -> Iterator[None]:
    """Lets requests to end unwind the program meanwhile, unless whoever called it hears or ignores them already."""
    import signal
    import threading

    def end(number: int, frame: object) -> None:  # noqa: ARG001 - as signals are handled
        asked.append(Terminated(number))
        raise asked[-1]

    ours = []
    if threading.current_thread() is threading.main_thread():
        known = (getattr(signal, name) for name in ENDS if hasattr(signal, name))  # Windows has no SIGHUP
        ours = [each for each in known if signal.getsignal(each) == signal.SIG_DFL]
    for each in ours:
        signal.signal(each, end)
    try:
        yield
    finally:
        for each in ours:
            signal.signal(each, signal.SIG_DFL)


def show_warning(message: Warning | str, category: type[Warning], *place: object) -> None:  # noqa: ARG001
    """Prints what the user should know of; what concerns only programmers is for those who debug."""
    if issubclass(category, ScoreWarning):
        print_message("note" if issubclass(category, ScoreNote) else "warning", message)


def warn(what: object) -> None:
    """Tells the user what is doubtful, though the run goes on."""
    print_message("warning", what)


def print_message(kind: str, what: object) -> None:
    """Prints a sentence; names of files and keys in it may hold anything, and must not steer the terminal."""
    if kind == "note" and not Verbosity.has_notes:
        return
    from mondegreen.color import TONES, is_colored, paint
    from mondegreen.render.text import make_printable

    name = paint(kind, f"{kind}:") if kind in TONES and is_colored(sys.stderr) else f"{kind}:"
    print(f"mondegreen: {name} {make_printable(str(what))}", file=sys.stderr)


def prepare_output() -> None:
    """Lets names that the terminal's encoding lacks be printed escaped, rather than end the program."""
    if sys.stdout is None:
        raise OSError("standard output is closed")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def forget_output() -> None:
    """Points standard output nowhere: it takes no more, and Python would complain when it closes it at exit."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def make_sentence(error: Exception) -> str:
    """What went wrong, without the number that the system gives it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, MemoryError):
        return NO_MEMORY
    return str(error) or type(error).__name__
