"""Programs that align words and phones: arcs of lattices become words, silences or phones, with their frames."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial

from mondegreen import _core
from mondegreen._core import Lattice, TransitionModel
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, KaldiError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.lattice_programs import Operation, Run, lattice_program
from mondegreen.dropin.kaldi.lattice_tables import (
    COMPACT_LATTICE,
    INTEGER_PAIRS,
    INTEGERS,
    parse_integers,
    read_file,
    read_values,
)
from mondegreen.dropin.kaldi.writers import LineWriter, Writer, open_sink, open_writer

TYPE_CHECKING = False  # as in `command`

if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")

PARTIAL_WORD = Option("partial-word-label", 0, "Number of the word that part of a word at the end becomes")
REORDER = Option("reorder", default=True, purpose="Self-loops come after the last transition of a phone")
MAX_EXPAND = "How many times the states of a lattice, and 1000 more, there may be; 0 for any number"
WRITE_FAILED = Option("output-error-lats", default=True, purpose="Write what came of lattices that did not align, too")
TEST = Option("test", default=False, purpose="Check that what is written has the words and costs of what was read")
# The relative difference of the likelihoods of all paths of two lattices that are the same but for rounding.
TOLERANCE = 1e-4


def read_model(call: Call, name: str) -> TransitionModel:
    return parse_once(call, name, _core.TransitionModel)


def read_text(call: Call, name: str, parse: Callable[[str], T]) -> T:
    return parse_once(call, name, lambda data: parse(data.decode("utf-8", "replace")))


def parse_once(call: Call, name: str, parse: Callable[[bytes], T]) -> T:
    """Parse a file, once for all calls that run side by side; an error names the file."""
    if name not in call.cache:
        try:
            call.cache[name] = parse(read_file(call, name))
        except ValueError as error:
            raise KaldiError(f"{name}: {error}") from None
    found: T = call.cache[name]
    return found


def align_lattices(
    run: Run,
    align: Callable[..., tuple[Lattice, str | None]],
    test: Callable[[Lattice, Lattice, str], None],
    *,
    writes_unaligned: bool = False,
) -> Operation:
    """Align by a function that also returns what is wrong; a lattice that becomes empty may be written as it was."""
    call = run.call
    model, expansion = read_model(call, call.argument(1)), call.number("max-expand")
    settings = {
        "partial": call.integer(PARTIAL_WORD.name),
        "reorder": call.flag(REORDER.name),
        "expansion": expansion if expansion > 0 else None,
    }

    def align_lattice(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        aligned, complaint = align(lattice, model, **settings)
        is_empty = aligned.start is None
        if complaint is None and not is_empty:
            if run.call.flag(TEST.name):
                test(lattice, aligned, name)
            run.write(key, aligned.sorted())
            return
        if complaint is None:
            run.fail(f"Lattice was empty for key {name}")
            return
        run.fail(f"Lattice for {name} did not align correctly: {complaint}")
        if is_empty and writes_unaligned and lattice.states:
            run.console.warn(f"Nothing came of the lattice for {name}, which is written as it was read")
            run.writers[0].write(key, lattice)
        elif not run.call.flag(WRITE_FAILED.name) or is_empty:
            run.console.warn(f"No output for {name}")
        else:
            run.console.warn(f"Outputting partial lattice for {name}")
            run.writers[0].write(key, aligned.sorted())

    yield align_lattice
    run.console.log(f"Successfully aligned {run.done} lattices; {run.failed} had errors.")
    run.succeeded = run.done > run.failed


def check_equivalent(lattice: Lattice, aligned: Lattice, name: str) -> None:
    if not _core.are_equivalent(lattice, aligned):
        raise KaldiError(f"Lattice for {name} has other words or costs once aligned", "TestEquivalent")


@lattice_program(
    "lattice-align-words",
    """
Makes each arc of lattices a word with the frames it lasts, or a silence. The phones must tell where in a word they
stand, as the file of word boundaries says (phones/word_boundary.int).

