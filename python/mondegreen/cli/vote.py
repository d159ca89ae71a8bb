"""`mondegreen study agreement`, and voting in a terminal: one triplet at a time, in random order, every vote saved."""

from __future__ import annotations

import random
import sys

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.formats.rated import Triplets
    from mondegreen.plan.study import AgreementPlan

QUESTION = "1 or 2, s to skip, q to stop: "
SKIP, STOP = ("s", ""), ("q", None)


def run_agreement(plan: AgreementPlan) -> int:
    """Collects votes, or shows how often metrics agree with them."""
    from mondegreen.errors import ScoreError
    from mondegreen.formats.rated import read_triplets

    if not plan.vote:
        from mondegreen.api.plans import carry_out
        from mondegreen.api.studies import agreement

        carry_out(agreement, plan)
        return 0
    triplets = read_triplets(str(plan.triplets), plan.encoding)
    if not len(triplets):
        raise ScoreError("there are no triplets after the first line", path=triplets.path)
    return collect_votes(triplets, plan.seed)


def collect_votes(triplets: Triplets, seed: int) -> int:
    """Asks about each triplet; those with the fewest votes come first."""
    from mondegreen.errors import ScoreError, pluralize
    from mondegreen.formats.rated import write_triplets
    from mondegreen.io.source import STDIN

    if triplets.path == STDIN:
        raise ScoreError("votes are added to a file; name one instead of `-`")
    chance = random.Random(seed)
    before = triplets.votes(missing=0)
    order = sorted(range(len(triplets)), key=lambda place: (sum(before[place]), chance.random()))
    given = 0
    try:
        for asked, place in enumerate(order, 1):
            swapped = chance.random() < 0.5
            print(f"\n{asked} of {len(order)}")
            print(shown_triplet(triplets, place, swapped=swapped))
            answer = asked_for()
            if answer in STOP:
                break
            if answer not in SKIP:
                triplets = triplets.with_vote(place, int(answer == "2") ^ swapped)
                write_triplets(triplets)
                given += 1
    finally:  # who interrupts wants to know it too
        print(f"\n{pluralize(given, 'vote')} added to {triplets.path}")
    return 0


def shown_triplet(triplets: Triplets, place: int, *, swapped: bool) -> str:
    """The texts of a triplet, in which nothing can steer the terminal."""
    from mondegreen.render.text import make_printable

    reference, *hypotheses = (make_printable(texts[place]) for texts in triplets.texts)
    first, second = hypotheses[::-1] if swapped else hypotheses
    return f"  ref   {reference}\n  1     {first}\n  2     {second}"


def asked_for() -> str | None:
    """What was answered, asked again until it makes sense; none at the end of input."""
    while True:
        print(QUESTION, end="", flush=True)
        line = sys.stdin.readline()
        answer = line.strip().lower() if line else None
        if answer in {"1", "2", *SKIP, *STOP}:
            return answer
