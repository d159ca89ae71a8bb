"""Programs that make a lattice of each lattice: scaled, pruned, projected, copied, its best path."""

from __future__ import annotations

from mondegreen._core import Lattice
from mondegreen.dropin.kaldi.command import KaldiAssertionError, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs import (
    ACOUSTIC_SCALE,
    ALL_SCALES,
    INVERSE_SCALE,
    SCALES,
    WRITE_COMPACT,
    Operation,
    Run,
    lattice_program,
)
from mondegreen.dropin.kaldi.lattice_tables import ACCEPTOR, LATTICE, read_file


@lattice_program(
    "lattice-1best",
    """
Finds the path that costs least in each lattice, and writes it as a lattice with its first costs.

Usage: lattice-1best [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-1best --acoustic-scale=0.1 ark:1.lats ark:1best.lats""",
    *SCALES,
    Option("word-ins-penalty", 0.0, "The penalty of a word; only one above 0 has an effect"),
)
def lattice_1best(run: Run) -> Operation:
    run.check_scales()
    penalty = max(run.call.number("word-ins-penalty"), 0.0)

    def find_best_path(key: bytes, lattice: Lattice) -> None:
        scaled = run.scale(lattice)
        path = (scaled.penalised(penalty) if penalty else scaled).best_path()
        if path.start is None:
            run.fail(f"Possibly empty lattice for utterance-id {decode_bytes(key)}(no output)")
        else:
            run.write(key, run.restore(path.penalised(-penalty) if penalty else path))

    yield find_best_path
    run.console.log(f"Done converting {run.done} to best path, {run.failed} had errors.")


@lattice_program(
    "lattice-add-penalty",
    """
Adds a penalty to the graph cost of every word of lattices.

Usage: lattice-add-penalty [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-add-penalty --word-ins-penalty=1.0 ark:- ark:-""",
    Option("word-ins-penalty", 0.0, "The penalty of a word"),
)
def lattice_add_penalty(run: Run) -> Operation:
    yield lambda key, lattice: run.write(key, lattice.penalised(run.call.number("word-ins-penalty")))
    run.console.log(f"Done adding word insertion penalty to {run.done} lattices.")


@lattice_program(
    "lattice-scale",
    """
Scales the graph and acoustic costs of lattices.

Usage: lattice-scale [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-scale --lm-scale=0.0 ark:1.lats ark:scaled.lats""",
    WRITE_COMPACT,
    *ALL_SCALES,
    Option("acoustic2lm-scale", 0.0, "How much of the acoustic cost is added to the graph cost"),
    Option("lm2acoustic-scale", 0.0, "How much of the graph cost is added to the acoustic cost"),
    compact=WRITE_COMPACT,
)
def lattice_scale(run: Run) -> Operation:
    graph = (run.graph_scale, run.call.number("acoustic2lm-scale"))
    matrix = (graph, (run.call.number("lm2acoustic-scale"), run.acoustic_scale))
    yield lambda key, lattice: run.write(key, lattice.scaled(matrix))
    run.console.log(f"Done {run.done} lattices.")


PROJECT_OUTPUT = Option("project-output", default=True, purpose="Leave words, not transition ids")


@lattice_program(
    "lattice-project",
    """
Puts the words of lattices in the place of their transition ids, or the other way round.

Usage: lattice-project [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-project ark:1.lats ark:word.lats""",
    PROJECT_OUTPUT,
    outputs=((1, LATTICE),),
    compact=PROJECT_OUTPUT,
)
def lattice_project(run: Run) -> Operation:
    leaves_words = run.call.flag(PROJECT_OUTPUT.name)

    def project(key: bytes, lattice: Lattice) -> None:
        # Without its transition ids a compact lattice is an expanded one, with no more states.
        run.write(key, (lattice.stripped(ids=True) if leaves_words else lattice).projected(leaves_words))

    yield project
    run.console.log(f"Done projecting {run.done} lattices.")


@lattice_program(
    "lattice-rmali",
    """
Takes the transition ids off lattices, which makes them smaller.

Usage: lattice-rmali [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-rmali ark:1.lats ark:words.lats""",
)
def lattice_rmali(run: Run) -> Operation:
    yield lambda key, lattice: run.write(key, lattice.stripped(ids=True))
    run.console.log(f"Done removing alignments from {run.done} lattices.")


