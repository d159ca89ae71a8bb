"""A turn of a transcript: who speaks from when to when, in which section, and what."""

from dataclasses import dataclass, field, replace

EXCLUDED = b"excluded_region"
GAP = b"inter_segment_gap"
IGNORED = b"ignore_time_segment_in_scoring"
UNKNOWN = b"unk"
# Without an attribute the original takes this channel.
CHANNEL = b"1"


@dataclass
class Section:
    """A section, whose attributes stay as they are written; a conversation has none."""

    kind: bytes = b""
    start: bytes = b""
    end: bytes = b""
    name: bytes = b""


@dataclass
class Turn:
    """A turn, or a part of one; times stay as they are written."""

    section: Section = field(default_factory=Section)
    speaker: bytes = b""
    sex: bytes = b""
    start: bytes = b""
    end: bytes = b""
    channel: bytes = CHANNEL
    dialect: bytes = b""
    mode: bytes = b""
    fidelity: bytes = b""
    file: bytes = b""
    # The column of a ctm: the channel, but 1 in what follows on a cut.
    column: bytes = b""
    focus: bytes = b""
    text: bytes = b""

    def blank(self) -> "Turn":
        """The same turn with nothing in it but its attributes."""
        return replace(self, file=b"", column=b"", focus=b"", text=b"")
