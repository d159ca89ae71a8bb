"""Whether a subject tells near misses from wild ones: what it says beside how far words are from those they replace.

At one rate, over all draws and all sentences with a substitution whose distances are known. Each has the share of its
words that were changed, and the mean distance in sound and in sense of its substitutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mondegreen.compare.correlations import rank_many
from mondegreen.measure.noise import SUMS, ranked
from mondegreen.progress import progress

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mondegreen.corrupt import Corrupted
    from mondegreen.measure.noise import NoiseWidth
    from mondegreen.robustness.noise import Noise
    from mondegreen.robustness.panel import Measured, Panel, Subject, Values

SHARE, SOUND, SENSE = "share", "sound", "sense"
KINDS = (SOUND, SENSE)
BANDS = 4


class Link(NamedTuple):
    """Spearman's coefficients of how much worse a subject finds a sentence, with what was done to it.

    With the share of words that were changed, and with their distance in sound and in sense: as it is, and among
    sentences of equal share, by partial correlation.
    """

    share: float
    sound: float
    sense: float
    sound_alone: float
    sense_alone: float


@dataclass(frozen=True)
class Distances:
    """At a rate, of so many sentences: each subject's link, and its value in bands from the nearest substitutions on.

    `bands[kind]` holds the least and the greatest distance of each band, `values[label][kind]` a value for each.
    """

    rate: float
    sentences: int
    subjects: Sequence[Subject]
    links: Mapping[str, Link]
    bands: Mapping[str, Sequence[tuple[float, float]]]
    values: Mapping[str, Mapping[str, Sequence[float]]]


def distances(
    texts: Sequence[str], panel: Panel, noise: Noise, rate: float, *, keys: Sequence[str] | None = None
) -> Distances:
    """Shows all subjects the texts with errors at one rate, and compares with the distances."""
    names = [str(place) for place in range(1, len(texts) + 1)] if keys is None else keys
    about: list[dict[str, Values]] = []
    said: dict[str, list[Measured]] = {subject.label: [] for subject in panel.subjects}
    with progress("distances", len(noise.seeds) * len(said)) as advance:
        for seed in noise.seeds:
            drawn = noise.draw(texts, names, rate, seed)
            about.append(features(drawn, texts))
            for label, measured in panel.measure(texts, drawn.texts):
                said[label].append(measured)
                advance(1)
    pooled = {name: np.concatenate([each[name] for each in about]) for name in (SHARE, *KINDS)}
    there = ~np.isnan(pooled[SOUND]) & ~np.isnan(pooled[SENSE])
    edges = {kind: banded(pooled[kind][there]) for kind in KINDS}
    harm = {s.label: -s.sign * np.concatenate([each.each for each in said[s.label]]) for s in panel.subjects}
    return Distances(
        rate,
        int(there.sum()),
        panel.subjects,
        {each.label: link(harm[each.label], pooled, there, each.noise) for each in panel.subjects},
        {kind: list(zip(each[:-1].tolist(), each[1:].tolist(), strict=True)) for kind, each in edges.items()},
        {label: {kind: in_bands(each, about, kind, edges[kind]) for kind in KINDS} for label, each in said.items()},
    )


def features(drawn: Corrupted, texts: Sequence[str]) -> dict[str, Values]:
    """Of each sentence the share of words that were changed, and mean distances; NaN where nothing is known."""
    rows = np.full((len(texts), 3), np.nan)
    for row, edits, text in zip(rows, drawn.edits, texts, strict=True):
        known = [(each.phonological, each.semantic) for each in edits if not np.isnan(each[3] + each[4])]
        if known:
            row[:] = (len(known) / max(len(text.split()), 1), *np.mean(known, axis=0))
    return dict(zip((SHARE, *KINDS), rows.T, strict=True))


def banded(values: Values) -> Values:
    """The bounds of bands that hold about as many values each."""
    found: Values = np.quantile(values, np.linspace(0, 1, BANDS + 1)) if len(values) else np.full(BANDS + 1, np.nan)
    return found


def in_bands(said: Sequence[Measured], about: Sequence[Mapping[str, Values]], kind: str, edges: Values) -> list[float]:
    """The mean over draws of what is said of the sentences of each band; the last holds its upper bound too."""
    found = np.full((len(said), BANDS), np.nan)
    for row, measured, each in zip(found, said, about, strict=True):
        known = ~np.isnan(each[SOUND]) & ~np.isnan(each[SENSE])
        place = np.clip(np.searchsorted(edges, each[kind], side="right") - 1, 0, BANDS - 1)
        for band in range(BANDS):
            inside = known & (place == band)
            row[band] = measured.over(inside) if inside.any() else np.nan
    counts = (~np.isnan(found)).sum(axis=0)
    sums = np.nansum(found, axis=0)
    return [float(total / count) if count else float("nan") for total, count in zip(sums, counts, strict=True)]


def link(harm: Values, about: Mapping[str, Values], there: NDArray[np.bool_], noise: NoiseWidth) -> Link:
    """The coefficients of one subject."""
    kept = there & ~np.isnan(harm)
    ranks_of = {name: rank_many(ranked(each[kept], SUMS)) for name, each in about.items()}
    own = rank_many(ranked(harm[kept], noise))
    share, sound, sense = (pearson(own, ranks_of[name]) for name in (SHARE, *KINDS))
    alone = (
        partial(each, share, pearson(ranks_of[kind], ranks_of[SHARE]))
        for kind, each in zip(KINDS, (sound, sense), strict=True)
    )
    return Link(share, sound, sense, *alone)


def pearson(first: Values, second: Values) -> float:
    """Pearson's coefficient of two columns; NaN where one does not vary."""
    if len(first) < 2 or not np.ptp(first) or not np.ptp(second):
        return float("nan")
    one, other = first - first.mean(), second - second.mean()
    return float(np.clip(one @ other / np.sqrt((one @ one) * (other @ other)), -1, 1))


def partial(both: float, first: float, second: float) -> float:
    """The coefficient of two columns among rows that are equal in a third, from those of each pair of columns."""
    if np.isnan(first) or np.isnan(second):  # the third does not vary
        return both
    scale = (1 - first**2) * (1 - second**2)
    return float((both - first * second) / np.sqrt(scale)) if scale > 1e-12 else float("nan")
