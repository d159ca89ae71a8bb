"""Word error rate with alternatives."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mondegreen._core import Sclite
from mondegreen.metrics.base import Counted, Metric, Option
from mondegreen.metrics.support.variants import (
    CLOSE,
    NOTHING,
    OPEN,
    OR,
    add_compounds,
    add_synonyms,
    choose_first,
    closings,
    read_synonyms,
    separate_signs,
    tokenize_synonyms,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from mondegreen.batch import Batch, Settings
    from mondegreen.metrics.support.rows import Row, Rows
    from mondegreen.metrics.support.variants import Pairs

# Alternatives in the text of references alone.
IN_TEXT = "yes"
# What else the reader of alternatives takes for signs or for a word's end, and a letter behind `ESCAPE` that stands for
# it; so does one for `ESCAPE` itself, so that no two words become one.
ESCAPE = "\1"
SIGNS = str.maketrans(
    {sign: ESCAPE + chr(code) for code, sign in enumerate("{}/@*\\;()\0 \t\n\v\f\r" + ESCAPE, ord("a"))}
)
LENIENCIES = ("compounds", "optional")
NOTATION = {OPEN, OR, CLOSE, NOTHING}


def check_alternatives(value: str) -> None:
    if value == "no" or not value.strip():
        raise ValueError(value)


class WordErrorRateWithAlternatives(Metric, Counted):
    """Word error rate with alternatives.

    Measures: word errors where a reference has several acceptable forms: alternatives in its text,
        `{ going to / gonna }`; a file of synonyms (`alternatives=FILE`); words written together or apart
        (`compounds=yes`); words in parentheses that may be missing (`optional=yes`). The form nearest to the
        hypothesis counts.
    Formula: 100 (S + D + I) / N over the nearest way. What each kind of leniency forgives is counted separately: the
        errors without it minus those with it, adding the kinds in the order above.

    Example:
        >>> import mondegreen as mg
        >>> spec = "wer:alternatives=yes:compounds=yes"
        >>> mg.score(["a { white paper / report }"], ["a whitepaper"], metrics=[spec])[spec].total.errors
        1.0

    Caveats: an error costs what it does in sclite (substitutions 4, others 3), so the fewest errors are not always
        found. N depends on the form that is chosen. Alternatives begin where a brace begins a word, `{a/b}` as well as
        `{ a / b }`, with `@` as the empty alternative; unclosed braces count as words. A synonym goes one way (`gonna
        | going to`) or both (`colour = color`); compounds are of up to three words. A GLM file is a text rule,
        `--normalize glm:FILE`, which gives a text one reading.
    Source: NIST's sclite for alternatives and optional words; fstalign for files of synonyms; kaldialign for compounds.
    """

    name = "wer"
    version = 1
    better = "lower"
    columns = (
        *("errors", "words", "substitutions", "deletions", "insertions"),
        *("by_alternatives", "by_synonyms", "by_compounds", "by_optional"),
    )
    options = (
        Option("alternatives", (), "yes, or a file of synonyms of reference words", check_alternatives),
        Option("compounds", ("no", "yes"), "accept compounds written as one word or as several"),
        Option("optional", ("no", "yes"), "let words in parentheses be deleted without error"),
    )
    unit = "words"
    idle_notes = frozenset({"alternatives"})  # which it reads as such

    def __init__(self, **chosen: str) -> None:
        super().__init__(**{"alternatives": IN_TEXT} | chosen)
        path = self.chosen["alternatives"]
        self.synonyms: Pairs = read_synonyms(path) if path != IN_TEXT else {}

    def measure(self, batch: Batch) -> Rows:
        """Counts of the nearest way, and what each kind of leniency forgave."""
        written, hypotheses = batch.tokens(self.unit)
        references = [separate_signs(words) for words in written]
        ways = [
            count_errors([choose_first(each) for each in references], hypotheses),
            count_errors(references, hypotheses),
        ]
        said: Sequence[Sequence[str]] = references
        asked = {"synonyms": bool(self.synonyms)} | {name: self.chosen[name] == "yes" for name in LENIENCIES}
        for kind, is_asked in asked.items():
            if not is_asked:
                ways.append(ways[-1])
                continue
            said = self.lenient(kind, said, hypotheses, batch.settings)
            ways.append(count_errors(said, hypotheses, optional=kind == "optional"))
        errors = [way[:, 1:].sum(axis=1) for way in ways]
        forgiven = [before - after for before, after in pairwise(errors)]
        correct, substitutions, deletions, insertions = ways[-1].T
        words = correct + substitutions + deletions
        return self.rows(errors[-1], words, substitutions, deletions, insertions, *forgiven)

    def lenient(
        self, kind: str, references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]], settings: Settings
    ) -> Sequence[Sequence[str]]:
        """The references with what one kind of leniency lets stand for their words."""
        if kind == "synonyms":
            synonyms = tokenize_synonyms(self.synonyms, settings)
            return [add_synonyms(each, synonyms) for each in references]
        if kind == "compounds":
            return [add_compounds(*pair) for pair in zip(references, hypotheses, strict=True)]
        return references

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred words of the nearest way."""
        return total.errors, total.words


def count_errors(
    references: Sequence[Sequence[str]], hypotheses: Iterable[Sequence[str]], *, optional: bool = False
) -> NDArray[np.int64]:
    """Correct, substituted, deleted and inserted words of each pair."""
    if not references:
        return np.empty((0, 4), np.int64)
    told: list[bytes] = []
    aligner = Sclite(
        told.append,
        told.append,
        0,
        coding=b"ascii",
        profile=b"generic",
        case=True,
        fragments=False,
        optional=optional,
        timed=False,
    )
    said = (escape_signs(words, optional=optional) for words in references)
    heard = ([escape_word(word) for word in words] for words in hypotheses)
    answer = aligner.trn(format_transcript(said), format_transcript(heard), b"rm")
    if answer is None:
        raise ValueError(b"".join(told).decode("utf-8", "replace"))
    scored = answer[0]
    return np.array([scored.counts(place) for place in range(len(scored))], np.int64).reshape(-1, 4)


def escape_signs(words: Sequence[str], *, optional: bool) -> list[str]:
    """The words with only such signs as are meant: whole alternatives, and parentheses around an optional word."""
    made: list[str] = []
    ends, end = closings(words), 0
    for place, word in enumerate(words):
        if place >= end and word == OPEN:
            end = ends[place]
        if place < end and word in NOTATION:
            made.append(word)
        elif optional and len(word) > 2 and word[0] == "(" and word[-1] == ")":
            made.append(f"({escape_word(word[1:-1])})")
        else:
            made.append(escape_word(word))
    return made


def escape_word(word: str) -> str:
    """The word without signs; the empty one, which only a tokenizer of the user's gives, as one that is seen."""
    return word.translate(SIGNS) or ESCAPE


def format_transcript(texts: Iterable[Sequence[str]]) -> bytes:
    """The texts as sclite reads them, each under its number."""
    lines = (f"{' '.join(words)} (u-{number})\n" for number, words in enumerate(texts))
    return "".join(lines).encode("utf-8", "surrogatepass")
