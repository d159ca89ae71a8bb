"""Programs that find phones by transition ids: lattices aligned by phones or made of phones, and alignments."""

from __future__ import annotations

from contextlib import ExitStack

from mondegreen._core import Lattice
from mondegreen.dropin.emulation.numbers import round_to_float32
from mondegreen.dropin.kaldi.command import Call, KaldiAssertionError, Option, decode_bytes, program
from mondegreen.dropin.kaldi.lattice_programs import Operation, Run, lattice_program
from mondegreen.dropin.kaldi.lattice_programs.align import REORDER, WRITE_FAILED, read_model
from mondegreen.dropin.kaldi.lattice_tables import COMPACT_LATTICE, INTEGER_PAIRS, INTEGERS, parse_integers, read_values
from mondegreen.dropin.kaldi.writers import LineWriter, Writer, open_sink, open_writer


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
            writer = LineWriter(stack.enter_context(open_sink(name, call.stdout)))
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
