"""Programs that take the lattices of several tables: combined, interpolated, composed, compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs import (
    ALL_SCALES,
    WRITE_COMPACT,
    Operation,
    Run,
    invert_scale,
    lattice_program,
    scale_costs,
)
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, LatticeReader, TransducerReader, read_transducer
from mondegreen.dropin.kaldi.tables import RANDOM_ACCESS, is_rspecifier, open_lookup


@lattice_program(
    "lattice-combine",
    """
Joins the lattices of several systems, so that all paths of one together weigh what its weight is; for decoding by
minimum Bayes risk. The scales stay in what is written, and graph costs are no longer those of the model.

Usage: lattice-combine [options] <lattice-rspecifier1> <lattice-rspecifier2> [<lattice-rspecifier3> ...]
           <lattice-wspecifier>
E.g.: lattice-combine --inv-acoustic-scale=12 ark:a.lats ark:b.lats ark:- | lattice-mbr-decode ark:- ark,t:1.tra""",
    *ALL_SCALES,
    Option("lat-weights", "", "Weights of the systems, with colons between; equal ones unless given"),
    Option("inv-acoustic-scales", "", "The inverse acoustic scale of each system, with colons between; Kaldi has none"),
    Option("exp-weights", default=False, purpose="Weights are factors of costs, not shares"),
    arguments=range(3, 10_000),
    sources=slice(-1),
    outputs=((-1, COMPACT_LATTICE),),
)
def lattice_combine(run: Run) -> Operation:
    call, console = run.call, run.console
    count = len(call.arguments) - 1
    weights, acoustic_scales = parse_weights(call, count), parse_scales(run, count)
    has_factors = call.flag("exp-weights")
    missing = read = utterances = 0

    def apply_weight(lattice: Lattice, index: int) -> Lattice | None:
        """Return the lattice with the weight of its system; none if the weight is 0, or no path ends."""
        weight = weights[index]
        if weight <= 0.0 or lattice.start is None:
            return None
        scaled = scale_costs(lattice, run.graph_scale, acoustic_scales[index])
        try:
            if has_factors:
                return scale_costs(scaled, weight, weight).normalized(1.0)
            return scaled.normalized(weight)
        except ValueError:
            return None

    def combine(key: bytes, *lattices: Lattice | None) -> None:
        nonlocal missing, read, utterances
        utterances += 1
        name = decode_bytes(key)
        weighted = []
        for index, lattice in enumerate(lattices):
            if lattice is None:
                what = f"No lattice found for utterance {name} for system {index + 1}"
                console.warn(f"{what}, rspecifier: {call.argument(index)}")
                missing += 1
                continue
            read += 1
            one = apply_weight(lattice, index)
            if one is not None:
                weighted.append(one)
                continue
            run.fail(f"Could not normalize lattice for system {index + 1}, utterance: {name}")
            if index == 0:
                return
        run.write(key, _core.Lattice.union(weighted))

    yield combine
    across = f"with a total of {read} lattices across {count} different systems"
    console.log(f"Processed {utterances} utterances: {across}")
    errors = f"{run.failed} total lattices had errors in processing."
    console.log(f"Produced output for {run.done} utterances; {missing} total missing lattices and {errors}")
    # It also fails if other systems lack most utterances.
    run.succeeded &= missing < run.done - missing


def parse_scales(run: Run, count: int) -> list[float]:
    """Return the acoustic scale of each system."""
    text = run.call.text("inv-acoustic-scales")
    if not text:
        return [run.acoustic_scale] * count
    try:
        scales = [invert_scale(float(field)) for field in text.split(":")]
    except ValueError:
        scales = []
    if len(scales) != count:
        raise KaldiError(f"--inv-acoustic-scales takes {count} numbers with colons between, got {text}")
    return scales


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


@lattice_program(
    "lattice-interp",
    """
Keeps of two lattices of an utterance the paths with the same words, with the transition ids of the first and the mean
of the costs of both.

