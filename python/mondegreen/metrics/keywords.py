"""Keywords and phrases that were found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from mondegreen.batch import Batch
from mondegreen.metrics.base import Counted, Fraction, Metric, Option
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.metrics.support.wordlist import ALL, LIST, read_phrases

Words = tuple[str, ...]


class Keywords(Metric, Counted):
    r"""Recall and precision of keywords and phrases.

    Measures: recall, precision or F1 of the keywords and phrases of a list.
    Formula: recall 100 H / R, precision 100 H / P, f1 200 H / (R + P); R occurrences in references, P in hypotheses, H
        in both sides of a pair: the smaller of the two numbers for each keyword.

    Example:
        >>> import mondegreen as mg
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "list").write_text("green tea\ncup\n")
        ...     spec = f"keywords:list={folder}/list"
        ...     run = mg.score(["a cup of green tea"], ["a cup of greens tea"], metrics=[spec])
        >>> run[spec].value
        50.0

    Caveats: where in an utterance a keyword stands does not matter, so that no choice among alignments does.
        Occurrences may overlap: with "tea" and "green tea" on the list, "green tea" holds both. Without a list every
        word is a keyword; where the references have none, recall is NaN. Words are compared as they are after
        normalization, and so are those of the list.
    Source: the usage of keyword spotting; texterrors reports the same for single words.
    """

    name = "keywords"
    version = 1
    better = "higher"
    columns = ("hits", "spoken", "recognized")
    unit = "words"
    options = (LIST, Option("of", ("recall", "precision", "f1"), "which rate"))

    def measure(self, batch: Batch) -> Rows:
        """Hits and occurrences, by pair."""
        file = self.chosen["list"]
        listed = None if file == ALL else group_by_length(read_phrases(file, batch.settings))
        sides = (
            (count_occurrences(said, listed), count_occurrences(heard, listed))
            for said, heard in zip(*batch.tokens(), strict=True)
        )
        counts = [((said & heard).total(), said.total(), heard.total()) for said, heard in sides]
        return self.rows(*([row[column] for row in counts] for column in range(3)))

    def ratio(self, total: Row) -> tuple[float, float]:
        """The share that was asked for."""
        if self.chosen["of"] == "f1":
            return 2 * total.hits, total.spoken + total.recognized
        return total.hits, total.spoken if self.chosen["of"] == "recall" else total.recognized

    def fraction(self, total: Row) -> Fraction:  # noqa: ARG002 - as for other metrics
        """Nothing: what is counted is no error."""
        return Fraction(None, None, "")


def count_occurrences(words: Sequence[str], listed: Mapping[int, Container[Words]] | None) -> Counter[Words]:
    """How often each keyword or phrase occurs, of those listed by their length; every word is one where none are."""
    if listed is None:
        return Counter((word,) for word in words)
    runs = (tuple(words[at : at + length]) for length in listed for at in range(len(words) - length + 1))
    return Counter(run for run in runs if run in listed[len(run)])


def group_by_length(found: Iterable[Words]) -> dict[int, set[Words]]:
    """Phrases by how many words they have."""
    made: dict[int, set[Words]] = {}
    for phrase in found:
        made.setdefault(len(phrase), set()).add(phrase)
    return made
