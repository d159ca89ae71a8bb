"""Error rates over lemmas or tags of words instead of the words themselves; tags by an analyzer, or from files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mondegreen.alignment import Alignment
from mondegreen.batch import Batch, End, Tokens
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import TIES, Option, Tied
from mondegreen.metrics.support.only import ONLY, get_wanted, mark_counted, tally_counted
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.resources.analysis import level_of

UNITS = Option(
    "units", ("tokens", "text"), "what is analyzed: the run's tokens, or the text as the analyzer tokenizes it"
)
MODEL = Option("model", ("default",), "an analyzer for this metric alone: a spaCy pipeline by name or path", str)


class AnnotatedErrorRate(Tied):
    """What the metrics over lemmas and tags share."""

    version = 1
    better = "lower"
    columns: ClassVar[tuple[str, ...]] = ("errors", "words", "substitutions", "deletions", "insertions")
    options: ClassVar[tuple[Option, ...]] = (UNITS, MODEL, TIES)
    level: ClassVar[str]
    # Whether the lemmas or tags themselves are counted, and not only which of them agree.
    inside: bool = False

    @property
    def unit(self) -> str:
        """The words of the run, unless the analyzer finds its own."""
        return "words" if self.chosen["units"] == "tokens" else "text"

    @property
    def model(self) -> str | None:
        return self.changes.get("model")

    def uses(self) -> dict[str, str | None]:
        return {"analyzer": self.model}

    def tokens(self, batch: Batch) -> Tokens:
        """The lemmas or tags of both sides; where both have the same words, these do, and nobody need be asked."""
        words = self.chosen["units"] == "tokens" and not self.inside
        annotator = batch.settings.resources.get("analyzer", self.model).identity
        references, hypotheses = (
            level_of(side, self.level, annotator)
            for side in batch.analysis(self.chosen["units"], self.model, differing=words)
        )
        if words:
            for place, pair in enumerate(zip(*batch.tokens(), strict=True)):
                if pair[0] == pair[1]:
                    references[place] = hypotheses[place] = pair[0]
        return references, hypotheses

    def aligned(self, batch: Batch, end: End | None = None) -> Alignment:
        return batch.aligned(self.label, lambda: self.tokens(batch), end)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred lemmas or tags."""
        return total.errors, total.words


FILES = (
    Option("ref-tags", ("none",), "file of reference tags: utterance ID and one tag per word on each line", str),
    Option("hyp-tags", ("none",), "file of hypothesis tags", str),
    Option("map", ("none",), "file that maps tags, `tag other` on each line", str),
)


TAGS = Option("tags", ("analyzer", "files"), "source of tags; `files` are those of the run, one for each system")
COUNTS = Option("counts", ("same", "any"), "whether those files must have exactly one tag per word")


class PartOfSpeechErrorRate(AnnotatedErrorRate):
    """Tags of words, by the analyzer or from a file for each side."""

    options = (UNITS, MODEL, TAGS, *FILES, COUNTS, TIES, ONLY)

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.files: dict[str, str | None] = (
            {"ref-tags": None, "hyp-tags": None} if self.chosen["tags"] == "files" else {}
        )
        self.files |= {each.name: path for each in FILES if (path := self.changes.get(each.name)) is not None}
        self.only = get_wanted(self)
        self.inside = bool(self.only)
        if self.files and not {"ref-tags", "hyp-tags"} <= self.files.keys():
            raise ScoreError(f"{self.name}: tags from files need both ref-tags=FILE and hyp-tags=FILE")
        if self.files and self.chosen["units"] != "tokens":
            raise ScoreError(f"{self.name}: tags from files belong to the tokens as they are; remove units=text")

    def measure(self, batch: Batch) -> Rows:
        """Counts of errors and of the reference's tags, of all or of those that are wanted."""
        if not self.only:
            return super().measure(batch)
        found = self.aligned(batch)
        return self.rows(*tally_counted(found, mark_counted(found, self.tokens(batch), self.only)))

    def uses(self) -> dict[str, str | None]:
        return dict(self.files) if self.files else super().uses()

    def tokens(self, batch: Batch) -> Tokens:
        """The tags of both sides."""
        if not self.files:
            return super().tokens(batch)
        references, hypotheses = batch.tokens()
        return self.read("ref-tags", batch, references), self.read("hyp-tags", batch, hypotheses)

    def read(self, side: str, batch: Batch, words: list[Sequence[str]]) -> list[Sequence[str]]:
        """The tags of one side, as the table says if there is one."""
        get = batch.settings.resources.get
        strict = self.chosen["counts"] == "same"
        tags: list[Sequence[str]] = get(side, self.files[side]).of(batch.keys, words, strict=strict)
        return get("map", self.files["map"]).apply(tags) if "map" in self.files else tags


