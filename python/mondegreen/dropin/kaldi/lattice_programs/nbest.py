"""Programs on n-best lists: of lattices, to lattices, to CTM, and taken apart into words, transition ids and costs."""
# ruff: noqa: D101 - the usage of a program says what it does

from __future__ import annotations

from itertools import groupby

from mondegreen import _core
from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.lattice_programs.base import (
    FRAME_SHIFT,
    PRINT_SILENCE,
    SCALES,
    LatticeProgram,
    LatticeProgramEntry,
)
from mondegreen.dropin.kaldi.lattice_tables import (
    COMPACT_LATTICE,
    FLOAT,
    INTEGERS,
    parse_float,
    parse_integers,
    read_values,
)
from mondegreen.dropin.kaldi.writers import open_writer

# A negative seed starts the same sequence as the unsigned number of the same bits.
SEED_COUNT = 1 << 32


class ToNbest(LatticeProgram):
    name = "lattice-to-nbest"
    usage = """
Finds the paths of each lattice that cost least, and writes each as a lattice; the path of rank 1 of utterance "utt" has
the key "utt-1". Paths with the same words are told apart, unless the lattice has each word sequence only once.

Usage: lattice-to-nbest [options] <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-to-nbest --acoustic-scale=0.1 --n=10 ark:1.lats ark:nbest.lats"""
    options = (
        *SCALES,
        Option("n", 1, "How many paths"),
        Option("random", default=False, purpose="Take any paths, not the best"),
        Option("srand", 0, "What the choice of any paths begins with"),
    )
    outputs = ((1, COMPACT_LATTICE),)
    compact = False
    restores_costs = True
    path_count = 0

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.wanted = call.integer("n")
        if self.wanted <= 0:
            raise KaldiAssertionError("n > 0")

    def process(self, key: bytes, lattice: Lattice) -> None:
        scaled = self.scale(lattice)
        if self.call.flag("random"):
            paths = _core.any_paths(scaled, self.wanted, (self.call.integer("srand") + self.done) % SEED_COUNT)
        else:
            paths = _core.best_paths(scaled, self.wanted)
        if not paths:
            self.console.warn(f"Possibly empty lattice for utterance-id {decode_bytes(key)}(no N-best entries)")
            return
        for rank, path in enumerate(paths, 1):
            self.writers[0].write(b"%s-%d" % (key, rank), self.restore(path).contracted())
        self.done += 1
        self.path_count += len(paths)

    def finish(self) -> int:
        mean = self.path_count / (self.done + 1e-20)
        what = f"{self.done} lattices with n = {self.wanted}, average actual #paths is {mean:g}"
        self.console.log(f"Done applying N-best algorithm to {what}")
        return 0 if self.done else 1


class NbestToLattice(LatticeProgram):
    name = "nbest-to-lattice"
    usage = """
Joins the paths of n-best lists, whose keys end in a hyphen and a number, into a lattice for each utterance.

Usage: nbest-to-lattice [options] <nbest-rspecifier> <lattices-wspecifier>
E.g.: nbest-to-lattice ark:1.nbest ark:1.lats"""
    outputs = ((1, COMPACT_LATTICE),)

    def run(self) -> int:
        path_count = 0
        with self.open_lattices() as table, self.open_writers():
            for utterance, entries in groupby(table, lambda entry: get_utterance_id(entry[0])):
                paths = [lattice for _, lattice in entries]
                self.writers[0].write(utterance, _core.Lattice.union(paths))
                self.done += 1
                path_count += len(paths)
            mean = path_count / (self.done + 1e-20)
            what = f"{self.done} utterances, with on average {mean:g} N-best paths per utterance."
            self.console.log(f"Done joining n-best into lattices for {what}")
        return 0 if self.done else 1


def get_utterance_id(key: bytes) -> bytes:
    """Return the utterance ID in the key of a path."""
    utterance, hyphen, rank = key.rpartition(b"-")
    if not hyphen or not rank.isdigit():
        what = "expected it to end in a hyphen and a number"
        raise KaldiError(f"Invalid nbest utterance key {decode_bytes(key)}: {what}")
    return utterance


