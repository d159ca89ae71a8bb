"""The local engine: shards one after the other, each on as many threads as there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mondegreen.engine.outcome import Outcome, Work, outcome
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen.engine.shards import Shards


def outcomes(shards: Shards, places: Sequence[int], work: Work) -> Iterator[Outcome]:
    """What is found of the shards at these places, in their order."""
    share = len(places) / max(len(shards), 1)
    with progress(shards.told.names[1], int(shards.count * len(work.metrics) * share)) as advance:
        for place in places:
            yield outcome(place, shards[place], work, advance)
