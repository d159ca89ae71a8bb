"""Programs that measure lattices: depth, confidence, and posteriors of arcs and transition ids (forward-backward)."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from math import exp, inf, log

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import divide_as_c, round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiError, Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs.align import read_model
from mondegreen.dropin.kaldi.lattice_programs.base import SCALES, LatticeProgram, LatticeProgramEntry, format_ratio
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, FLOAT, INTEGERS, POSTERIORS, format_float

# What stands for no second path, and for one that costs more still.
MAX_CONFIDENCE = 1e10


class Depth(LatticeProgram):
    name = "lattice-depth"
    usage = """
Finds how many arcs of each lattice last through a frame on average.

Usage: lattice-depth [options] <lattice-rspecifier> [ <depth-wspecifier> ]
E.g.: lattice-depth ark:- ark,t:-"""
    arguments = (1, 2)
    outputs = ((1, FLOAT),)
    # oracle_wer.sh reads the second line.
    summary = "Done {self.done} lattices.\nOverall density is {self.density} over {self.frames:g} frames."
    arcs = frames = 0.0

    def process(self, key: bytes, lattice: Lattice) -> None:
        arcs, frames = lattice.sorted().arc_frames()
        ratio = divide_as_c(round_to_float32(arcs), round_to_float32(frames))
        depth = round_to_float32(ratio) if lattice.start is not None else 1.0
        self.done += 1
        self.arcs += depth * frames
        self.frames += frames
        self.writers[0].write(key, depth)

    @property
    def density(self) -> str:
        return f"{divide_as_c(self.arcs, self.frames):g}".replace("nan", "-nan")


class DepthPerFrame(LatticeProgram):
    name = "lattice-depth-per-frame"
    usage = """
Finds how many arcs of each lattice last through each frame; lattices are copied too where that is wanted.

Usage: lattice-depth-per-frame [options] <lattice-rspecifier> <depth-wspecifier> [ <lattice-wspecifier> ]
E.g.: lattice-depth-per-frame ark:- ark,t:-"""
    arguments = (2, 3)
    outputs = ((1, INTEGERS), (2, COMPACT_LATTICE))

    def process(self, key: bytes, lattice: Lattice) -> None:
        ordered, (depths, copies) = lattice.sorted(), self.writers
        depths.write(key, ordered.depth_per_frame())
        copies.write(key, ordered)
        self.done += 1


class PosteriorProgram(LatticeProgram):
    """A program that computes posteriors."""

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        if self.acoustic_scale == 0.0:
            raise KaldiError("Do not use a zero acoustic scale (cannot be inverted)")


class ArcPosteriors(PosteriorProgram):
    name = "lattice-arc-post"
    usage = """
Writes for each arc of lattices, with tabs between: utterance, first frame, number of frames, likelihood, number of the
word, and, if wanted, transition ids; with a model, phones too.

Usage: lattice-arc-post [options] [ <model> ] <lattices-rspecifier> <output-wxfilename>
E.g.: lattice-arc-post --acoustic-scale=0.1 final.mdl 'ark:gunzip -c lat.1.gz|' post.txt"""
    options = (
        *SCALES,
        Option("print-alignment", default=False, purpose="Write the transition ids of each arc"),
        Option("min-post", 0.0001, "Leave arcs out that are not more likely than this"),
    )
    arguments = (2, 3)
    source = -2
    outputs = ((-1, None),)
    arc_count = 0

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.model = read_model(call, call.argument(0)) if len(call.arguments) > 2 else None

    def run(self) -> int:
        """Open the output first, as Kaldi does."""
        with self.open_writers(), self.open_lattices() as table:
            for key, lattice in table:
                self.process(key, lattice)
            return self.finish()

    def process(self, key: bytes, lattice: Lattice) -> None:
        before = self.arc_count
        for begin, frames, word, ids, log_posterior in _core.arc_posteriors(self.scale(lattice).sorted()):
            posterior = round_to_float32(exp(log_posterior))
            if posterior <= self.call.number("min-post"):
                continue
            fields = [str(begin), str(frames), format_float(posterior), str(word)]
            if self.call.flag("print-alignment"):
                fields.append(",".join(map(str, ids)))
            if self.model is not None:
                fields.append(" ".join(map(str, self.model.phones(ids))))
            self.writers[0].write(key, b"%s\t%s\n" % (key, "\t".join(fields).encode()))
            self.arc_count += 1
        if self.arc_count == before:
            self.console.warn(f"No posterior printed for {decode_bytes(key)}")
            self.failed += 1
        else:
            self.done += 1

    def finish(self) -> int:
        mean = self.arc_count // max(self.done, 1)
        what = f"{self.done} lattices ({self.failed} with errors); on average printed {mean} posteriors per lattice."
        self.console.log(f"Printed posteriors for {what}")
        return 0 if self.done else 1


class FramePosteriors(PosteriorProgram):
    name = "lattice-to-post"
    usage = """
