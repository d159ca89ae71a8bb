"""Programs that take the lattices of several tables: combined, interpolated, compared."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs.base import (
    ALL_SCALES,
    WRITE_COMPACT,
    LatticePairProgram,
    LatticeProgram,
    LatticeProgramEntry,
)
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, LatticeReader, open_lattice_lookup


class Combine(LatticeProgram):
    name = "lattice-combine"
    usage = """
Joins the lattices of several systems, so that all paths of one together weigh what its weight is; for decoding by
minimum Bayes risk. The scales stay in what is written, and graph costs are no longer those of the model.

Usage: lattice-combine [options] <lattice-rspecifier1> <lattice-rspecifier2> [<lattice-rspecifier3> ...]
           <lattice-wspecifier>
E.g.: lattice-combine --inv-acoustic-scale=12 ark:a.lats ark:b.lats ark:- | lattice-mbr-decode ark:- ark,t:1.tra"""
    options = (
        *ALL_SCALES,
        Option("lat-weights", "", "Weights of the systems, with colons between; equal ones unless given"),
        Option("exp-weights", default=False, purpose="Weights are factors of costs, not shares"),
    )
    arguments = range(3, 10_000)
    outputs = ((-1, COMPACT_LATTICE),)
    missing = read = utterances = 0

    def __init__(self, call: Call, acoustic_scales: Sequence[float] | None = None) -> None:
        super().__init__(call)
        self.sources = call.arguments[:-1]
        self.acoustic_scales = acoustic_scales
        self.weights = parse_weights(call, len(self.sources))

    def run(self) -> int:
        with open_systems(self.call, self.sources) as entries, self.open_writers():
            for key, lattices in entries:
                combined = self.combine(key, lattices)
                if combined is not None:
                    self.writers[0].write(key, combined)
            return self.finish()

    def combine(self, key: bytes, lattices: list[Lattice | None]) -> Lattice | None:
        """Return the union of the lattices of all systems; none without that of the first."""
        self.utterances += 1
        name = decode_bytes(key)
        weighted = []
        for index, lattice in enumerate(lattices):
            if lattice is None:
                what = f"No lattice found for utterance {name} for system {index + 1}"
                self.console.warn(f"{what}, rspecifier: {self.sources[index]}")
                self.missing += 1
                continue
            self.read += 1
            one = self.apply_weight(lattice, index)
            if one is None:
                self.console.warn(f"Could not normalize lattice for system {index + 1}, utterance: {name}")
                self.failed += 1
                if index == 0:
                    return None
                continue
            weighted.append(one)
        self.done += 1
        return _core.Lattice.union(weighted)

    def apply_weight(self, lattice: Lattice, index: int) -> Lattice | None:
        """Return the lattice with the weight of its system; none if the weight is 0, or no path ends."""
        weight = self.weights[index]
        if weight <= 0.0 or lattice.start is None:
            return None
        if self.acoustic_scales is None:
            scaled = self.scale(lattice)
        else:
            scaled = lattice.scaled(((1.0, 0.0), (0.0, self.acoustic_scales[index])))
        try:
            if self.call.flag("exp-weights"):
                return scaled.scaled(((weight, 0.0), (0.0, weight))).normalized(1.0)
            return scaled.normalized(weight)
        except ValueError:
            return None

    def finish(self) -> int:
        """It also fails if other systems lack most utterances."""
        across = f"with a total of {self.read} lattices across {len(self.sources)} different systems"
        self.console.log(f"Processed {self.utterances} utterances: {across}")
        errors = f"{self.failed} total lattices had errors in processing."
        what = f"{self.missing} total missing lattices and {errors}"
        self.console.log(f"Produced output for {self.done} utterances; {what}")
        return 0 if self.done and self.missing < self.done - self.missing else 1


@contextmanager
def open_systems(call: Call, sources: Sequence[str]) -> Iterator[Iterator[tuple[bytes, list[Lattice | None]]]]:
    """Open several tables: each key of the first with its lattice and those that the others have for it."""
    with ExitStack() as stack:
        table = stack.enter_context(LatticeReader(call, sources[0]))
        others = [stack.enter_context(open_lattice_lookup(call, source)) for source in sources[1:]]
        yield ((key, [lattice, *(other.get(key) for other in others)]) for key, lattice in table)


def parse_weights(call: Call, count: int) -> list[float]:
    """Return the weights of the systems; equal ones instead of invalid ones."""
    equal = [round_to_float32(1.0 / count)] * count
    text = call.text("lat-weights")
    if not text:
        return equal
    try:
        weights = [round_to_float32(float(field)) for field in text.split(":") if field]
    except ValueError:
        weights = []
    if len(weights) != count:
        call.console.warn(f"Expecting {count} weights, found {len(weights)}: using uniform weights.")
        return equal
    if min(weights) < 0.0:
        call.console.warn(f"Cannot use negative weight: {min(weights):g}; using uniform weights.")
        return equal
    total = 0.0
    for weight in weights:  # in single precision, step by step, as in C++
        total = round_to_float32(total + weight)
    if total == 1.0:
        return weights
    call.console.warn(f"Weights sum to {total:g} instead of 1: renormalizing")
    return [round_to_float32(weight / total) for weight in weights] if total else equal


class Interpolate(LatticePairProgram):
    name = "lattice-interp"
    usage = """
