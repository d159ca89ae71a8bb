"""The golden cases of Kaldi's programs, printed by them: those of a folder and how they are run."""

import base64
import gzip
import json
import re
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from mondegreen.dropin import PROGRAMS
from mondegreen.dropin.kaldi.command import ProgramEntry

MESSAGE = re.compile(
    rb"^(LOG|WARNING|ERROR|ASSERTION_FAILED) \((\S+?)\[[^\]]*\]:([^)]*?\(\))[^)]*\) (.*)$", re.MULTILINE
)


def list_messages(err: bytes) -> list[tuple[bytes, ...]]:
    """The messages of Kaldi's programs, but for versions and lines of C++: level, program, function and sentence.

    In a pipeline the order of those of several programs is nobody's.
    """
    return sorted(MESSAGE.findall(err))


class Cases(NamedTuple):
    """The cases, and their inputs, of a folder laid out as tests/golden/kaldi."""

    folder: Path
    # Whether the wording of all messages is reproduced; of all cases there are, some programs say other things.
    has_our_messages: bool = True

    def of(self, family: str) -> list[dict[str, Any]]:
        """The cases of a family."""
        with (self.folder / "cases" / f"{family}.jsonl").open(encoding="utf-8") as lines:
            return [json.loads(line) for line in lines]

    def workplace(self, goal: Path, *left_out: str) -> Path:
        """The folder in which the commands of cases run, made there; it may be written to."""
        keep_out = shutil.ignore_patterns("cases", "runs", "blobs", *left_out)
        shutil.copytree(self.folder, goal, dirs_exist_ok=True, ignore=keep_out)
        for path in [goal, *goal.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o200)
        lattices = goal / "lats_in" / "det.ark.gz"
        if lattices.parent.exists() and not lattices.exists():
            parts = sorted((self.folder / "exp/mono/decode").glob("lat.*.gz"))
            lattices.write_bytes(b"".join(part.read_bytes() for part in parts))
        return goal

    def messages(self, case: dict[str, Any]) -> list[tuple[bytes, ...]] | None:
        """What a case says, if that was kept and is reproduced."""
        said = case["stderr"]
        if not self.has_our_messages:
            return None
        if isinstance(said, dict) and "path" in said and not (self.folder / said["path"]).exists():
            return None
        return list_messages(self.content(said))

    def content(self, value: str | dict[str, str]) -> bytes:
        """What a case expects, as bytes."""
        if isinstance(value, str):
            return value.encode()
        if "b64" in value:
            return base64.b64decode(value["b64"])
        data = (self.folder / value["path"]).read_bytes()
        return gzip.decompress(data) if value["path"].endswith(".gz") else data


FEW = Cases(Path(__file__).parent / "golden" / "kaldi")


def load_program(name: str) -> ProgramEntry:
    """A program by the name of its command."""
    module, _, attribute = PROGRAMS["kaldi"][f"bin/{name}"].partition(":")
    found = getattr(import_module(module), attribute)
    assert isinstance(found, ProgramEntry)
    return found
