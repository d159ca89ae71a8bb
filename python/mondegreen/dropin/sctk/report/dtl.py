"""`-o dtl`: the system in detail."""

from __future__ import annotations

from mondegreen.dropin.sctk.report.details import lists, sentences, words

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System


def report(system: System, *, newest: bool) -> bytes:
    """The whole report."""
    totals = system.scored.totals()
    utterances = [each for number in range(len(totals)) for each in system.scored.utterances(number)]
    correct, substituted, deleted, inserted = (sum(counts[place] for _, _, counts in totals) for place in range(4))
    return b"".join(
        [
            b"DETAILED OVERALL REPORT FOR THE SYSTEM: %b\n\n" % system.title,
            sentences(system, utterances, sum(wrong for _, wrong, _ in totals), newest=newest) + b"\n\n",
            words((correct, substituted, deleted, inserted)),
            lists(system, utterances),
        ]
    )
