"""Word lattices of Kaldi, read without Kaldi, one in memory at a time.

import mondegreen as mg

for lattice in mg.lattice.read("ark:lat.1.gz", words="words.txt"):
    print(lattice.key, lattice.best().words, [path.words for path in lattice.nbest(10)])
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mondegreen._core import Decoded, Lattice, LatticeArchive, arc_posteriors, best_paths, least_errors, least_risk
from mondegreen.errors import ScoreError
from mondegreen.io.source import check_unchanged, load_file, load_lines
from mondegreen.limits import check_links

__all__ = ["Path", "WordLattice", "read"]

SPECIFIER = re.compile(r"(ark|scp)((?:,\w+)*):(.*)", re.DOTALL)
# Kaldi splits at ASCII whitespace alone.
FIELD = re.compile(r"[^ \t\r\n\f\v]+")
NUMBER = re.compile(r"[0-9]{1,18}")
# No file is so large that an offset has more digits.
OFFSET = re.compile(r"(.*):0*([0-9]{1,18})", re.DOTALL)
FIELDS = [("begin", "i4"), ("end", "i4"), ("source", "u4"), ("target", "u4"), ("word", "i4")]
COSTS = [("graph", "f4"), ("acoustic", "f4")]
ARC = FIELDS + COSTS


def read(source: str | PathLike[str], words: str | PathLike[str] | None = None) -> Iterator[WordLattice]:
    """Reads the lattices of `ark:FILE`, `scp:FILE` or an archive file, compressed by gzip or not.

    With a symbol table (`words.txt`) paths have words, without one numbers. Commands, which Kaldi accepts as files, are
    rejected.
    """
    kind, name = parse_specifier(source)
    table = None if words is None else read_symbols(words)
    for key, lattice in (read_script if kind == "scp" else read_archive)(name):
        yield WordLattice(key.decode("utf-8", "surrogateescape"), lattice, table)


def parse_specifier(source: str | PathLike[str]) -> tuple[str, str]:
    """The kind of a source, ark or scp, and its file."""
    text = str(source)
    found = SPECIFIER.fullmatch(text)
    kind, name = (found[1], found[3]) if found else ("ark", text)
    if name.strip().startswith("|") or name.strip().endswith("|"):
        raise ScoreError("this is a command; name the file itself, which may be compressed with gzip", path=text)
    return kind, name


def read_archive(name: str) -> Iterator[tuple[bytes, Lattice]]:
    """The utterance IDs and lattices of an archive."""
    with name_utterance(), check_unchanged(name):
        yield from LatticeArchive.open(name)


def read_script(name: str) -> Iterator[tuple[bytes, Lattice]]:
    """The utterance IDs and lattices that the lines of a script name."""
    for count, line in enumerate(load_file(name).splitlines(), 1):
        fields = line.decode("utf-8", "surrogateescape").split(None, 1)
        if len(fields) != 2:
            raise ScoreError("expected an utterance ID and a file name", path=name, line=count)
        key, where = fields
        check_links(where.strip(), name, count)
        parse_specifier(where)
        found = OFFSET.fullmatch(where.strip())
        path, offset = (found[1], int(found[2])) if found else (where.strip(), 0)
        with name_utterance():
            lattice = LatticeArchive.open(path, offset).object(key)
        yield key.encode("utf-8", "surrogateescape"), lattice


def read_symbols(path: str | PathLike[str]) -> Mapping[int, str]:
    """The words of a symbol table by their numbers."""
    table: dict[int, str] = {}
    for count, line in enumerate(load_lines(str(path)), 1):
        fields = FIELD.findall(line)
        if len(fields) != 2 or not NUMBER.fullmatch(fields[1]):
            raise ScoreError("expected a word and its number", path=str(path), line=count)
        table[int(fields[1])] = fields[0]
    return table


@contextmanager
def name_utterance(key: str | None = None) -> Iterator[None]:
    """Make the core's error one about this utterance; what it says of a file names the place itself."""
    try:
        yield
    except ValueError as error:
        raise ScoreError(str(error), key=key) from None