@lattice_program(
    "lattice-copy",
    """
Copies lattices, from one form to another or only those of some utterances.

Usage: lattice-copy [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-copy --write-compact=false ark:1.lats ark,t:text.lats""",
    WRITE_COMPACT,
    Option("include", "", "File whose lines begin with the utterances to copy"),
    Option("exclude", "", "File whose lines begin with the utterances not to copy"),
    Option("ignore-missing", default=False, purpose="With --include, succeed though nothing was copied"),
    compact=WRITE_COMPACT,
)
def lattice_copy(run: Run) -> Operation:
    include, exclude = run.call.text("include"), run.call.text("exclude")
    if include and exclude:
        raise KaldiError("should not have both --exclude and --include option!")
    if not (include or exclude):
        yield run.write
        run.console.log(f"Done copying {run.done} lattices.")
        return
    lines = read_file(run.call, include or exclude).splitlines()
    keys = {fields[0] for fields in map(bytes.split, lines) if fields}
    skipped = 0

    def copy_if_wanted(key: bytes, lattice: Lattice) -> None:
        nonlocal skipped
        if (key in keys) == bool(include):
            run.write(key, lattice)
        else:
            skipped += 1

    yield copy_if_wanted
    run.console.log(f" Wrote {run.done} out of {run.done + skipped} utterances.", "CopySubsetLattices")
    run.succeeded |= run.call.flag("ignore-missing")


@lattice_program(
    "lattice-prune",
    """
Removes from lattices what lies on no path that costs at most so much more than the best one.

Usage: lattice-prune [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-prune --acoustic-scale=0.1 --beam=4.0 ark:1.lats ark:pruned.lats""",
    ACOUSTIC_SCALE,
    INVERSE_SCALE,
    Option("beam", 10.0, "How much more than the best path a path may cost, after scaling"),
)
def lattice_prune(run: Run) -> Operation:
    run.check_scales()
    beam = run.call.number("beam")
    # The states and the arcs of all lattices, before and after.
    totals = [0, 0, 0, 0]

    def prune(key: bytes, lattice: Lattice) -> None:
        if not beam > 0.0:
            raise KaldiAssertionError("beam > 0.0", "PruneLattice")
        scaled, name = run.scale(lattice), decode_bytes(key)
        try:
            pruned = scaled.pruned(beam)
        except ValueError:  # Kaldi writes a lattice with a cycle as it is, and goes on
            run.console.warn("Cycles detected in lattice", "PruneLattice")
            pruned = scaled
        if pruned is scaled or pruned.start is None:
            run.console.warn(f"Error pruning lattice for utterance {name}")
        sizes = (lattice.states, pruned.states, lattice.arcs, pruned.arcs)
        totals[:] = map(sum, zip(totals, sizes, strict=True))
        states = f"pruned #states from {lattice.states} to {pruned.states}"
        run.console.log(f"For utterance {name}, {states} and #arcs from {lattice.arcs} to {pruned.arcs}")
        run.write(key, run.restore(pruned))

    yield prune
    states, fewer_states, arcs, fewer_arcs = (f"{total / max(run.done, 1):g}" for total in totals)
    sizes = f"from on average {states} to {fewer_states} states, and from {arcs} to {fewer_arcs} arcs"
    run.console.log(f"Overall, pruned {sizes}, over {run.done} utterances.")
    run.console.log(f"Done {run.done} lattices.")


REMOVE_EPSILONS = Option("rm-eps", default=True, purpose="Remove epsilon arcs where that makes no more of others")


@lattice_program(
    "lattice-to-fst",
    """
Makes automata of the words of lattices alone, without costs unless they are asked for.

Usage: lattice-to-fst [options] <lattice-rspecifier> <fsts-wspecifier>
E.g.: lattice-to-fst ark:1.lats ark:1.fsts""",
    Option("acoustic-scale", 0.0, ACOUSTIC_SCALE.purpose),
    Option("lm-scale", 0.0, "Factor of graph costs, those of the language model among them"),
    REMOVE_EPSILONS,
    outputs=((1, ACCEPTOR),),
)
def lattice_to_fst(run: Run) -> Operation:
    removes = run.call.flag(REMOVE_EPSILONS.name)
    yield lambda key, lattice: run.write(key, run.scale(lattice).acceptor(removes_epsilons=removes))
    run.console.log(f"Done converting {run.done} lattices to word-level FSTs")
