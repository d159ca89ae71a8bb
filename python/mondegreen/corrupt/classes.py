"""Classes of words, whose errors stand for those of words that are seldom seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mondegreen.resources import Resources

# Without an analyser words are classed by their letters, up to so many.
LENGTHS = ((3, "1 to 3 letters"), (6, "4 to 6 letters"), (9, "7 to 9 letters"))
LONGER = "over 9 letters"


def by_length(words: Iterable[str]) -> dict[str, str]:
    """Words by how many letters they have: short ones are mostly those of grammar."""
    return {word: next((name for most, name in LENGTHS if len(word) <= most), LONGER) for word in words}


def by_tag(texts: Sequence[str], resources: Resources) -> dict[str, str]:
    """Words by their part of speech: of several that which they have most often in these plain texts."""
    from mondegreen.resources.analysis import analyze_texts, level_of

    cut = [text.split() for text in texts]
    (found,) = analyze_texts([cut], resources)
    tags = level_of(found, "universal", resources.get("analyser").identity)
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    with progress("parts of speech", len(cut)) as advance:
        for words, names in zip(cut, tags, strict=True):
            for word, name in zip(words, names, strict=True):
                seen[word][name] += 1
            advance(1)
    return most_often(seen)


def most_often(seen: Mapping[str, Counter[str]]) -> dict[str, str]:
    """The name that each word has most often; of equally frequent ones the first in the order of letters."""
    return {word: min(names, key=lambda name: (-names[name], name)) for word, names in seen.items()}
