"""`mondegreen runs`: what can be done with saved runs."""

from mondegreen.component import Registry

HELP = """\
Check saved runs: recompute their scores, compare every digest.

example:
  mondegreen runs verify runs/base runs/new
"""
ACTIONS = Registry("action", {"verify": "mondegreen.cli.saved_runs.verify"})