class Path(NamedTuple):
    """A path: its words, as numbers without a symbol table, and its costs."""

    words: list[str] | list[int]
    graph: float
    acoustic: float


class WordLattice:
    """The hypotheses of an utterance as a graph."""

    def __init__(self, key: str, lattice: Lattice, words: Mapping[int, str] | None = None) -> None:
        self.key = key
        self.table = words
        with name_utterance(key):
            self.core = lattice.sorted()

    def __repr__(self) -> str:
        return f"WordLattice({self.key!r}, {self.core.states} states, {self.core.arcs} arcs)"

    def scaled(self, *, graph: float = 1.0, acoustic: float = 1.0) -> WordLattice:
        """The lattice with scaled costs; an acoustic scale of about 0.1 is usual."""
        return WordLattice(self.key, self.core.scaled(((graph, 0.0), (0.0, acoustic))), self.table)

    @property
    def arcs(self) -> NDArray[np.void]:
        """A record for each arc: begin and end in frames, the states it joins, word, graph and acoustic cost."""
        times = self.times
        rows = [
            (times[source], times[source] + len(ids), source, target, word, graph, acoustic)
            for source, target, word, graph, acoustic, ids in self.core.all_arcs()
        ]
        return np.array(rows, dtype=np.dtype(ARC))

    @property
    def times(self) -> list[int]:
        """The frame of each state."""
        with name_utterance(self.key):
            return self.core.times()[0]

    def best(self) -> Path | None:
        """The path of least cost; none where no path reaches a final state."""
        return self.path(self.core.best_path())

    def nbest(self, count: int) -> list[Path]:
        """The `count` best paths."""
        return [path for path in map(self.path, best_paths(self.core, count)) if path is not None]

    def oracle(self, reference: Sequence[str] | Sequence[int]) -> tuple[list[str] | list[int], int] | None:
        """The words of the path with the fewest errors, and the number of errors."""
        numbers = {word: number for number, word in self.table.items()} if self.table else {}
        # A word without a number is in no lattice.
        words = [word if isinstance(word, int) else numbers.get(word, -1) for word in reference]
        found = least_errors(self.core, words)
        if found is None:
            return None
        return self.spell(found.words), found.insertions + found.deletions + found.substitutions

    def least_risk(self) -> Decoded:
        """The words of least expected errors, with times and posteriors; words are numbers."""
        with name_utterance(self.key):
            return least_risk(self.core.pruned(math.inf))  # without states on no path, which have no time

    def posteriors(self) -> NDArray[np.float64]:
        """The posterior of each arc, in the order of `arcs`."""
        with name_utterance(self.key):
            rows = arc_posteriors(self.core)
        logs: NDArray[np.float64] = np.array([row[-1] for row in rows], dtype=np.float64)
        return np.asarray(np.exp(logs), dtype=np.float64)

    def dot(self) -> str:
        """The lattice in the language of Graphviz."""
        lines = [f"digraph {quote_dot(self.key)} {{", "  rankdir = LR;", "  node [shape = circle];"]
        lines += [f"  {state} [shape = doublecircle];" for state, *_ in self.core.ends()]
        for source, target, word, graph, acoustic, _ in self.core.all_arcs():
            label = f"{self.spell([word])[0] if word else ''}/{graph:g},{acoustic:g}"
            lines.append(f"  {source} -> {target} [label = {quote_dot(label)}];")
        return "\n".join([*lines, "}", ""])

    def path(self, lattice: Lattice) -> Path | None:
        """The path of a lattice that has one."""
        line = lattice.only_path()
        return None if line is None else Path(self.spell(line[0]), line[2], line[3])

    def spell(self, words: list[int]) -> list[str] | list[int]:
        return words if self.table is None else spell_words(words, self.table, self.key)


def spell_words(words: Sequence[int], table: Mapping[int, str], key: str) -> list[str]:
    """The words of numbers, all of which the table must have."""
    for word in words:
        if word not in table:
            raise ScoreError(f"word {word} is not in the table of words", key=key)
    return [table[word] for word in words]


def quote_dot(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