Usage: lattice-align-words [options] <word-boundary-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words data/lang/phones/word_boundary.int final.mdl ark:1.lats ark:aligned.lats""",
    Option("silence-label", 0, "Number of the word that silences become"),
    PARTIAL_WORD,
    REORDER,
    Option("max-expand", 0.0, MAX_EXPAND),
    WRITE_FAILED,
    TEST,
    arguments=(4,),
    sources=slice(2, 3),
    outputs=((3, COMPACT_LATTICE),),
)
def lattice_align_words(run: Run) -> Operation:
    silence = run.call.integer("silence-label")
    boundaries = read_text(run.call, run.call.argument(0), _core.WordBoundaries)

    def test(lattice: Lattice, aligned: Lattice, name: str) -> None:
        check_equivalent(lattice, drop_word(aligned, silence) if silence else aligned, name)

    return align_lattices(run, partial(boundaries.align, silence=silence), test)


def drop_word(lattice: Lattice, word: int) -> Lattice:
    """Return the lattice with epsilon in place of a word."""
    from io import BytesIO

    lines = [line.split(b"\t") for line in lattice.write(text=True).split(b"\n")]
    kept = (b"\t".join([*line[:2], b"0", *line[3:]] if line[2:3] == [b"%d" % word] else line) for line in lines)
    return _core.LatticeArchive(BytesIO(b"\n".join(kept))).object("aligned")


@lattice_program(
    "lattice-align-words-lexicon",
    """
Makes each arc of lattices a word with the frames it lasts, or a silence. A lexicon tells which phones words have, a
line each: the word in lattices, the word to write, and phones, all as numbers (phones/align_lexicon.int).

Usage: lattice-align-words-lexicon [options] <lexicon-file> <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-words-lexicon data/lang/phones/align_lexicon.int final.mdl ark:1.lats ark:aligned.lats""",
    PARTIAL_WORD,
    REORDER,
    Option("max-expand", -1.0, MAX_EXPAND),
    WRITE_FAILED,
    Option("output-if-empty", default=False, purpose="Write lattices of which nothing came as they were read"),
    TEST,
    Option("allow-duplicate-paths", default=False, purpose="With --test, let words of equal costs come more than once"),
    arguments=(4,),
    sources=slice(2, 3),
    outputs=((3, COMPACT_LATTICE),),
)
def lattice_align_words_lexicon(run: Run) -> Operation:
    lexicon = read_text(run.call, run.call.argument(0), _core.AlignmentLexicon)

    def test(lattice: Lattice, aligned: Lattice, name: str) -> None:
        check_equivalent(lattice, aligned, name)
        # With duplicate paths all paths together are more likely.
        before, after = (_core.frame_posteriors(one.expanded().sorted())[1] for one in (lattice, aligned))
        if abs(before - after) > TOLERANCE * (abs(before) + abs(after)):
            what = f"Likelihoods of all paths differ in the aligned lattice for {name}: {before:g} != {after:g}"
            if not run.call.flag("allow-duplicate-paths"):
                raise KaldiError(what, "TestWordAlignedLattice")
            run.console.warn(what, "TestWordAlignedLattice")

    return align_lattices(run, lexicon.align, test, writes_unaligned=run.call.flag("output-if-empty"))


@lattice_program(
    "lattice-align-phones",
    """
Makes each arc of lattices a phone with the frames it lasts; words stay on the phone that comes next.

Usage: lattice-align-phones [options] <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-align-phones final.mdl ark:1.lats ark:phone_aligned.lats""",
    WRITE_FAILED,
    REORDER,
    Option("remove-epsilon", default=True, purpose="Join phones without a word with those before or after them"),
    Option("replace-output-symbols", default=False, purpose="Put phones in the place of words"),
    arguments=(3,),
    sources=slice(1, 2),
    outputs=((2, COMPACT_LATTICE),),
)
def lattice_align_phones(run: Run) -> Operation:
    call = run.call
    model = read_model(call, call.argument(0))
    settings = {
        "reorder": call.flag(REORDER.name),
        "merges_free_arcs": call.flag("remove-epsilon"),
        "replaces_words": call.flag("replace-output-symbols"),
    }

    def align_lattice(key: bytes, lattice: Lattice) -> None:
        name = decode_bytes(key)
        aligned, complaint = model.align(lattice, **settings)
        if complaint is None and aligned.states:
            run.write(key, aligned.sorted())
        elif complaint is None:
            run.fail(f"Lattice was empty for key {name}")
        else:
            run.fail(f"Lattice for {name} did not align correctly: {complaint}")
            if call.flag(WRITE_FAILED.name) and aligned.states:
                run.console.log(f"Outputting partial lattice for {name}")
                run.writers[0].write(key, aligned.sorted())

    yield align_lattice
    run.console.log(f"Successfully aligned {run.done} lattices; {run.failed} had errors.")
    run.succeeded = run.done > run.failed


@lattice_program(
    "lattice-to-phone-lattice",
    """