Usage: lattice-interp [options] <lattice-rspecifier-a> <lattice-rspecifier-b> <lattice-wspecifier>
E.g.: lattice-interp --alpha=0.4 ark:1.lats ark:2.lats ark:mean.lats""",
    WRITE_COMPACT,
    Option("alpha", 0.5, "The share of the first lattice, from 0 to 1"),
    arguments=(3,),
    sources=slice(2),
    outputs=((2, COMPACT_LATTICE),),
    compact=False,
)
def lattice_interp(run: Run) -> Operation:
    alpha, writes_compact = run.call.number("alpha"), run.call.flag(WRITE_COMPACT.name)
    empty = missing = 0

    def interpolate(key: bytes, first: Lattice, second: Lattice | None) -> None:
        nonlocal empty, missing
        name = decode_bytes(key)
        if second is None:
            what = f"No lattice found for utterance {name} in {run.call.argument(1)}. Not producing output"
            run.console.warn(what)
            missing += 1
            return
        other = second.contracted().stripped(ids=True).scaled(((1.0 - alpha, 0.0), (0.0, 1.0 - alpha)))
        scaled = first.scaled(((alpha, 0.0), (0.0, alpha))).with_sorted_arcs(by_words=True)
        both = scaled.composed(other.projected(words=True).with_sorted_arcs(by_words=False))
        if both.start is None:
            run.console.warn(f"For utterance {name}, composed result is empty.")
            empty += 1
        else:
            run.write(key, both.contracted() if writes_compact else both)

    yield interpolate
    what = f"{run.done} had nonempty result, {empty} had empty composition"
    run.console.log(f"Done {run.done + empty} lattices; {what}; in {missing}, had empty second lattice.")


PHI = Option("phi-label", -1, "Label of backoff arcs, which are followed where no arc reads a word; above 0")
RHO = Option("rho-label", -1, "Label of arcs that read any word which no other arc reads; above 0")
WITH_FST = Option("compose-with-fst", "auto", "Whether the second are automata: true, false, or auto, as a file is one")


@lattice_program(
    "lattice-compose",
    """
Composes lattices with other lattices, with an automaton of OpenFst, or with a table of automata.

Other lattices have their words as transition ids (see lattice-project). Costs of automata count as graph costs.

Usage: lattice-compose [options] <lattice-rspecifier1> <lattice-rspecifier2|fst-rxfilename2|fst-rspecifier2>
           <lattice-wspecifier>
E.g.: lattice-compose --phi-label=200001 ark:1.lats G.fst ark:composed.lats""",
    WRITE_COMPACT,
    PHI,
    RHO,
    Option("num-states-cache", 50000, "States of an automaton that Kaldi caches; without effect here"),
    WITH_FST,
    arguments=(3,),
    outputs=((2, COMPACT_LATTICE),),
    compact=False,
)
def lattice_compose(run: Run) -> Operation:
    phi, rho = (parse_special_label(run.call, option) for option in (PHI, RHO))
    if phi and rho:
        raise KaldiError("You cannot set both 'phi_label' and 'rho_label' at the same time.")
    writes_compact = run.call.flag(WRITE_COMPACT.name)
    sorts_first = are_second_automata(run.call)

    def compose(key: bytes, first: Lattice) -> None:
        name = decode_bytes(key)
        second = find_second(key)
        if second is None:
            run.fail(f"Not producing output for utterance {name} because not present in second table.")
            return
        words = first.with_sorted_arcs(by_words=True) if sorts_first else first
        composed = words.composed(second, backoff=phi, rest=rho)
        if composed.start is None:
            run.fail(f"Empty lattice for utterance {name} (incompatible LM?)")
        else:
            run.write(key, composed.contracted() if writes_compact else composed)

    with open_seconds(run, phi) as find_second:
        yield compose
    run.console.log(f"Done {run.done} lattices; failed for {run.failed}")


def parse_special_label(call: Call, option: Option) -> int | None:
    label = call.integer(option.name)
    if label <= 0 and label != -1:
        name = option.name.replace("-", "_")
        raise KaldiAssertionError(f"{name} > 0 || {name} == fst::kNoLabel")
    return label if label > 0 else None


def are_second_automata(call: Call) -> bool:
    answer = call.text(WITH_FST.name).lower()
    if answer not in ("auto", "true", "false"):
        raise KaldiError(f"--{WITH_FST.name} is auto, true or false, not {answer}")
    is_file = not is_rspecifier(call.argument(1))
    if is_file and answer == "false":
        raise KaldiError(f"{call.argument(1)} is no table, and a single lattice is composed with none")
    return is_file or answer == "true"


@contextmanager
def open_seconds(run: Run, phi: int | None) -> Iterator[Callable[[bytes], Lattice | None]]:
    """Open what lattices are composed with: a function that returns it for a key, or the only one."""
    call, name = run.call, run.call.argument(1)
    with_automata = are_second_automata(call)

    def prepare(second: Lattice) -> Lattice:
        if (with_automata or phi) and not second.has_sorted_ids():
            second = second.with_sorted_arcs(by_words=False)
        if phi is None:
            return second
        if second.has_empty_arcs():
            run.console.warn(
                "PropagateFinal: this may not work as desired since your FST has input epsilons.", "PropagateFinal"
            )
        return second.with_ends_after_backoff(phi)

    if not is_rspecifier(name):
        only = prepare(read_transducer(call, name))
        yield lambda _: only
        return
    reader = TransducerReader if with_automata else LatticeReader
    with open_lookup(reader(call, name, compact=False, kind=RANDOM_ACCESS)) as lookup:

        def find(key: bytes) -> Lattice | None:
            second = lookup.get(key)
            return None if second is None else prepare(second)

        yield find


@lattice_program(
    "lattice-union",
    """
