"""Programs that make lattices smaller and their paths unique: pushed, minimized, determinized, limited in depth."""

from __future__ import annotations

from collections.abc import Callable

from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import KaldiAssertionError, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs import (
    ACOUSTIC_SCALE,
    WRITE_COMPACT,
    Operation,
    Run,
    format_ratio,
    lattice_program,
)
from mondegreen.dropin.kaldi.lattice_programs.measure import measure_depth

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from typing import Any

PUSH_STRINGS = Option("push-strings", default=True, purpose="Push strings of transition ids to the start")
PUSH_WEIGHTS = Option("push-weights", default=True, purpose="Push costs to the start")
BEAM = Option("beam", 10.0, "How much more than the best path a path may cost, after scaling")
MAX_MEMORY = Option("max-mem", 50000000, "Bytes that determinization may take, as Kaldi counts them; 0 for any number")
LOOPS = "Steps along arcs without words before a lattice is taken for one that cannot be determinized; 0 for any number"
DELTA = Option("delta", 0.0009765625, "How much costs may differ that count as equal")
MINIMIZE = Option("minimize", default=False, purpose="Push and minimize the determinized lattice")


def push(run: Run, lattice: Lattice) -> Lattice:
    """Push what the options ask for, both where there are none."""
    values = run.call.values
    if PUSH_STRINGS.name not in values or run.call.flag(PUSH_STRINGS.name):
        lattice = lattice.with_strings_pushed()
    if PUSH_WEIGHTS.name not in values or run.call.flag(PUSH_WEIGHTS.name):
        if not lattice.states:
            run.console.warn("Pushing weights of empty compact lattice", "PushCompactLatticeWeights")
        lattice, dead = lattice.with_weights_pushed()
        for _ in range(dead):
            run.console.warn("Lattice has non-coaccessible states.", "PushCompactLatticeWeights")
    return lattice


