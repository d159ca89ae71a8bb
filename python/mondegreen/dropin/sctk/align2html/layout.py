"""Where everything of a group stands in its picture."""

from mondegreen.dropin.sctk.align2html.lattice import arrange
from mondegreen.dropin.sctk.align2html.model import REFERENCE, STEP, SYSTEM, TOP, Group, Segment, Token, milliseconds


def lay_out(group: Group) -> None:
    """Places the tokens of a group, and takes its measures."""
    for segment in group.segments():
        widen(group, segment)
        arrange(segment)
    measure(group)
    # The original looks at one segment alone.
    group.estimated = any(segment.estimated for segment in group.segments()[:1])
    set_rows(group)
    set_times(group)


def widen(group: Group, segment: Segment) -> None:
    """Makes room for a segment, at the times from before any were estimated."""
    for token in segment.tokens.values():
        if not token.is_nowhere:
            group.left = min(group.left, token.start_x)
            group.right = max(group.right, token.end_x)


def measure(group: Group) -> None:
    """How high each speaker is, and the picture."""
    for segment in group.segments():
        group.heights[segment.speaker] = max(group.heights.get(segment.speaker, 0.0), segment.height)
    group.height = 2 * TOP + STEP + sum(height + STEP for height in group.heights.values())


def set_rows(group: Group) -> None:
    """Gives every speaker a row, those of the reference above those of the system."""
    row = float(TOP)
    for side in (REFERENCE, SYSTEM):
        for segment in group.sorted_segments(side):
            if segment.speaker not in group.rows:
                group.rows[segment.speaker] = row
                row += group.heights[segment.speaker] + STEP
            for token in segment.tokens.values():
                token.y += group.rows[segment.speaker]
        row += 2 * STEP


def set_times(group: Group) -> None:
    """From when to when the group goes: by the segments of the reference, and by the words of the system."""
    for segment in group.segments():
        for token in segment.tokens.values():
            begin, end = span(token)
            if begin == 0 and end == 0 and not token.text:
                continue
            group.begin = min(group.begin, begin)
            group.end = max(group.end, end)


def span(token: Token) -> tuple[float, float]:
    """From when to when a token counts."""
    if token.side == REFERENCE:
        return token.segment
    return token.begin, milliseconds(token.end)
