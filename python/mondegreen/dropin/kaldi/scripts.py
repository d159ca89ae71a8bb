"""What the replacements of Kaldi's Perl and shell scripts share: streams, files named after the options, and `die`."""

from __future__ import annotations

import sys

from mondegreen.dropin.kaldi.entry import Entry

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import BinaryIO

    from mondegreen.dropin.kaldi.entry import Streams

# What Perl's `die` ends with where no system call failed; and where files were opened by name, for then the last call
# that failed was the question whether the file is a terminal (ENOTTY).
DIED, DIED_WITH_FILE = 255, 25
# What Perl's usual readers of options end with.
MISUSED = 2


class DieError(Exception):
    """The end of a script, with what it says of it."""

    def __init__(self, what: str, code: int = DIED) -> None:
        super().__init__(what)
        self.what = what
        self.code = code


class Script:
    """The arguments and the streams of one run of a script."""

    def __init__(
        self, name: str, arguments: Sequence[str], stdin: BinaryIO, stdout: BinaryIO, stderr: BinaryIO
    ) -> None:
        self.name = name
        self.arguments = list(arguments)
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr

    def write(self, text: str) -> None:
        """Prints text as it came in."""
        self.stdout.write(text.encode("utf-8", "surrogateescape"))

    def say(self, what: str) -> None:
        """Says something on standard error, at once."""
        self.stdout.flush()
        self.stderr.write(f"{what}\n".encode("utf-8", "surrogateescape"))
        self.stderr.flush()

    def lines(self, names: Sequence[str]) -> Iterator[bytes]:
        """The lines of the files of these names, or of standard input where there are none."""
        for name in names:
            if name == "-":
                yield from self.stdin
                continue
            try:
                stream = open(name, "rb")  # noqa: SIM115 - closed below, once it is known to be open
            except OSError as error:  # Perl goes on with the next
                self.say(f"Can't open {name}: {error.strerror}")
                continue
            with stream:
                yield from stream
        if not names:
            yield from self.stdin


class ScriptDoor(Entry):
    """A script as others call it."""

    def __init__(self, name: str, work: Callable[[Script], int | None]) -> None:
        self.name = name
        self.work = work
        self.__doc__ = work.__doc__

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        """Runs the script to its exit code."""
        script = Script(called(self.name), words, *streams)
        try:
            code = self.work(script) or 0
        except DieError as error:
            if error.what:
                script.say(error.what)
            code = error.code
        script.stdout.flush()
        return code


def called(name: str) -> str:
    """What a script calls itself: as it was called, if that is one of the tools' names."""
    from mondegreen.dropin import by_name

    return sys.argv[0] if sys.argv[0].rpartition("/")[2] in by_name() else name


def script(name: str) -> Callable[[Callable[[Script], int | None]], ScriptDoor]:
    """Makes a script of a function; it is called by the name under which recipes know it."""
    return lambda work: ScriptDoor(name, work)


def content(name: str, what: str = "file") -> bytes:
    """All of a file; that it cannot be read ends the script."""
    try:
        with open(name, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise DieError(f"Could not open {what} {name}: {error.strerror}", error.errno or DIED) from None
