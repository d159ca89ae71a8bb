"""Programs that make a lattice of each lattice: scaled, pruned, projected, copied, its best path."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from mondegreen._core import Lattice
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs.base import (
    ACOUSTIC_SCALE,
    ALL_SCALES,
    INVERSE_SCALE,
    SCALES,
    WRITE_COMPACT,
    LatticeProgramEntry,
    LatticeTransform,
)
from mondegreen.dropin.kaldi.lattice_tables import LATTICE, read_file


class BestPath(LatticeTransform):
    name = "lattice-1best"
    usage = """
Finds the path that costs least in each lattice, and writes it as a lattice with its first costs.

Usage: lattice-1best [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-1best --acoustic-scale=0.1 ark:1.lats ark:1best.lats"""
    options = (*SCALES, Option("word-ins-penalty", 0.0, "The penalty of a word; only one above 0 has an effect"))
    restores_costs = True
    summary = "Done converting {self.done} to best path, {self.failed} had errors."

    def transform(self, key: bytes, lattice: Lattice) -> Lattice | None:
        penalty = max(self.call.number("word-ins-penalty"), 0.0)
        scaled = self.scale(lattice)
        path = (scaled.penalised(penalty) if penalty else scaled).best_path()
        if path.start is None:
            self.console.warn(f"Possibly empty lattice for utterance-id {decode_bytes(key)}(no output)")
            self.failed += 1
            return None
        self.done += 1
        return self.restore(path.penalised(-penalty) if penalty else path)


class AddPenalty(LatticeTransform):
    name = "lattice-add-penalty"
    usage = """
Adds a penalty to the graph cost of every word of lattices.

Usage: lattice-add-penalty [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-add-penalty --word-ins-penalty=1.0 ark:- ark:-"""
    options = (Option("word-ins-penalty", 0.0, "The penalty of a word"),)
    summary = "Done adding word insertion penalty to {self.done} lattices."

    def transform(self, key: bytes, lattice: Lattice) -> Lattice:  # noqa: ARG002 - others name the utterance
        self.done += 1
        return lattice.penalised(self.call.number("word-ins-penalty"))


class Scale(LatticeTransform):
    name = "lattice-scale"
    usage = """
Scales the graph and acoustic costs of lattices.

Usage: lattice-scale [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-scale --lm-scale=0.0 ark:1.lats ark:scaled.lats"""
    options = (
        WRITE_COMPACT,
        *ALL_SCALES,
        Option("acoustic2lm-scale", 0.0, "How much of the acoustic cost is added to the graph cost"),
        Option("lm2acoustic-scale", 0.0, "How much of the graph cost is added to the acoustic cost"),
    )

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        graph = (self.graph_scale, call.number("acoustic2lm-scale"))
        self.matrix = (graph, (call.number("lm2acoustic-scale"), self.acoustic_scale))

    def transform(self, key: bytes, lattice: Lattice) -> Lattice:  # noqa: ARG002 - as above
        self.done += 1
        return lattice.scaled(self.matrix)


class Project(LatticeTransform):
    name = "lattice-project"
    usage = """
Puts the words of lattices in the place of their transition ids, or the other way round.

Usage: lattice-project [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-project ark:1.lats ark:word.lats"""
    options = (Option("project-output", default=True, purpose="Leave words, not transition ids"),)
    outputs = ((1, LATTICE),)
    summary = "Done projecting {self.done} lattices."

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.compact = call.flag("project-output")

    def transform(self, key: bytes, lattice: Lattice) -> Lattice:  # noqa: ARG002 - as above
        self.done += 1
        # Without its transition ids a compact lattice is an expanded one, with no more states.
        return (lattice.stripped(ids=True) if self.compact else lattice).projected(self.compact)


class RemoveAlignment(LatticeTransform):
    name = "lattice-rmali"
    usage = """
Takes the transition ids off lattices, which makes them smaller.

Usage: lattice-rmali [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-rmali ark:1.lats ark:words.lats"""
    summary = "Done removing alignments from {self.done} lattices."

    def transform(self, key: bytes, lattice: Lattice) -> Lattice:  # noqa: ARG002 - as above
        self.done += 1
        return lattice.stripped(ids=True)


class Copy(LatticeTransform):
    name = "lattice-copy"
    usage = """
Copies lattices, from one form to another or only those of some utterances.

Usage: lattice-copy [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-copy --write-compact=false ark:1.lats ark,t:text.lats"""
    options = (
        WRITE_COMPACT,
        Option("include", "", "File whose lines begin with the utterances to copy"),
        Option("exclude", "", "File whose lines begin with the utterances not to copy"),
        Option("ignore-missing", default=False, purpose="With --include, succeed though nothing was copied"),
    )
    read = 0

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        include, exclude = call.text("include"), call.text("exclude")
        if include and exclude:
            raise KaldiError("should not have both --exclude and --include option!")
        self.is_including, self.is_subset = bool(include), bool(include or exclude)
        lines = read_file(call, include or exclude).splitlines() if self.is_subset else []
        self.keys = {fields[0] for fields in map(bytes.split, lines) if fields}

    def transform(self, key: bytes, lattice: Lattice) -> Lattice | None:
        self.read += 1
        if self.is_subset and (key in self.keys) != self.is_including:
            return None
        self.done += 1
        return lattice

    def finish(self) -> int:
        if self.is_subset:
            self.console.log(f" Wrote {self.done} out of {self.read} utterances.", "CopySubsetLattices")
        else:
            self.console.log(f"Done copying {self.done} lattices.")
        return 0 if self.done or (self.is_subset and self.call.flag("ignore-missing")) else 1


class Prune(LatticeTransform):
    name = "lattice-prune"
    usage = """
Removes from lattices what lies on no path that costs at most so much more than the best one.

Usage: lattice-prune [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-prune --acoustic-scale=0.1 --beam=4.0 ark:1.lats ark:pruned.lats"""
    options = (
        ACOUSTIC_SCALE,
        INVERSE_SCALE,
        Option("beam", 10.0, "How much more than the best path a path may cost, after scaling"),
    )
    restores_costs = True

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.states = [0, 0]
        self.arcs = [0, 0]

    def transform(self, key: bytes, lattice: Lattice) -> Lattice:
        beam, name = self.call.number("beam"), decode_bytes(key)
        if not beam > 0.0:
            raise KaldiAssertionError("beam > 0.0", "PruneLattice")
        scaled = self.scale(lattice)
        try:
            pruned = scaled.pruned(beam)
        except ValueError:  # Kaldi writes a lattice with a cycle as it is, and goes on
            self.console.warn("Cycles detected in lattice", "PruneLattice")
            pruned = scaled
        if pruned is scaled or pruned.start is None:
            self.console.warn(f"Error pruning lattice for utterance {name}")
        self.done += 1
        for index, one in enumerate((lattice, pruned)):
            self.states[index] += one.states
            self.arcs[index] += one.arcs
        states = f"pruned #states from {lattice.states} to {pruned.states}"
        self.console.log(f"For utterance {name}, {states} and #arcs from {lattice.arcs} to {pruned.arcs}")
        return self.restore(pruned)

    def finish(self) -> int:
        before, after = ([f"{sizes[i] / max(self.done, 1):g}" for sizes in (self.states, self.arcs)] for i in (0, 1))
        states, arcs = (f"{old} to {new}" for old, new in zip(before, after, strict=True))
        what = f"pruned from on average {states} states, and from {arcs} arcs, over {self.done} utterances."
        self.console.log(f"Overall, {what}")
        return super().finish()


lattice_1best = LatticeProgramEntry(BestPath)
lattice_add_penalty = LatticeProgramEntry(AddPenalty)
lattice_copy = LatticeProgramEntry(Copy)
lattice_project = LatticeProgramEntry(Project)
lattice_prune = LatticeProgramEntry(Prune)
lattice_rmali = LatticeProgramEntry(RemoveAlignment)
lattice_scale = LatticeProgramEntry(Scale)
