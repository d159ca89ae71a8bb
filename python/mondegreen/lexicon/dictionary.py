"""Bilingual dictionaries in several formats, each read into the same pairs; and their split into train and test."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from xml.etree import ElementTree

import numpy as np

from mondegreen.component import Registry
from mondegreen.errors import ScoreError, ScoreWarning, pluralize
from mondegreen.formats.csv import parse_rows
from mondegreen.formats.format import Reading
from mondegreen.io.source import label, load_lines
from mondegreen.lexicon.evaluate.lemmatizer import iterate_cells, load_lemmas
from mondegreen.lexicon.space import fold_case
from mondegreen.output import text_output
from mondegreen.plan.lexicon import SplitPlan

# Functions of the lines of a file and its name.
FORMATS = Registry(
    "dictionary format", {name: f"mondegreen.lexicon.dictionary:read_{name}" for name in ("muse", "tsv", "csv", "tmx")}
)


@dataclass(frozen=True, slots=True)
class Pair:
    """A source word and one of its translations, with what the dictionary has on the source word."""

    source: str
    target: str
    frequency: float | None = None
    pos: str = ""

    @property
    def is_multiword(self) -> bool:
        """Whether a side has a space within; a hyphen is none."""
        return " " in self.source or " " in self.target


@dataclass(frozen=True)
class Dictionary:
    """Pairs, each once, in the order of the file."""

    pairs: Sequence[Pair]
    name: str = ""

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(pair.source, pair.target) for pair in self.pairs]


def read_tsv(lines: Sequence[str], path: str) -> list[Pair]:
    """Two tab-separated columns, or more: the first holds source words, the second target words."""
    cells = iterate_cells(lines, path, "a source word, a tab and a target word")
    return [Pair(source, target) for source, target, *_ in cells]


def read_muse(lines: Sequence[str], path: str) -> list[Pair]:
    """MUSE's lists: a source word and a target word on each line, separated by a space."""
    found = []
    for number, line in enumerate(lines, 1):
        words = line.split()
        if words and len(words) != 2:
            what = f"a source and a target word belong here, but there are {len(words)}"
            raise ScoreError(f"{what}; entries of several words need a tab between the sides", path=path, line=number)
        if words:
            found.append(Pair(words[0], words[1]))
    return found


def read_tmx(lines: Sequence[str], path: str) -> list[Pair]:
    """Word lists of translation memories (TMX): the first two segments of each unit are a pair."""
    text = "\n".join(lines)
    if "<!ENTITY" in text:
        raise ScoreError("this XML defines entities, which word lists have no need of", path=path)
    try:
        root = ElementTree.fromstring(text.encode())
    except ElementTree.ParseError as error:
        raise ScoreError(f"this is not TMX: {error}", path=path, line=error.position[0]) from error
    found = []
    for unit in root.iter("tu"):
        segments = [" ".join("".join(segment.itertext()).split()) for segment in unit.iter("seg")]
        if len(segments) > 1 and all(segments[:2]):
            found.append(Pair(segments[0], segments[1]))
    return found


def read_csv(lines: Sequence[str], path: str) -> list[Pair]:
    """Evaluation lists as CSV: a line of names, then source word, target word, and what is known of the source word.

    A column whose name holds `freq` is the word's frequency, one whose name ends in `pos_tag` its part of speech; of
    several the first counts. A word without a translation stays, as those who publish such lists count it: nothing is
    right for it.
    """
    table = [(number, row) for number, row in parse_rows(lines, Reading(path)) if any(row)]
    if not table:
        return []
    names = [name.lower() for name in table[0][1]]
    frequency = next((index for index, name in enumerate(names) if "freq" in name and index > 1), None)
    pos = next((index for index, name in enumerate(names) if name.endswith("pos_tag")), None)
    found = []
    for number, row in table[1:]:
        if len(row) < 2:
            raise ScoreError("a source word and a target word belong here", path=path, line=number)
        source, target, often, tag = (read_cell(row, index) for index in (0, 1, frequency, pos))
        if source:
            found.append(Pair(source, target, parse_number(often), tag))
    lacking = {
        "without a word, skipped": len(table) - 1 - len(found),
        "without a translation, so no answer can be right": sum(not pair.target for pair in found),
    }
    for what, count in lacking.items():
        if count:
            warnings.warn(f"{path}: {pluralize(count, 'row')} {what}", ScoreWarning, stacklevel=2)
    return found


