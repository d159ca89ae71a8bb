"""Lattices from archives and scripts, one in memory at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path as FilePath

from mondegreen._core import Lattice
from mondegreen.errors import ScoreError
from mondegreen.io.source import check_unchanged, load_lines
from mondegreen.lattice.wordlattice import WordLattice
from mondegreen.limits import check_links

SPECIFIER = re.compile(r"(ark|scp)((?:,\w+)*):(.*)", re.DOTALL)
# Kaldi splits at ASCII whitespace alone.
FIELD = re.compile(r"[^ \t\r\n\f\v]+")
NUMBER = re.compile(r"[0-9]{1,18}")
# No file is so large that an offset has more digits.
OFFSET = re.compile(r"(.*):0*([0-9]{1,18})", re.DOTALL)


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
        raise ScoreError("this is a command; name the file itself, which may be packed by gzip", path=text)
    return kind, name


def read_archive(name: str) -> Iterator[tuple[bytes, Lattice]]:
    """The utterance IDs and lattices of an archive."""
    from mondegreen._core import LatticeArchive

    try:
        with check_unchanged(name):
            yield from LatticeArchive.open(name)
    except ValueError as error:
        raise ScoreError(str(error)) from None


def read_script(name: str) -> Iterator[tuple[bytes, Lattice]]:
    """The utterance IDs and lattices that the lines of a script name."""
    from mondegreen._core import LatticeArchive

    try:
        lines = FilePath(name).read_bytes().splitlines()
    except OSError as error:
        raise ScoreError(str(error.strerror), path=name) from None
    for count, line in enumerate(lines, 1):
        fields = line.decode("utf-8", "surrogateescape").split(None, 1)
        if len(fields) != 2:
            raise ScoreError("a key and a file name belong here", path=name, line=count)
        key, where = fields
        check_links(where.strip(), name, count)
        parse_specifier(where)
        found = OFFSET.fullmatch(where.strip())
        path, offset = (found[1], int(found[2])) if found else (where.strip(), 0)
        try:
            yield key.encode("utf-8", "surrogateescape"), LatticeArchive.open(path, offset).object(key)
        except ValueError as error:
            raise ScoreError(str(error)) from None


def read_symbols(path: str | PathLike[str]) -> Mapping[int, str]:
    """The words of a symbol table by their numbers."""
    table: dict[int, str] = {}
    for count, line in enumerate(load_lines(str(path)), 1):
        fields = FIELD.findall(line)
        if len(fields) != 2 or not NUMBER.fullmatch(fields[1]):
            raise ScoreError("a word and its number belong here", path=str(path), line=count)
        table[int(fields[1])] = fields[0]
    return table
