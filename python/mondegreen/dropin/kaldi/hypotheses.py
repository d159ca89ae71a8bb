"""What a decoder heard under each of several settings: language model weights and word insertion penalties.

Kaldi's scripts start a pipeline for each setting, and each of them reads all lattices again. Here every lattice is
read once, and searched for all settings before the next.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from mondegreen.dropin.kaldi.console import KaldiError, printable
from mondegreen.dropin.kaldi.options import number, single

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    # Words, graph cost, acoustic cost, frames, expected errors.
    Row = tuple[Sequence[int], float, float, int, float]
    Told = Callable[[int], object]


class Setting(NamedTuple):
    """One setting, with the penalty as the user wrote it, for it names files."""

    weight: int
    penalty: str

    @property
    def acoustic(self) -> float:
        """What acoustic costs are multiplied by."""
        return single(1.0 / self.weight)

    @property
    def cost(self) -> float:
        """What a word costs besides."""
        return number(self.penalty, double=False)


class Heard:
    """The paths of each setting, and what was wrong with lattices."""

    def __init__(self, settings: Sequence[Setting]) -> None:
        self.settings = list(settings)
        self.paths: dict[Setting, list[tuple[bytes, Row]]] = {setting: [] for setting in settings}
        self.fault = ""
        # Files in whose lattices no path ends, and utterances that have more than one.
        self.empty: list[str] = []
        self.repeated: list[bytes] = []
        self.known: set[bytes] = set()
        # Lattices in which no path ends, for each setting.
        self.failed: dict[Setting, list[bytes]] = {setting: [] for setting in settings}

    def add(self, key: bytes, found: Sequence[Row | None]) -> None:
        """Adds what was found in a lattice with each setting."""
        if key in self.known:
            self.repeated.append(key)
        self.known.add(key)
        for setting, row in zip(self.settings, found, strict=True):
            if row is None:
                self.failed[setting].append(key)
            else:
                self.paths[setting].append((key, row))

    def doubts(self, decode: str) -> list[str]:
        """What is odd about the lattices of a folder, of which Kaldi's scripts say nothing."""
        said = [f"{path}: it holds no lattice in which a path ends" for path in self.empty]
        if self.repeated:
            names = ", ".join(map(printable, dict.fromkeys(self.repeated)))
            said.append(f"{decode}: there is more than one lattice of {names}; is a job there twice?")
        return said


def heard(decode: str, settings: Sequence[Setting], beam: float | None = None, told: Told | None = None) -> Heard:
    """Searches all lattices of a folder, for least expected errors where a beam is given.

    What cannot be read, or searched, ends the search, and what was found before it stays.
    """
    from glob import escape, glob

    from mondegreen._core import LatticeSweep

    found = Heard(settings)
    # The order in which the shell gives them to gunzip: 1, 10, 2.
    paths = sorted(glob(f"{escape(decode)}/lat.*.gz"), key=os.fsencode)
    costs = [(setting.acoustic, setting.cost) for setting in settings]
    try:
        for path in paths:
            has_path = False
            for key, rows in LatticeSweep([path], costs, beam=beam):
                found.add(key, rows)
                has_path |= any(rows)
                if told:
                    told(1)
            if not has_path:
                found.empty.append(path)
    except ValueError as error:
        found.fault = str(error)
    return found


def spelled(paths: Sequence[tuple[bytes, Row]], symbols: Mapping[int, bytes]) -> tuple[bytes, str]:
    """Lines of a key and words, each with a blank behind it, and what is wrong with them.

    At a number that no word has the text ends, in the middle of its line: so it does where Kaldi's scripts spell it.
    """
    lines: list[bytes] = []
    try:
        for key, (numbers, *_) in paths:
            lines.append(b" ".join([key, *map(symbols.__getitem__, numbers), b"\n"]))
    except KeyError as error:
        key, (numbers, *_) = paths[len(lines)]
        known = numbers[: numbers.index(error.args[0])]
        lines.append(b" ".join([key, *map(symbols.__getitem__, known), b""]))
        name = printable(key)
        return b"".join(lines), f"utterance {name}: word {error.args[0]} is not among the words"
    return b"".join(lines), ""


def symbols_of(path: str) -> dict[int, bytes]:
    """The words by their numbers; a line that is not a word and a number is an error."""
    symbols: dict[int, bytes] = {}
    with open(path, "rb") as stream:
        for count, line in enumerate(stream, 1):
            fields = line.split()
            if len(fields) != 2 or not fields[1].isdigit():
                raise KaldiError(f"{path}:{count}: a word and its number should stand here")
            symbols[int(fields[1])] = fields[0]
    return symbols


def all_settings(weights: range, penalties: str) -> Iterator[Setting]:
    """Each penalty of a list with commas, in its order, with each weight; none comes twice."""
    for penalty in dict.fromkeys(penalties.replace(",", " ").split()):
        for weight in weights:
            yield Setting(weight, penalty)
