"""Programs on n-best lists: of lattices, to lattices, to CTM, and taken apart into words, transition ids and costs."""

from __future__ import annotations

from itertools import groupby

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.lattice_programs import (
    FRAME_SHIFT,
    PRINT_SILENCE,
    SCALES,
    Operation,
    Run,
    get_precision,
    lattice_program,
)
from mondegreen.dropin.kaldi.lattice_tables import (
    COMPACT_LATTICE,
    FLOAT,
    INTEGERS,
    LatticeReader,
    parse_float,
    parse_integers,
    read_values,
)
from mondegreen.dropin.kaldi.writers import open_writer

# A negative seed starts the same sequence as the unsigned number of the same bits.
SEED_COUNT = 1 << 32
# With which Kaldi keeps clear of a division by zero.
TINY = 1e-20


@lattice_program(
    "lattice-to-nbest",
    """
Finds the paths of each lattice that cost least, and writes each as a lattice; the path of rank 1 of utterance "utt" has
the key "utt-1". Paths with the same words are told apart, unless the lattice has each word sequence only once.

Usage: lattice-to-nbest [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-to-nbest --acoustic-scale=0.1 --n=10 ark:1.lats ark:nbest.lats""",
    *SCALES,
    Option("n", 1, "How many paths"),
    Option("random", default=False, purpose="Take any paths, not the best"),
    Option("srand", 0, "What the choice of any paths begins with"),
    compact=False,
)
def lattice_to_nbest(run: Run) -> Operation:
    run.check_scales()
    wanted = run.call.integer("n")
    if wanted <= 0:
        raise KaldiAssertionError("n > 0")
    path_count = 0

    def list_paths(key: bytes, lattice: Lattice) -> None:
        nonlocal path_count
        scaled = run.scale(lattice)
        if run.call.flag("random"):
            paths = _core.any_paths(scaled, wanted, (run.call.integer("srand") + run.done) % SEED_COUNT)
        else:
            paths = _core.best_paths(scaled, wanted)
        if not paths:
            run.console.warn(f"Possibly empty lattice for utterance-id {decode_bytes(key)}(no N-best entries)")
            return
        for rank, path in enumerate(paths, 1):
            run.writers[0].write(b"%s-%d" % (key, rank), run.restore(path).contracted())
        run.done += 1
        path_count += len(paths)

    yield list_paths
    what = f"{run.done} lattices with n = {wanted}, average actual #paths is {path_count / (run.done + TINY):g}"
    run.console.log(f"Done applying N-best algorithm to {what}")


@program(
    "nbest-to-lattice",
    """
Joins the paths of n-best lists, whose keys end in a hyphen and a number, into a lattice for each utterance.

Usage: nbest-to-lattice [options] <nbest-rspecifier> <lattices-wspecifier>
E.g.: nbest-to-lattice ark:1.nbest ark:1.lats""",
    arguments=(2,),
)
def nbest_to_lattice(call: Call) -> int:
    done = path_count = 0
    with LatticeReader(call, call.argument(0)) as table, open_writer(call, call.argument(1), COMPACT_LATTICE) as writer:
        for utterance, entries in groupby(table, lambda entry: get_utterance_id(entry[0])):
            paths = [lattice for _, lattice in entries]
            writer.write(utterance, _core.Lattice.union(paths))
            done += 1
            path_count += len(paths)
        what = f"{done} utterances, with on average {path_count / (done + TINY):g} N-best paths per utterance."
        call.console.log(f"Done joining n-best into lattices for {what}")
    return 0 if done else 1


def get_utterance_id(key: bytes) -> bytes:
    utterance, hyphen, rank = key.rpartition(b"-")
    if not hyphen or not rank.isdigit():
        what = "expected it to end in a hyphen and a number"
        raise KaldiError(f"Invalid nbest utterance key {decode_bytes(key)}: {what}")
    return utterance


