"""Which of sclite's options go together."""

from __future__ import annotations

import os

from mondegreen.dropin.sctk.sclite_usage import refused

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.options import Options

IDS = (b"swb", b"rm", b"wsj", b"spu_id", b"sp")


def settle(options: Options) -> None:
    """Sets what follows from other options."""
    if options.piped_out:
        options.feedback = 0
        if "stdout" in options.reports:
            raise refused(b"Error: output can not be both to stdout and a pipe")
    if not options.reports and not options.chosen:
        options.reports = {"sum", "stdout"}
    if "stdout" in options.reports and options.chosen and options.feedback > 0 and not options.told:
        options.feedback = 0


def check(options: Options) -> None:
    """Refuses what does not go together."""
    if options.reference is None or not options.hypotheses:
        if not options.piped_in:
            raise refused(b"Input not specified, use transcription input or piped input")
        if options.hypotheses:
            raise refused(b"Hypothesis input(s) specified, but no reference file")
        if options.reference is not None:
            raise refused(b"Reference input specified, but no Hypothesis input(s).")
    else:
        check_inputs(options, options.reference)
    if options.ids is not None and options.ids not in IDS:
        raise refused(b"Utterance id type '%b' not acceptable" % options.ids)
    check_exclusions(options)


def check_inputs(options: Options, reference: bytes) -> None:
    """Refuses files that are not there and formats that are none."""
    if not os.path.exists(reference):
        raise refused(b"Reference file '%b' does not exist" % reference)
    for hypothesis in options.hypotheses:
        if not os.path.exists(hypothesis.path):
            raise refused(b"Hypothesis file '%b' does not exist" % hypothesis.path)
    if options.format not in (b"trn", b"ctm", b"tmk", b"stm"):
        raise refused(b"Reference file format '%b' not acceptable" % options.format)
    formats = [hypothesis.format for hypothesis in options.hypotheses]
    for kind in formats:
        if kind not in (b"trn", b"ctm", b"tmk", b"txt"):
            raise refused(b"Hypothesis file format '%b' not acceptable" % kind)
    if options.ids is None and b"trn" in (options.format, *formats):
        raise refused(b"Required utterance id (option -i) for transcript mode")
    check_times(options, formats)


def check_times(options: Options, formats: list[bytes]) -> None:
    """Refuses to align by time what has no times."""
    if options.timed:
        for side, kinds in ((b"reference", [options.format]), (b"hypothesis", formats)):
            if any(kind != b"ctm" for kind in kinds):
                raise refused(b"Time-mediated alignments require the %b file to be in CTM format" % side)


def check_exclusions(options: Options) -> None:
    """Refuses options that do not go with others."""
    kinds = [hypothesis.format for hypothesis in options.hypotheses]
    if options.reduced:
        if options.format != b"stm":
            raise refused(b"-m flag requires stm format reference file")
        if any(kind != b"ctm" for kind in kinds):
            raise refused(b"-m flag requires ctm format hypothesis file")
    if options.characters is not None and options.format == b"stm" and kinds[:1] == [b"txt"]:
        raise refused(b"Unable to do character alignments using diff\n")
    if options.weights is not None:
        others = ((b"-T", options.timed), (b"-c", options.characters is not None), (b"-S", bool(options.segmented)))
        for name, given in others:
            if given:
                raise refused(b"Flags '%b' and '-w' are mutually exclusive\n" % name)
    elif "wws" in options.reports:
        raise refused(b"-o wws option specified without a word weight file (via -w) or LM file (via -L) specified\n")
