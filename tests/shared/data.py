"""Data beside the checkout, to be read by tests but not copied into it, and figures that others found on them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"


@cache
def figures() -> dict[str, dict[str, Any]]:
    """Figures found independently of this project: value, tolerance and convention by name."""
    listed = json.loads((DATA / "figures.json").read_text(encoding="utf-8"))["figures"]
    return {each["id"]: each for each in listed}


def figure(name: str, *parts: str) -> Any:
    """A figure, or a part of one, as whatever is near enough to it equals it."""
    found = figures()[name]
    value = found["value"]
    for part in parts:
        value = value[part]
    return pytest.approx(value, abs=found["tolerance"], rel=0)
