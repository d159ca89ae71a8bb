"""Runs as one JSON object."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mondegreen.aggregate.run import Run
    from mondegreen.report.blocks import Block


def write(runs: Sequence[Run], blocks: Iterable[Block], out: TextIO) -> None:  # noqa: ARG001
    """Writes the systems of all runs under their common reference."""
    objects = [run.to_dict() for run in runs]
    whole = objects[0] | {"systems": [system for each in objects for system in each["systems"]]}
    json.dump(whole, out, indent=2, allow_nan=False)
    out.write("\n")