Joins two lattices of each utterance into one that has the words of both, each word sequence once, with its best path.

Usage: lattice-union [options] <lattice-rspecifier1> <lattice-rspecifier2> <lattice-wspecifier>
E.g.: lattice-union ark:den.lats ark:num.lats ark:union.lats""",
    arguments=(3,),
    sources=slice(2),
    outputs=((2, COMPACT_LATTICE),),
    compact=False,
)
def lattice_union(run: Run) -> Operation:
    missing = 0

    def unite(key: bytes, first: Lattice, second: Lattice | None) -> None:
        nonlocal missing
        name = decode_bytes(key)
        if second is None:
            what = f"Result of union will be the lattice found in {run.call.argument(0)}"
            run.console.warn(f"No lattice found for utterance {name} in {run.call.argument(1)}. {what}")
            missing += 1
        union = _core.Lattice.union([first] if second is None else [first, second])
        try:
            determinized = union.determinized()
        except ValueError as error:
            run.console.warn(f"No union for utterance {name}: {error}")
        else:
            run.write(key, determinized)

    yield unite
    pairs = f"Computed union for {run.done - missing} pairs of lattices."
    run.console.log(f"Total {run.done}lattices written. {pairs} Missing second lattice in {missing} cases.")
    run.console.log(f"Done {run.done} lattices.")


@lattice_program(
    "lattice-copy-backoff",
    """
Copies the lattices of a table, but takes those that another table has from there.

Usage: lattice-copy-backoff [options] <lattice-rspecifier1> <lattice-rspecifier2> <lattice-wspecifier>
E.g.: lattice-copy-backoff ark:bad_but_complete.lat ark:good_but_incomplete.lat ark:out.lat""",
    arguments=(3,),
    sources=slice(2),
    outputs=((2, COMPACT_LATTICE),),
)
def lattice_copy_backoff(run: Run) -> Operation:
    backed_off = 0

    def copy(key: bytes, first: Lattice, second: Lattice | None) -> None:
        nonlocal backed_off
        backed_off += second is None
        run.write(key, first if second is None else second)

    yield copy
    run.console.log(f"Done copying {run.done} lattices; backed off to 1st archive for {backed_off} of those.")


@lattice_program(
    "lattice-equivalent",
    """
Tells whether two lattices of each utterance have the same words at the same costs: paths of each are drawn, and what
their words cost in the other is looked up. It fails unless all lattices are equivalent.

Usage: lattice-equivalent [options] <lattice-rspecifier1> <lattice-rspecifier2>
E.g.: lattice-equivalent ark:1.lats ark:2.lats""",
    Option("num-paths", 20, "How many paths are drawn"),
    Option("delta", 0.1, "How much costs may differ"),
    Option("max-error-proportion", 0.0, "Which share of utterances may differ"),
    sources=slice(2),
    outputs=(),
)
def lattice_equivalent(run: Run) -> Operation:
    """Test whether two lattices of each utterance have the same words at the same costs."""
    paths, delta = max(run.call.integer("num-paths"), 0), run.call.number("delta")
    equivalent = missing = 0

    def compare(key: bytes, first: Lattice, second: Lattice | None) -> None:
        nonlocal equivalent, missing
        name = decode_bytes(key)
        if second is None:
            run.console.warn(f"No second lattice available for utterance {name}")
            missing += 1
            return
        run.done += 1
        if _core.are_equivalent(first, second, paths=paths, delta=delta):
            equivalent += 1
            run.console.log(f"Lattices were equivalent for utterance {name}")
        else:
            run.console.log(f"Lattices were not equivalent for utterance {name}")

    yield compare
    different = run.done - equivalent
    what = f"{equivalent} were equivalent, {different} were not; for {missing}, could not find 2nd lattice."
    run.console.log(f"Done {run.done} lattices, {what}")
    run.succeeded &= different <= run.call.number("max-error-proportion") * run.done
