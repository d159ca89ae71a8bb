"""A system's errors as rates of words and a table of confusions, which fall back on sounds where little was seen."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from mondegreen.corrupt.drawing import Beyond
from mondegreen.corrupt.rates import Wanted
from mondegreen.corrupt.table import Candidate, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mondegreen.corrupt.profile import Profile
    from mondegreen.corrupt.rates import Weights

# What is known of a word before it was seen counts as much as so many sightings.
BEFORE = 5.0


def mixed(profile: Profile, table: Table | None, words: Iterable[str]) -> Table:
    """What was heard in place of each word, and what its row has: p(h|r) = (C(r,h) + k P(h|r)) / (C(r) + k).

    All `words` are there, some of them without candidates, so that they may be lost at a rate of their own.
    """
    rows: dict[str, list[Candidate]] = {word: [] for word in words}
    for word in [*(table or ()), *profile.confusions]:
        row = table[word] if table is not None and word in table else []
        rows[word] = mixture(profile.confusions.get(word, {}), row)
    about = dict(table.about) if table is not None else {}
    return Table.of(rows, {**about, "learned from": f"{profile.name}, {profile.words} words"})


def mixture(heard: Mapping[str, int], row: Iterable[Candidate]) -> list[Candidate]:
    """The row of a word, the most likely candidate first."""
    known = {candidate.word: candidate for candidate in row}
    before = BEFORE if known else 0.0
    total = sum(heard.values()) + before
    nothing = Candidate("", 0.0, math.nan, math.nan)
    found = []
    for word in {**known, **heard}:
        candidate = known.get(word, nothing)
        probability = (heard.get(word, 0) + before * candidate.probability) / total
        found.append(candidate._replace(word=word, probability=probability))
    return sorted(found, key=lambda each: -each.probability)


def rates(profile: Profile, classes: Mapping[str, str], counts: Mapping[str, int]) -> dict[str, tuple[float, float]]:
    """How often each word is replaced and lost: as it was, as its class was where it was seldom said.

    Where the profile does not say how often words were said, they were said as often as in the text, `counts`.
    """
    spoken = profile.spoken or estimated(profile, counts)
    totals: dict[str, list[float]] = {}
    for word, said in spoken.items():
        total = totals.setdefault(classes.get(word, ""), [0.0, 0.0, 0.0])
        for place, count in enumerate((said, profile.replaced.get(word, 0), profile.lost.get(word, 0))):
            total[place] += count
    overall = (profile.substitutions, profile.deletions)
    found = {}
    for word in {**spoken, **counts}:
        total = totals.get(classes.get(word, ""), [0.0, 0.0, 0.0])
        seen = (profile.replaced.get(word, 0), profile.lost.get(word, 0))
        of_class = [smoothed(total[1 + kind], total[0], overall[kind]) for kind in (0, 1)]
        said = spoken.get(word, 0)
        found[word] = (smoothed(seen[0], said, of_class[0]), smoothed(seen[1], said, of_class[1]))
    return found


def smoothed(errors: float, said: float, before: float) -> float:
    """A rate, of which something is known before anything is seen."""
    return (errors + BEFORE * before) / (said + BEFORE)


def estimated(profile: Profile, counts: Mapping[str, int]) -> dict[str, float]:
    """How often words were said, if they were as frequent as in a text, and at least as often as they were wrong."""
    share = profile.words / max(sum(counts.values()), 1)
    wrong = Counter(profile.replaced) + Counter(profile.lost)
    return {word: max(counts.get(word, 0) * share, wrong[word]) for word in {**counts, **wrong}}


def beyond(profile: Profile, wanted: Wanted, weights: Weights) -> Beyond:
    """What the paper does not have, as the system has it."""
    run = None if math.isnan(profile.run) else profile.run
    return Beyond(wanted.deletions, wanted.insertions, run, profile.again, added=profile.added, weights=weights)


def scaled(profile: Profile, rate: float | None) -> Wanted:
    """The system's rates, or the same shares of another word error rate."""
    factor = 1.0 if rate is None else rate / profile.rate
    return Wanted(profile.substitutions * factor, profile.deletions * factor, profile.insertions * factor)
