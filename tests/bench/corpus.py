"""A corpus like REPERE, made up: 5,447 utterances, 123,000 words, 15 % errors, a Zipf vocabulary, French-like letters."""

from __future__ import annotations

import random
from itertools import accumulate

UTTERANCES, WORDS, TYPES, ERRORS = 5_447, 123_000, 12_000, 0.15
ONSETS = ["b", "c", "d", "f", "g", "j", "l", "m", "n", "p", "r", "s", "t", "v", "ch", "tr", "pl", "qu", ""]
VOWELS = ["a", "e", "é", "i", "o", "u", "è", "ou", "on", "an", "in", "eau", "ê", "oi", "ai", "à"]


class Language:
    """Words with Zipf frequencies, frequent ones short."""

    def __init__(self, types: int, seed: int) -> None:
        self.random = random.Random(seed)
        words: dict[str, None] = {}
        while len(words) < types:
            syllables = 1 + min(3, len(words) // 150) if len(words) < 450 else self.random.randint(2, 4)
            words["".join(self.random.choice(ONSETS) + self.random.choice(VOWELS) for _ in range(syllables))] = None
        self.words = list(words)
        self.weights = list(accumulate(1 / (rank + 2.7) for rank in range(types)))

    def draw(self, count: int) -> list[str]:
        """So many words, each by its frequency."""
        return self.random.choices(self.words, cum_weights=self.weights, k=count)

    def misrecognise(self, words: list[str], rate: float) -> list[str]:
        """Substitutions, deletions and insertions in the proportions of REPERE: 50, 41 and 9 %."""
        heard: list[str] = []
        for word in words:
            luck = self.random.random() / rate
            if luck < 0.50:
                heard += self.draw(1)
            elif luck < 0.91:
                continue
            elif luck < 1.0:
                heard += [word, *self.draw(1)]
            else:
                heard.append(word)
        return heard


def corpus(utterances: int = UTTERANCES, words: int = WORDS, seed: int = 1) -> tuple[list[str], list[str]]:
    """References and hypotheses as texts."""
    language = Language(TYPES, seed)
    mean = words / utterances
    references, hypotheses = [], []
    for _ in range(utterances):
        length = min(120, 1 + int(language.random.expovariate(1 / (mean - 0.5))))
        spoken = language.draw(length)
        references.append(" ".join(spoken))
        hypotheses.append(" ".join(language.misrecognise(spoken, ERRORS)))
    return references, hypotheses


def long_pair(words: int = WORDS, seed: int = 2) -> tuple[str, str]:
    """One pair of that many words."""
    references, hypotheses = corpus(max(1, words * UTTERANCES // WORDS), words, seed)
    return " ".join(references), " ".join(hypotheses)
