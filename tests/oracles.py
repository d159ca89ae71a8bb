"""Independent opinions: a plain twin of the core, sclite itself, and files that other toolkits wrote."""

import random
import re
from pathlib import Path
from typing import NamedTuple

MATCH, SUBSTITUTION, INSERTION, DELETION = range(4)
# What other toolkits wrote: golden/toolkits/README.md.
TOOLKIT_FILES = Path(__file__).parent / "golden" / "toolkits"


def random_pairs(seed: int, count: int, longest: int = 12) -> list[tuple[list[str], list[str]]]:
    """Pairs of word lists, some unrelated and some alike, from few words so that equally good alignments abound."""
    rng = random.Random(seed)
    words = ["a", "b", "cd", "d", "é", "straße", "l'", "日本", "ابن", "réaction"]
    pairs = []
    for _ in range(count):
        some = words[: rng.randint(1, len(words))]
        reference = rng.choices(some, k=rng.randint(0, longest))
        related = [word for word in reference if rng.random() > 0.2] + rng.choices(some, k=rng.randint(0, 2))
        rng.shuffle(related) if rng.random() < 0.2 else None
        pairs.append((reference, related if rng.random() < 0.7 else rng.choices(some, k=rng.randint(0, longest))))
    return pairs


class Rule(NamedTuple):
    """Costs, and steps in the order of preference where a path traced from the end has a choice."""

    substitution: int
    alone: int
    order: tuple[int, ...]


RULES = {
    "kaldi": Rule(1, 1, (INSERTION, DELETION, MATCH, SUBSTITUTION)),
    "sub-first": Rule(1, 1, (MATCH, SUBSTITUTION, INSERTION, DELETION)),
    "sclite": Rule(4, 3, (MATCH, SUBSTITUTION, INSERTION, DELETION)),
}


def least_costs(reference: list[str], hypothesis: list[str], rule: Rule) -> list[list[int]]:
    table = [[rule.alone * (i + j) for j in range(len(hypothesis) + 1)] for i in range(len(reference) + 1)]
    for i, word in enumerate(reference, 1):
        for j, other in enumerate(hypothesis, 1):
            pairing = 0 if word == other else rule.substitution
            table[i][j] = min(table[i - 1][j - 1] + pairing, table[i - 1][j] + rule.alone, table[i][j - 1] + rule.alone)
    return table


def twin(reference: list[str], hypothesis: list[str], policy: str) -> list[int]:
    """The steps that the policy's rule picks, by the whole table."""
    if policy == "rapidfuzz":
        return rapidfuzz_twin(reference, hypothesis)
    rule = RULES[policy]
    table = least_costs(reference, hypothesis, rule)
    i, j, path = len(reference), len(hypothesis), []
    while i or j:
        equal = i > 0 and j > 0 and reference[i - 1] == hypothesis[j - 1]
        before = {
            MATCH: table[i - 1][j - 1] if equal else None,
            SUBSTITUTION: table[i - 1][j - 1] + rule.substitution if i and j and not equal else None,
            INSERTION: table[i][j - 1] + rule.alone if j else None,
            DELETION: table[i - 1][j] + rule.alone if i else None,
        }
        step = next(step for step in rule.order if before[step] == table[i][j])
        i, j = i - (step != INSERTION), j - (step != DELETION)
        path.append(step)
    return path[::-1]


def rapidfuzz_twin(reference: list[str], hypothesis: list[str]) -> list[int]:
    """rapidfuzz's rule in its own words: trim the common beginning, then the common end; then, from the end,
    deletion first, insertion only if the cell to the left is one less than the one before the diagonal, else diagonal.
    """
    shorter = min(len(reference), len(hypothesis))
    start = next((at for at in range(shorter) if reference[at] != hypothesis[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if reference[-1 - at] != hypothesis[-1 - at]), rest)
    reference, hypothesis = reference[start : len(reference) - end], hypothesis[start : len(hypothesis) - end]
    table = least_costs(reference, hypothesis, Rule(1, 1, ()))
    i, j, path = len(reference), len(hypothesis), []
    while i or j:
        if i and table[i][j] == table[i - 1][j] + 1:
            step = DELETION
        elif j and (not i or table[i][j - 1] == table[i - 1][j - 1] - 1):
            step = INSERTION
        else:
            step = MATCH if reference[i - 1] == hypothesis[j - 1] else SUBSTITUTION
        i, j = i - (step != INSERTION), j - (step != DELETION)
        path.append(step)
    return [MATCH] * start + path[::-1] + [MATCH] * end


def trn(texts: list[list[str]]) -> str:
    """Texts in sclite's form, under the ids s-0, s-1, ..."""
    return "".join(f"{' '.join(words)} (s-{at})\n" for at, words in enumerate(texts))


def untrn(text: str) -> list[list[str]]:
    """The words of each line of a trn file."""
    return [line.rpartition("(")[0].split() for line in text.splitlines()]


def sgml_paths(report: str) -> dict[int, list[int]]:
    """The steps of each utterance in sclite's sgml report, by the number in its id."""
    paths = re.findall(r'<PATH id="\(s-(\d+)\)"[^>]*>\n(.*?)</PATH>', report, flags=re.DOTALL)
    return {int(at): ["CSID".index(step[0]) for step in path.split(":") if step.strip()] for at, path in paths}
