"""What the two error rates of parts of speech share: tags by an analyzer, or from files."""

from __future__ import annotations

from collections.abc import Sequence

from mondegreen.batch import Batch, Tokens
from mondegreen.errors import ScoreError
from mondegreen.metrics.base import Option
from mondegreen.metrics.support.annotated import MODEL, UNITS, AnnotatedErrorRate
from mondegreen.metrics.support.only import ONLY, get_wanted, mark_counted, tally_counted
from mondegreen.metrics.support.rows import Rows
from mondegreen.metrics.support.tied import TIES

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
