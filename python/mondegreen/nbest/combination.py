"""ROVER of texts: the outputs of several systems, or the hypotheses of each list, combined by a vote on each word.

Fiscus, "A post-processing system to yield reduced word error rates: ROVER" (ASRU 1997), with the alignment of SCTK's
rover (`mondegreen.voting`). Texts bear no confidences, so that the majority decides, and of ties what came first. The
oracle is the path of fewest word errors through the same network: no vote could do better.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.nbest.lists import NBest
from mondegreen.nbest.reading import open_lists, show_progress
from mondegreen.notes import report_notes
from mondegreen.plan.nbest import RoverPlan
from mondegreen.voting import NULL, Network, Word, list_entries

if TYPE_CHECKING:
    from mondegreen.comparison.comparison import Comparison

# The names of our own systems beside those that are combined.
COMBINED, ORACLE = "rover", "oracle"


@dataclass
class Combination:
    """The text of each utterance that the votes chose; with a reference its comparison with the best system.

    `columns` are the words that compete, `""` for none; `systems` the texts that were combined, by system or rank.
    """

    keys: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    columns: list[list[list[str]]] = field(default_factory=list)
    systems: dict[str, dict[str, str]] = field(default_factory=dict)
    comparison: Comparison | None = None

    def find_oracles(self, references: Mapping[str, str]) -> dict[str, str]:
        """The text of fewest word errors that each utterance's network holds."""
        found = zip(self.keys, self.columns, strict=True)
        return {key: find_oracle(columns, references[key].split()) for key, columns in found if key in references}


def combine_lists(plan: RoverPlan) -> Combination:
    """Combine the texts of each list that a plan names."""
    reader = open_lists(plan, plan.sources)
    found = Combination()
    for each in show_progress(each.truncate(plan.n) for each in reader):
        add_list(found, each, getattr(reader, "corpora", ()))
    report_notes(reader.notes)
    if not found.keys:
        raise ScoreError("it holds no list", path=reader.name)
    return found


def add_list(found: Combination, each: NBest, corpora: Sequence[object]) -> None:
    """Combine the texts of an utterance; a system that lacks it has no vote."""
    columns = list(align_texts([text.split() for text in each.texts]))
    found.keys.append(each.key)
    found.columns.append(columns)
    found.texts.append(" ".join(filter(None, map(choose_word, columns))))
    for index, text in enumerate(each.texts):
        rank = each.get_rank(index)
        name = str(getattr(corpora[rank - 1], "name", rank)) if rank <= len(corpora) else f"{rank}-best"
        found.systems.setdefault(name, {})[each.key] = text


def align_texts(texts: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """The columns of words that compete, in the order of the texts."""
    networks = []
    # A word may itself be spelled as the null word.
    null = max([NULL, *(NULL + word for text in texts for word in text if word.startswith(NULL))], key=len)
    for text in texts:
        network = Network(Word(null))
        for word in text:
            network.push(Word(word))
        networks.append(network)
    if networks:
        first, *others = networks
        for other in others:
            first.merge(other)
        for column in first.list_columns():
            yield ["" if word.text == null else word.text for word in column]


def choose_word(column: Sequence[str]) -> str:
    """The most frequent word of a column, of ties the first."""
    return str(max(list_entries([Word(word) for word in column]), key=lambda entry: entry.count).text)


def find_oracle(columns: Sequence[Sequence[str]], reference: Sequence[str]) -> str:
    """The path through the columns with the fewest word errors (Wagner and Fischer 1974)."""
    skips = [0 if "" in column else 1 for column in columns]
    words = [next(filter(None, column), "") for column in columns]
    table = [[0] * (len(reference) + 1) for _ in range(len(columns) + 1)]
    table[0] = list(range(len(reference) + 1))
    for row, column in enumerate(columns):
        table[row + 1][0] = table[row][0] + skips[row]
        for place, word in enumerate(reference):
            pair = table[row][place] + (0 if word in column else 1)
            skip = table[row][place + 1] + skips[row]
            table[row + 1][place + 1] = min(pair, skip, table[row + 1][place] + 1)
    row, place = len(columns), len(reference)
    chosen: list[str] = []
    while row:
        here = table[row][place]
        word = reference[place - 1] if place and reference[place - 1] in columns[row - 1] else words[row - 1]
        if place and here == table[row - 1][place - 1] + (0 if word == reference[place - 1] else 1):
            chosen.append(word)
            row, place = row - 1, place - 1
        elif here == table[row - 1][place] + skips[row - 1]:
            chosen.append("" if skips[row - 1] == 0 else words[row - 1])
            row -= 1
        else:
            place -= 1
    return " ".join(filter(None, reversed(chosen)))
