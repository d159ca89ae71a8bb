"""JSON whose numbers stay as they are written."""

import re
from collections.abc import Mapping
from typing import Any

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


class JsonNumber(str):
    """A number, as it is to stand in JSON."""

    __slots__ = ()


def as_number(value: str) -> str:
    """The text as a number, if JSON knows it for one."""
    return JsonNumber(value) if NUMBER.fullmatch(value) else value


def dump_json(value: Any) -> str:  # noqa: ANN401 - any JSON
    """The JSON of texts, numbers as they are written, lists and objects of them, on one line."""
    import json

    if isinstance(value, JsonNumber):
        return str(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{dump_json(name)}: {dump_json(each)}' for name, each in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(dump_json, value))}]"
    return json.dumps(value, ensure_ascii=False)
