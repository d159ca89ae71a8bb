"""Options that the actions share: the two sides' vectors, a mapping, how words are translated."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from mondegreen.lexicon.mapping import Mapping
    from mondegreen.lexicon.retrieve import Retriever
    from mondegreen.lexicon.space import Space

# As mondegreen.lexicon.retrieve has them; help must not wait for numpy.
WAYS = ("csls", "cosine", "softmax")


def vectors(parser: ArgumentParser, *, required: bool) -> None:
    """Where the vectors are."""
    add = parser.add_argument
    add("--source", metavar="FILE", required=required, help="vectors of the source language: text, .bin or .npy")
    add("--target", metavar="FILE", required=required, help="vectors of the target language")
    reading(parser)


def reading(parser: ArgumentParser) -> None:
    """How many vectors are read, and how."""
    add = parser.add_argument
    add("--words", type=int, metavar="N", help="only the first, most frequent words of each side (all)")
    add("--keep-case", action="store_true", help="words with capitals are other words (the most frequent counts)")
    add("--threads", type=int, metavar="N", help="how many threads compute (one for each core)")


def translating(parser: ArgumentParser) -> None:
    """How translations are found, and where is kept what takes long."""
    parser.add_argument(
        "--neighbours", type=int, default=10, metavar="N", help="that make a mean of CSLS (%(default)s)"
    )
    cache = parser.add_mutually_exclusive_group()
    cache.add_argument("--cache", metavar="DIR", help="where the means of CSLS are kept (the user's cache folder)")
    cache.add_argument("--no-cache", action="store_true", help="keep nothing, and look at nothing that was kept")


def space(args: Namespace, path: str) -> Space:
    """The vectors of a side."""
    from mondegreen.cli.options import refuse_less
    from mondegreen.lexicon.space import ALL, load

    refuse_less(args, 1, "threads", "neighbours", "top")
    return load(path, ALL if args.words is None else args.words, keep_case=args.keep_case)


def retriever(args: Namespace, mapping: Mapping | None, source: Space, target: Space) -> Retriever:
    """Both sides in one space; without a mapping they are there already."""
    from mondegreen.cache import Cache, users_folder
    from mondegreen.lexicon.retrieve import Retriever
    from mondegreen.lexicon.steps import unit

    if mapping is not None:
        one, other = mapping.spaces(source, target)
    else:
        one, other = (side.with_matrix(unit(side.matrix)) for side in (source, target))
    cache = Cache(None if args.no_cache else args.cache or users_folder())
    return Retriever(one, other, args.neighbours, threads=args.threads, cache=cache)