class LemmaErrorRate(AnnotatedErrorRate):
    """Lemma error rate.

    Measures: word errors over lemmas: a wrong inflected form of the right word costs nothing.
    Formula: 100 (S + D + I) / N over lemmas; errors and reference lemmas are each summed over the corpus before
        dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Endings:
        ...     identity = "endings-1"
        ...     def annotate(self, sentences):
        ...         return [([word.rstrip("s") for word in words],) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Endings()})
        >>> mg.score(["les chats dort"], ["le chats dorment"], metrics=["ler"], resources=own)["ler"].value
        33.333333333333336

    Caveats: lemmas come from the analyzer, which sees the sentence as it was recognized, so one wrong word may change
        the lemma of another. `units=text` lets the analyzer tokenize the text itself, which gives another rate.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring, which tokenized texts with spaCy.
    """

    name = "ler"
    level = "lemmas"


class LemmaCharacterErrorRate(AnnotatedErrorRate):
    """Character error rate of lemmas.

    Measures: character errors over lemmas: a wrong inflected form of the right word costs nothing, and a similar word
        costs little.
    Formula: 100 (S + D + I) / N over the characters of the lemmas separated by single spaces; errors and
        reference characters are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Endings:
        ...     identity = "endings-1"
        ...     def annotate(self, sentences):
        ...         return [([word.rstrip("s") for word in words],) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Endings()})
        >>> mg.score(["les chats"], ["le chat noir"], metrics=["lcer"], resources=own)["lcer"].value
        71.42857142857143

    Caveats: those of `ler`. The space between two lemmas counts as a character; `spaces=no` ignores it.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "lcer"
    columns = ("errors", "characters", "substitutions", "deletions", "insertions")
    options = (UNITS, MODEL, Option("spaces", ("yes", "no"), "count the spaces between lemmas"), TIES)
    level = "lemmas"
    inside = True

    def tokens(self, batch: Batch) -> Tokens:
        blank = " " if self.chosen["spaces"] == "yes" else ""
        references, hypotheses = super().tokens(batch)
        return split_characters(references, blank), split_characters(hypotheses, blank)

    def ratio(self, total: Row) -> tuple[float, float]:
        """Errors per hundred characters."""
        return total.errors, total.characters


def split_characters(lemmas: Sequence[Sequence[str]], blank: str) -> list[Sequence[str]]:
    return [list(blank.join(each)) for each in lemmas]


class UniversalPartOfSpeechErrorRate(PartOfSpeechErrorRate):
    """Error rate of parts of speech, by universal tags.

    Measures: errors of grammar, coarsely: a noun in place of another noun costs nothing.
    Formula: 100 (S + D + I) / N over universal tags; errors and reference tags are each summed over the corpus before
        dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Table:
        ...     identity = "table-1"
        ...     def annotate(self, sentences):
        ...         kinds = {"le": "DET", "chat": "NOUN", "chien": "NOUN", "dort": "VERB"}
        ...         return [((), [kinds.get(word, "X") for word in words]) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Table()})
        >>> mg.score(["le chat dort"], ["le chien d'or"], metrics=["uposer"], resources=own)["uposer"].value
        33.333333333333336

    Caveats: tags come from the tagger, right or wrong, and one wrong word may change the tags around it. Tags of
        another tagger are given by `ref-tags=FILE:hyp-tags=FILE`, with `map=FILE` where they are not universal; there
        must be one for each word, unless `counts=any` says that the tagger joins or splits some. `units=text` lets the
        analyzer tokenize the text itself.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "uposer"
    level = "universal"


class DetailedPartOfSpeechErrorRate(PartOfSpeechErrorRate):
    """Error rate of parts of speech, by detailed tags.

    Measures: errors of grammar, including gender, number, person and tense.
    Formula: 100 (S + D + I) / N over detailed tags, which are universal tags with their morphology or whatever a file
        of tags holds; errors and reference tags are each summed over the corpus before dividing.

    Example:
        >>> import mondegreen as mg
        >>> class Table:
        ...     identity = "table-1"
        ...     def annotate(self, sentences):
        ...         kinds = {"chat": "NOUN|Number=Sing", "chats": "NOUN|Number=Plur", "chiens": "NOUN|Number=Plur"}
        ...         return [((), (), [kinds[word] for word in words]) for words in sentences]
        >>> own = mg.Resources(chosen={"analyzer": Table()})
        >>> mg.score(["chat chats"], ["chats chiens"], metrics=["dposer"], resources=own)["dposer"].value
        50.0

    Caveats: those of `uposer`. The tag set depends on the tagger, so rates of different taggers are not comparable.
    Source: Interspeech 2022, qualitative evaluation of language-model rescoring.
    """

    name = "dposer"
    level = "detailed"
