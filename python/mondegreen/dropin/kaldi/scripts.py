"""What the replacements of Kaldi's Perl and shell scripts share: streams, files of the command line, and `die`."""

from __future__ import annotations

import sys

from mondegreen.dropin.kaldi.command import Entry, encode_text

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mondegreen.dropin.kaldi.command import Streams

# The exit codes of Perl's `die`: 255 if no system call failed, or errno. That is ENOTTY after opening a file by name,
# as Perl then asks whether the file is a terminal.
DIED, DIED_WITH_FILE = 255, 25
# The exit codes of shell scripts that fail, and of Perl's option parsers.
FAILED, MISUSED = 1, 2


class DieError(Exception):
    """The end of a script, with its last words."""

    def __init__(self, what: str, code: int = DIED) -> None:
        super().__init__(what)
        self.what = what
        self.code = code


class Script:
    """The arguments and the streams of one run of a script."""

    def __init__(self, name: str, arguments: Sequence[str], streams: Streams) -> None:
        self.name = name
        self.arguments = list(arguments)
        self.stdin, self.stdout, self.stderr = streams

    def write(self, text: str) -> None:
        self.stdout.write(encode_text(text))

    def say(self, what: str) -> None:
        """Print a line to standard error, at once."""
        self.stdout.flush()
        self.stderr.write(encode_text(f"{what}\n"))
        self.stderr.flush()

    def read_lines(self, names: Sequence[str]) -> Iterator[bytes]:
        """Yield the lines of files, or of standard input if none is named, as Perl's `<>` does."""
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


class ScriptEntry(Entry):
    """The entry point of a script."""

    def __init__(self, name: str, work: Callable[[Script], int | None]) -> None:
        self.name = name
        self.work = work

    def answer(self, words: Sequence[str], streams: Streams) -> int:
        script = Script(get_called_name(self.name), words, streams)
        try:
            code = self.work(script) or 0
        except DieError as error:
            if error.what:
                script.say(error.what)
            code = error.code
        script.stdout.flush()
        return code


def get_called_name(name: str) -> str:
    """Return what a script calls itself: as it was called, if that is the name of a tool."""
    from mondegreen.dropin import by_name

    return sys.argv[0] if sys.argv[0].rpartition("/")[2] in by_name() else name


def script(name: str) -> Callable[[Callable[[Script], int | None]], ScriptEntry]:
    """Make a script of a function; recipes know it by this name."""
    return lambda work: ScriptEntry(name, work)


def read_content(name: str, what: str = "file") -> bytes:
    """Read a file; if it cannot be read, the script ends."""
    try:
        with open(name, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise DieError(f"Could not open {what} {name}: {error.strerror}", error.errno or DIED) from None