Puts phones in the place of the words of lattices, or of their transition ids.

Usage: lattice-to-phone-lattice [options] <model> <lattice-rspecifier> <lattice-wspecifier>
E.g.: lattice-to-phone-lattice 1.mdl ark:1.lats ark:phones.lats""",
    Option("replace-words", default=True, purpose="Replace words, and not transition ids"),
    arguments=(3,),
    sources=slice(1, 2),
    outputs=((2, COMPACT_LATTICE),),
)
def lattice_to_phone_lattice(run: Run) -> Operation:
    model = read_model(run.call, run.call.argument(0))
    replaces_words = run.call.flag("replace-words")

    def replace(key: bytes, lattice: Lattice) -> None:
        if replaces_words:
            run.write(key, model.phones_as_words(lattice.expanded()).contracted())
        else:
            run.write(key, model.phones_as_ids(lattice))

    yield replace
    run.console.log(f"Done converting {run.done} lattices.")


CTM_OUTPUT = Option("ctm-output", default=False, purpose="Write times in CTM format")
PER_FRAME = Option("per-frame", default=False, purpose="Write the phone of each frame")
WRITE_LENGTHS = Option("write-lengths", default=False, purpose="Write how many frames each phone lasts")


@program(
    "ali-to-phones",
    """
Writes the phones of alignments, which are transition ids, as numbers.

Usage: ali-to-phones [options] <model> <alignments-rspecifier> <phone-transcript-wspecifier|ctm-wxfilename>
E.g.: ali-to-phones --ctm-output 1.mdl ark:1.ali 1.ctm""",
    CTM_OUTPUT,
    Option("frame-shift", 0.01, "Seconds from a frame to the next, for times"),
    PER_FRAME,
    WRITE_LENGTHS,
    arguments=(3,),
)
def ali_to_phones(call: Call) -> int:
    per_frame, lengths = call.flag(PER_FRAME.name), call.flag(WRITE_LENGTHS.name)
    if per_frame and lengths:
        raise KaldiAssertionError('!(per_frame && write_lengths) && "Incompatible options."')
    model, name = read_model(call, call.argument(0)), call.argument(2)
    shift = round_to_float32(call.number("frame-shift"))
    done = 0
    with ExitStack() as stack:
        writer: Writer
        if call.flag(CTM_OUTPUT.name):
            writer = LineWriter(stack.enter_context(open_sink(name, call)))
        else:
            writer = stack.enter_context(open_writer(call, name, INTEGER_PAIRS if lengths else INTEGERS))
        for key, ids in read_values(call, call.argument(1), parse_integers):
            phones = model.split(ids)
            if call.flag(CTM_OUTPUT.name):
                writer.write(key, format_phone_times(key, phones, shift))
            elif lengths:
                writer.write(key, phones)
            else:
                writer.write(key, [phone for phone, frames in phones for _ in range(frames if per_frame else 1)])
            done += 1
    call.console.log(f"Done {done} utterances.")
    return 0


def format_phone_times(key: bytes, phones: list[tuple[int, int]], shift: float) -> bytes:
    """Format lines of a CTM file, with times as sums in single precision."""
    # As a `float` 0.01 is less than the 0.01 that Kaldi compares it with, so there are three decimals by default.
    digits = 2 if shift >= 0.01 else 3
    start, lines = 0.0, []
    for phone, frames in phones:
        length = round_to_float32(shift * frames)
        lines.append(b"%s 1 %s\n" % (key, f"{start:.{digits}f} {length:.{digits}f} {phone}".encode()))
        start = round_to_float32(start + length)
    return b"".join(lines)