Keeps of two lattices of an utterance the paths with the same words, with the transition ids of the first and the mean
of the costs of both.

Usage: lattice-interp [options] <lattice-rspecifier-a> <lattice-rspecifier-b> <lattice-wspecifier>
E.g.: lattice-interp --alpha=0.4 ark:1.lats ark:2.lats ark:mean.lats"""
    options = (WRITE_COMPACT, Option("alpha", 0.5, "The share of the first lattice, from 0 to 1"))
    arguments = (3,)
    outputs = ((2, COMPACT_LATTICE),)
    compact = False
    empty = missing = 0

    def process_pair(self, key: bytes, first: Lattice, second: Lattice | None) -> None:
        alpha, name = self.call.number("alpha"), decode_bytes(key)
        if second is None:
            what = f"No lattice found for utterance {name} in {self.call.argument(1)}. Not producing output"
            self.console.warn(what)
            self.missing += 1
            return
        other = second.contracted().stripped(ids=True).scaled(((1.0 - alpha, 0.0), (0.0, 1.0 - alpha)))
        both = first.scaled(((alpha, 0.0), (0.0, alpha))).composed(other)
        if both.start is None:
            self.console.warn(f"For utterance {name}, composed result is empty.")
            self.empty += 1
            return
        self.writers[0].write(key, both.contracted() if self.call.flag(WRITE_COMPACT.name) else both)
        self.done += 1

    def finish(self) -> int:
        what = f"{self.done} had nonempty result, {self.empty} had empty composition"
        missing = f"in {self.missing}, had empty second lattice."
        self.console.log(f"Done {self.done + self.empty} lattices; {what}; {missing}")
        return 0 if self.done else 1


class Union(LatticePairProgram):
    name = "lattice-union"
    usage = """
Joins two lattices of each utterance into one that has the words of both, each word sequence once, with its best path.

Usage: lattice-union [options] <lattice-rspecifier1> <lattice-rspecifier2> <lattice-wspecifier>
E.g.: lattice-union ark:den.lats ark:num.lats ark:union.lats"""
    arguments = (3,)
    outputs = ((2, COMPACT_LATTICE),)
    compact = False
    missing = 0

    def process_pair(self, key: bytes, first: Lattice, second: Lattice | None) -> None:
        name = decode_bytes(key)
        if second is None:
            what = f"Result of union will be the lattice found in {self.call.argument(0)}"
            self.console.warn(f"No lattice found for utterance {name} in {self.call.argument(1)}. {what}")
            self.missing += 1
        union = _core.Lattice.union([first] if second is None else [first, second])
        try:
            self.writers[0].write(key, union.determinized())
        except ValueError as error:
            self.console.warn(f"No union for utterance {name}: {error}")
            return
        self.done += 1

    def finish(self) -> int:
        pairs = f"Computed union for {self.done - self.missing} pairs of lattices."
        what = f"{pairs} Missing second lattice in {self.missing} cases."
        self.console.log(f"Total {self.done}lattices written. {what}")
        return super().finish()


class Equivalent(LatticePairProgram):
    name = "lattice-equivalent"
    usage = """
Tells whether two lattices of each utterance have the same words at the same costs: paths of each are drawn, and what
their words cost in the other is looked up. It fails unless all lattices are equivalent.

Usage: lattice-equivalent [options] <lattice-rspecifier1> <lattice-rspecifier2>
E.g.: lattice-equivalent ark:1.lats ark:2.lats"""
    options = (
        Option("num-paths", 20, "How many paths are drawn"),
        Option("delta", 0.1, "How much costs may differ"),
        Option("max-error-proportion", 0.0, "Which share of utterances may differ"),
    )
    equivalent = missing = 0

    def process_pair(self, key: bytes, first: Lattice, second: Lattice | None) -> None:
        name = decode_bytes(key)
        paths, delta = max(self.call.integer("num-paths"), 0), self.call.number("delta")
        if second is None:
            self.console.warn(f"No second lattice available for utterance {name}")
            self.missing += 1
            return
        self.done += 1
        if _core.are_equivalent(first, second, paths=paths, delta=delta):
            self.equivalent += 1
            self.console.log(f"Lattices were equivalent for utterance {name}")
        else:
            self.console.log(f"Lattices were not equivalent for utterance {name}")

    def finish(self) -> int:
        different = self.done - self.equivalent
        missing = f"for {self.missing}, could not find 2nd lattice."
        self.console.log(
            f"Done {self.done} lattices, {self.equivalent} were equivalent, {different} were not; {missing}"
        )
        return 0 if self.done and different <= self.call.number("max-error-proportion") * self.done else 1


lattice_combine = LatticeProgramEntry(Combine)
lattice_equivalent = LatticeProgramEntry(Equivalent)
lattice_interp = LatticeProgramEntry(Interpolate)
lattice_union = LatticeProgramEntry(Union)
