"""Entities that were found, as tags of words mark them: `B-PER I-PER O`, with or without signs of where each ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from mondegreen.batch import Batch
from mondegreen.metrics.annotated import FILES
from mondegreen.metrics.base import Occurrences, Option
from mondegreen.metrics.support.only import ALL, parse_tags
from mondegreen.metrics.support.rows import Rows

# Words of no entity, as taggers write it.
OUTSIDE = frozenset({"O", "-", "_"})
# Begin, inside, end, single; and those of the other usage, last and unit.
PLACE = re.compile(r"([BIESLU])-(?=.)")
BEGINNING, CLOSING = frozenset("BSU"), frozenset("ESLU")


def get_kind(tag: str) -> str:
    """What a tag says of its word, without the word's place in an entity."""
    found = PLACE.match(tag)
    return tag[found.end() :] if found else tag


def find_spans(tags: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """Each entity: its kind, its first word, and the one after its last."""
    inside, start = "", 0
    for at, tag in enumerate(tags):
        found = PLACE.match(tag)
        place, now = (found[1], tag[found.end() :]) if found else ("", "" if tag in OUTSIDE else tag)
        if inside and (now != inside or place in BEGINNING):
            yield inside, start, at
            inside = ""
        if now and not inside:
            inside, start = now, at
        if inside and place in CLOSING:
            yield inside, start, at + 1
            inside = ""
    if inside:
        yield inside, start, len(tags)


# The kind of an entity, and its words.
Entity = tuple[str, tuple[str, ...]]

REFERENCES, HYPOTHESES = FILES[:2]
FOUND = "found"


class Entities(Occurrences):
    r"""Recall and precision of entities, each as a whole.

    Measures: recall, precision or F1 of entities, such as names and dates, each as a unit.
    Formula: found 100 H / R, where H counts entities whose words stand in the hypothesis in a row. With tags of the
        hypotheses, where H counts entities of the same kind and words on both sides of a pair: recall 100 H / R,
        precision 100 H / P, f1 200 H / (R + P); R entities in references, P in hypotheses.

    Example:
        >>> import mondegreen as mg
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     _ = Path(folder, "tags").write_text("u1 O B-PER I-PER O B-LOC\n")
        ...     spec = f"entities:ref-tags={folder}/tags"
        ...     run = mg.score({"u1": "when anna lee left rome"}, {"u1": "when hannah lee left rome"}, metrics=[spec])
        >>> run[spec].value
        50.0

    Caveats: tags come from files with an utterance ID and a tag per word on each line (`--ref-tags`, and `--hyp-tags`
        where both sides are needed). `B-PER I-PER` is an entity of two words, with `E-`, `L-`, `S-` and `U-` where
        they are used; words outside are `O`. Without such prefixes, adjacent words with the same tag are one entity.
        Where in an utterance an entity stands does not matter, so that no choice among alignments does. `only=PER+LOC`
        counts these kinds alone. Words are compared after normalization, which must keep one word per tag. NaN where
        there is no entity. For error rates of single words, see `--report word-class`.
    Source: the F1 of named entities in spoken language understanding, by unordered pairs of kind and words.
    """

    name = "entities"
    version = 1
    options = (
        Option("of", (FOUND, "recall", "precision", "f1"), "which rate; all but `found` need --hyp-tags"),
        REFERENCES,
        HYPOTHESES,
        Option("only", (ALL,), "count only entities of these kinds, such as PER+LOC", parse_tags),
    )

    @property
    def tagged(self) -> bool:
        """Whether the hypotheses have tags."""
        return self.chosen["of"] != FOUND

    def uses(self) -> dict[str, str | None]:
        """The files of tags: its own, else those of the run."""
        sides = (REFERENCES, HYPOTHESES) if self.tagged else (REFERENCES,)
        return {side.name: self.changes.get(side.name) for side in sides}

    def measure(self, batch: Batch) -> Rows:
        """Hits and entities, by pair."""
        said, heard = batch.tokens()
        found = [self.of(each) for each in self.sides(batch, REFERENCES.name, said)]
        if self.tagged:
            others = [self.of(each) for each in self.sides(batch, HYPOTHESES.name, heard)]
        else:
            others = [count_occurring(each, words) for each, words in zip(found, heard, strict=True)]
            found = [drop_kinds(each) for each in found]
        return self.count_hits(zip(found, others, strict=True))

    def sides(
        self, batch: Batch, side: str, words: Sequence[Sequence[str]]
    ) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        """The words of each text of a side, and their tags."""
        return zip(words, batch.settings.resources.get(side, self.uses()[side]).of(batch.keys, words), strict=True)

    def of(self, side: tuple[Sequence[str], Sequence[str]]) -> Counter[Entity]:
        """The entities of a text that count."""
        words, tags = side
        only = self.chosen["only"]
        wanted = None if only == ALL else parse_tags(only)
        return Counter(
            (kind, tuple(words[start:end])) for kind, start, end in find_spans(tags) if wanted is None or kind in wanted
        )


def drop_kinds(entities: Counter[Entity]) -> Counter[Entity]:
    """The same, whatever they are."""
    found: Counter[Entity] = Counter()
    for (_, words), times in entities.items():
        found["", words] += times
    return found


def count_occurring(entities: Counter[Entity], words: Sequence[str]) -> Counter[Entity]:
    """How often the words of these entities stand in a text, one after the other."""
    wanted = {entity for _, entity in entities}
    lengths = {len(entity) for entity in wanted}
    runs = (tuple(words[at : at + length]) for length in lengths for at in range(len(words) - length + 1))
    return Counter(("", run) for run in runs if run in wanted)
