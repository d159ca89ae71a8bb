"""`-o spk`: a speaker in detail."""

from __future__ import annotations

from mondegreen.dropin.sctk.report.details import lists, sentences, words

TYPE_CHECKING = False  # type checkers know the name; a tool must start lean

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System


def report(system: System, speaker: int, *, newest: bool) -> bytes:
    """The whole report of that speaker."""
    _, wrong, counts = system.scored.totals()[speaker]
    utterances = system.scored.utterances(speaker)
    head = b"SCORING FOR SPEAKER: %b\n     of %b\n\n" % (system.scored.speakers()[speaker], system.title)
    performance = sentences(system, utterances, wrong, newest=newest)
    return head + performance + b"\n\n" + words(counts) + lists(system, utterances)
