"""Options that several commands share: what is read and how, how it is aligned, and where the answer goes."""

from __future__ import annotations

import sys
from contextlib import contextmanager

from mondegreen.cli.columns import columns, with_columns
from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace, _ActionsContainer
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import TextIO

    from mondegreen.aggregate.run import Run
    from mondegreen.batch import Settings
    from mondegreen.corpus import Corpus
    from mondegreen.pairs import Join, Pairs
    from mondegreen.read.reading import Side
    from mondegreen.report.blocks import Block

    Write = Callable[[Sequence[Run], Iterable[Block]], None]


# The form that is no file but a folder of sclite's reports.
FOLDER = "sclite"


def reading(parser: ArgumentParser) -> None:
    """What the files are, and what becomes of utterances that do not fit."""
    from mondegreen.pairs import DUPLICATE, EXTRA, MISSING, PAIR_BY
    from mondegreen.read import FORMATS

    group = parser.add_argument_group("reading")
    add = group.add_argument
    add("--format", metavar="NAME", help=f"of both files: {', '.join(FORMATS)} (default: detected)")
    add("--ref-format", metavar="NAME", help="format of REF alone, e.g. --ref-format kaldi")
    add("--hyp-format", metavar="NAME", help="format of HYP alone, e.g. --hyp-format lines")
    add("--encoding", default="utf-8", metavar="NAME", help="character encoding of both files (default: %(default)s)")
    add("--ref-encoding", metavar="NAME", help="character encoding of REF alone")
    add("--hyp-encoding", metavar="NAME", help="character encoding of HYP alone, e.g. --hyp-encoding latin-1")
    columned(group)
    add("--ref-column", metavar="NAME", help="column of the reference text, in REF or in a table of both")
    add("--hyp-column", metavar="NAME", help="column of the hypothesis text, e.g. --hyp-column prediction")
    add("--pair-by", choices=PAIR_BY, default=PAIR_BY[0], help="pair utterances by ID or by order (default: id)")
    speakers = group.add_mutually_exclusive_group()
    speakers.add_argument("--utt2spk", metavar="FILE", help="Kaldi's list of the speaker of each utterance")
    speakers.add_argument("--spk2utt", metavar="FILE", help="Kaldi's list of the utterances of each speaker")
    add("--segments", metavar="FILE", help="Kaldi's list of where utterances lie in recordings: cuts a ctm into them")
    add(
        "--whole", action="store_true", help="pair whole recordings, for sides that are cut otherwise, as subtitles are"
    )
    add(
        "--column",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="a column for --by, from lines of an utterance and its value",
    )
    bounded(group)
    add("--missing", default=MISSING[0], choices=MISSING, help="references without a hypothesis (%(default)s)")
    add("--extra", default=EXTRA[0], choices=EXTRA, help="hypotheses without a reference (%(default)s)")
    add("--duplicate", default=DUPLICATE[0], choices=DUPLICATE, help="utterances of one key (%(default)s)")


def columned(parser: _ActionsContainer) -> None:
    """Which columns of a table, or fields of a record, are taken."""
    add = parser.add_argument
    known = ("--id-column", "--key-column")
    add(*known, dest="key_column", metavar="NAME", help="column, or field, of the utterance ID (default: by its name)")
    add("--text-column", metavar="NAME", help="column, or field, of the text, in each file (default: by its name)")


def bounded(parser: _ActionsContainer) -> None:
    """How much a packed file may hold."""
    parser.add_argument("--max-bytes", metavar="SIZE", help="what a file may unpack to or a pipe give, like 2G (64G)")


def aligning(parser: ArgumentParser) -> None:
    """What texts are made into, and how they are aligned."""
    from mondegreen._core import Policy

    group = parser.add_argument_group("texts and alignment")
    add = group.add_argument
    add(
        "--normalise",
        action="append",
        default=[],
        metavar="RULES",
        help="rewrite texts first, such as lower,punctuation; see `mondegreen list rules` (nothing)",
    )
    add("--tokenise", default="words", metavar="NAME", help="what counts as a word; see `mondegreen list tokenisers`")
    add("--align", default="kaldi", choices=Policy.NAMES, help="whose choice among equal alignments (%(default)s)")
    add("--threads", type=int, metavar="N", help="how many threads align (one for each core)")


