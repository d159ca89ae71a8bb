"""The files that a command line has scored, by system: what a saved run tells of its inputs."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence

    from mondegreen.digest import InputFile
    from mondegreen.pairs import Pairs


def input_files(args: Namespace, hypotheses: Sequence[str]) -> list[tuple[InputFile, ...]]:
    """The files of the reference and of what tells more of its utterances, and then those of each hypothesis."""
    from mondegreen.read.inputfiles import BOTH, input_files

    more = {name: getattr(args, name) for name in ("segments", "utt2spk", "spk2utt")}
    more |= {f"column {name}": path for name, _, path in (each.partition("=") for each in args.column)}
    ours = [
        ("reference" if hypotheses else BOTH, args.reference),
        *((name, path) for name, path in more.items() if path),
    ]
    common = tuple(file for side, path in ours for file in input_files(side, path))
    return [common, *(input_files("hypothesis", name) for name in hypotheses)]


def with_files(systems: Iterable[Pairs], files: Sequence[tuple[InputFile, ...]], count: int) -> Iterator[Pairs]:
    """The pairs of so many systems with the files of each; of one system in several files, all of them."""
    from dataclasses import replace
    from itertools import chain

    common, *own = files
    each = own if len(own) == count else [tuple(chain(*own))] * count
    for pairs, its in zip(systems, each, strict=True):
        yield replace(pairs, files=(*common, *its))
