"""`mondegreen lexicon translate`: the best translations of words."""

from __future__ import annotations

import sys

from mondegreen.cli.guard import warn

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterable, Iterator

    from mondegreen.lexicon.retrieve import Retriever

HELP = """\
Translates words by mapped vectors; without WORD, those on standard input, a line each.

example:
  mondegreen lexicon translate house dog --mapping en-fr.npz --source en.vec --target fr.vec
  mondegreen lexicon translate --source en.fr.npy --target fr.npy --way cosine < words.txt
"""


def arguments(parser: ArgumentParser) -> None:
    """Declares the options."""
    from mondegreen.cli.lexicon import sides

    add = parser.add_argument
    add("words_asked", metavar="WORD", nargs="*", help="source words")
    add("--mapping", metavar="FILE", help="that `lexicon map` saved; without one, the vectors are mapped already")
    add("--way", default=sides.WAYS[0], choices=sides.WAYS, help="by what translations are ranked (%(default)s)")
    add("--top", type=int, default=5, metavar="N", help="translations of each word (%(default)s)")
    add("--scores", action="store_true", help="with how near each is")
    sides.vectors(parser, required=True)
    sides.translating(parser)


def run(args: Namespace) -> int:
    """Loads both sides, then answers word by word."""
    from mondegreen.cli.lexicon import sides
    from mondegreen.lexicon import mapping

    found = mapping.load(args.mapping) if args.mapping else None
    retriever = sides.retriever(args, found, sides.space(args, args.source), sides.space(args, args.target))
    retriever.taken_off(args.way)
    missing = answer(args, retriever, args.words_asked or asked())
    return 1 if args.words_asked and missing == len(args.words_asked) else 0


def asked() -> Iterator[str]:
    """The words on standard input, as they come."""
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


def answer(args: Namespace, retriever: Retriever, words: Iterable[str]) -> int:
    """A line for each word: it and its translations, with tabs between them; how many had none."""
    from mondegreen.lexicon.spelling import folded

    missing = 0
    for word in words:
        known = folded(word, keep_case=args.keep_case)
        if not retriever.known([known]):
            missing += 1
            print(f"{word}\t-", flush=True)
            warn(f'"{word}" has no vector')
            continue
        found = retriever.translations([known], args.top, args.way)
        names = [retriever.target.words[place] for place in found.places[0].tolist()]
        scores = found.scores[0].tolist()
        cells = [f"{name} {score:.4f}" for name, score in zip(names, scores, strict=True)] if args.scores else names
        print("\t".join([word, *cells]), flush=True)
    return missing