def change_lattices(run: Run, change: Callable[[Lattice], Lattice], failure: str) -> Operation:
    """Write each lattice with a change that only a cycle hinders."""

    def change_lattice(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        try:
            changed = change(lattice)
        except ValueError as error:
            run.fail(f"{failure} for key {name}: {error}")
            return
        if changed.states:
            run.write(key, changed)
        else:
            run.fail(f"Empty lattice for key {name}")

    yield change_lattice


@lattice_program(
    "lattice-push",
    """
Pushes the strings and the costs of lattices to the start, so that the best way from every other state costs nothing.

Usage: lattice-push [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-push --push-weights=false ark:1.lats ark:2.lats""",
    PUSH_STRINGS,
    PUSH_WEIGHTS,
)
def lattice_push(run: Run) -> Operation:
    yield from change_lattices(run, lambda lattice: push(run, lattice), "Failure in pushing lattice (bad lattice?),")
    run.console.log(f"Pushed {run.done} lattices, errors on {run.failed}")


@lattice_program(
    "lattice-minimize",
    """
Merges the states of determinized lattices from which the same words, transition ids and costs follow, after pushing.

Usage: lattice-minimize [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-minimize ark:1.lats ark:2.lats""",
    PUSH_STRINGS,
    PUSH_WEIGHTS,
)
def lattice_minimize(run: Run) -> Operation:
    failure = "Failure in minimizing lattice (bad lattice?),"
    yield from change_lattices(run, lambda lattice: push(run, lattice).minimized(), failure)
    run.console.log(f"Minimized {run.done} lattices, errors on {run.failed}")


@lattice_program(
    "lattice-limit-depth",
    """
Limits how many arcs last through a frame: of more, those whose best path costs most are removed.

Usage: lattice-limit-depth [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-limit-depth --max-arcs-per-frame=1000 --acoustic-scale=0.1 ark:- ark:-""",
    Option("max-arcs-per-frame", 1000, "How many arcs may last through a frame"),
    ACOUSTIC_SCALE,
)
def lattice_limit_depth(run: Run) -> Operation:
    if run.acoustic_scale == 0.0:
        raise KaldiAssertionError("acoustic_scale != 0.0")
    most = run.call.integer("max-arcs-per-frame")
    if most < 0:
        raise KaldiError(f"--max-arcs-per-frame is a number of arcs, not {most}")
    total = before = after = 0.0

    def limit(key: bytes, lattice: Lattice) -> None:
        nonlocal total, before, after
        scaled = run.scale(lattice).sorted()
        depth, frames = measure_depth(scaled)
        if not scaled.states:
            run.console.warn("Limiting depth of empty lattice.", "CompactLatticeLimitDepth")
        limited = run.restore(scaled.limited_depth(most))
        total += frames
        before += round_to_float32(frames * depth)
        after += round_to_float32(frames * measure_depth(limited)[0])
        run.write(key, limited)

    yield limit
    run.console.log(f"Done {run.done} lattices.")
    densities = f"{format_ratio(before, total)} to {format_ratio(after, total)}"
    run.console.log(f"Overall density changed from {densities}")


class Depths:
    """The states of lattices before, and their depths after they were determinized."""

    frames = states = 0.0
    depths = 0.0

    def add(self, lattice: Lattice, determinized: Lattice) -> None:
        depth, frames = measure_depth(determinized)
        self.frames += frames
        self.states += lattice.states
        self.depths += depth * frames

    def log(self, run: Run) -> None:
        if self.frames:
            states, depth = (format_ratio(total, self.frames) for total in (self.states, self.depths))
            mean = f"(average num-frames = {format_ratio(self.frames, run.done)})."
            what = f"is {states}, output depth is {depth}, over {self.frames:g} frames  {mean}"
            run.console.log(f"Average input-lattice depth (measured at at state level) {what}")


@lattice_program(
    "lattice-determinize",
    """
Determinizes lattices, so that each word sequence stands on one path, its best; where that takes too much, lattices are
pruned first. For other lattices than those of old decoders lattice-determinize-pruned is better.

Usage: lattice-determinize [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-determinize --acoustic-scale=0.1 --beam=15.0 ark:1.lats ark:det.lats""",
    ACOUSTIC_SCALE,
    BEAM,
    DELTA,
    Option("prune", default=False, purpose="Prune determinized lattices by the beam"),
    MAX_MEMORY,
    Option("max-loop", 500000, LOOPS),
    Option("beam-ratio", 0.9, "By what the beam is multiplied where determinization takes too much"),
    Option("num-loops", 20, "How often the beam is narrowed"),
    MINIMIZE,
    compact=False,
)
def lattice_determinize(run: Run) -> Operation:
    run.check_acoustic_scale()
    depths = Depths()

    def determinize(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        if not lattice.states:
            run.fail(f"Detected empty lattice, skipping {name}")
            return
        found = determinize_by_narrowing(run, run.scale(lattice))
        if found is None:
            what = f"Decreased pruning beam --num-loops={run.call.integer('num-loops')} times"
            run.fail(f"{what} and was not able to determinize: failed for {name}")
            return
        if run.call.flag(MINIMIZE.name):
            found = push(run, found).minimized()
        found = found.sorted()
        depths.add(lattice, found)
        run.write(key, run.restore(found))

    yield determinize
    depths.log(run)
    run.console.log(f"Done {run.done} lattices, errors on {run.failed}")


def determinize_by_narrowing(run: Run, lattice: Lattice) -> Lattice | None:
    """Determinize a lattice, or what is left of it when it is pruned, by a beam that is narrowed until that is done."""
    call, console, function = run.call, run.console, "DeterminizeLatticeWrapper"
    limits = call.integer(MAX_MEMORY.name), call.integer("max-loop"), call.number(DELTA.name)
    beam, ratio = round_to_float32(call.number(BEAM.name)), round_to_float32(call.number("beam-ratio"))

    def prune_if_wanted(determinized: Lattice) -> Lattice:
        return determinized.pruned(beam) if call.flag("prune") else determinized

    rounds = call.integer("num-loops")
    if rounds <= 0:
        return None
    determinized = lattice.determinized_within(*limits)
    if determinized is not None:
        return prune_if_wanted(determinized)
    narrower = f"reducing lattice-beam to {round_to_float32(beam * ratio):g} and re-trying."
    console.warn(f"Failed to determinize lattice (presumably max-states reached), {narrower}", function)
    for _ in range(rounds):
        beam = round_to_float32(beam * ratio)
        pruned = lattice.pruned(beam)
        if pruned.arcs == lattice.arcs:
            beam = round_to_float32(beam * ratio)
            what = "Pruning did not have an effect on the original lattice size; reducing beam to"
            console.warn(f"{what} {beam:g} and re-trying.", function)
            continue
        determinized = pruned.determinized_within(*limits)
        if determinized is not None:
            return prune_if_wanted(determinized)
        narrower = f"{round_to_float32(beam * ratio):g} and re-trying."
        console.warn(f"Determinization failed again; reducing beam again to {narrower}", function)
    return None


@lattice_program(
    "lattice-determinize-pruned",
    """
Determinizes lattices, so that each word sequence stands on one path, its best; of word sequences those whose path costs
too much more than the best one are left out while that is done.

Usage: lattice-determinize-pruned [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-determinize-pruned --acoustic-scale=0.1 --beam=6.0 ark:in.lats ark:det.lats""",
    WRITE_COMPACT,
    ACOUSTIC_SCALE,
    BEAM,
    MINIMIZE,
    DELTA,
    MAX_MEMORY,
    Option("max-arcs", -1, "How many arcs there may be; -1 for any number"),
    Option("max-states", -1, "How many states there may be; -1 for any number"),
    Option("max-loop", 0, LOOPS),
    Option("retry-cutoff", 0.5, "The share of the beam that must be reached, or the lattice is pruned and tried again"),
    compact=False,
)
def determinize_pruned(run: Run) -> Operation:
    """Determinize lattices and prune them to paths near the best one."""
    run.check_acoustic_scale()
    call = run.call
    beam = round_to_float32(call.number(BEAM.name))
    if not beam > 0.0:
        raise KaldiAssertionError("beam_ > 0", "ComputeBackwardWeight")
    retry = call.number("retry-cutoff")
    if not 0.0 <= retry < 1.0:
        raise KaldiAssertionError("opts.retry_cutoff >= 0.0 && opts.retry_cutoff < 1.0", "DeterminizeLatticePruned")
    options: dict[str, Any] = {
        "memory": call.integer(MAX_MEMORY.name),
        "loops": call.integer("max-loop"),
        "states": call.integer("max-states"),
        "arcs": call.integer("max-arcs"),
        "delta": call.number(DELTA.name),
        "retry": retry,
    }
    depths = Depths()
    warnings = 0

    def determinize(key: bytes, lattice: Lattice) -> None:
        nonlocal warnings
        name = decode_bytes(key)
        found, is_whole, beams = run.scale(lattice).determinized_pruned(beam, **options)
        for narrower in beams:
            what = f"Pruned state-level lattice with beam {narrower:g} and retrying determinization with that beam."
            run.console.log(what, "DeterminizeLatticePruned")
        if not is_whole:
            what = "determinization did not succeed(partial output will be pruned tighter than the specified beam.)"
            run.console.warn(f"For key {name}, {what}")
        if not found.states:
            run.console.warn(f"For key {name}, determinized and trimmed lattice was empty.")
        warnings += (not is_whole) + (not found.states)
        if call.flag(MINIMIZE.name):
            found = push(run, found).minimized()
        found = found.sorted()
        depths.add(lattice, found)
        is_compact = call.flag(WRITE_COMPACT.name)
        run.write(key, run.restore(found) if is_compact else found.with_frame_costs(lattice))

    yield determinize
    depths.log(run)
    early = f"determinization finished earlier than specified by the beam (or output was empty) on {warnings} of these."
    run.console.log(f"Done {run.done} lattices, {early}")
