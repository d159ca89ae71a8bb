"""Runs as one JSON object."""

import json
from collections.abc import Sequence
from typing import TextIO

from mondegreen.aggregate import Run


def write(runs: Sequence[Run], out: TextIO) -> None:
    """Writes the systems of all runs under their common reference."""
    objects = [run.to_dict() for run in runs]
    whole = objects[0] | {"systems": [system for each in objects for system in each["systems"]]}
    json.dump(whole, out, indent=2, allow_nan=False)
    out.write("\n")
