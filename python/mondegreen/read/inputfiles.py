"""The files that a path stands for, as they are before they are read: what a saved run tells of its inputs."""

import os
from pathlib import Path

from mondegreen.digest import InputFile, state
from mondegreen.errors import ScoreError
from mondegreen.read import folder, shards
from mondegreen.read.source import STDIN, without_prefix

# The side of a file that holds both.
BOTH = "reference and hypothesis"


def input_files(side: str, path: str | os.PathLike[str]) -> tuple[InputFile, ...]:
    """Each file of a side; none of what can be read but once, and of what cannot be read, as its reader will say."""
    if os.fspath(path) == STDIN:
        return ()
    try:
        place = without_prefix(os.fspath(path))[1]
        if os.path.isdir(place):  # noqa: PTH112 - a name that ends in a blank is no path
            found = list(map(str, folder.list_files(place)[0]))
        else:
            found = [each for each in shards.list_files(place) if os.path.isfile(each)]  # noqa: PTH113 - as above
        return tuple(InputFile(side, each, state(Path(each))) for each in found)
    except (ScoreError, OSError, ValueError):
        return ()
