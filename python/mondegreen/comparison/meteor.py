"""METEOR: translations compared with those of people by exact words, then by stems, then by synonyms.

Words are matched one to one, in stages: what is equal; of the rest, what has the same stem (Porter 1980); of the rest,
what WordNet holds for a synonym of the stem, where WordNet is installed. Within a stage each word takes the last free
one that fits, from the end backwards, as nltk does (METEOR itself looks for the fewest chunks). With m matches in c
chunks, that are runs which stand in the same order on both sides, F = PR / (0.9 P + 0.1 R) and METEOR =
F (1 - 0.5 (c / m)^3). A corpus is scored by the sums of matches, chunks and words.
Source: S. Banerjee and A. Lavie, METEOR: An automatic metric for MT evaluation with improved correlation with human
judgments, 2005; parameters of A. Lavie and A. Agarwal, 2007, as in nltk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from mondegreen.errors import ScoreError

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5
INSTALL = "METEOR needs nltk, for the stems of words: pip install 'mondegreen[translation]'"
DOWNLOAD = "python -m nltk.downloader wordnet"
# Words whose stems and synonyms are held.
HELD = 100_000

Match = tuple[int, int]
Word = tuple[int, str]


class Matches(NamedTuple):
    """How many words match, in how many chunks, and how many words either side has."""

    matches: int
    chunks: int
    words: int
    reference_words: int

    @property
    def score(self) -> float:
        """METEOR, from 0 to 100."""
        if not self.matches:
            return 0.0
        precision, recall = self.matches / self.words, self.matches / self.reference_words
        mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
        return float(100 * (1 - GAMMA * (self.chunks / self.matches) ** BETA) * mean)


def sum_matches(each: Iterable[Matches]) -> Matches:
    """Those of several sentences as of one."""
    return Matches(*(sum(column) for column in zip(Matches(0, 0, 0, 0), *each, strict=True)))


@dataclass(frozen=True)
class Meteor:
    """The stemmer, and the synonyms of a word, none where there is no WordNet."""

    stem: Callable[[str], str]
    synonyms: Callable[[str], frozenset[str]] | None = None

    def match(self, words: Sequence[str], reference: Sequence[str]) -> Matches:
        """How the words of a translation match those of a reference, in lower case."""
        ours, theirs = ([(at, word.lower()) for at, word in enumerate(side)] for side in (words, reference))
        found = take_matches(ours, theirs)
        ours, theirs = ([(at, self.stem(word)) for at, word in side] for side in (ours, theirs))
        found += take_matches(ours, theirs)
        if self.synonyms is not None:
            # As nltk does, WordNet is asked for the stems that are left, and not for the words.
            found += take_synonyms(ours, theirs, self.synonyms)
        return Matches(len(found), count_chunks(sorted(found)), len(words), len(reference))


def take_matches(ours: list[Word], theirs: list[Word]) -> list[Match]:
    """The places of equal words, which are taken out of both lists, from the ends backwards."""
    places: dict[str, list[int]] = {}
    for index, (_, word) in enumerate(theirs):
        places.setdefault(word, []).append(index)
    found = [(index, free.pop()) for index in range(len(ours) - 1, -1, -1) if (free := places.get(ours[index][1]))]
    matches = [(ours[one][0], theirs[other][0]) for one, other in found]
    gone = {one for one, _ in found}, {other for _, other in found}
    for side, taken in zip((ours, theirs), gone, strict=True):
        side[:] = [each for index, each in enumerate(side) if index not in taken]
    return matches


def take_synonyms(ours: list[Word], theirs: list[Word], synonyms: Callable[[str], frozenset[str]]) -> list[Match]:
    """The places of synonyms, from the ends backwards."""
    free = theirs[::-1]
    found = []
    for at, word in reversed(ours):
        alike = synonyms(word) | {word}
        taken = next((each for each in free if each[1] in alike), None)
        if taken is not None:
            free.remove(taken)
            found.append((at, taken[0]))
    return found


def count_chunks(matches: Sequence[Match]) -> int:
    """Into how many runs the matches fall, that stand behind each other on both sides."""
    return sum(
        1 for index, (one, other) in enumerate(matches) if not index or matches[index - 1] != (one - 1, other - 1)
    )


@cache
def load_meteor() -> Meteor:
    """METEOR with the modules that are installed."""
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError as error:
        raise ScoreError(INSTALL) from error
    return Meteor(lru_cache(HELD)(PorterStemmer().stem), load_synonyms())


def load_synonyms() -> Callable[[str], frozenset[str]] | None:
    """The synonyms that WordNet has of a word; none if it is not installed."""
    from nltk.corpus import wordnet

    try:
        wordnet.ensure_loaded()
    except LookupError:
        return None
    return lru_cache(HELD)(lambda word: find_synonyms(wordnet, word))


def find_synonyms(wordnet: Any, word: str) -> frozenset[str]:  # noqa: ANN401 - nltk has no types
    """The words of all meanings of a word, but for those of several parts."""
    names = (lemma.name() for synset in wordnet.synsets(word) for lemma in synset.lemmas())
    return frozenset(name for name in names if "_" not in name)
