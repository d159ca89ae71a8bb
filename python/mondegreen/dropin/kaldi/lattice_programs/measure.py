"""Programs that measure lattices: depth, confidence, and posteriors of arcs and transition ids (forward-backward)."""

from __future__ import annotations

from math import exp, inf, log

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import divide_as_c, round_to_float32
from mondegreen.dropin.kaldi.command import Option, decode_bytes
from mondegreen.dropin.kaldi.lattice_programs import SCALES, Operation, Run, format_ratio, lattice_program
from mondegreen.dropin.kaldi.lattice_programs.align import read_model
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, FLOAT, INTEGERS, POSTERIORS, format_float

# What stands for no second path, and for one that costs more still.
MAX_CONFIDENCE = 1e10


def measure_depth(lattice: Lattice) -> tuple[float, int]:
    """Return how many arcs of a sorted lattice last through a frame on average, and the number of frames."""
    arcs, frames = lattice.arc_frames()
    if lattice.start is None:
        return 1.0, frames
    return round_to_float32(divide_as_c(round_to_float32(arcs), round_to_float32(frames))), frames


@lattice_program(
    "lattice-depth",
    """
Finds how many arcs of each lattice last through a frame on average.

Usage: lattice-depth [options] <lattice-rspecifier> [ <depth-wspecifier> ]
E.g.: lattice-depth ark:- ark,t:-""",
    arguments=(1, 2),
    outputs=((1, FLOAT),),
)
def lattice_depth(run: Run) -> Operation:
    total_arcs = total_frames = 0.0

    def measure(key: bytes, lattice: Lattice) -> None:
        nonlocal total_arcs, total_frames
        depth, frames = measure_depth(lattice.sorted())
        total_arcs += depth * frames
        total_frames += frames
        run.write(key, depth)

    yield measure
    run.console.log(f"Done {run.done} lattices.")
    # oracle_wer.sh reads this line.
    run.console.log(f"Overall density is {format_ratio(total_arcs, total_frames)} over {total_frames:g} frames.")


@lattice_program(
    "lattice-depth-per-frame",
    """
Finds how many arcs of each lattice last through each frame; lattices are copied too where that is wanted.

Usage: lattice-depth-per-frame [options] <lattice-rspecifier> <depth-wspecifier> [ <lattice-wspecifier> ]
E.g.: lattice-depth-per-frame ark:- ark,t:-""",
    arguments=(2, 3),
    outputs=((1, INTEGERS), (2, COMPACT_LATTICE)),
)
def lattice_depth_per_frame(run: Run) -> Operation:
    def measure(key: bytes, lattice: Lattice) -> None:
        ordered = lattice.sorted()
        run.write(key, ordered.depth_per_frame(), ordered)

    yield measure
    run.console.log(f"Done {run.done} lattices.")


@lattice_program(
    "lattice-arc-post",
    """
Writes for each arc of lattices, with tabs between: utterance, first frame, number of frames, likelihood, number of the
word, and, if wanted, transition ids; with a model, phones too.

Usage: lattice-arc-post [options] [ <model> ] <lattices-rspecifier> <output-wxfilename>
E.g.: lattice-arc-post --acoustic-scale=0.1 final.mdl 'ark:gunzip -c lat.1.gz|' post.txt""",
    *SCALES,
    Option("print-alignment", default=False, purpose="Write the transition ids of each arc"),
    Option("min-post", 0.0001, "Leave arcs out that are not more likely than this"),
    arguments=(2, 3),
    sources=slice(-2, -1),
    outputs=((-1, None),),
    opens_outputs_first=True,
)
def lattice_arc_post(run: Run) -> Operation:
    """Write times, posterior and word of each arc of lattices."""
    call = run.call
    run.check_acoustic_scale()
    model = read_model(call, call.argument(0)) if len(call.arguments) > 2 else None
    arc_count = 0

    def write_arcs(key: bytes, lattice: Lattice) -> None:
        nonlocal arc_count
        before = arc_count
        for begin, frames, word, ids, log_posterior in _core.arc_posteriors(run.scale(lattice).sorted()):
            posterior = round_to_float32(exp(log_posterior))
            if posterior <= call.number("min-post"):
                continue
            fields = [str(begin), str(frames), format_float(posterior), str(word)]
            if call.flag("print-alignment"):
                fields.append(",".join(map(str, ids)))
            if model is not None:
                fields.append(" ".join(map(str, model.phones(ids))))
            run.writers[0].write(key, b"%s\t%s\n" % (key, "\t".join(fields).encode()))
            arc_count += 1
        if arc_count > before:
            run.done += 1
        else:
            run.fail(f"No posterior printed for {decode_bytes(key)}")

    yield write_arcs
    mean = arc_count // max(run.done, 1)
    what = f"{run.done} lattices ({run.failed} with errors); on average printed {mean} posteriors per lattice."
    run.console.log(f"Printed posteriors for {what}")


