"""Errors at the rates that an aligner finds: a word lost beside a word too many are one replaced to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mondegreen.corrupt.drawing import corrupt
from mondegreen.corrupt.profile import measured
from mondegreen.corrupt.rates import Wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mondegreen.corrupt.drawing import Corrupted
    from mondegreen.corrupt.plan import Plan
    from mondegreen.corrupt.profile import Profile

# Draws until the rates that are found are those of the system, each by what the one before was off;
ROUNDS = 4
# rates are moved by no more than this factor at a time.
MOST = 1.5


def drawn(
    texts: Sequence[str], plan: Plan, seed: int, keys: Sequence[str] | None, threads: int | None
) -> tuple[Corrupted, Profile]:
    """The texts with errors by the plan, and the errors as the aligner finds them."""
    wanted = plan.wanted
    for left in reversed(range(ROUNDS if plan.profile is not None and plan.mode != "exact" else 1)):
        beyond = replace(plan.beyond, deletions=wanted.deletions, insertions=wanted.insertions)
        made = corrupt(texts, plan.table, wanted.substitutions, seed, keys, plan.mode, beyond, threads)
        found = measured(texts, made.texts, "simulated", threads)
        if left:
            seen = (found.substitutions, found.deletions, found.insertions)
            wanted = within(Wanted(*map(moved, wanted, plan.wanted, seen)))
    return made, found


def moved(rate: float, goal: float, seen: float) -> float:
    """A rate, nearer to that by which the goal is found."""
    if not seen > 0:
        return rate
    return rate * min(MOST, max(1 / MOST, goal / seen))


def within(wanted: Wanted) -> Wanted:
    """Rates that can be."""
    factor = min(1.0, 1 / max(wanted.substitutions + wanted.deletions, 1e-9))
    return Wanted(wanted.substitutions * factor, wanted.deletions * factor, min(1.0, wanted.insertions))
