"""Options that commands of lists share: which lists, and the references they are measured by."""

from __future__ import annotations

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable

    from mondegreen.corpus import Corpus
    from mondegreen.measure.metric import Metric
    from mondegreen.nbest.lists import Reader


# What only some forms of lists have a use for, and what it usually is.
USUAL: dict[str, dict[str, object]] = {"lattice": {"words": None, "lm_weight": 1.0}, "systems": {"format": None}}


def reading(parser: ArgumentParser) -> None:
    """What the files of lists are."""
    from mondegreen.cli import options

    group = parser.add_argument_group("lists")
    add = group.add_argument
    add("--lists", metavar="FORM", help="kaldi, jsonl, espnet, lattice or systems (what the files look like)")
    add(
        "--costs",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="costs beside Kaldi's n-best lists, such as lm=lm.txt; become scores by their sign",
    )
    add("--words", metavar="FILE", help="words.txt of lattices, whose costs become the scores lm and am")
    add("--lm-weight", type=float, default=1.0, metavar="W", help="by which paths of lattices are ranked (%(default)g)")
    add("--n", type=int, metavar="N", help="the first N of each list (all; 100 paths of a lattice)")
    add("--format", metavar="NAME", help="that of single-best files (what each looks like)")
    add("--encoding", default="utf-8", metavar="NAME", help="of the characters in the files (%(default)s)")
    options.bounded(group)


def measuring(parser: ArgumentParser, default: str) -> None:
    """The references' file and the metrics."""
    from mondegreen.cli import measuring
    from mondegreen.pairs import MISSING

    measuring.metrics(parser, default)
    add = parser.add_argument
    add("--ref-format", metavar="NAME", help="that of REF (what it looks like)")
    add("--missing", default=MISSING[0], choices=MISSING, help="references without a list (%(default)s)")


def opened(args: Namespace, paths: list[str]) -> Reader:
    """The lists, of which nothing is read yet."""
    from mondegreen.cli import options
    from mondegreen.errors import ScoreError
    from mondegreen.nbest.reading import guessed, read

    options.refuse_less(args, 1, "n")
    costs = {}
    for each in args.costs:
        name, equals, path = each.partition("=")
        if not (name and equals and path):
            raise ScoreError(f'--costs is "{each}"; write it as NAME=FILE')
        costs[name] = path
    form = args.lists or guessed(paths, args.words, args.encoding)
    for only, usual in USUAL.items():
        if form != only:
            options.refuse_idle(args, usual, f"does nothing where lists are read as {form}; leave it out")
    return read(
        paths,
        form,
        words=args.words,
        costs=costs,
        count=args.n,
        weight=args.lm_weight,
        format=args.format,
        encoding=args.encoding,
    )


def reference(args: Namespace, path: str) -> Corpus:
    """The references."""
    from mondegreen.read import read

    return read(path, args.ref_format, args.encoding)


def metrics(args: Namespace, default: str) -> list[Metric]:
    """The metrics that were asked for."""
    from mondegreen.cli.measuring import asked
    from mondegreen.errors import ScoreError
    from mondegreen.measure import chosen

    found = chosen(asked(args.metrics or [default]))
    for each in found:
        if each.chosen.get("tags") == "files":
            raise ScoreError(f"{each.label} takes tags from files, which lists do not have; leave tags=files out")
    return found


def tell(notes: Iterable[str]) -> None:
    """Tells what did not fit."""
    for note in notes:
        warn(note)
