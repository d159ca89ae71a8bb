"""What the graphs have in common."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.confidence import Confidence, all_confident, confidences
from mondegreen.dropin.sctk.written import written
from mondegreen.dropin.streams import err, out

if TYPE_CHECKING:
    from mondegreen.dropin.sctk.system import System


def announced(graph: bytes, files: bytes, system: "System", feedback: int, to: bytes = b" ") -> bool:
    """Says which files will be written, or that there is nothing to draw; a silent run draws in any case."""
    if feedback < 1:
        return True
    if not all_confident(system):
        out(b"    Skipping %b, no confidence scores supplied.\n" % graph)
        return False
    out(b"    Writing %b%b'%b'\n" % (graph, to, files))
    return True


def saved(path: bytes, text: bytes, failure: bytes) -> bool:
    """Writes a file of a graph; if it cannot be, says so in those words."""
    if written(path, [text]):
        return True
    err(failure)
    return False


def every_word(system: "System") -> list[Confidence]:
    """The words of the hypothesis, by speaker."""
    return [word for speaker in range(len(system.scored.speakers())) for word in confidences(system, speaker)]
