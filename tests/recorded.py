"""What original programs answered: read from tests/golden, or asked live, or asked and recorded.

MONDEGREEN_ORIGINALS in the environment says which: `recorded` (the default), `live`, or `record:DIRECTORY`, by which
`just golden` collects the answers of a test run. Each test module has an archive, tests/golden/answers/*.jsonl.gz.
A line is a record like those of all goldens: `id` (of an answer: the digest of all that went in), `cmd`, `rc`,
`stdout`, `stderr` and `files`, and `crashed` where the original did. Contents are text, or {"b64": ...}.
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
Content = str | dict[str, str]


def find_answer(asked: Iterable[object], cmd: str, ask: Callable[[], Record]) -> Record:
    """The answer to what was asked: the recorded one, or the original's, which may be recorded."""
    way, _, directory = os.environ.get(VARIABLE, "recorded").partition(":")
    key = digest(asked)
    if way == "recorded":
        found = load_archive(current_family()).get(key)
        if found is None:
            pytest.fail(
                f"{ANSWERS.name}/{current_family()}.jsonl.gz has no answer to `{cmd}`: its input is new, or changed; "
                "`just golden` asks the original where it is installed",
                pytrace=False,
            )
        return found
    record = {"id": key, "cmd": cmd, **ask()}
    if directory:
        with Path(directory, f"{current_family()}.{os.getpid()}.jsonl").open("a", encoding="utf-8") as file:
            file.write(format_record(record))
    return record


def digest(asked: Iterable[object]) -> str:
    """The ID of an answer."""
    text = json.dumps(list(asked), sort_keys=True, default=lambda data: hashlib.sha256(data).hexdigest())
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def current_family() -> str:
    """The name of the test module that runs: dropin.sctk.rfilter1 of tests/dropin/sctk/test_rfilter1.py."""
    module = Path(os.environ["PYTEST_CURRENT_TEST"].partition("::")[0])
    return ".".join((*module.parent.parts[1:], module.stem.removeprefix("test_")))


@cache
def load_archive(family: str) -> Mapping[str, Record]:
    """The recorded answers to a test module, by ID."""
    path = ANSWERS / f"{family}.jsonl.gz"
    return {record["id"]: record for record in read_records(path)} if path.exists() else {}


def read_records(path: Path) -> Iterator[Record]:
    """The records of a file, compressed or not."""
    data = path.read_bytes()
    return map(json.loads, (gzip.decompress(data) if path.suffix == ".gz" else data).splitlines())


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write records, compressed if the name ends in .gz; the same records give the same bytes."""
    data = "".join(map(format_record, sorted(records, key=lambda record: str(record["id"])))).encode()
    with path.open("wb") as file:
        if path.suffix == ".gz":
            with gzip.GzipFile("", "wb", 9, file, mtime=0) as archive:
                archive.write(data)
        else:
            file.write(data)


def format_record(record: Record) -> str:
    """A record as a line."""
    return json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n"


def encode_content(data: bytes) -> Content:
    """A file's content as a record holds it."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"b64": base64.b64encode(data).decode()}


def decode_content(value: Content) -> bytes:
    """The bytes of a content."""
    return value.encode() if isinstance(value, str) else base64.b64decode(value["b64"])


def decode_contents(values: Mapping[str, Content]) -> dict[str, bytes]:
    """The bytes of several files."""
    return {name: decode_content(value) for name, value in values.items()}


def write_files(values: Mapping[str, Content], directory: Path) -> None:
    """Write the files of a record below a directory."""
    for name, data in decode_contents(values).items():
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        (directory / name).write_bytes(data)


def read_cases(suite: str) -> list[Record]:
    """The hand-made cases of a suite: records that hold their inputs, too, as `in`.

    `stdin` names the input that is fed, and `only` lists patterns of those written files that count: the contents of
    others are by chance, or are not ours to keep.
    """
    return list(read_records(GOLDEN / f"{suite}.jsonl"))


def read_case(suite: str, name: str) -> Record:
    """One of them."""
    (found,) = (case for case in read_cases(suite) if case["id"] == name)
    return found