def leaving_out(parser: ArgumentParser) -> None:
    """Whether what is empty counts."""
    from mondegreen.pairs import EMPTIES

    parser.add_argument(
        "--empties", default=EMPTIES[0], choices=EMPTIES, help="utterances of which a side is empty (%(default)s)"
    )


def answering(parser: ArgumentParser, *, toolkits: bool = True) -> None:
    """What the answer looks like, and where it goes; `toolkits` are for runs, of which others write files too."""
    from mondegreen.report import ENDINGS, FORMS, SUMMARIES, TOOLKITS

    group = parser.add_argument_group("output")
    add = group.add_argument
    others = f", {', '.join((*TOOLKITS, *SUMMARIES, FOLDER))}" if toolkits else ""
    add("--as", dest="form", metavar="FORM", help=f"{', '.join(FORMS)} (what FILE ends in, else table){others}")
    known = f"{' '.join(ENDINGS)}{f'; a folder for {FOLDER}' if toolkits else ''}"
    add("-o", "--output", default="-", metavar="FILE", help=f"instead of standard output; known are {known}")
    quieting(parser)


def quieting(parser: ArgumentParser) -> None:
    """Whether notes are printed."""
    parser.add_argument("--quiet", action="store_true", help="print no notes, only warnings and errors")


def plotting(parser: ArgumentParser) -> None:
    """Whether a picture is drawn too."""
    parser.add_argument("--plot", metavar="FILE", help="a picture too, as .png, .svg or .pdf, by matplotlib")


def refuse_plot(args: Namespace) -> None:
    """Refuses a picture that cannot be drawn, before the work."""
    if args.plot:
        from mondegreen.report.plot import canvas

        canvas.refuse_others(args.plot)


def settings(args: Namespace) -> Settings:
    """How texts are cut and aligned."""
    from mondegreen.batch import Settings
    from mondegreen.cli import outside
    from mondegreen.normalise import rules
    from mondegreen.pairs import EMPTIES
    from mondegreen.tokenise import tokeniser

    chosen = [rule for spec in args.normalise for rule in rules(spec)]
    empties = getattr(args, "empties", EMPTIES[0])  # only scores leave them out
    cutter = tokeniser(args.tokenise)
    if "cache" not in args:  # the command uses no outside models
        return Settings(args.align, tuple(chosen), cutter, threads=args.threads, empties=empties)
    return Settings(args.align, tuple(chosen), cutter, outside.resources(args), args.threads, empties)


def join(args: Namespace) -> Join:
    """What becomes of utterances that do not fit."""
    from mondegreen.pairs import Join

    return Join(args.missing, args.extra, args.duplicate)


def writer(args: Namespace) -> Write:
    """Shows blocks in the form and at the place that were asked for."""
    from mondegreen.registry import find, unknown
    from mondegreen.report import EVERY_FORM, FORMS, SUMMARIES, TOOLKITS, form_of

    if args.form == FOLDER:
        return folder_writer(args.output, metrics=bool(getattr(args, "metrics", None)))
    if args.form in TOOLKITS or args.form in SUMMARIES:
        return toolkit_writer(args.form, args.output)
    if args.form is not None and args.form not in FORMS:
        raise unknown("form", args.form, [*EVERY_FORM, FOLDER])
    form = find("form", args.form or ("table" if args.output == "-" else form_of(args.output)), FORMS)

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:
        with place(args.output) as out:
            form(runs, blocks, out)

    return write


