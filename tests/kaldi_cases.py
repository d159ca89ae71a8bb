"""The golden cases of Kaldi's programs, printed by them once (../shared/data/kaldi)."""

import base64
import gzip
import json
from pathlib import Path
from typing import Any

from oracles import shared


def folder() -> Path:
    """Where the cases and their inputs are."""
    return shared("kaldi")


def of(family: str) -> list[dict[str, Any]]:
    """The cases of a family."""
    with (folder() / "cases" / f"{family}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def content(value: str | dict[str, str]) -> bytes:
    """What a case expects, as bytes."""
    if isinstance(value, str):
        return value.encode()
    if "b64" in value:
        return base64.b64decode(value["b64"])
    data = (folder() / value["path"]).read_bytes()
    return gzip.decompress(data) if value["path"].endswith(".gz") else data
