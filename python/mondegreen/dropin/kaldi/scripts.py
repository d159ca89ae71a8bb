"""What the replacements of Kaldi's scripts share: streams and `die` as in Perl, and the conventions of shell scripts.

Shell scripts (`script [--name value ...] arguments`) run in the directory of a recipe, which has `path.sh`, which sets
up the environment of commands, and `local/`, which may hold filters.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence

from mondegreen.dropin.kaldi.command import Entry, encode_text

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from typing import NoReturn

    from mondegreen.dropin.kaldi.command import Streams

# The exit codes of Perl's `die`: 255 if no system call failed, or errno. That is ENOTTY after opening a file by name,
# as Perl then asks whether the file is a terminal.
DIED, DIED_WITH_FILE = 255, 25
# The exit codes of shell scripts that fail, and of Perl's option parsers.
FAILED, MISUSED = 1, 2

# What some scripts print of a missing file.
NO_SUCH = "no such file {}"
BOOLEANS = ("true", "false")
# Prints the values of variables after the shell has read a file, which is how Kaldi's scripts read configurations.
SOURCE_COMMAND = """\
_names=("$@")
set --
. "$_file" >&2
for _name in "${_names[@]}"; do printf '%s\\0' "${!_name}"; done
"""


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
    from mondegreen.dropin import list_programs

    return sys.argv[0] if sys.argv[0].rpartition("/")[2] in list_programs() else name


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


class ShellScript(Script):
    """One run of a shell script and its options, as utils/parse_options.sh parses them.

    Each option has a default; one whose default is true or false takes nothing else.
    """

    def __init__(self, call: Script, defaults: Mapping[str, str]) -> None:
        super().__init__(call.name, call.arguments, (call.stdin, call.stdout, call.stderr))
        self.values = dict(defaults)
        self.read_config()
        while self.arguments and (self.arguments[0] == "-h" or self.arguments[0].startswith("--")):
            self.parse_option(self.arguments.pop(0))
        if self.values.get("cmd") == "":
            self.fail("empty argument to --cmd option")

    def parse_option(self, word: str) -> None:
        name = word[2:].replace("-", "_")
        if word in ("--help", "-h"):
            self.say("No help found.")
            raise DieError("", 0)
        if "=" in word:
            self.report(f"options to scripts must be of the form --name value, got '{word}'")
            raise DieError("", FAILED)
        if name == "config":
            del self.arguments[:1]
            return
        if name not in self.values:
            self.fail(f"invalid option {word}")
        value = self.arguments.pop(0) if self.arguments else ""
        if self.values[name] in BOOLEANS and value not in BOOLEANS:
            self.fail(f'expected "true" or "false": {word} {value}')
        self.values[name] = value

    def read_config(self) -> None:
        """Read the file after `--config`, wherever that stands, so that options override it."""
        for word, file in zip(self.arguments, self.arguments[1:], strict=False):
            if word == "--config":
                if not os.access(file, os.R_OK) or os.path.isdir(file):
                    self.report(f"missing config '{file}'")
                    raise DieError("", FAILED)
                self.values = source_config(file, self.values)

    def report(self, what: str) -> None:
        self.write(f"{self.name}: {what}\n")

    def fail(self, what: str) -> NoReturn:
        raise DieError(f"{self.name}: {what}", FAILED)

    def text(self, name: str) -> str:
        return self.values[name]

    def flag(self, name: str) -> bool:
        return self.values[name] == "true"

    def integer(self, name: str) -> int:
        try:
            return int(self.values[name])
        except ValueError:
            self.fail(f"--{name} takes a whole number: {self.values[name]}")

    def number(self, name: str) -> float:
        try:
            return float(self.values[name])
        except ValueError:
            self.fail(f"--{name} takes a number: {self.values[name]}")

    def weights(self) -> range:
        """Return the language model weights; run.pl, which counts through them, starts at 1 and not above the end."""
        lowest, highest = self.integer("min_lmwt"), self.integer("max_lmwt")
        if not 1 <= lowest <= highest:
            what = "it must begin at 1 or above and not end before it begins"
            raise DieError(f"run.pl: invalid job range LMWT={lowest}:{highest}, {what}", FAILED)
        return range(lowest, highest + 1)

    def check_files(self, files: Sequence[str], *, name: str = "", message: str = "expecting file {} to exist") -> None:
        """End the script if a file is missing, in the words of the original and under the name that it gives itself."""
        for file in files:
            if not os.path.isfile(file):
                self.write(f"{name or self.name}: {message.format(file)}\n")
                raise DieError("", FAILED)

    def read_job_numbers(self, decode: str) -> range:
        count = os.fsdecode(read_file(f"{decode}/num_jobs")).strip()
        if not (count.isascii() and count.isdigit() and int(count)):
            self.fail(f"{decode}/num_jobs does not say how many jobs there are")
        return range(1, int(count) + 1)


def shell_script(
    name: str, usage: str, defaults: Mapping[str, str], *, arguments: Container[int] = (3,), echo: str = "words"
) -> Callable[[Callable[[ShellScript], int | None]], ScriptEntry]:
    """Make a shell script of a function; most print all their "words" first, some only the "arguments", or nothing."""

    def make_entry(work: Callable[[ShellScript], int | None]) -> ScriptEntry:
        def run(call: Script) -> int | None:
            if echo == "words":
                call.write(f"{' '.join([call.name, *call.arguments])}\n")
            shell = ShellScript(call, defaults)
            if echo == "arguments":
                call.write(f"{' '.join([call.name, *shell.arguments])}\n")
            if len(shell.arguments) not in arguments:
                shell.write(usage.format(name=shell.name))
                raise DieError("", FAILED)
            from mondegreen.errors import ScoreError

            try:
                return work(shell)
            except ScoreError as error:
                shell.fail(str(error))

        run.__doc__ = work.__doc__
        return ScriptEntry(name, run)

    return make_entry


def source_config(file: str, values: Mapping[str, str]) -> dict[str, str]:
    """Return variables after the shell has read a file, once, as it may be a pipe; `exit` in it ends the script."""
    from subprocess import PIPE, run

    path = file if "/" in file else f"./{file}"  # the shell looks for other names along the PATH
    command = ["bash", "-c", SOURCE_COMMAND, "bash", *values]
    done = run(command, env={**os.environ, **values, "_file": path}, stdout=PIPE, check=False, close_fds=False)
    if not done.stdout:
        raise DieError("", done.returncode)
    return dict(zip(values, map(os.fsdecode, done.stdout.split(b"\0")), strict=False))


def within(command: Sequence[str]) -> list[str]:
    """Wrap a command as a recipe's scripts run it: after `path.sh`, whose input and output are not the command's."""
    return ["bash", "-c", '[ -f ./path.sh ] && . ./path.sh >&2 </dev/null; exec "$0" "$@"', *command]


def make_directory(path: str) -> str:
    """Make a directory; if it cannot be made, the script ends."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise DieError(f"cannot create directory '{path}': {error.strerror}", FAILED) from None
    return path


def write_file(path: str, data: bytes) -> None:
    """Write a file atomically; if it cannot be written, the script ends."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import binary_output

    try:
        with binary_output(path, gzips=False) as stream:
            stream.write(data)
    except ScoreError as error:
        raise DieError(str(error), FAILED) from None
    except OSError as error:
        raise DieError(f"{path}: {error.strerror}", FAILED) from None


def read_file(path: str) -> bytes:
    """Read a file; a missing one is empty, as pipelines go on with nothing."""
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:
        return b""


def split_lines(data: bytes) -> list[bytes]:
    """Split lines, which end at line feeds and nothing else, as for Perl and awk."""
    return [line + b"\n" for line in data.removesuffix(b"\n").split(b"\n")] if data else []