def tables_writer(args: Namespace) -> Write:
    """The same for what is no report on runs, of which files of other programs would hold nothing."""
    from mondegreen.errors import ScoreError
    from mondegreen.report import SUMMARIES, TOOLKITS

    if args.form in (*TOOLKITS, *SUMMARIES, FOLDER):
        raise ScoreError(f"--as {args.form} is for the runs of `mondegreen score`; leave it out here")
    return writer(args)


def folder_writer(folder: str, *, metrics: bool) -> Write:
    """Writes runs as sclite's reports, a file each; with `metrics` these too. Blocks are not looked at."""
    from mondegreen.errors import ScoreError
    from mondegreen.output import STDOUT

    if folder == STDOUT:
        raise ScoreError("--as sclite writes several files; say into which folder by --output DIR")

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:  # noqa: ARG001 - forms are all called alike
        from mondegreen.dropin.sctk.folder import write_folder

        write_folder(runs, folder, metrics=metrics)

    return write


def toolkit_writer(name: str, path: str) -> Write:
    """Writes the one run, or all where it holds several, as a file of another toolkit; blocks are not looked at."""
    from mondegreen.errors import ScoreError
    from mondegreen.registry import load
    from mondegreen.report import SUMMARIES, TOOLKITS

    lines = load((TOOLKITS | SUMMARIES)[name])

    def write(runs: Sequence[Run], blocks: Iterable[Block]) -> None:  # noqa: ARG001 - forms are all called alike
        if name in TOOLKITS and len(runs) != 1:
            raise ScoreError(f"--as {name} writes one system, and there are {len(runs)}; score each by itself")
        with place(path) as out:
            out.writelines(f"{line}\n" for line in lines(runs[0] if name in TOOLKITS else runs))

    return write


@contextmanager
def place(path: str) -> Iterator[TextIO]:
    """Standard output as the terminal has it, or a file that is written whole or not at all."""
    if path == "-":
        yield sys.stdout
        return
    from mondegreen.output import output

    with output(path) as out:
        yield out


def systems(args: Namespace, *, together: bool = True) -> tuple[int, Iterator[Pairs]]:
    """How many systems are to be scored, and each one's pairs; what did not fit is told.

    With `together`, hypotheses that are files of one recording each are one system.
    """
    from mondegreen.cli.inputfiles import input_files, with_files

    files = input_files(args, args.hypotheses)
    if args.hypotheses:
        found = sides(args, args.hypotheses, together=together)
    else:
        from mondegreen.read.detect import alone

        idle = {"hyp_format": None, "hyp_encoding": None, "pair_by": "id"}
        refuse_idle(args, idle, f"is for a second file, and {args.reference} is given alone; leave it out")
        found = alone(side(args, args.reference, "ref"), side(args, args.reference, "hyp"))
    return len(found), with_files(joined(args, found), files, len(found))


def pairs(args: Namespace, hypotheses: Sequence[str]) -> Iterator[Pairs]:
    """The pairs of the reference with each of these files."""
    from mondegreen.cli.inputfiles import input_files, with_files

    files = input_files(args, hypotheses)
    return with_files(joined(args, sides(args, hypotheses, together=False)), files, len(hypotheses))


def sides(args: Namespace, hypotheses: Sequence[str], *, together: bool) -> list[tuple[Corpus, Corpus]]:
    """The reference beside the hypothesis of each system, recordings cut into segments if any were given."""
    from dataclasses import replace

    from mondegreen.read.detect import systems

    refuse_twice(args.reference, *hypotheses)
    theirs = [replace(side(args, name, "hyp"), among=len(hypotheses) > 1) for name in hypotheses]
    return systems(side(args, args.reference, "ref"), theirs, together=together, prepared=segmenting(args))


def side(args: Namespace, path: str, kind: str) -> Side:
    """A file with the options that hold for it: its own, else those of both."""
    from mondegreen.read.reading import Side

    own = {name: getattr(args, f"{kind}_{name}") for name in ("format", "encoding", "column")}
    return Side(
        path,
        kind,
        own["format"] or args.format,
        own["encoding"] or args.encoding,
        args.key_column,
        own["column"] or args.text_column,
        by_order=args.pair_by != "id",
    )


