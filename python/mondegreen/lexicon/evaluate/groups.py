"""Source words in groups: by part of speech, by how frequent they are, by how many translations they have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mondegreen.lexicon.dictionary import Pair
    from mondegreen.lexicon.evaluate.judge import Gold

# From so many translations on words are one group.
MANY_SENSES = 4


def group_by_senses(gold: Gold) -> dict[str, list[str]]:
    """The words with one translation, with two, ..."""
    found: dict[str, list[str]] = {}
    for count in range(1, MANY_SENSES + 1):
        headwords = [headword for headword, words in gold.answers.items() if min(len(words), MANY_SENSES) == count]
        if headwords:
            found[f"{count}+" if count == MANY_SENSES else str(count)] = headwords
    return found


def group_by_rank(gold: Gold, ranks: Mapping[str, int], bands: Sequence[int]) -> dict[str, list[str]]:
    """The words up to each rank among the vectors; those beyond all, and those without any vector, at the end."""
    edges = [*sorted(bands), 1 << 62]
    names = [*(f"to {edge}" for edge in edges[:-1]), f"beyond {edges[-2]}" if len(edges) > 1 else "known"]
    found: dict[str, list[str]] = {name: [] for name in [*names, "no vector"]}
    for headword in gold.answers:
        rank = ranks.get(headword)
        index = None if rank is None else next(at for at, edge in enumerate(edges) if rank < edge)
        found["no vector" if index is None else names[index]].append(headword)
    return {name: headwords for name, headwords in found.items() if headwords}


def group_by_frequency(gold: Gold, pairs: Sequence[Pair], count: int = 4) -> dict[str, list[str]]:
    """The words in so many bands of equal size, by the frequencies that the dictionary tells."""
    known = {pair.source: pair.frequency for pair in reversed(pairs) if pair.frequency is not None}
    headwords = sorted(
        (headword for headword in gold.answers if headword in known), key=lambda headword: -known[headword]
    )
    found = {}
    for band in range(count):
        part = headwords[band * len(headwords) // count : (band + 1) * len(headwords) // count]
        if part:
            found[f"{known[part[0]]:g} to {known[part[-1]]:g}"] = part
    return found


def group_by_tag(gold: Gold, pairs: Sequence[Pair]) -> dict[str, list[str]]:
    """The words by the part of speech that the dictionary tells."""
    known = {pair.source: pair.pos for pair in reversed(pairs) if pair.pos}
    tags = dict.fromkeys(known[headword] for headword in gold.answers if headword in known)
    return {tag: [headword for headword in gold.answers if known.get(headword) == tag] for tag in tags}
