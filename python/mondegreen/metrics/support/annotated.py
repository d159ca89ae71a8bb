"""Error rates over lemmas or tags of words instead of the words themselves; tags by an analyzer, or from files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from mondegreen.alignment import Alignment
from mondegreen.batch import Batch, End, Tokens
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Option
from mondegreen.metrics.support.only import ONLY, get_wanted, mark_counted, tally_counted
from mondegreen.metrics.support.rows import Row, Rows
from mondegreen.metrics.support.tied import TIES, Tied
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
