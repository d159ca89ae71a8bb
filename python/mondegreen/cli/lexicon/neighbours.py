"""`mondegreen lexicon neighbours`: the words of one language that are nearest to words of it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Shows the nearest words of the same language, by their vectors.

example:
  mondegreen lexicon neighbours house dog --vectors en.vec
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli.lexicon import sides

    add = parser.add_argument
    add("words_asked", metavar="WORD", nargs="+", help="the words")
    add("--vectors", metavar="FILE", required=True, help="vectors: text, .bin or .npy")
    add("--way", default="cosine", choices=sides.WAYS, help="by what they are ranked (%(default)s)")
    add("--top", type=int, default=5, metavar="N", help="neighbours of each word (%(default)s)")
    add("--scores", action="store_true", help="with how near each is")
    sides.reading(parser)
    sides.translating(parser)


def run(args: Namespace) -> int:
    """As words are translated, into their own language; a word is not its own neighbour."""
    from mondegreen.cli.lexicon import sides
    from mondegreen.lexicon.spelling import folded

    space = sides.space(args, args.vectors)
    retriever = sides.retriever(args, None, space, space)
    known = 0
    for word in args.words_asked:
        name = folded(word, keep_case=args.keep_case)
        cells = ["-"]
        if retriever.known([name]):
            found = retriever.translations([name], args.top + 1, args.way)
            near = zip(found.places[0].tolist(), found.scores[0].tolist(), strict=True)
            others = [(space.words[place], score) for place, score in near if space.words[place] != name][: args.top]
            cells = [f"{other} {score:.4f}" if args.scores else other for other, score in others]
            known += 1
        print("\t".join([word, *cells]))
    return 0 if known else 1
