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

    def misrecognize(self, words: list[str], rate: float) -> list[str]:
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
    """References and hypotheses as texts; more of them are more draws of the same language, not repetitions."""
    language = Language(TYPES, seed)
    references, hypotheses = [], []
    for length in lengths(language.random, utterances, words):
        spoken = language.draw(length)
        references.append(" ".join(spoken))
        hypotheses.append(" ".join(language.misrecognize(spoken, ERRORS)))
    return references, hypotheses


def lengths(luck: random.Random, utterances: int, words: int) -> list[int]:
    """Words of each utterance: most are short, none exceeds 120, and all together are so many."""
    mean = words / utterances
    lengths = [min(120, 1 + int(luck.expovariate(1 / (mean - 0.5)))) for _ in range(utterances)]
    missing = words - sum(lengths)
    while missing:
        index = luck.randrange(utterances)
        step = min(1, max(-1, missing))
        if 1 <= lengths[index] + step <= 120:
            lengths[index] += step
            missing -= step
    return lengths


def long_pair(words: int = WORDS, seed: int = 2) -> tuple[str, str]:
    """One pair of that many words."""
    references, hypotheses = corpus(max(1, words * UTTERANCES // WORDS), words, seed)
    return " ".join(references), " ".join(hypotheses)


def odd_pairs(words: int = WORDS, seed: int = 3) -> dict[str, tuple[str, str]]:
    """Pairs of that size which are hard on an aligner that expects few errors."""
    language = Language(TYPES, seed)
    spoken = language.draw(words)
    heard = language.misrecognize(spoken, ERRORS)
    third = words // 3
    pairs = {
        "nothing in common": (spoken, [word.upper() for word in heard]),
        "unrelated words": (spoken, language.draw(len(heard))),
        "one word repeated": (["a"] * words, ["a"] * len(heard)),
        "two words alternating": (["a", "b"] * (words // 2), ["b", "a"] * (len(heard) // 2)),
        "two words at random": tuple(language.random.choices(["a", "b"], k=count) for count in (words, len(heard))),
        "reversed": (spoken, heard[::-1]),
        "blocks swapped": (spoken, heard[third:] + heard[:third]),
        "the middle deleted": (spoken, heard[:third] + heard[2 * third :]),
    }
    return {name: (" ".join(pair[0]), " ".join(pair[1])) for name, pair in pairs.items()}
