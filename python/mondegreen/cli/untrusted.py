"""`--untrusted`: a command works on files of strangers in a process of its own, which can reach and use but so much.

The process is needed: the core ends where memory does, long work in it hears no exception, and Landlock holds until a
process ends. Of how it ends the one that started it tells in a sentence. It is for the command line alone: a library
must not confine the program that calls it.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

from mondegreen.cli import landlock
from mondegreen.cli.guard import BAD_INPUT, FAILED, print_message, run_guarded
from mondegreen.cli.places import DEVICES, check_inputs, list_caches, list_readable, list_written
from mondegreen.errors import ScoreError

TYPE_CHECKING = False  # type checkers know the name; no command must wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import BinaryIO, NoReturn

    from mondegreen.plan.option import Plan

FLAG, LIMITS = "--untrusted", "--limits"
# Windows has none of what this needs, and type checkers look at it for each system.
ON_WINDOWS = "needs limits of processes, which this system lacks; run it on Linux"
ENDS = [signal.SIGINT, signal.SIGTERM]
if sys.platform != "win32":
    ENDS.append(signal.SIGHUP)
DEFAULTS = {"memory": "4G", "time": "10m", "columns": "1000", "nesting": "50", "bytes": "1G"}
SIZES = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
UNITS = {"memory": SIZES, "bytes": SIZES, "time": {"S": 1, "": 1, "M": 60, "H": 3600}}
VALUE = re.compile(r"([0-9]{1,12})([a-zA-Z]?)")
# Python and numpy alone need most of it.
LEAST_MEMORY = 1 << 28
# What is not for files of strangers, and why.
RECIPES = "runs the filters of the recipe that it is started in; score its files by `mondegreen score`"
IDLE = "reads no files of strangers; leave it out"
REFUSED = {
    **dict.fromkeys(("kaldi", "espnet"), RECIPES),
    **dict.fromkeys(("tools", "help", "doctor", "completion"), IDLE),
}
# How allocators say that there is no more memory before they end the process.
NO_MEMORY = re.compile(rb"memory allocation|bad_alloc|unable to allocate", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sandbox:
    """What a command may use: bytes of memory, seconds, columns of a table, levels of nesting, bytes of a file."""

    memory: int
    time: int
    columns: int
    nesting: int
    bytes: int
    debug: bool = False

    def run(self, work: Callable[[], int], plan: Plan, words: Sequence[str]) -> int:
        """Do the work in a process of its own, and tell how that ended; the exit code is 2 beyond a limit."""
        from tempfile import TemporaryDirectory, TemporaryFile

        if sys.platform == "win32":
            raise ScoreError(f"{FLAG} {ON_WINDOWS}")
        if (engine := getattr(plan, "engine", "local")) != "local":
            raise ScoreError(f"--engine {engine} works in processes that {FLAG} does not reach; leave it out")
        places = list_written(plan)
        sys.stdout.flush()
        sys.stderr.flush()
        with TemporaryDirectory(prefix="mondegreen-") as own, TemporaryFile() as raw:
            before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)  # so that none finds a child that nobody waits for
            with warnings.catch_warnings():  # Python 3.12 on doubts it where threads run; none of ours does before
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if not child:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                self.inside(work, plan, (words, places, own), raw)
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
                status = os.waitpid(child, 0)[1]
            except BaseException:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
                raise
            finally:
                sweep_outputs(places)
            raw.seek(0)
            return self.told(status, raw)

    def inside(
        self, work: Callable[[], int], plan: Plan, around: tuple[Sequence[str], Sequence[str], str], raw: BinaryIO
    ) -> NoReturn:
        """Do the work in the child; whatever happens, this process ends here."""
        code = FAILED
        try:
            # Sentences go where they went; what libraries print as they end the process is kept for the parent.
            sys.stderr = os.fdopen(os.dup(2), "w", 1, sys.stderr.encoding, "backslashreplace")
            os.dup2(raw.fileno(), 2)

            def limited() -> int:
                self.confine(plan, *around)
                check_inputs(plan)
                try:
                    return work()
                except MemoryError:
                    raise ScoreError(self.beyond("memory")) from None
                except PermissionError as error:
                    what = f"cannot be opened: {error.strerror}; {FLAG} reaches only what the command line names"
                    raise ScoreError(what, path=error.filename) from error

            code = run_guarded(limited, debug=self.debug)
            sys.stderr.flush()
        except BaseException:  # noqa: BLE001 - the parent's stack must not unwind here, too
            import traceback

            traceback.print_exc()
        finally:
            os._exit(code)

    def confine(self, plan: Plan, words: Sequence[str], places: Sequence[str], own: str) -> None:
        """Set the limits of this process, and give up the files and the network that it does not need."""
        if sys.platform == "win32":
            raise ScoreError(f"{FLAG} {ON_WINDOWS}")
        import resource
        import tempfile

        from mondegreen.io import compressed
        from mondegreen.limits import Limits

        Limits.links, Limits.columns, Limits.nesting = False, self.columns, self.nesting
        if getattr(plan, "max_bytes", None) is None:
            compressed.Limit.bytes = self.bytes
        # A module must not come from where the files of strangers lie, as it would by `python -m`.
        sys.path[:] = [each for each in sys.path if Path(each).absolute() != Path.cwd()]
        os.environ["TMPDIR"] = os.environ["MPLCONFIGDIR"] = tempfile.tempdir = own
        # Of data alone: what is mapped of files, such as libraries and vectors, costs no memory that others need.
        memory = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        for what, kind, most in (
            ("memory", memory, self.memory),
            ("time", resource.RLIMIT_CPU, self.time),
            ("core files", resource.RLIMIT_CORE, 0),
        ):
            lower_limit(what, kind, most)
        for each in (signal.SIGALRM, signal.SIGXCPU):
            signal.signal(each, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, self.time)
        caches = list_caches(plan)
        writable = map(os.path.realpath, (*places, *caches, own, *DEVICES))
        if not landlock.restrict_process(list_readable(plan, words), writable):
            print_message("note", f"this kernel has no Landlock; {FLAG} goes on with its own checks and limits")

    def told(self, status: int, raw: BinaryIO) -> int:
        """The exit code of a process that ended so, with a sentence if it did not come to its own."""
        if sys.platform == "win32":
            raise ScoreError(f"{FLAG} {ON_WINDOWS}")
        said = raw.read()
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if number in (signal.SIGXCPU, signal.SIGALRM):
            print_message("error", self.beyond("time"))
            return BAD_INPUT
        if number == signal.SIGABRT and NO_MEMORY.search(said):
            print_message("error", self.beyond("memory"))
            return BAD_INPUT
        if not number and os.WEXITSTATUS(status) != FAILED:
            return os.WEXITSTATUS(status)  # what libraries may have said besides is no news
        for line in said.decode("utf-8", "replace").splitlines():
            print_message("note", line)
        if not number:
            return FAILED
        name = signal.Signals(number).name
        why = "; did the machine run out of memory?" if number == signal.SIGKILL else ""
        print_message("error", f"the run was ended by {name}{why}")
        return 128 + number

    def beyond(self, limit: str) -> str:
        """What is said where a limit is reached."""
        most = spell_limit(limit, getattr(self, limit))
        return f"this needs more than {most} of {limit}; if that is right, raise it: {LIMITS} {limit}=N"


def lower_limit(what: str, kind: int, most: int) -> None:
    """Lower a limit of this process; what the system does not do is said."""
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(kind)[1]
    try:
        resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    except (OSError, ValueError):
        print_message("note", f"this system sets no limit of {what}")


def take_flags(words: list[str], config: str | None, *, debug: bool) -> tuple[list[str], Sandbox | None]:
    """The words without those that ask for a sandbox, and the sandbox if they do."""
    end = words.index("--") if "--" in words else len(words)
    rest, given, flagged = [], dict(DEFAULTS), False
    limited = False
    places = iter(words[:end])
    for word in places:
        if word == FLAG:
            flagged = True
        elif word.partition("=")[0] == LIMITS:
            limited = True
            given.update(split_limits(word.partition("=")[2] if "=" in word else next(places, "")))
        else:
            rest.append(word)
    rest += words[end:]
    if not flagged:
        if limited:
            raise ScoreError(f"{LIMITS} says what {FLAG} allows; give that, too")
        return rest, None
    if config:
        raise ScoreError(f"{FLAG} reads no configuration; leave --config out")
    check_command(rest[0] if rest else "")
    return rest, Sandbox(**{name: parse_limit(name, value) for name, value in given.items()}, debug=debug)


def check_command(name: str) -> None:
    """Refuse what cannot be confined, or need not be."""
    from mondegreen.dropin import list_programs

    if name in REFUSED:
        raise ScoreError(f"{FLAG}: `mondegreen {name}` {REFUSED[name]}")
    if name in list_programs():
        raise ScoreError(f"{FLAG} is not for the originals, such as {name}, which have their own options")


def split_limits(text: str) -> dict[str, str]:
    """Limits as they are written, `memory=8G,time=20m`."""
    from mondegreen.component import unknown_name

    found = dict.fromkeys(DEFAULTS, "")
    for part in text.split(","):
        name, equals, value = part.partition("=")
        if name not in DEFAULTS and equals:
            raise unknown_name("limit", name, DEFAULTS)
        if not (equals and value):
            raise ScoreError(f'{LIMITS} is "{text}"; write it like memory=8G,time=20m')
        found[name] = value
    return {name: value for name, value in found.items() if value}


def parse_limit(name: str, text: str) -> int:
    """The number of a limit, such as 8G, 20m or 2000."""
    units = UNITS.get(name, {"": 1})
    found = VALUE.fullmatch(text)
    if not found or found[2].upper() not in units or not int(found[1]):
        known = ", ".join(unit.lower() if name == "time" else unit for unit in units if unit)
        with_units = f", perhaps with {known} behind it" if known else ""
        raise ScoreError(f'{LIMITS} {name} is "{text}"; give a whole number{with_units}')
    number = int(found[1]) * units[found[2].upper()]
    if name == "memory" and number < LEAST_MEMORY:
        raise ScoreError(
            f"{LIMITS} memory is {text}; less than {spell_limit('memory', LEAST_MEMORY)} is not enough to start"
        )
    return number


def spell_limit(name: str, number: int) -> str:
    """A limit as one would write it."""
    units = [unit for unit in UNITS.get(name, {"": 1}).items() if number % unit[1] == 0]
    unit, size = max(units, key=lambda each: each[1])
    return f"{number // size:,}{unit.lower() if name == 'time' else unit}"


def sweep_outputs(places: Sequence[str]) -> None:
    """Remove what the process left half-written if it was ended."""
    from mondegreen import output

    for place in places:
        output.SWEPT.discard(place)
        if Path(place).is_dir():
            output.sweep_leftovers(place)
