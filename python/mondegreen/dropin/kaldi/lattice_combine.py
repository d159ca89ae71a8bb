"""`lattice-combine`: the lattices of several systems as one, each weighed."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager

from mondegreen.dropin.kaldi.console import printable
from mondegreen.dropin.kaldi.lattices import Lattices, RandomLattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, single
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, INVERSE, Scales
from mondegreen.dropin.kaldi.stages import First, staged

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mondegreen._core import Lattice

USAGE = """
Joins the lattices of several systems, so that all paths of one together weigh what its weight is; for decoding by
minimum Bayes risk. The scales stay in what is written, and graph costs are no longer those of the model.

Usage: lattice-combine [options] <lattice-rspecifier1> <lattice-rspecifier2> [<lattice-rspecifier3> ...]
           <lattice-wspecifier>
E.g.: lattice-combine --inv-acoustic-scale=12 ark:a.lats ark:b.lats ark:- | lattice-mbr-decode ark:- ark,t:1.tra
"""


class Combine(First):
    """Joins utterance by utterance."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.sources = call.arguments[:-1]
        self.scales = Scales(call)
        self.weights = weights_of(call, len(self.sources))
        self.missing = self.failed = self.read = self.utterances = 0

    def run(self, source: str, target: str) -> int:  # noqa: ARG002 - there are several sources
        """Joins what the tables have into one; gives the exit code."""
        with systems(self.call, self.sources) as tables, records(self.call, target, COMPACT) as out:
            for key, found in tables:
                joined = self.join(key, found)
                if joined is not None:
                    out.write(key, joined)
            return self.end()

    def join(self, key: bytes, found: list[Lattice | None]) -> Lattice | None:
        """The lattices of all systems as one; none without that of the first."""
        from mondegreen._core import Lattice

        self.utterances += 1
        name = printable(key)
        joined = []
        for place, lattice in enumerate(found):
            if lattice is None:
                what = f"No lattice found for utterance {name} for system {place + 1}"
                self.call.console.warn(f"{what}, rspecifier: {self.sources[place]}")
                self.missing += 1
                continue
            self.read += 1
            one = self.weighed(lattice, place)
            if one is None:
                self.call.console.warn(f"Could not normalize lattice for system {place + 1}, utterance: {name}")
                self.failed += 1
                if place == 0:
                    return None
                continue
            joined.append(one)
        self.done += 1
        return Lattice.union(joined)

    def scaled(self, lattice: Lattice, place: int) -> Lattice:  # noqa: ARG002 - whoever inherits may look at it
        """The lattice of a system with the scales that are asked for."""
        return self.scales.apply(lattice)

    def weighed(self, lattice: Lattice, place: int) -> Lattice | None:
        """The lattice with the weight of its system; none for a weight that is none, or where no path ends."""
        weight = self.weights[place]
        if weight <= 0.0 or lattice.start is None:
            return None
        scaled = self.scaled(lattice, place)
        try:
            if self.call.flag("exp-weights"):
                return scaled.scaled(((weight, 0.0), (0.0, weight))).normalised(1.0)
            return scaled.normalised(weight)
        except ValueError:
            return None

    def end(self) -> int:
        """It failed if it wrote nothing, or if other systems had nothing for most utterances."""
        across = f"with a total of {self.read} lattices across {len(self.sources)} different systems"
        self.call.console.log(f"Processed {self.utterances} utterances: {across}")
        errors = f"{self.failed} total lattices had errors in processing."
        what = f"{self.missing} total missing lattices and {errors}"
        self.call.console.log(f"Produced output for {self.done} utterances; {what}")
        return 0 if self.done and self.missing < self.done - self.missing else 1


@contextmanager
def systems(call: Call, sources: Sequence[str]) -> Iterator[Iterator[tuple[bytes, list[Lattice | None]]]]:
    """Opens several tables: each key of the first with its lattice and those that the others have for it."""
    with ExitStack() as stack:
        table = stack.enter_context(Lattices(call, sources[0]))
        others = [stack.enter_context(RandomLattices(call, source)) for source in sources[1:]]
        yield ((key, [lattice, *(other.get(key) for other in others)]) for key, lattice in table)


def weights_of(call: Call, count: int) -> list[float]:
    """The weights of the systems; those that are none give way to equal ones."""
    equal = [single(1.0 / count)] * count
    text = call.text("lat-weights")
    if not text:
        return equal
    try:
        weights = [single(float(field)) for field in text.split(":") if field]
    except ValueError:
        weights = []
    if len(weights) != count:
        call.console.warn(f"Expecting {count} weights, found {len(weights)}: using uniform weights.")
        return equal
    if min(weights) < 0.0:
        call.console.warn(f"Cannot use negative weight: {min(weights):g}; using uniform weights.")
        return equal
    total = 0.0
    for weight in weights:
        total = single(total + weight)
    if total == 1.0:
        return weights
    call.console.warn(f"Weights sum to {total:g} instead of 1: renormalizing")
    return [single(weight / total) for weight in weights] if total else equal


run = staged(
    Combine,
    "lattice-combine",
    USAGE,
    ACOUSTIC,
    INVERSE,
    GRAPH,
    Option("lat-weights", "", "Weights of the systems, with colons between; equal ones unless given"),
    Option("exp-weights", default=False, purpose="Weights are factors of costs, not shares"),
    arguments=range(3, 10_000),
    target=-1,
)
