"""The shards of a corpus: by number, each a few pairs, from files or from what is held in memory."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Protocol

from mondegreen.engine.survey import survey
from mondegreen.formats.stream import NotStreamable, slice_corpus
from mondegreen.pairs import Gone, Join, Pairs, pair_part, refuse_hopeless, refuse_odd

if TYPE_CHECKING:
    from mondegreen.corpus import Corpus
    from mondegreen.formats.stream import Stream

IN_NO_ORDER = "are neither in one order nor both sorted by key (LC_ALL=C sort), so both are held in memory"

DOUBLES = "have utterances under keys that others bear, so both are held in memory"


class Shards(Protocol):
    """Pairs by shard; `told` is what is known of all of them before any is scored."""

    @property
    def told(self) -> Gone:
        """Names, formats and what does not fit."""

    @property
    def count(self) -> int:
        """How many references there are, or about as many."""

    def __len__(self) -> int:
        """How many shards there are."""

    def __getitem__(self, place: int) -> Pairs:
        """The pairs of a shard."""

    def refuse_changed(self) -> None:
        """Refuses what was found of files that somebody wrote to meanwhile."""

    def close(self) -> None:
        """Lets go of what is open."""


@dataclass
class Held:
    """Shards of pairs that are held in memory."""

    pairs: Pairs
    size: int

    @property
    def told(self) -> Gone:
        """What is known of the pairs."""
        return gone(self.pairs)

    @property
    def count(self) -> int:
        """How many pairs there are."""
        return len(self.pairs)

    def __len__(self) -> int:
        return (len(self.pairs) + self.size - 1) // self.size

    def __getitem__(self, place: int) -> Pairs:
        some = slice(place * self.size, (place + 1) * self.size)
        return replace(
            self.pairs,
            keys=self.pairs.keys[some],
            references=self.pairs.references[some],
            hypotheses=self.pairs.hypotheses[some],
            fields={name: values[some] for name, values in self.pairs.fields.items()},
            missing=(),
            extra=(),
            duplicate=(),
            told=(),
        )

    def refuse_changed(self) -> None:
        """They were read at once."""

    def close(self) -> None:
        """There is nothing to let go of."""


@dataclass
class Streamed:
    """Shards of files: a block of references, and the hypotheses in their places or with keys from their range."""

    reference: Stream
    hypothesis: Stream
    join: Join
    sorted: bool
    told: Gone

    @property
    def count(self) -> int:
        """How many references there are."""
        return self.reference.count

    def __len__(self) -> int:
        return len(self.reference.table)

    def __getitem__(self, place: int) -> Pairs:
        return pair_part(*self.sides(place), self.join)

    def refuse_changed(self) -> None:
        """Refuses what was found of two states of a file."""
        self.reference.refuse_changed()
        self.hypothesis.refuse_changed()

    def close(self) -> None:
        """Lets go of the files."""
        self.reference.close()
        self.hypothesis.close()

    def sides(self, place: int) -> tuple[Corpus, Corpus]:
        """The utterances of a shard."""
        table = self.reference.table
        start, stop = table[place].at, table[place].at + table[place].count
        if not self.sorted:
            return self.reference.block(place), self.hypothesis.part(start, stop)
        low = "" if place == 0 else table[place].first
        high = table[place + 1].first if place + 1 < len(table) else None
        return self.reference.block(place), self.hypothesis.between(low, high)


def streamed(reference: Stream, hypothesis: Stream, join: Join) -> Streamed:
    """The shards of two sides that are in one order, or both sorted; `Whole` says why they are not."""
    try:
        return divided(reference, hypothesis, join)
    finally:
        for side in (reference, hypothesis):
            side.close()


def divided(reference: Stream, hypothesis: Stream, join: Join) -> Streamed:
    """The same, with files left open."""
    ours, theirs = survey(reference), survey(hypothesis)
    if reference.keyed != hypothesis.keyed or not reference.count or not hypothesis.count:
        raise NotStreamable("they cannot be paired")  # as those will say who read them whole
    if not reference.keyed and reference.count != hypothesis.count:
        raise NotStreamable("they hold different numbers of texts")
    told = gone_of(reference, hypothesis, join)
    if ours.order == theirs.order and ours.distinct:
        return Streamed(reference, hypothesis, join, sorted=False, told=told)
    if ours.order == theirs.order:
        raise NotStreamable(DOUBLES, told=True)
    if not (ours.rising and theirs.rising):
        raise NotStreamable(IN_NO_ORDER, told=True)
    return fitted(Streamed(reference, hypothesis, join, sorted=True, told=told))


def fitted(shards: Streamed) -> Streamed:
    """The shards, with what does not fit, which is found by one more look at the keys."""
    missing: list[str] = []
    extra: list[str] = []
    for place in range(len(shards)):
        ours, theirs = (dict.fromkeys(side.keys) for side in shards.sides(place))
        missing += (key for key in ours if key not in theirs)
        extra += (key for key in theirs if key not in ours)
    sides = [corpus_like(side) for side in (shards.reference, shards.hypothesis)]
    together = len(missing) < shards.reference.count
    if missing and extra:
        raise NotStreamable("IDs may be spelled in two ways")
    refuse_hopeless(sides[0], sides[1], shards.told.noun, together=together)
    refuse_odd(tuple(missing), shards.join.missing, (sides[0], sides[1]), shards.told.noun)
    refuse_odd(tuple(extra), shards.join.extra, (sides[1], sides[0]), shards.told.noun)
    if extra and shards.join.extra == "empty":
        raise NotStreamable("have utterances on one side only, which come last, so both are held in memory", told=True)
    return replace(shards, told=replace(shards.told, missing=tuple(missing), extra=tuple(extra)))


def corpus_like(stream: Stream) -> Corpus:
    """The first utterances of a side, for messages."""
    return slice_corpus(stream.block(0), 0, 4)


def gone(pairs: Pairs) -> Gone:
    """What stays of pairs when they went by."""
    found = {each.name: getattr(pairs, each.name) for each in fields(Pairs)}
    nothing = {"keys": (), "references": (), "hypotheses": (), "fields": dict.fromkeys(pairs.fields, ())}
    return Gone(**found | nothing)


def gone_of(reference: Stream, hypothesis: Stream, join: Join) -> Gone:
    """The same of pairs that are still to come."""
    names, formats = (reference.name, hypothesis.name), (reference.format, hypothesis.format)
    columns: dict[str, tuple[str, ...]] = dict.fromkeys([*reference.fields, *hypothesis.fields], ())
    told = (*reference.notes, *hypothesis.notes)
    return Gone((), (), (), names, formats, reference.keyed, join, fields=columns, told=told)