def segmenting(args: Namespace) -> Callable[[Corpus], Corpus]:
    """What cuts recordings of timed words into the segments that are given, if any are."""
    if not args.segments:
        return lambda corpus: corpus
    from functools import cache

    from mondegreen.read import side
    from mondegreen.read.cut import cut

    boundaries = cache(side.boundaries)
    return lambda corpus: corpus if corpus.words is None else cut(corpus, boundaries(args.segments, args.encoding))


def joined(args: Namespace, systems: Iterable[tuple[Corpus, Corpus]]) -> Iterator[Pairs]:
    """What is to be scored, one hypothesis after the other; what did not fit is told."""
    from mondegreen.pairs import pair, refuse_nothing
    from mondegreen.read.cut import fitted
    from mondegreen.read.whole import wholes

    added = columns(args)
    for ours, each in systems:
        reference = with_columns(ours, added)
        refuse_idle_segments(args, reference, each)
        said, hypothesis = wholes(reference, each) if args.whole else (reference, fitted(reference, each))
        if args.extra == "empty":  # the reference does not know of whom these are
            hypothesis = with_columns(hypothesis, added)
        found = pair(said, hypothesis, join(args))
        refuse_nothing(found)
        tell(found, args)
        yield found


def tell(found: Pairs, args: Namespace) -> None:
    """Tells what did not fit, or was taken in another way than one might expect."""
    from mondegreen.cli.measuring import named
    from mondegreen.pairs import blank
    from mondegreen.read.alternatives import concerning

    for note in concerning(named(args), found.notes()):
        warn(note)
    if len(found.hypotheses) and not found.missing and all(blank(found.hypotheses)):
        warn(f"no hypothesis of {found.names[1]} holds a word, so all of the reference counts as deletions")


def diagnosed(args: Namespace, runs: Sequence[Run]) -> list[Run]:
    """The runs; a note says, of each, if normalization would remove many of its errors."""
    if args.quiet:
        return list(runs)
    from shlex import quote

    from mondegreen.cli.guard import say
    from mondegreen.pipeline import diagnosed

    found = [diagnosed(run, lambda steps: f"--normalise {quote(','.join([*args.normalise, *steps]))}") for run in runs]
    for run, before in zip(found, runs, strict=True):
        for remark in run.remarks[len(before.remarks) :]:
            say("note", f"{run.name}: {remark}" if len(runs) > 1 else remark)
    return found


def refuse_idle(args: Namespace, usual: Mapping[str, object], why: str) -> None:
    """Refuses options of the command line that would do nothing; what a project's file says need not concern all."""
    from mondegreen.errors import ScoreError

    for name, value in usual.items():
        if getattr(args, name) != value and name not in getattr(args, "configured", ()):
            option = "as" if name == "form" else name.replace("_", "-")
            raise ScoreError(f"--{option} {why}")


def refuse_less(args: Namespace, least: int, *names: str) -> None:
    """Refuses numbers that are too small, where they are given."""
    from mondegreen.errors import ScoreError

    for name in names:
        value = getattr(args, name, None)
        if value is not None and value < least:
            raise ScoreError(f"--{name.replace('_', '-')} is {value}; give {least} or more")


def refuse_idle_segments(args: Namespace, *sides: Corpus) -> None:
    """Refuses segments where there is nothing to cut."""
    if all(side.words is None for side in sides):
        named = " nor ".join(side.name for side in sides)
        why = f"cuts words with times, as in a ctm, and neither {named} has any; leave it out"
        refuse_idle(args, {"segments": None}, why)


def refuse_twice(*paths: str) -> None:
    """Standard input can be read once."""
    from mondegreen.errors import ScoreError

    if paths.count("-") > 1:
        raise ScoreError("standard input, `-`, can be read only once; put one of the texts into a file")
