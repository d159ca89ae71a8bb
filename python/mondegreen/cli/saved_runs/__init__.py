"""`mondegreen runs`: what can be done with saved runs."""

HELP = """\
Check saved runs: recompute their scores, compare every digest.

example:
  mondegreen runs verify runs/base runs/new
"""
ACTIONS = {"verify": "mondegreen.cli.saved_runs.verify"}
