"""`lattice-combine`: the lattices of several systems as one, each weighed."""

from __future__ import annotations

from contextlib import ExitStack

from mondegreen.dropin.kaldi.lattices import RandomLattices, lattices
from mondegreen.dropin.kaldi.objects import COMPACT
from mondegreen.dropin.kaldi.options import Call, Option, program, single
from mondegreen.dropin.kaldi.records import records
from mondegreen.dropin.kaldi.scales import ACOUSTIC, GRAPH, INVERSE, Scales

TYPE_CHECKING = False  # as in `console`

if TYPE_CHECKING:
    from mondegreen._core import Lattice

USAGE = """
Joins the lattices of several systems, so that all paths of one together weigh what its weight is; for decoding by
minimum Bayes risk. The scales stay in what is written, and graph costs are no longer those of the model.

Usage: lattice-combine [options] <lattice-rspecifier1> <lattice-rspecifier2> [<lattice-rspecifier3> ...]
           <lattice-wspecifier>
E.g.: lattice-combine --inv-acoustic-scale=12 ark:a.lats ark:b.lats ark:- | lattice-mbr-decode ark:- ark,t:1.tra
"""


@program(
    "lattice-combine",
    USAGE,
    ACOUSTIC,
    INVERSE,
    GRAPH,
    Option("lat-weights", "", "Weights of the systems, with colons between; equal ones unless given"),
    Option("exp-weights", default=False, purpose="Weights are factors of costs, not shares"),
    arguments=range(3, 10_000),
)
def run(call: Call) -> int:
    """Joins utterance by utterance."""
    from mondegreen._core import Lattice

    *sources, target = call.arguments
    scales = Scales(call)
    weights = weights_of(call, len(sources))
    done = missing = failed = read = utterances = 0
    with ExitStack() as stack:
        table = stack.enter_context(lattices(call, sources[0]))
        out = stack.enter_context(records(call, target, COMPACT))
        others = [stack.enter_context(RandomLattices(call, source)) for source in sources[1:]]
        for key, lattice in table:
            name = key.decode("utf-8", "surrogateescape")
            utterances += 1
            read += 1
            first = weighed(call, scales.apply(lattice), weights[0])
            if first is None:
                call.console.warn(f"Could not normalize lattice for system 1, utterance: {name}")
                failed += 1
                continue
            joined = [first]
            for place, other in enumerate(others, 1):
                found = other.get(key)
                if found is None:
                    what = f"No lattice found for utterance {name} for system {place + 1}"
                    call.console.warn(f"{what}, rspecifier: {sources[place]}")
                    missing += 1
                    continue
                read += 1
                next_one = weighed(call, scales.apply(found), weights[place])
                if next_one is None:
                    call.console.warn(f"Could not normalize lattice for system {place + 1}, utterance: {name}")
                    failed += 1
                    continue
                joined.append(next_one)
            out.write(key, Lattice.union(joined))
            done += 1
        across = f"with a total of {read} lattices across {len(sources)} different systems"
        call.console.log(f"Processed {utterances} utterances: {across}")
        errors = f"{failed} total lattices had errors in processing."
        call.console.log(f"Produced output for {done} utterances; {missing} total missing lattices and {errors}")
    return 0 if done and missing < done - missing else 1


def weighed(call: Call, lattice: Lattice, weight: float) -> Lattice | None:
    """The lattice with the weight of its system; none for a weight that is none, or where no path ends."""
    if weight <= 0.0 or lattice.start is None:
        return None
    try:
        if call.flag("exp-weights"):
            return lattice.scaled(((weight, 0.0), (0.0, weight))).normalised(1.0)
        return lattice.normalised(weight)
    except ValueError:
        return None


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
