"""Groups, segments and words as asclite's log shows them."""

from __future__ import annotations

from mondegreen.dropin.sctk.asclite.groups import Group, count_tokens
from mondegreen.dropin.sctk.asclite.options import CELL
from mondegreen.dropin.sctk.asclite.speech import Segment, Token

UNITS = (b"kB", b"MB", b"GB", b"TB")
HEADING = [b"Aligned", b"SegGrpID", b"File", b"Channel", b"Eval"]
SIDE_HEADING = b"%sSegID %sSegBT %sSegET %sSpkrID %sTknID %sTknBT %sTknET %sTknTxt %sTknConf %sTknPrev %sTknNext"
NOBODY = b"," * 10


def describe_group(group: Group, cells: int) -> bytes:
    shown = []
    for name, streams in ((b"REF", group.references), (b"HYP", group.hypotheses)):
        counts = b",".join(b"%d" % count_tokens(stream) for stream in streams)
        shown.append(b"%b:%d(%b)" % (name, len(streams), counts))
    times = (group.start / 1000, group.end / 1000)
    what = b"Align SG %d [%b] %d dimensions, Difficulty: %d (%b) ---> bt=%.3f et=%.3f"
    return what % (group.number, b" ".join(shown), len(group.streams), cells, format_size(cells), *times)


def format_size(cells: int) -> bytes:
    """The memory that cells take in the original."""
    size = cells / 1024 * CELL
    shown = [size / 1024**power for power in range(len(UNITS))]
    index = max((power for power in range(1, len(UNITS)) if shown[power] > 1.0), default=0)
    return b"%.2f %b" % (shown[index], UNITS[index])


def format_time(time: int) -> bytes:
    return b"%.3f" % (time / 1000) if time >= 0 else b""


def format_segment(segment: Segment) -> bytes:
    return b"%d,%b,%b,%b" % (segment.number, format_time(segment.start), format_time(segment.end), segment.speaker)


def format_token(token: Token) -> bytes:
    confidence = b"" if token.confidence is None else b"%.3f" % token.confidence
    links = [b"|".join(b"%d" % each.number for each in tokens) for tokens in (token.before, token.behind)]
    times = (format_time(token.start), format_time(token.end))
    fields = [format_segment(token.segment), b"%d" % token.number, *times, token.source, confidence, *links]
    return b",".join(fields)
