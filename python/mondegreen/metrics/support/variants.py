"""References with what else would have been right, in NIST's notation: `{ going to / gonna }`."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from mondegreen.errors import ScoreError
from mondegreen.limits import check_braces
from mondegreen.normalization import normalize
from mondegreen.tokenization import tokenize_texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mondegreen.batch import Settings

    Words = tuple[str, ...]
    # What may stand for words, as a file says it.
    Pairs = Mapping[Words, Iterable[Words]]
    # By first word: what may stand for these words, the longest first.
    Synonyms = Mapping[str, Sequence[tuple[Words, Sequence[Words]]]]

OPEN, OR, CLOSE = "{", "/", "}"
SIGN = re.compile(r"[{/}]")
# Among alternatives, that nothing is said.
NOTHING = "@"
# So many synonyms of one phrase at most: all of them are written into the reference, wherever it stands.
MOST_SYNONYMS = 100
# So many words, at most, are written as one.
LONGEST_COMPOUND = 3


def read_synonyms(path: str) -> Pairs:
    """What a file says may stand for other words.

    `gonna | going to ; gon na` lets either stand for the first, and not the other way about; `colour = color` lets
    each stand for the other. `#` begins a comment.
    """
    from mondegreen.io.source import load_lines

    pairs: dict[Words, dict[Words, None]] = {}
    for number, line in enumerate(load_lines(path), 1):
        for words, others in parse_rules(line.partition("#")[0], path, number):
            found = pairs.setdefault(words, {})
            found.update(dict.fromkeys(others))
            if len(found) > MOST_SYNONYMS:
                what = f'more than {MOST_SYNONYMS} synonyms of "{" ".join(words)}"; give at most {MOST_SYNONYMS}'
                raise ScoreError(what, path=path, line=number)
    return pairs


def tokenize_synonyms(pairs: Pairs, settings: Settings) -> Synonyms:
    """Synonyms, normalized and tokenized as the run does it; what nothing is left of stands for nothing."""
    every = list(dict.fromkeys(chain(pairs, *pairs.values())))
    texts = normalize([" ".join(words) for words in every], settings.normalize, "references")
    made = dict(zip(every, map(tuple, tokenize_texts(texts, "words", settings.tokenize)), strict=True))
    whole: dict[Words, dict[Words, None]] = {}
    for words, others in pairs.items():
        whole.setdefault(made[words], {}).update(dict.fromkeys(made[other] for other in others))
    found: dict[str, list[tuple[Words, Sequence[Words]]]] = {}
    for words in sorted(filter(None, whole), key=len, reverse=True):
        found.setdefault(words[0], []).append((words, [each for each in whole[words] if each and each != words]))
    return found


def parse_rules(line: str, path: str, number: int) -> Iterator[tuple[Words, list[Words]]]:
    """What one line says."""
    if not line.strip():
        return
    left, bar, right = line.partition("|")
    parts = right.split(";") if bar else line.split("=")
    texts = list(dict.fromkeys(tuple(part.split()) for part in parts))
    first = tuple(left.split())
    if (not bar and len(parts) < 2) or not all(texts) or not first:
        what = "is neither `words | other words ; other words` nor `words = words`"
        raise ScoreError(what, path=path, line=number)
    if bar:
        yield first, texts
    else:
        yield from ((each, texts) for each in texts)


def choose_first(words: Sequence[str]) -> list[str]:
    """A reference with the first of its alternatives; what is no notation stays."""
    chosen: list[str] = []
    for part in split_parts(words):
        first = part if len(part) == 1 else choose_first(list_choices(part)[0])
        chosen += (word for word in first if len(part) == 1 or word != NOTHING)
    return chosen


def separate_signs(words: Sequence[str]) -> Sequence[str]:
    """The words with the signs of alternatives apart, wherever a word begins with a brace that is closed again."""
    if not any(word.startswith(OPEN) for word in words):
        return words
    text = " ".join(words)
    check_braces(text)
    ends = match_braces(text)
    made: list[str] = []
    at = 0
    while at < len(text):
        if end := ends.get(at, 0):
            made += SIGN.sub(r" \g<0> ", text[at:end]).split()
            at = end + (text[end : end + 1] == " ")
        else:
            end = text.find(" ", at)
            end = len(text) if end < 0 else end
            made.append(text[at:end])
            at = end + 1
    return made


def match_braces(text: str) -> dict[int, int]:
    """Where alternatives begin in a text, and where they end; those that hold nothing but signs are none."""
    ends: dict[int, int] = {}
    opened: list[tuple[int, int]] = []
    spoken = before = 0
    for sign in SIGN.finditer(text):
        spoken += bool(text[before : sign.start()].strip())
        before = sign.end()
        if sign[0] == OPEN:
            opened.append((sign.start(), spoken))
        elif sign[0] == CLOSE and opened:
            start, earlier = opened.pop()
            if spoken > earlier:
                ends[start] = sign.end()
    return ends


def split_parts(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The words one by one, but for alternatives, which stay together from brace to brace."""
    ends, place = closings(words), 0
    while place < len(words):
        end = max(ends[place], place + 1)
        yield words[place:end]
        place = end


