"""The errors of a system as rates of words and a table of confusions, smoothed by sounds and by word classes."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mondegreen.progress import progress
from mondegreen.resources import Resources
from mondegreen.simulation.drawing import Beyond
from mondegreen.simulation.profile import Profile
from mondegreen.simulation.rates import ErrorWeights, TargetRates
from mondegreen.simulation.table import Candidate, Table

# The weight of the prior of a word, in observations.
PRIOR_COUNT = 5.0

# Without an analyzer the class of a word is its length, up to these numbers of letters.
LENGTH_CLASSES = ((3, "1 to 3 letters"), (6, "4 to 6 letters"), (9, "7 to 9 letters"))
LONGEST_CLASS = "over 9 letters"


def mix_tables(profile: Profile, table: Table | None, words: Iterable[str]) -> Table:
    """The confusions of a system, with the table as their prior: p(h|r) = (C(r,h) + k P(h|r)) / (C(r) + k).

    All `words` have rows, some of them without candidates, so that they have deletion rates of their own.
    """
    rows: dict[str, list[Candidate]] = {word: [] for word in words}
    for word in [*(table or ()), *profile.confusions]:
        row = table[word] if table is not None and word in table else []
        rows[word] = mix_row(profile.confusions.get(word, {}), row)
    about = dict(table.about) if table is not None else {}
    return Table.of(rows, {**about, "learned from": f"{profile.name}, {profile.words} words"})


def mix_row(confusions: Mapping[str, int], row: Iterable[Candidate]) -> list[Candidate]:
    """The row of a word, the most likely candidate first."""
    known = {candidate.word: candidate for candidate in row}
    prior = PRIOR_COUNT if known else 0.0
    total = sum(confusions.values()) + prior
    nothing = Candidate("", 0.0, math.nan, math.nan)
    found = []
    for word in {**known, **confusions}:
        candidate = known.get(word, nothing)
        probability = (confusions.get(word, 0) + prior * candidate.probability) / total
        found.append(candidate._replace(word=word, probability=probability))
    return sorted(found, key=lambda each: -each.probability)


def estimate_rates(
    profile: Profile, classes: Mapping[str, str], counts: Mapping[str, int]
) -> dict[str, tuple[float, float]]:
    """The substitution and deletion rates of each word, with those of its class as their prior.

    Where the profile has no counts of reference words, they are taken from the text, `counts`.
    """
    spoken = profile.spoken or estimate_counts(profile, counts)
    totals: dict[str, list[float]] = {}
    for word, words in spoken.items():
        total = totals.setdefault(classes.get(word, ""), [0.0, 0.0, 0.0])
        for column, count in enumerate((words, profile.replaced.get(word, 0), profile.lost.get(word, 0))):
            total[column] += count
    overall = (profile.substitutions, profile.deletions)
    found = {}
    for word in {**spoken, **counts}:
        total = totals.get(classes.get(word, ""), [0.0, 0.0, 0.0])
        errors = (profile.replaced.get(word, 0), profile.lost.get(word, 0))
        of_class = [smooth_rate(total[1 + kind], total[0], overall[kind]) for kind in (0, 1)]
        words = spoken.get(word, 0)
        found[word] = (smooth_rate(errors[0], words, of_class[0]), smooth_rate(errors[1], words, of_class[1]))
    return found


def smooth_rate(errors: float, words: float, prior: float) -> float:
    return (errors + PRIOR_COUNT * prior) / (words + PRIOR_COUNT)


def estimate_counts(profile: Profile, counts: Mapping[str, int]) -> dict[str, float]:
    """Counts of reference words in proportion to those of a text, and no less than the errors."""
    share = profile.words / max(sum(counts.values()), 1)
    wrong = Counter(profile.replaced) + Counter(profile.lost)
    return {word: max(counts.get(word, 0) * share, wrong[word]) for word in {**counts, **wrong}}


def make_beyond(profile: Profile, target: TargetRates, weights: ErrorWeights) -> Beyond:
    run = None if math.isnan(profile.run) else profile.run
    return Beyond(target.deletions, target.insertions, run, profile.again, added=profile.added, weights=weights)


def scale_rates(profile: Profile, rate: float | None) -> TargetRates:
    factor = 1.0 if rate is None else rate / profile.rate
    return TargetRates(profile.substitutions * factor, profile.deletions * factor, profile.insertions * factor)


def classify_by_length(words: Iterable[str]) -> dict[str, str]:
    return {word: next((name for most, name in LENGTH_CLASSES if len(word) <= most), LONGEST_CLASS) for word in words}


def classify_by_tag(texts: Sequence[str], resources: Resources) -> dict[str, str]:
    """Classes of words by part of speech, the most frequent one of each in these plain texts."""
    from mondegreen.resources.analysis import analyze_texts, level_of

    tokens = [text.split() for text in texts]
    (found,) = analyze_texts([tokens], resources)
    tags = level_of(found, "universal", resources.get("analyzer").identity)
    counted: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with progress("parts of speech", len(tokens)) as advance:
        for words, names in zip(tokens, tags, strict=True):
            for word, name in zip(words, names, strict=True):
                counted[word][name] += 1
            advance(1)
    return select_most_frequent(counted)


def select_most_frequent(counted: Mapping[str, Counter[str]]) -> dict[str, str]:
    """The most frequent name of each word; of equally frequent ones the first in alphabetical order."""
    return {word: min(names, key=lambda name: (-names[name], name)) for word, names in counted.items()}
