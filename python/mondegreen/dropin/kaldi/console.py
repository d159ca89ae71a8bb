"""What Kaldi's programs say on standard error, and how they end."""

from __future__ import annotations

TYPE_CHECKING = False  # a program that starts a hundred times a recipe must not wait for `typing`

if TYPE_CHECKING:
    from typing import BinaryIO

VERSION = "5.5"
# The exit code of an error that a program reports, and that of one which makes it abort (128 + SIGABRT).
ERROR_CODE, ABORT_CODE = 255, 134


class KaldiError(Exception):
    """A failure that a program reports as Kaldi does, with the function of Kaldi's that would have found it."""

    code = ERROR_CODE

    def __init__(self, what: str, where: str = "main") -> None:
        super().__init__(what)
        self.what = what
        self.where = where


class KaldiAbortError(KaldiError):
    """A failure that Kaldi notices too late to report: it aborts, and what it had not yet printed is lost."""

    code = ABORT_CODE


class KaldiAssertionError(KaldiAbortError):
    """A condition that Kaldi insists on."""


class Console:
    """Standard error, for one program."""

    def __init__(self, program: str, stream: BinaryIO, *, verbose: int = 0) -> None:
        self.program = program
        self.stream = stream
        self.verbose = verbose

    def raw(self, text: str) -> None:
        """Writes at once, as Kaldi does: what fails later must not take along what was said before."""
        self.stream.write(text.encode("utf-8", "surrogateescape"))
        self.stream.flush()

    def say(self, level: str, what: str, where: str = "main") -> None:
        """A line with Kaldi's head: its level, and the program and function it comes from."""
        self.raw(f"{level} ({self.program}[{VERSION}]:{where}()) {what}\n")

    def log(self, what: str, where: str = "main") -> None:
        """What was done."""
        self.say("LOG", what, where)

    def warn(self, what: str, where: str = "main") -> None:
        """What went wrong without ending the program."""
        self.say("WARNING", what, where)

    def detail(self, level: int, what: str, where: str = "main") -> None:
        """What only those see who ask for this much by `--verbose`."""
        if self.verbose >= level:
            self.say(f"VLOG[{level}]", what, where)

    def fail(self, error: KaldiError) -> None:
        """The end of a program that failed."""
        if isinstance(error, KaldiAssertionError):
            self.say("ASSERTION_FAILED", f"Assertion failed: ({error.what})", error.where)
            return
        self.say("ERROR", error.what, error.where)
        self.raw("\nkaldi::KaldiFatalError\n")


def printable(text: bytes) -> str:
    """Bytes as text that goes out as they came in."""
    return text.decode("utf-8", "surrogateescape")
