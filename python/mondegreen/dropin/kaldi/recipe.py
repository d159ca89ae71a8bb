"""The conventions of Kaldi's shell scripts: `script [--name value ...] arguments`, in the folder of a recipe.

A recipe's folder has `path.sh`, which sets up the environment of commands, and `local/`, which may hold filters.
"""

from __future__ import annotations

import os

from mondegreen.dropin.kaldi.scripts import DieError

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.dropin.kaldi.scripts import Script

FAILED = 1
# What some scripts say of a file that is not there.
NO_SUCH = "no such file {}"
TRUTHS = ("true", "false")
# Prints the values of variables after a file was read by the shell, which is what Kaldi's scripts do with it.
SOURCING = """\
_names=("$@")
set --
. "$_file" >&2
for _name in "${_names[@]}"; do printf '%s\\0' "${!_name}"; done
"""


class Options:
    """The options of a script: each has a default, and one whose default is true or false takes nothing else."""

    def __init__(self, call: Script, defaults: Mapping[str, str]) -> None:
        self.call = call
        self.values = dict(defaults)
        self.arguments = list(call.arguments)
        self.configure()
        while self.arguments and (self.arguments[0] == "-h" or self.arguments[0].startswith("--")):
            self.take(self.arguments.pop(0))
        if self.values.get("cmd") == "":
            self.refuse("empty argument to --cmd option")

    def take(self, word: str) -> None:
        """Takes one option."""
        name = word[2:].replace("-", "_")
        if word in ("--help", "-h"):
            self.call.say("No help found.")
            raise DieError("", 0)
        if "=" in word:
            what = f"options to scripts must be of the form --name value, got '{word}'"
            self.call.write(f"{self.call.name}: {what}\n")
            raise DieError("", FAILED)
        if name == "config":
            del self.arguments[:1]
            return
        if name not in self.values:
            self.refuse(f"invalid option {word}")
        value = self.arguments.pop(0) if self.arguments else ""
        if self.values[name] in TRUTHS and value not in TRUTHS:
            self.refuse(f'expected "true" or "false": {word} {value}')
        self.values[name] = value

    def configure(self) -> None:
        """Reads the file that follows `--config`, wherever that stands, so that options beat what it says."""
        for word, file in zip(self.arguments, self.arguments[1:], strict=False):
            if word == "--config":
                if not os.access(file, os.R_OK) or os.path.isdir(file):
                    self.call.write(f"{self.call.name}: missing config '{file}'\n")
                    raise DieError("", FAILED)
                self.values = sourced(file, self.values)

    def refuse(self, what: str) -> None:
        """Ends the script."""
        raise DieError(f"{self.call.name}: {what}", FAILED)

    def text(self, name: str) -> str:
        """The value of an option."""
        return self.values[name]

    def flag(self, name: str) -> bool:
        """Whether an option is true."""
        return self.values[name] == "true"

    def whole(self, name: str) -> int:
        """The value of an option that must be a whole number."""
        try:
            return int(self.values[name])
        except ValueError:
            raise DieError(f"{self.call.name}: --{name} takes a whole number: {self.values[name]}", FAILED) from None

    def weights(self) -> range:
        """The language model weights; `run.pl`, which counts through them, begins at 1 and not above the end."""
        lowest, highest = self.whole("min_lmwt"), self.whole("max_lmwt")
        if not 1 <= lowest <= highest:
            what = "it must begin at 1 or above and not end before it begins"
            raise DieError(f"run.pl: invalid job range LMWT={lowest}:{highest}, {what}", FAILED)
        return range(lowest, highest + 1)

    def number(self, name: str) -> float:
        """The value of an option that must be a number."""
        try:
            return float(self.values[name])
        except ValueError:
            raise DieError(f"{self.call.name}: --{name} takes a number: {self.values[name]}", FAILED) from None


def sourced(file: str, values: Mapping[str, str]) -> dict[str, str]:
    """What variables hold after the shell has read a file, once, for it may be a pipe; `exit` in it ends the script."""
    from subprocess import PIPE, run

    place = file if "/" in file else f"./{file}"  # the shell looks for other names along the PATH
    command = ["bash", "-c", SOURCING, "bash", *values]
    done = run(command, env={**os.environ, **values, "_file": place}, stdout=PIPE, check=False, close_fds=False)
    if not done.stdout:
        raise DieError("", done.returncode)
    return dict(zip(values, map(os.fsdecode, done.stdout.split(b"\0")), strict=False))


def within(command: Sequence[str]) -> list[str]:
    """A command as a recipe's scripts run it: behind `path.sh`, which sets up the environment.

    What that prints, or reads, is none of what the command does.
    """
    return ["bash", "-c", '[ -f ./path.sh ] && . ./path.sh >&2 </dev/null; exec "$0" "$@"', *command]


def shown(call: Script) -> None:
    """Prints the command line, as scripts do first."""
    call.write(f"{' '.join([call.name, *call.arguments])}\n")


def need(call: Script, files: Sequence[str], speaker: str = "", said: str = "expecting file {} to exist") -> None:
    """Ends the script if a file is missing, in the words of the original, and under the name that it gives itself."""
    for file in files:
        if not os.path.isfile(file):
            call.write(f"{speaker or call.name}: {said.format(file)}\n")
            raise DieError("", FAILED)


def folder(path: str) -> str:
    """Makes a folder; that it cannot be made ends the script."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise DieError(f"cannot create directory '{path}': {error.strerror}", FAILED) from None
    return path


def save(path: str, data: bytes) -> None:
    """Writes a file, whole or not at all; that it cannot be written ends the script."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import plain_output

    try:
        with plain_output(path) as stream:
            stream.write(data)
    except ScoreError as error:
        raise DieError(str(error), FAILED) from None
    except OSError as error:
        raise DieError(f"{path}: {error.strerror}", FAILED) from None


def lines_of(data: bytes) -> list[bytes]:
    """Lines with their ends, which are line feeds and nothing else, as for Perl and awk."""
    return [line + b"\n" for line in data.removesuffix(b"\n").split(b"\n")] if data else []


def load(path: str) -> bytes:
    """A file's bytes, or none of a file that is not there: pipelines go on with nothing."""
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:
        return b""
