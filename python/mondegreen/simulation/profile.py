"""The error profile of a recognizer: which words, how often, and how errors follow each other.

It is learned from a saved run, a file that holds both sides, two files, or the dtl report of sclite. Rates of words and
a table of confusions are made of it, smoothed by sounds and by word classes.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from mondegreen import _core
from mondegreen._core import Strings
from mondegreen.alignment import DELETIONS, INSERTIONS, MATCHES, SUBSTITUTIONS, align
from mondegreen.errors import ScoreError
from mondegreen.io.source import load_lines
from mondegreen.progress import progress
from mondegreen.resources import Resources
from mondegreen.simulation.drawing import Beyond
from mondegreen.simulation.rates import ErrorWeights, TargetRates
from mondegreen.simulation.table import Candidate, Table

# sclite's detailed report: how it begins, its lists, and a line of them.
DTL_TITLE = "DETAILED OVERALL REPORT FOR THE SYSTEM:"
LIST = re.compile(r"(CONFUSION PAIRS|INSERTIONS|DELETIONS)\s+Total\s+\(\d+\)")
ENTRY = re.compile(r"\s*\d+:\s+(\d+)\s+->\s+(.*\S)")
END = re.compile(r"\s+-+$")
WORDS = re.compile(r"Ref\. words\s+=\s+\(\s*(\d+)\)")
ARROW = " ==> "


@dataclass(frozen=True)
class Profile:
    """The errors of reference words, in lower case and without marks.

    `spoken` counts each reference word, and is empty where only errors are known. `confusions` counts the substitutes
    of each word, `lost` deletions, `added` insertions. `run` is the mean number of words in a run of errors, as
    it would be if utterances did not end, or NaN where unknown; `again` is how often another insertion follows one, and
    `beside` how often a wrong word has insertions behind it, NaN where unknown.
    """

    name: str
    words: int
    spoken: Mapping[str, int]
    confusions: Mapping[str, Mapping[str, int]]
    lost: Mapping[str, int]
    added: Mapping[str, int]
    run: float = float("nan")
    again: float = 0.0
    beside: float = float("nan")
    replaced: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        replaced = {word: sum(counts.values()) for word, counts in self.confusions.items()}
        object.__setattr__(self, "replaced", replaced)

    @property
    def substitutions(self) -> float:
        return sum(self.replaced.values()) / self.words if self.words else float("nan")

    @property
    def deletions(self) -> float:
        return sum(self.lost.values()) / self.words if self.words else float("nan")

    @property
    def insertions(self) -> float:
        return sum(self.added.values()) / self.words if self.words else float("nan")

    @property
    def rate(self) -> float:
        return self.substitutions + self.deletions + self.insertions

    def count_by_class(self, classes: Mapping[str, str]) -> dict[str, tuple[int, int, int]]:
        """The numbers of reference words, substitutions and deletions of each class of words."""
        found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        for column, counts in enumerate((self.spoken, self.replaced, self.lost)):
            for word, count in counts.items():
                found[classes.get(word, "")][column] += count
        return {name: (words, replaced, lost) for name, (words, replaced, lost) in sorted(found.items())}


def measure_profile(
    references: Sequence[str], hypotheses: Sequence[str], name: str, threads: int | None = None
) -> Profile:
    """The profile of hypotheses, as our aligner finds it; case and marks beside words are ignored."""
    sides = [_core.plain_texts(Strings.of(side)) for side in (references, hypotheses)]
    alignment = align(list(sides[0]), list(sides[1]), threads=threads)
    spoken: Counter[str] = Counter()
    confusions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    lost: Counter[str] = Counter()
    added: Counter[str] = Counter()
    followed, insertions, beside = [0, 0], [0, 0], [0, 0]
    for index, pair in enumerate(zip(*sides, strict=True)):
        reference, hypothesis = (text.split() for text in pair)
        spoken.update(reference)
        steps = alignment[index].tolist()
        words, others = iter(reference), iter(hypothesis)
        for step in steps:
            word = next(words) if step != INSERTIONS else ""
            other = next(others) if step != DELETIONS else ""
            if step == SUBSTITUTIONS:
                confusions[word][other] += 1
            elif step == DELETIONS:
                lost[word] += 1
            elif step == INSERTIONS:
                added[other] += 1
        for wrong, next_wrong in pairwise(step != MATCHES for step in steps if step != INSERTIONS):
            followed[0] += wrong
            followed[1] += wrong and next_wrong
        count_runs(insertions, (step == INSERTIONS for step in steps))
        for step, next_step in pairwise([*steps, MATCHES]):
            if step in {SUBSTITUTIONS, DELETIONS}:
                beside[0] += 1
                beside[1] += next_step == INSERTIONS
    # Where each error is followed by another, runs are as long as possible.
    run = followed[0] / max(followed[0] - followed[1], 1) if followed[0] else float("nan")
    again = 1 - insertions[1] / insertions[0] if insertions[0] else 0.0
    behind = beside[1] / beside[0] if beside[0] else float("nan")
    return Profile(name, spoken.total(), spoken, confusions, lost, added, run, again, behind)


def count_runs(runs: list[int], which: Iterable[bool]) -> None:
    """Adds the number of true values, and the number of their runs."""
    for there, run in groupby(which):
        if there:
            runs[0] += sum(1 for _ in run)
            runs[1] += 1


def learn_profile(paths: Sequence[str], threads: int | None = None) -> Profile:
    """The profile of the system that one or two files are of."""
    from mondegreen.results.saved import is_saved

    if len(paths) == 1 and is_saved(paths[0]):
        return profile_run(paths[0], threads)
    if len(paths) == 1 and is_dtl(paths[0]):
        return read_dtl(paths[0])
    return profile_files(paths, threads)


def profile_run(directory: str, threads: int | None) -> Profile:
    from mondegreen.results.run import Run

    run = Run.load(directory)
    sides: tuple[list[str], list[str]] = ([], [])
    for batch in run.batches():
        for side, words in zip(sides, batch.tokens(), strict=True):
            side.extend(" ".join(each) for each in words)
    return check_profile(measure_profile(*sides, run.name, threads), directory)


def profile_files(paths: Sequence[str], threads: int | None) -> Profile:
    from mondegreen.formats import read
    from mondegreen.formats.format import split_sides, take_side
    from mondegreen.pairs import pair

    if len(paths) == 2:
        reference, hypothesis = take_side(read(paths[0]), "ref"), take_side(read(paths[1]), "hyp")
    else:
        reference, (hypothesis, *_) = split_sides(read(paths[0]))
    found = pair(reference, hypothesis)
    return check_profile(measure_profile(found.references, found.hypotheses, hypothesis.name, threads), paths[-1])


def is_dtl(path: str) -> bool:
    try:
        lines = load_lines(path, "latin-1")
    except ScoreError:
        return False  # a directory; its reader reports the error
    return bool(lines) and lines[0].startswith(DTL_TITLE)


def read_dtl(path: str) -> Profile:
    """The errors that a detailed report of sclite lists; it has no counts of reference words, nor of runs."""
    confusions: defaultdict[str, Counter[str]] = defaultdict(Counter)
    lost: Counter[str] = Counter()
    added: Counter[str] = Counter()
    lines = read_report_lines(path)
    words = next((int(found[1]) for found in map(WORDS.match, lines) if found), 0)
    for kind, number, count, entry in iterate_entries(lines):
        if kind == "CONFUSION PAIRS":
            word, arrow, substitute = entry.partition(ARROW)
            if not arrow:
                raise ScoreError(f'expected WORD{ARROW}WORD, found "{entry}"', path=path, line=number)
            confusions[word.lower()][substitute.lower()] += count
        else:
            (lost if kind == "DELETIONS" else added)[entry.lower()] += count
    if not words:
        raise ScoreError("this report lacks the number of reference words; is it truncated?", path=path)
    return check_profile(Profile(path, words, {}, confusions, lost, added), path)


def read_report_lines(path: str) -> Sequence[str]:
    """The lines of a report, which may be in an older encoding than UTF-8."""
    try:
        return load_lines(path)
    except ScoreError:
        return load_lines(path, "latin-1")


def iterate_entries(lines: Sequence[str]) -> Iterator[tuple[str, int, int, str]]:
    """The entries of the lists: the list, the line number, the count, and the words."""
    kind = ""
    for number, line in enumerate(lines, 1):
        if heading := LIST.match(line):
            kind = heading[1]
        elif END.match(line):
            kind = ""
        elif kind and (found := ENTRY.match(line)):
            yield kind, number, int(found[1]), found[2]


def check_profile(profile: Profile, path: str) -> Profile:
    """The profile, unless it has no words or no errors."""
    if not profile.words:
        raise ScoreError("nothing can be learned from references without a word", path=path)
    if not profile.rate:
        raise ScoreError("nothing can be learned from a system without errors", path=path)
    return profile


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
    run, beside = (None if math.isnan(each) else each for each in (profile.run, profile.beside))
    return Beyond(target.deletions, target.insertions, run, profile.again, beside, added=profile.added, weights=weights)


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
