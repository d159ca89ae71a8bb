"""`mondegreen runs`: what can be done with saved runs."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

HELP = """\
Check saved runs: recompute their scores, compare every digest.

example:
  mondegreen runs verify runs/base runs/new
"""
ACTIONS = {"verify": "mondegreen.cli.saved_runs.verify"}


def arguments(parser: ArgumentParser) -> None:
    """Declares what can be done, each with its options."""
    from mondegreen.cli.parser import declare_actions

    declare_actions(parser, ACTIONS)


def run(args: Namespace) -> int:
    """Does it."""
    code: int = import_module(ACTIONS[args.action]).run(args)
    return code
