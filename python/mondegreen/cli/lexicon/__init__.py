"""`mondegreen lexicon`: word vectors of two languages mapped, words translated, translations evaluated."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Maps two languages' word vectors into one space, translates words, and evaluates translations.

example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.train.txt --output en-fr.npz
  mondegreen lexicon eval en-fr.test.txt en-fr.npz --source en.vec --target fr.vec
"""
ACTIONS = {
    "map": "mondegreen.cli.lexicon.map",
    "translate": "mondegreen.cli.lexicon.translate",
    "neighbours": "mondegreen.cli.lexicon.neighbours",
    "eval": "mondegreen.cli.lexicon.eval",
    "split": "mondegreen.cli.lexicon.split",
}


def arguments(parser: ArgumentParser) -> None:
    """Declares what can be done, each with its options."""
    from mondegreen.cli.parser import declare_actions

    declare_actions(parser, ACTIONS)


def run(args: Namespace) -> int:
    """Does it."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    code: int = import_module(ACTIONS[args.action]).run(args)
    return code
