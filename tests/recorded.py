"""What original programs answered: looked up in tests/golden, asked for live, or asked for and written down.

The environment's MONDEGREEN_ORIGINALS says which: `recorded` (if it is not set), `live`, or `record:DIRECTORY`, by which
`just golden` collects all answers of a test run. There is an archive for each test module, tests/golden/answers/*.jsonl.gz;
a line is a record of the kind that the other goldens have, too: `id` (of an answer: the digest of all that went in), `cmd`,
`rc`, `stdout`, `stderr` and `files`, and `crashed` where the original did. Contents are text, or {"b64": ...}.
"""

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parent / "golden"
ANSWERS = GOLDEN / "answers"
VARIABLE = "MONDEGREEN_ORIGINALS"
Record = dict[str, Any]


def answer(asked: Iterable[object], cmd: str, ask: Callable[[], Record]) -> Record:
    """The answer to what was asked: the recorded one, or the original's, which may be recorded."""
    way, _, directory = os.environ.get(VARIABLE, "recorded").partition(":")
    key = digest(asked)
    if way == "recorded":
        found = archive(family()).get(key)
        if found is None:
            pytest.fail(
                f"{ANSWERS.name}/{family()}.jsonl.gz has no answer to `{cmd}`: either its input changed, or it is new; "
                "`just golden` asks the original, if it is installed",
                pytrace=False,
            )
        return found
    record = {"id": key, "cmd": cmd, **ask()}
    if directory:
        with Path(directory, f"{family()}.{os.getpid()}.jsonl").open("a", encoding="utf-8") as lines:
            lines.write(line(record))
    return record


def digest(asked: Iterable[object]) -> str:
    """The name of an answer."""
    text = json.dumps(list(asked), sort_keys=True, default=lambda data: hashlib.sha256(data).hexdigest())
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def family() -> str:
    """The name of the test module that runs now: dropin.sctk.rfilter1 of tests/dropin/sctk/test_rfilter1.py."""
    module = Path(os.environ["PYTEST_CURRENT_TEST"].partition("::")[0])
    return ".".join((*module.parent.parts[1:], module.stem.removeprefix("test_")))


@cache
def archive(name: str) -> Mapping[str, Record]:
    """The recorded answers to a test module, by their names."""
    path = ANSWERS / f"{name}.jsonl.gz"
    return {record["id"]: record for record in records(path)} if path.exists() else {}


def records(path: Path) -> Iterator[Record]:
    """The records of a file, packed or not."""
    data = path.read_bytes()
    for each in (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines():
        yield json.loads(each)


def write(path: Path, found: Iterable[Record]) -> None:
    """Writes records, packed if the name says so; the same ones give the same bytes."""
    data = "".join(map(line, sorted(found, key=lambda record: str(record["id"])))).encode()
    with path.open("wb") as file:
        if path.suffix == ".gz":
            with gzip.GzipFile("", "wb", 9, file, mtime=0) as archive:
                archive.write(data)
        else:
            file.write(data)


def line(record: Record) -> str:
    """A record as a line."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n"


def packed(data: bytes) -> str | dict[str, str]:
    """A content as a record has it."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(data).decode()}


def content(value: str | dict[str, str]) -> bytes:
    """A record's content as bytes."""
    return value.encode() if isinstance(value, str) else base64.b64decode(value["b64"])


def contents(found: Mapping[str, str | dict[str, str]]) -> dict[str, bytes]:
    """Those of several files."""
    return {name: content(value) for name, value in found.items()}


def cases(suite: str) -> list[Record]:
    """The cases of a suite that were made by hand: records that hold their inputs, too, as `in`.

    `stdin` names the input that is fed, and `only` has the patterns of those written files that count: what others hold
    is by chance, or is not ours to keep.
    """
    return list(records(GOLDEN / f"{suite}.jsonl"))


def case(suite: str, name: str) -> Record:
    """One of them."""
    (found,) = (record for record in cases(suite) if record["id"] == name)
    return found


def lay_out(found: Mapping[str, str | dict[str, str]], folder: Path) -> None:
    """Writes the files of a record below a folder."""
    for name, data in contents(found).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
