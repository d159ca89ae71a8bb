"""What programs on lattices have in common; each is a class: its name, usage and options, and what it does.

Programs that do one lattice after the other run alone between two tables, or one behind the other in a script: a script
that runs the same pipeline for each of many weights reads every lattice once and passes it to all of them
(`pipelines`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, Program, ProgramEntry
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, LATTICE, LatticeReader, open_lattice_lookup
from mondegreen.dropin.kaldi.tables import Wspecifier
from mondegreen.dropin.kaldi.writers import ArchiveWriter, Holder, LineWriter, Sink, Writer, open_sink, open_writer

ACOUSTIC_SCALE = Option("acoustic-scale", 1.0, "Factor of acoustic costs")
INVERSE_SCALE = Option("inv-acoustic-scale", 1.0, "The acoustic scale by its inverse")
GRAPH_SCALE = Option("lm-scale", 1.0, "Factor of graph costs, those of the language model among them")
SCALES, ALL_SCALES = (ACOUSTIC_SCALE, GRAPH_SCALE), (ACOUSTIC_SCALE, INVERSE_SCALE, GRAPH_SCALE)
FRAME_SHIFT = Option("frame-shift", 0.01, "Seconds from a frame to the next")
PRINT_SILENCE = Option("print-silence", default=False, purpose="Write words of number 0 too")
SHOW_WORDS = Option("word-symbol-table", "", "Words and their numbers, to show words on standard error")
WRITE_COMPACT = Option("write-compact", default=True, purpose="Write compact lattices, with strings of transition ids")


class LatticeProgram:
    """A program that does one lattice after the other; an instance is one run of it."""

    name: str
    usage: str
    options: Sequence[Option] = ()
    # The numbers of arguments that are enough, and the index of the one that names the lattices.
    arguments: Container[int] = (2,)
    source = 0
    # The index of the argument that names each output, and what is written to it: objects of a table, or else lines.
    outputs: Sequence[tuple[int, Holder | None]] = ()
    compact = True
    # Whether scales are taken off again in the end, for which they must not be 0.
    restores_costs = False
    # What is logged at the end; a program fails if it has done nothing.
    summary = "Done {self.done} lattices."
    done = failed = 0

    def __init__(self, call: Call) -> None:
        self.call = call
        self.console = call.console
        self.writers: list[Writer] = []
        self.graph_scale = call.number(GRAPH_SCALE.name) if GRAPH_SCALE in self.options else 1.0
        self.acoustic_scale = get_acoustic_scale(call) if ACOUSTIC_SCALE in self.options else 1.0
        if self.restores_costs and 0.0 in (self.graph_scale, self.acoustic_scale):
            raise KaldiError("Do not use exactly zero acoustic or LM scale (cannot be inverted)")
        if WRITE_COMPACT in self.options:
            holder = COMPACT_LATTICE if call.flag(WRITE_COMPACT.name) else LATTICE
            self.outputs = ((self.outputs[0][0], holder),)

    def scale(self, lattice: Lattice) -> Lattice:
        if self.graph_scale == self.acoustic_scale == 1.0:
            return lattice
        return lattice.scaled(((self.graph_scale, 0.0), (0.0, self.acoustic_scale)))

    def restore(self, lattice: Lattice) -> Lattice:
        """Take the scales off again."""
        if self.graph_scale == self.acoustic_scale == 1.0:
            return lattice
        return lattice.scaled(((1.0 / self.graph_scale, 0.0), (0.0, 1.0 / self.acoustic_scale)))

    def process(self, key: bytes, lattice: Lattice) -> None:
        """Do the work on one lattice."""
        raise NotImplementedError

    def finish(self) -> int:
        """Log the summary and return the exit code."""
        for line in self.summary.format(self=self).splitlines():
            self.console.log(line)
        return 0 if self.done else 1

    def run(self) -> int:
        with self.open_lattices() as table, self.open_writers():
            for key, lattice in table:
                self.process(key, lattice)
            return self.finish()

    def open_lattices(self) -> LatticeReader:
        return LatticeReader(self.call, self.call.argument(self.source), compact=self.compact)

    @contextmanager
    def open_writers(self) -> Iterator[None]:
        with ExitStack() as stack:
            for index, holder in self.outputs:
                self.writers.append(stack.enter_context(self.open_output(self.call.argument(index), holder)))
            yield

    @contextmanager
    def open_output(self, name: str, holder: Holder | None) -> Iterator[Writer]:
        if holder is None:
            with open_sink(name, self.call.stdout) as sink:
                yield LineWriter(sink)
        else:
            with open_writer(self.call, name, holder) as writer:
                yield writer

    def write_text_to(self, sink: Sink) -> None:
        """Write the first output to a sink, as text, and no other: so it does at the end of a pipeline."""
        (_, holder), *others = self.outputs
        first = LineWriter(sink) if holder is None else ArchiveWriter(holder, Wspecifier("ark,t:-"), sink)
        self.writers = [first, *(Writer() for _ in others)]


class LatticeTransform(LatticeProgram):
    """A program that makes lattices of lattices."""

    outputs = ((1, COMPACT_LATTICE),)

    def __init__(self, call: Call) -> None:
        super().__init__(call)
        if WRITE_COMPACT in self.options:
            self.compact = call.flag(WRITE_COMPACT.name)

    def transform(self, key: bytes, lattice: Lattice) -> Lattice | None:
        """Return what becomes of a lattice, if anything does."""
        raise NotImplementedError

    def process(self, key: bytes, lattice: Lattice) -> None:
        found = self.transform(key, lattice)
        if found is not None:
            self.writers[0].write(key, found)


class LatticePairProgram(LatticeProgram):
    """A program that takes two tables, and pairs the lattices of each key of the first."""

    def process_pair(self, key: bytes, first: Lattice, second: Lattice | None) -> None:
        raise NotImplementedError

    def run(self) -> int:
        with self.open_writers():
            name = self.call.argument(1)
            with self.open_lattices() as table, open_lattice_lookup(self.call, name, compact=self.compact) as others:
                for key, lattice in table:
                    self.process_pair(key, lattice, others.get(key))
            return self.finish()


class LatticeProgramEntry(ProgramEntry):
    """The entry point of a program on lattices; `make`, if given, makes the runs instead of its class."""

    def __init__(self, kind: type[LatticeProgram], make: Callable[[Call], LatticeProgram] | None = None) -> None:
        self.make = make or kind
        declared = Program(kind.name, kind.usage, kind.options, kind.arguments)
        super().__init__(declared, lambda call: self.make(call).run())


def get_acoustic_scale(call: Call) -> float:
    """Return the factor of acoustic costs, which is given as it is or by its inverse."""
    scale = call.number(ACOUSTIC_SCALE.name)
    inverse = call.number(INVERSE_SCALE.name) if INVERSE_SCALE.name in call.values else 1.0
    if 1.0 not in (scale, inverse):
        raise KaldiAssertionError("acoustic_scale == 1.0 || inv_acoustic_scale == 1.0")
    return scale if inverse == 1.0 else invert_scale(inverse)


def invert_scale(scale: float) -> float:
    """Return the inverse in single precision."""
    return round_to_float32(1.0 / scale) if scale else float("inf")


def format_ratio(total: float, count: float) -> str:
    """Format a mean as C++ prints it; without a count it is undefined, with a minus sign on x86."""
    return f"{total / count:g}" if count else "-nan"
