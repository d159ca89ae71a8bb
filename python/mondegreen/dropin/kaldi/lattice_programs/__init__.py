"""Kaldi's programs on lattices (src/latbin), those of a kind in one module.

Their algorithms, with sources and costs, are in the core (rust/core/src/lattice). A program is an entry of name, usage,
options and operation:

    @lattice_program("lattice-rmali", USAGE)
    def lattice_rmali(run: Run) -> Operation:
        yield lambda key, lattice: run.write(key, lattice.stripped(ids=True))
        run.console.log(f"Done removing alignments from {run.done} lattices.")

The operation sets up a run, yields what is done with each lattice, and sums up at the end. The tables that it reads and
writes are opened here; to add a program, write its entry and add its line to `PROGRAMS` in `mondegreen.dropin`.

It runs alone between its tables, or one behind the other in a script: a script that runs the same pipeline for each of
many weights reads every lattice once and passes it to all of them (`pipelines`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import divide_as_c, format_c_float, round_to_float32
from mondegreen.dropin.kaldi.command import (
    Call,
    KaldiAssertionError,
    KaldiError,
    Option,
    Program,
    ProgramEntry,
    decode_bytes,
)
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, LATTICE, LatticeReader
from mondegreen.dropin.kaldi.tables import RANDOM_ACCESS, Wspecifier, open_lookup
from mondegreen.dropin.kaldi.writers import ArchiveWriter, Holder, LineWriter, Sink, Writer, open_sink, open_writer

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from typing import Any

# What is done with a key, its lattice, and what further tables have for the key.
Process = Callable[..., None]
Operation = Iterator[Process]
# The argument or the option that names what is written, and of what: objects of a table, or else lines.
Output = tuple[int | Option, Holder | None]

ACOUSTIC_SCALE = Option("acoustic-scale", 1.0, "Factor of acoustic costs")
INVERSE_SCALE = Option("inv-acoustic-scale", 1.0, "The acoustic scale by its inverse")
GRAPH_SCALE = Option("lm-scale", 1.0, "Factor of graph costs, those of the language model among them")
SCALES, ALL_SCALES = (ACOUSTIC_SCALE, GRAPH_SCALE), (ACOUSTIC_SCALE, INVERSE_SCALE, GRAPH_SCALE)
FRAME_SHIFT = Option("frame-shift", 0.01, "Seconds from a frame to the next")
PRINT_SILENCE = Option("print-silence", default=False, purpose="Write words of number 0 too")
SHOW_WORDS = Option("word-symbol-table", "", "Words and their numbers, to show words on standard error")
WRITE_COMPACT = Option("write-compact", default=True, purpose="Write compact lattices, with strings of transition ids")


class Run:
    """One run of a program: its scales, what it writes to, and how many lattices it has done."""

    def __init__(self, entry: LatticeProgram, call: Call) -> None:
        self.call = call
        self.console = call.console
        self.writers: list[Writer] = []
        self.done = self.failed = 0
        self.succeeded = False
        self.graph_scale = call.number(GRAPH_SCALE.name) if GRAPH_SCALE.name in call.values else 1.0
        self.acoustic_scale = get_acoustic_scale(call) if ACOUSTIC_SCALE.name in call.values else 1.0
        self.steps = entry.operation(self)
        self.process = next(self.steps)

    def check_scales(self) -> None:
        """Refuse scales that `restore` could not take off again."""
        if 0.0 in (self.graph_scale, self.acoustic_scale):
            raise KaldiError("Do not use exactly zero acoustic or LM scale (cannot be inverted)")

    def check_acoustic_scale(self) -> None:
        if self.acoustic_scale == 0.0:
            raise KaldiError("Do not use a zero acoustic scale (cannot be inverted)")

    def scale(self, lattice: Lattice) -> Lattice:
        return scale_costs(lattice, self.graph_scale, self.acoustic_scale)

    def restore(self, lattice: Lattice) -> Lattice:
        """Take the scales off again."""
        return scale_costs(lattice, 1.0 / self.graph_scale, 1.0 / self.acoustic_scale)

    def write(self, key: bytes, *values: object) -> None:
        """Write what was made of a lattice, a value for each output."""
        for writer, value in zip(self.writers, values, strict=True):
            writer.write(key, value)
        self.done += 1

    def take(self, key: bytes, *lattices: Lattice | None) -> None:
        """Process the lattices of a key; what is wrong with them is said of that key."""
        try:
            self.process(key, *lattices)
        except ValueError as error:
            raise KaldiError(f"For utterance {decode_bytes(key)}: {error}") from error

    def fail(self, what: str) -> None:
        """Warn that nothing was made of a lattice."""
        self.console.warn(what)
        self.failed += 1

    def finish(self) -> int:
        """Let the operation sum up, and return the exit code: unless it says so, what has done nothing fails."""
        self.succeeded = self.done > 0
        next(self.steps, None)
        return 0 if self.succeeded else 1


class LatticeProgram(ProgramEntry):
    """The entry point of a program on lattices: its operation, and what tables it reads and writes.

    `sources` are the arguments that name the lattices; keys are looked up in all tables but the first. `compact` says
    which lattices are read, by an option or always the same.
    """

    def __init__(
        self,
        program: Program,
        operation: Callable[[Run], Operation],
        *,
        sources: slice,
        outputs: Sequence[Output],
        compact: bool | Option,
        opens_outputs_first: bool,
    ) -> None:
        super().__init__(program, self.run_alone)
        self.operation = operation
        self.sources = sources
        self.outputs = outputs
        self.compact = compact
        self.opens_outputs_first = opens_outputs_first

    def run_alone(self, call: Call) -> int:
        run = Run(self, call)
        compact = call.flag(self.compact.name) if isinstance(self.compact, Option) else self.compact
        with ExitStack() as stack:
            if self.opens_outputs_first:
                self.open_writers(run, stack)
            table = stack.enter_context(open_lattices(call, call.arguments[self.sources], compact=compact))
            if not self.opens_outputs_first:
                self.open_writers(run, stack)
            for entry in table:
                run.take(*entry)
            return run.finish()

    def open_writers(self, run: Run, stack: ExitStack) -> None:
        for source, holder in self.outputs:
            name = run.call.text(source.name) if isinstance(source, Option) else run.call.argument(source)
            if holder is None:
                run.writers.append(LineWriter(stack.enter_context(open_sink(name, run.call))))
                continue
            is_expanded = WRITE_COMPACT.name in run.call.values and not run.call.flag(WRITE_COMPACT.name)
            run.writers.append(stack.enter_context(open_writer(run.call, name, LATTICE if is_expanded else holder)))

    def make_text_writer(self, sink: Sink) -> Writer:
        """Return a writer of the first output, as text: so a program writes at the end of a pipeline."""
        _, holder = self.outputs[0]
        return LineWriter(sink) if holder is None else ArchiveWriter(holder, Wspecifier("ark,t:-"), sink)


def lattice_program(
    name: str,
    usage: str,
    *options: Option,
    arguments: Container[int] = (2,),
    sources: slice = slice(1),
    outputs: Sequence[Output] = ((1, COMPACT_LATTICE),),
    compact: bool | Option = True,
    opens_outputs_first: bool = False,
) -> Callable[[Callable[[Run], Operation]], LatticeProgram]:
    """Make a program of its operation."""
    program = Program(name, usage, options, arguments)
    return lambda operation: LatticeProgram(
        program, operation, sources=sources, outputs=outputs, compact=compact, opens_outputs_first=opens_outputs_first
    )


@contextmanager
def open_lattices(
    call: Call, rspecifiers: Sequence[str], *, compact: bool = True
) -> Iterator[Iterable[tuple[Any, ...]]]:
    """Open tables: each key of the first, its lattice, and what the others have for it, if anything."""
    with ExitStack() as stack:
        first = stack.enter_context(LatticeReader(call, rspecifiers[0], compact=compact))
        readers = (LatticeReader(call, name, compact=compact, kind=RANDOM_ACCESS) for name in rspecifiers[1:])
        others = [stack.enter_context(open_lookup(reader)) for reader in readers]
        yield ((key, lattice, *(other.get(key) for other in others)) for key, lattice in first)


def scale_costs(lattice: Lattice, graph: float, acoustic: float) -> Lattice:
    return lattice if graph == acoustic == 1.0 else lattice.scaled(((graph, 0.0), (0.0, acoustic)))


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
    """Format a mean as C++ prints it."""
    return format_c_float(b"%g", divide_as_c(total, count)).decode()


def get_precision(decimals: int) -> int:
    """Return how many decimals a C++ stream writes: six, where a negative number is asked for."""
    return decimals if decimals >= 0 else 6