def closings(words: Sequence[str]) -> list[int]:
    """For each word where the alternatives that begin with it end; 0 where none do, or none that NIST knows."""
    ends = [0] * len(words)
    opened: list[tuple[int, int]] = []
    spoken = 0
    for place, word in enumerate(words):
        if word == OPEN:
            opened.append((place, spoken))
        elif word == CLOSE and opened:
            start, earlier = opened.pop()
            if spoken > earlier:
                ends[start] = place + 1
        spoken += word not in (OPEN, OR, CLOSE)
    return ends


def list_choices(part: Sequence[str]) -> list[Sequence[str]]:
    """What alternatives there are between the outermost braces."""
    depth, start, found = 0, 1, []
    for place, word in enumerate(part):
        depth += (word == OPEN) - (word == CLOSE)
        if (word == OR and depth == 1) or not depth:
            found.append(part[start:place])
            start = place + 1
    return [choice for choice in found if choice]


def add_synonyms(words: Sequence[str], synonyms: Synonyms) -> list[str]:
    """A reference with what may stand for its words."""
    return insert_alternatives(words, lambda place: find_synonym(words, place, synonyms))


def find_synonym(words: Sequence[str], place: int, synonyms: Synonyms) -> tuple[int, Sequence[Words]]:
    """How many words from there on have synonyms, and which."""
    for said, others in synonyms.get(words[place], ()):
        if tuple(words[place : place + len(said)]) == said:
            return len(said), others
    return 0, ()


def add_compounds(words: Sequence[str], heard: Sequence[str]) -> list[str]:
    """A reference with words written together, or apart, where the hypothesis writes them so."""
    runs = [
        tuple(heard[at : at + size]) for size in range(1, LONGEST_COMPOUND + 1) for at in range(len(heard) - size + 1)
    ]
    spelled: dict[str, dict[Words, None]] = {}
    for run in runs:
        spelled.setdefault("".join(run), {})[run] = None

    def at(place: int) -> tuple[int, Sequence[Words]]:
        for size in range(LONGEST_COMPOUND, 0, -1):
            said = tuple(words[place : place + size])
            others = [other for other in spelled.get("".join(said), ()) if (len(other) == 1) != (size == 1)]
            if len(said) == size and others and not {OPEN, OR, CLOSE} & {*said}:
                return size, others
        return 0, ()

    return insert_alternatives(words, at)


def insert_alternatives(words: Sequence[str], look: Callable[[int], tuple[int, Sequence[Words]]]) -> list[str]:
    """The words with alternatives where a look at a place finds some; those that are there already stay."""
    made: list[str] = []
    ends, place = closings(words), 0
    while place < len(words):
        end = ends[place]
        size, others = look(place) if not end else (0, ())
        if others:
            made += [OPEN, *words[place : place + size]]
            for other in others:
                made += [OR, *other]
            made.append(CLOSE)
        else:
            made += words[place : max(end, place + 1)]
        place = max(end, place + max(size, 1))
    return made