def read_cell(row: Sequence[str], index: int | None) -> str:
    return row[index].strip() if index is not None and index < len(row) else ""


def parse_number(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None


def load(path: str, format: str | None = None, encoding: str = "utf-8", *, keep_case: bool = False) -> Dictionary:
    """The dictionary in a file, in the format that is named, or that the file looks like."""
    lines = load_lines(path, encoding)
    name = format or recognize_format(path, lines)
    found: list[Pair] = FORMATS.find(name)(lines, label(path))
    if not found:
        raise ScoreError("this dictionary holds no pair", path=label(path))
    distinct: dict[tuple[str, str], Pair] = {}
    for each in found:
        source, target = (fold_case(word, keep_case=keep_case) for word in (each.source, each.target))
        pair = replace(each, source=source, target=target)
        distinct.setdefault((pair.source, pair.target), pair)
    return Dictionary(list(distinct.values()), label(path))


def recognize_format(path: str, lines: Sequence[str]) -> str:
    """The format by the file's ending, else by the tabs in its first line."""
    name = path.lower().removesuffix(".gz")
    for ending in ("csv", "tmx", "tsv"):
        if name.endswith(f".{ending}"):
            return ending
    first = next((line for line in lines if line.strip()), "")
    return "tsv" if "\t" in first else "muse"


def split_pairs(
    pairs: Sequence[Pair],
    share: float,
    seed: int,
    source_lemma: Callable[[str], str] = str,
    target_lemma: Callable[[str], str] = str,
) -> tuple[list[Pair], list[Pair]]:
    """Pairs to train on and pairs to test on, the latter about `share` of all.

    What belongs together by any chain of common lemmas, on either side, stays together.
    """
    if not 0 < share < 1:
        raise ScoreError(f"the test share must lie between 0 and 1, not {share:g}")
    wanted = round(share * len(pairs))
    if not 0 < wanted < len(pairs):
        raise ScoreError(f"a part of {share:g} of {pluralize(len(pairs), 'pair')} leaves one side of the split empty")
    families = group_by_lemma(pairs, source_lemma, target_lemma)
    members: dict[int, list[int]] = {}
    for index, family in enumerate(families):
        members.setdefault(family, []).append(index)
    test: set[int] = set()
    order = list(members)
    np.random.default_rng(seed).shuffle(order)
    for family in order:
        if len(test) + len(members[family]) <= wanted:
            test.update(members[family])
    if not test or len(test) == len(pairs):
        raise ScoreError("all pairs share words or lemmas, so they cannot be split; lemmatize one side only")
    return (
        [pair for index, pair in enumerate(pairs) if index not in test],
        [pair for index, pair in enumerate(pairs) if index in test],
    )


def group_by_lemma(
    pairs: Sequence[Pair], source_lemma: Callable[[str], str], target_lemma: Callable[[str], str]
) -> list[int]:
    """The family of each pair, by the index of its first: union-find over shared lemmas (Galler and Fischer 1964)."""
    parents = list(range(len(pairs)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    seen: dict[tuple[str, str], int] = {}
    for index, pair in enumerate(pairs):
        for key in (("source", source_lemma(pair.source)), ("target", target_lemma(pair.target))):
            one, other = sorted((root(seen.setdefault(key, index)), root(index)))
            parents[other] = one
    return [root(index) for index in range(len(pairs))]


def split_file(plan: SplitPlan) -> tuple[list[Pair], list[Pair]]:
    """The plan's dictionary in a part to train on and a part to test on; rows without a translation are dropped."""
    pairs = [pair for pair in load(plan.dictionary, plan.format, keep_case=plan.keep_case).pairs if pair.target]
    lemmas = [
        load_lemmas(path, keep_case=plan.keep_case).lemma if path else str
        for path in (plan.source_forms, plan.target_forms)
    ]
    return split_pairs(pairs, plan.share, plan.seed, *lemmas)


def write_pairs(path: str, pairs: Iterable[Pair]) -> None:
    with text_output(path) as out:
        out.writelines(f"{pair.source}\t{pair.target}\n" for pair in pairs)