Finds for each frame how likely each transition id is among all paths of a lattice, and the log-likelihood of all paths
together.

Usage: lattice-to-post [options] <lattice-rspecifier> <posteriors-wspecifier> [ <loglikes-wspecifier> ]
E.g.: lattice-to-post --acoustic-scale=0.1 ark:1.lats ark:1.post"""
    options = SCALES
    arguments = (2, 3)
    outputs = ((1, POSTERIORS), (2, FLOAT))
    compact = False
    frames = 0
    likelihood = acoustic = 0.0

    def process(self, key: bytes, lattice: Lattice) -> None:
        frames, likelihood, acoustic = _core.frame_posteriors(self.scale(lattice).sorted())
        posteriors, likelihoods = self.writers
        posteriors.write(key, frames)
        likelihoods.write(key, likelihood)
        self.done += 1
        self.frames += len(frames)
        self.likelihood += round_to_float32(likelihood)
        self.acoustic += acoustic

    def finish(self) -> int:
        likelihood, acoustic = (format_ratio(total, self.frames) for total in (self.likelihood, self.acoustic))
        what = f"{likelihood} over {self.frames} frames.  Average acoustic like/frame is {acoustic}"
        self.console.log(f"Overall average log-like/frame is {what}")
        return super().finish()


class Confidence(LatticeProgram):
    name = "lattice-confidence"
    usage = """
Writes for each lattice how much more its second best path costs than its best one; 1e+10 where there is no other.

Usage: lattice-confidence [options] <lattice-rspecifier> <confidence-wspecifier>
E.g.: lattice-confidence --acoustic-scale=0.08333 ark:- ark,t:-"""
    options = (
        *SCALES,
        Option("read-compact-lattice", default=True, purpose="Read compact lattices, in which words come once"),
    )
    outputs = ((1, FLOAT),)
    single = empty = identical = 0
    sum = 0.0

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.compact = call.flag("read-compact-lattice")

    def process(self, key: bytes, lattice: Lattice) -> None:
        scaled, name = self.scale(lattice), decode_bytes(key)
        paths = find_best_paths(scaled) if self.compact else find_best_sentences(scaled)
        if not paths:
            self.console.warn(f"Lattice for utterance {name} is equivalent to the empty lattice.")
            self.empty += 1
            return
        if len(paths) == 2 and paths[0][0] == paths[1][0]:
            what = "Best and second-best sentences were identical: confidence is meaningless."
            self.console.warn(f"{what}  You should call with --read-compact-lattice=false.")
            self.identical += 1
        confidence = MAX_CONFIDENCE
        if len(paths) == 2:
            confidence = min(confidence, max(0.0, round_to_float32(paths[1][1] - paths[0][1])))
        self.writers[0].write(key, confidence)
        self.single += len(paths) == 1
        self.sum += exp(-confidence)
        self.done += 1

    def finish(self) -> int:
        what = f"{self.single} contained only one sentence. {self.empty} were equivalent to the empty lattice."
        self.console.log(f"Done {self.done} lattices, of which {what}")
        if self.done:
            mean = -log(self.sum / self.done) if self.sum else inf
            self.console.log(f"Average confidence (averaged in negative-log space) is {mean:g}")
        if self.identical:
            what = "lattices had the same sentence on different paths (likely an error)"
            self.console.warn(f"{self.identical} {what}")
        return 0 if self.done and not self.identical else 1


def find_best_paths(lattice: Lattice, count: int = 2) -> list[tuple[list[int], float]]:
    """Return the words and the costs of the best paths, costs in single precision."""
    paths = [path.only_path() for path in _core.best_paths(lattice, count)]
    return [(words, round_to_float32(graph + acoustic)) for words, _, graph, acoustic in filter(None, paths)]


def find_best_sentences(lattice: Lattice) -> list[tuple[list[int], float]]:
    """Return the words and the costs of the best path, and of the best one with other words."""
    lattice.sorted()  # in a cycle the same words might come without end: that is an error, as with Kaldi
    count = 2
    while True:
        paths = find_best_paths(lattice, count)
        others = [path for path in paths if path[0] != paths[0][0]]
        if others or len(paths) < count:
            return paths[:1] + others[:1]
        count *= 2


lattice_arc_post = LatticeProgramEntry(ArcPosteriors)
lattice_confidence = LatticeProgramEntry(Confidence)
lattice_depth = LatticeProgramEntry(Depth)
lattice_depth_per_frame = LatticeProgramEntry(DepthPerFrame)
lattice_to_post = LatticeProgramEntry(FramePosteriors)