class NbestToCtm(LatticeProgram):
    name = "nbest-to-ctm"
    usage = """
Writes the words of lattices of one path in CTM format: utterance, 1, begin, length, number of the word. The lattices
should be word-aligned.

Usage: nbest-to-ctm [options] <aligned-linear-lattice-rspecifier> <ctm-wxfilename>
E.g.: lattice-1best ark:1.lats ark:- | lattice-align-words ... ark:- ark:- | nbest-to-ctm ark:- 1.ctm"""
    options = (FRAME_SHIFT, Option("precision", 2, "Decimals of times"), PRINT_SILENCE)
    outputs = ((1, None),)
    summary = "Converted {self.done} linear lattices to ctm format; {self.failed} had errors."

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        self.shift = round_to_float32(call.number("frame-shift"))
        self.digits = get_decimals(self.shift, call.integer("precision"))

    def process(self, key: bytes, lattice: Lattice) -> None:
        if lattice.only_path() is None:
            self.console.warn(f"Format conversion failed for key {decode_bytes(key)}")
            self.failed += 1
            return
        lines, frame = [], 0
        for _, _, word, _, _, ids in lattice.all_arcs():
            if word or self.call.flag("print-silence"):
                times = (f"{round_to_float32(self.shift * frames):.{self.digits}f}" for frames in (frame, len(ids)))
                lines.append(b"%s 1 %s %d\n" % (key, " ".join(times).encode(), word))
            frame += len(ids)
        self.done += 1
        self.writers[0].write(key, b"".join(lines))


def get_decimals(shift: float, decimals: int) -> int:
    """Return more decimals for short frames. As a `float` even 0.01 is less than 0.01: by default there are three."""
    if shift < 0.01 and decimals <= 2:
        decimals = 3
    if shift < 0.001 and decimals <= 3:
        decimals = 4
    return decimals


class NbestToLinear(LatticeProgram):
    name = "nbest-to-linear"
    usage = """
Takes lattices of one path apart: transition ids, words, graph cost and acoustic cost.

Usage: nbest-to-linear [options] <nbest-rspecifier> <alignments-wspecifier> [ <transcriptions-wspecifier>
           [ <lm-cost-wspecifier> [ <ac-cost-wspecifier> ] ] ]
E.g.: lattice-to-nbest --n=10 ark:1.lats ark:- | nbest-to-linear ark:- ark,t:1.ali ark,t:1.tra"""
    arguments = (2, 3, 4, 5)
    outputs = ((1, INTEGERS), (2, INTEGERS), (3, FLOAT), (4, FLOAT))
    compact = False
    summary = "Done {self.done} n-best entries, {self.failed} had errors."

    def process(self, key: bytes, lattice: Lattice) -> None:
        path = lattice.only_path()
        if path is None:
            what = "note, this program expects input with one path, e.g. from lattice-to-nbest."
            self.console.warn(f"Lattice/nbest for key {decode_bytes(key)} had wrong format: {what}")
            self.failed += 1
            return
        words, ids, graph, acoustic = path
        for writer, value in zip(self.writers, (ids, words, graph, acoustic), strict=True):
            writer.write(key, value)
        self.done += 1


USAGE = """
Makes lattices of one path of transition ids, words and costs; an empty name in the place of costs stands for none.

Usage: linear-to-nbest [options] <alignments-rspecifier> <transcriptions-rspecifier> (<lm-cost-rspecifier>|'')
           (<ac-cost-rspecifier>|'') <nbest-wspecifier>
E.g.: linear-to-nbest ark:1.ali ark:1.tra ark:1.lm ark:1.ac ark:1.nbest"""


@program("linear-to-nbest", USAGE, arguments=(5,))
def linear_to_nbest(call: Call) -> int:
    """Make lattices of one path."""
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


lattice_to_nbest = LatticeProgramEntry(ToNbest)
nbest_to_ctm = LatticeProgramEntry(NbestToCtm)
nbest_to_lattice = LatticeProgramEntry(NbestToLattice)
nbest_to_linear = LatticeProgramEntry(NbestToLinear)
