"""What a combination comes to: the errors of each stream, and the stream of each utterance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.measure.sessions.metric import Matched, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from mondegreen.measure.sessions.session import Segment, Session

    Sides = Sequence[tuple[Sequence[Segment], Sequence[Segment]]]


def with_words(segments: Iterable[Segment]) -> list[Segment]:
    """The segments with words: the others change nothing."""
    return [segment for segment in segments if segment.words]


def combined(
    session: Session,
    utterances: Sequence[Segment],
    streams: Mapping[str, Sequence[Segment]],
    chosen: tuple[Sequence[int], int, int],
    counts: Callable[[Sides], Sequence[Sequence[int]]],
) -> Outcome:
    """The outcome of giving each utterance to the stream of that number; one without words goes nowhere."""
    places, _, least = chosen
    names: list[str | None] = [*streams] or [None]
    sides = [
        ([each for each, at in zip(utterances, places, strict=True) if at == place], streams.get(name or "", ()))
        for place, name in enumerate(names)
    ]
    matched = [Matched(None, name, *map(int, found)) for name, found in zip(names, counts(sides), strict=True)]
    stream_of = {id(each): names[at] for each, at in zip(utterances, places, strict=True)}
    return Outcome(matched, least, [stream_of.get(id(each)) for each in session.reference])