@lattice_program(
    "lattice-to-post",
    """
Finds for each frame how likely each transition id is among all paths of a lattice, and the log-likelihood of all paths
together.

Usage: lattice-to-post [options] <lattice-rspecifier> <posteriors-wspecifier> [ <loglikes-wspecifier> ]
E.g.: lattice-to-post --acoustic-scale=0.1 ark:1.lats ark:1.post""",
    *SCALES,
    arguments=(2, 3),
    outputs=((1, POSTERIORS), (2, FLOAT)),
    compact=False,
)
def lattice_to_post(run: Run) -> Operation:
    run.check_acoustic_scale()
    frame_count = 0
    total = total_acoustic = 0.0

    def write_posteriors(key: bytes, lattice: Lattice) -> None:
        nonlocal frame_count, total, total_acoustic
        frames, likelihood, acoustic = _core.frame_posteriors(run.scale(lattice).sorted())
        frame_count += len(frames)
        total += round_to_float32(likelihood)
        total_acoustic += acoustic
        run.write(key, frames, likelihood)

    yield write_posteriors
    what = f"{format_ratio(total, frame_count)} over {frame_count} frames."
    acoustic = f"Average acoustic like/frame is {format_ratio(total_acoustic, frame_count)}"
    run.console.log(f"Overall average log-like/frame is {what}  {acoustic}")
    run.console.log(f"Done {run.done} lattices.")


READ_COMPACT = Option("read-compact-lattice", default=True, purpose="Read compact lattices, in which words come once")


@lattice_program(
    "lattice-confidence",
    """
Writes for each lattice how much more its second best path costs than its best one; 1e+10 where there is no other.

Usage: lattice-confidence [options] <lattice-rspecifier> <confidence-wspecifier>
E.g.: lattice-confidence --acoustic-scale=0.08333 ark:- ark,t:-""",
    *SCALES,
    READ_COMPACT,
    outputs=((1, FLOAT),),
    compact=READ_COMPACT,
)
def lattice_confidence(run: Run) -> Operation:
    find_paths = find_best_paths if run.call.flag(READ_COMPACT.name) else find_best_sentences
    single = empty = identical = 0
    total = 0.0

    def compare_best(key: bytes, lattice: Lattice) -> None:
        nonlocal single, empty, identical, total
        paths = find_paths(run.scale(lattice))
        if not paths:
            run.console.warn(f"Lattice for utterance {decode_bytes(key)} is equivalent to the empty lattice.")
            empty += 1
            return
        confidence = MAX_CONFIDENCE
        if len(paths) == 2:
            confidence = min(confidence, max(0.0, round_to_float32(paths[1][1] - paths[0][1])))
            if paths[0][0] == paths[1][0]:
                what = "Best and second-best sentences were identical: confidence is meaningless."
                run.console.warn(f"{what}  You should call with --read-compact-lattice=false.")
                identical += 1
        run.write(key, confidence)
        single += len(paths) == 1
        total += exp(-confidence)

    yield compare_best
    what = f"{single} contained only one sentence. {empty} were equivalent to the empty lattice."
    run.console.log(f"Done {run.done} lattices, of which {what}")
    if run.done:
        mean = -log(total / run.done) if total else inf
        run.console.log(f"Average confidence (averaged in negative-log space) is {mean:g}")
    if identical:
        what = "lattices had the same sentence on different paths (likely an error)"
        run.console.warn(f"{identical} {what}")
        run.succeeded = False


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