@lattice_program(
    "nbest-to-ctm",
    """
Writes the words of lattices of one path in CTM format: utterance, 1, begin, length, number of the word. The lattices
should be word-aligned.

Usage: nbest-to-ctm [options] <aligned-linear-lattice-rspecifier> <ctm-wxfilename>
E.g.: lattice-1best ark:1.lats ark:- | lattice-align-words ... ark:- ark:- | nbest-to-ctm ark:- 1.ctm""",
    FRAME_SHIFT,
    Option("precision", 2, "Decimals of times"),
    PRINT_SILENCE,
    outputs=((1, None),),
)
def nbest_to_ctm(run: Run) -> Operation:
    shift = round_to_float32(run.call.number(FRAME_SHIFT.name))
    digits = get_decimals(shift, run.call.integer("precision"))
    print_silence = run.call.flag(PRINT_SILENCE.name)

    def write_words(key: bytes, lattice: Lattice) -> None:
        if lattice.only_path() is None:
            run.fail(f"Format conversion failed for key {decode_bytes(key)}")
            return
        lines, frame = [], 0
        for _, _, word, _, _, ids in lattice.all_arcs():
            if word or print_silence:
                times = (f"{round_to_float32(shift * frames):.{digits}f}" for frames in (frame, len(ids)))
                lines.append(b"%s 1 %s %d\n" % (key, " ".join(times).encode(), word))
            frame += len(ids)
        run.write(key, b"".join(lines))

    yield write_words
    run.console.log(f"Converted {run.done} linear lattices to ctm format; {run.failed} had errors.")


def get_decimals(shift: float, decimals: int) -> int:
    """Return more decimals for short frames. As a `float` even 0.01 is less than 0.01: by default there are three."""
    if shift < 0.01 and decimals <= 2:
        decimals = 3
    if shift < 0.001 and decimals <= 3:
        decimals = 4
    return get_precision(decimals)


@lattice_program(
    "nbest-to-linear",
    """
Takes lattices of one path apart: transition ids, words, graph cost and acoustic cost.

Usage: nbest-to-linear [options] <nbest-rspecifier> <alignments-wspecifier> [ <transcriptions-wspecifier>
           [ <lm-cost-wspecifier> [ <ac-cost-wspecifier> ] ] ]
E.g.: lattice-to-nbest --n=10 ark:1.lats ark:- | nbest-to-linear ark:- ark,t:1.ali ark,t:1.tra""",
    arguments=(2, 3, 4, 5),
    outputs=((1, INTEGERS), (2, INTEGERS), (3, FLOAT), (4, FLOAT)),
    compact=False,
)
def nbest_to_linear(run: Run) -> Operation:
    def take_apart(key: bytes, lattice: Lattice) -> None:
        path = lattice.only_path()
        if path is None:
            what = "note, this program expects input with one path, e.g. from lattice-to-nbest."
            run.fail(f"Lattice/nbest for key {decode_bytes(key)} had wrong format: {what}")
            return
        words, ids, graph, acoustic = path
        run.write(key, ids, words, graph, acoustic)

    yield take_apart
    run.console.log(f"Done {run.done} n-best entries, {run.failed} had errors.")


@program(
    "linear-to-nbest",
    """
Makes lattices of one path of transition ids, words and costs; an empty name in the place of costs stands for none.

Usage: linear-to-nbest [options] <alignments-rspecifier> <transcriptions-rspecifier> (<lm-cost-rspecifier>|'')
           (<ac-cost-rspecifier>|'') <nbest-wspecifier>
E.g.: linear-to-nbest ark:1.ali ark:1.tra ark:1.lm ark:1.ac ark:1.nbest""",
    arguments=(5,),
)
def linear_to_nbest(call: Call) -> int:
    done = 0
    words = dict(read_values(call, call.argument(1), parse_integers))
    graph_costs, acoustic_costs = (
        dict(read_values(call, name, parse_float)) if name else None for name in map(call.argument, (2, 3))
    )
    with open_writer(call, call.argument(4), COMPACT_LATTICE) as writer:
        for key, ids in read_values(call, call.argument(0), parse_integers):
            try:
                costs = [0.0 if table is None else table[key] for table in (graph_costs, acoustic_costs)]
                writer.write(key, _core.Lattice.line(words[key], ids, *costs).contracted())
            except KeyError:
                what = f"Value() called but no such key {decode_bytes(key)} in archive"
                raise KaldiError(what, "Value") from None
            done += 1
        call.console.log(f"Done {done} n-best entries ,0 had errors.")
    return 0 if done else 1
