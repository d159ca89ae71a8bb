"""The picture of a group: its speakers and tokens along the time, and the pairs that were aligned."""

from itertools import pairwise

from mondegreen.dropin.sctk.align2html import canvas
from mondegreen.dropin.sctk.align2html.model import PIXELS_PER_SECOND, REFERENCE, SYSTEM, Group, Segment, Token
from mondegreen.errors import ScoreError

SECOND = PIXELS_PER_SECOND
# A line is drawn at each second.
LONGEST = 1_000_000
GREEN, RED = b"#eeffee", b"#ffeeee"


class Frame:
    """From where to where a picture goes, and how wide its background is."""

    def __init__(self, group: Group) -> None:
        self.start = group.left
        self.first = nearest_second(group.left)
        self.last = nearest_second(group.right)
        if self.first > self.start and self.first > SECOND:
            self.first -= SECOND
        if self.last < group.right:
            self.last += SECOND
        if not self.last - self.first <= LONGEST * SECOND:
            name = group.name.decode("utf-8", "replace")
            raise ScoreError(f"the group {name!r} is longer than {LONGEST:,} seconds, which no picture shows")
        self.width = self.last - self.start + SECOND
        # What is taken off a time to find its place.
        self.offset = group.left - SECOND


def nearest_second(x: float) -> float:
    """Where the second is that is nearest to a place."""
    return SECOND * float(b"%.0f" % (x / SECOND))


def drawing(group: Group) -> bytes:
    """All but the alignment and the key."""
    frame = Frame(group)
    parts = [background(group, frame), time_scale(group, frame), speakers(group, frame)]
    parts += [draw_segment(segment, frame.offset) for segment in group.segments()]
    return b"".join(parts)


def edges(group: Group) -> list[float]:
    """Where the rows of speakers begin and end, from above."""
    return sorted(y for who, row in group.rows.items() for y in (row - 25, row + group.heights[who]))


def background(group: Group, frame: Frame) -> bytes:
    """The references on green, the systems on red."""
    ys = edges(group)
    top, bottom = ys[0], ys[-1]
    references = len({segment.speaker for segment in group.sides[REFERENCE].values()})
    if not references or not group.sides[SYSTEM]:
        whole = canvas.band(top + 1, frame.width, bottom - top - 1)
        return canvas.colour(GREEN if references else RED) + whole
    middle = (ys[2 * references - 1] + ys[2 * references]) / 2
    return (
        canvas.colour(GREEN)
        + canvas.band(top + 1, frame.width, middle - top - 1)
        + canvas.colour(RED)
        + canvas.band(middle - top + 1, frame.width, bottom - middle - 1)
    )


def time_scale(group: Group, frame: Frame) -> bytes:
    """A line at every second."""
    parts = [canvas.colour(b"orange"), canvas.DOTTED, canvas.font(b"arial", b"8px", b"BOLD")]
    for step in range(int((frame.last - frame.first) // SECOND) + 1):
        x = frame.first + step * SECOND
        place = x - frame.start + SECOND
        parts.append(b"jg.drawLine(scale*%.0f, 0, scale*%.0f, %.0f);\n" % (place, place, group.height))
        what = b"%.15g" % (x / SECOND), place, group.height
        parts.append(b'jg.drawStringRect("%b", scale*%.1f - 9, %.0f + 2, 20, "center");\n' % what)
    return b"".join(parts)


def speakers(group: Group, frame: Frame) -> bytes:
    """Their names, and lines between them."""
    parts = [canvas.colour(b"black"), canvas.font(b"verdana", b"12px")]
    for speaker, row in group.rows.items():
        name = canvas.script_text(bare(speaker))
        what = name, 0, row - 8 + (group.heights[speaker] - 30) / 2, frame.width
        parts.append(b'jg.drawStringRect("%b",%.0f, %.0f, scale*%.0f, "left");\n' % what)
    ys = edges(group)
    between = [(above + below) / 2 for above, below in zip(ys[1:-1:2], ys[2:-1:2], strict=True)]
    parts += [canvas.colour(b"yellow"), canvas.stroke(1)]
    parts += [canvas.across(y, frame.width) for y in (ys[0], *between, ys[-1])]
    return b"".join(parts)


def bare(speaker: bytes) -> bytes:
    """The name without the mark of its side; a name that begins with the other mark loses that too."""
    return speaker.removeprefix(b"ref:").removeprefix(b"hyp:")


def draw_segment(segment: Segment, offset: float) -> bytes:
    """The tokens, and dotted lines where they branch."""
    tokens = list(segment.tokens.values())
    ends = [segment.tokens[one] for one in segment.tokens if not segment.tokens[one].following]
    starts = [segment.tokens[one] for one in segment.tokens if not segment.tokens[one].previous]
    dotted = []
    for token in tokens:
        dotted += [join_ends(pair, offset) for pair in pairwise(named(segment, token.previous))]
        dotted += [join_starts(pair, offset) for pair in pairwise(named(segment, token.following))]
    dotted += [join_starts(pair, offset) for pair in pairwise(starts)]
    dotted += [join_ends(pair, offset) for pair in pairwise(ends)]
    head = [canvas.colour(b"grey"), canvas.DOTTED] if dotted else []
    return b"".join([*head, *dotted, *(draw_token(token, offset) for token in tokens)])


def named(segment: Segment, names: list[bytes]) -> list[Token]:
    """The tokens of these names."""
    return [segment.tokens[name] for name in names]


def join_ends(pair: tuple[Token, Token], offset: float) -> bytes:
    """A line between the ends of two tokens."""
    one, other = pair
    return canvas.branch(one.end_x - offset, one.y, other.end_x - offset, other.y)


def join_starts(pair: tuple[Token, Token], offset: float) -> bytes:
    """A line between the beginnings of two tokens."""
    one, other = pair
    return canvas.branch(one.start_x - offset, one.y, other.start_x - offset, other.y)


def draw_token(token: Token, offset: float) -> bytes:
    """A line from beginning to end: with the word and two beads, or for a silence with bars."""
    start, end = token.start_x - offset, token.end_x - offset
    if not token.text:
        return b"" if token.segment == (0, 0) else draw_silence(token, start, end)
    bead = b"images/white_dk.gif" if token.timed else b"images/white_lt.gif"
    text = canvas.script_text(token.text), start, token.y + (-17 if token.side == REFERENCE else 6)
    length = float(b"%.0f" % (SECOND * token.duration))
    return b"".join(
        [
            canvas.colour(b"DimGray"),
            canvas.stroke(token.stroke),
            canvas.line(start, token.y, end, token.y),
            canvas.font(b"arial", b"11px"),
            b'jg.drawStringRect("%b", %.0f*scale + 1, %.0f, %.0f*scale - 1, "center");\n' % (*text, length),
            *(b'jg.drawImage("%b", %.0f*scale - 7, %.0f - 7, 14, 14);\n' % (bead, x, token.y) for x in (start, end)),
        ]
    )


def draw_silence(token: Token, start: float, end: float) -> bytes:
    """A line with a bar at each end."""
    bars = [canvas.line(x, token.y - 4, x, token.y + 4) for x in (start, end)]
    return b"".join(
        [canvas.colour(b"brown"), canvas.stroke(token.stroke), canvas.line(start, token.y, end, token.y), *bars]
    )
