"""The page of a group: its speakers and tokens along the time, the pairs that were aligned, and what stands below.

A script draws the picture: times move with its scale, other measures do not.
"""

from itertools import pairwise

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.sctk import read_text
from mondegreen.dropin.sctk.align2html.alignment import NAME, REFERENCE, SECOND, SYSTEM, Group, Segment, Token
from mondegreen.errors import ScoreError

WARNING = b"""\
<p>WARNING: Some words do not have times specified for them.  For these cases, word times \
<img src='images/white_lt.gif' border='0' /> are estimated from the segment times.</p>
"""
END = b"""\
</body>
</html>

"""
MAPPING_HEADING = b"File,Channel,RefSpeaker,SysSpeaker,isMapped,timeOverlap"
# A line is drawn at each second.
LONGEST = 1_000_000
GREEN, RED = b"#eeffee", b"#ffeeee"
# The colors of pairs: correct, substituted, and right words of the wrong speaker.
PAIR_COLORS = {b"C": b"green", b"S": b"red", b"P": b"blue"}
NOWHERE = Token(b"", b"", "", (0.0, 0.0), [], [])

# Calls of the graphics. Drawn from here on: color, width, font.
COLOR = b'jg.setColor("%b");\n'
STROKE = b"jg.setStroke(%d);\n"
DOTTED = b"jg.setStroke(Stroke.DOTTED);\n"
FONT = b'jg.setFont("%b","%b",Font.%b);\n'
# A line between times, the same as the original writes it where tokens branch, and one of the key.
LINE = b"jg.drawLine(%.0f*scale, %.0f, %.0f*scale, %.0f);\n"
BRANCH = b"jg.drawLine(scale*%.0f, %.0f, scale*%.0f, %.0f);\n"
FIXED_LINE = b"jg.drawLine(%.0f, %.0f, %.0f, %.0f);\n"
# A line from one end of the picture to the other, and a filled stretch of the background.
ACROSS = b"jg.drawLine(0, %.0f, scale*%.0f - 1, %.0f);\n"
BAND = b"jg.fillRect(0, %.0f, scale*%.0f - 1, %.0f);\n"
LABEL = b'jg.drawStringRect("%b", %.0f, %.0f, %d, "left");\n'


def escape_script(text: bytes) -> bytes:
    """A text within quotes of a script, which it cannot end; the original writes it as it is."""
    return text.replace(b"\\", rb"\\").replace(b'"', rb"\"").replace(b"<", rb"\x3c")


def escape_html(text: bytes) -> bytes:
    """A text of a page, or within quotes of a tag, from which it makes nothing either."""
    return text.replace(b"<", b"&lt;").replace(b">", b"&gt;").replace(b'"', b"&quot;")


def make_group_page(group: Group, mapping: list[bytes] | None) -> bytes:
    """The page of a group, which counts its alignment; `mapping` is the lines of a file that maps speakers."""
    head = read_text("segment_group_head.html") % escape_html(group.name) + draw_group(group)
    alignment = b"".join(draw_step(group, *step) for step in group.alignment)
    foot = read_text("segment_group_foot.html") % (group.height + 185, group.right - group.left + SECOND)
    below = b"" if mapping is None else b"<br><br>MAPPING:<br>\n" + list_mapped(group, mapping)
    return b"".join([head, alignment, draw_key(group.height + 25), foot, below, WARNING * group.estimated, END])


def list_mapped(group: Group, mapping: list[bytes]) -> bytes:
    present = {speaker.upper() for speaker in group.rows}
    found = []
    for line in mapping:
        fields = line.split(b",")
        if line != MAPPING_HEADING and len(fields) > 4 and fields[4] == b"mapped":
            reference, system = (name.upper() for name in fields[2:4])
            if {b"REF:" + reference, b"HYP:" + system} <= present:
                found.append(escape_html(reference) + b" <=> " + escape_html(system) + b"<br>\n")
    return b"".join(pair + b"\n" for pair in sorted(found))


class Frame:
    """From where to where a picture goes, and how wide its background is."""

    def __init__(self, group: Group) -> None:
        self.start = group.left
        self.first, self.last = (SECOND * float(b"%.0f" % (x / SECOND)) for x in (group.left, group.right))
        if self.first > self.start and self.first > SECOND:
            self.first -= SECOND
        if self.last < group.right:
            self.last += SECOND
        if not self.last - self.first <= LONGEST * SECOND:
            name = group.name.decode("utf-8", "replace")
            raise ScoreError(f"the group {name!r} is longer than {LONGEST:,} seconds, which no picture shows")
        self.width = self.last - self.start + SECOND
        # Where the rows of speakers begin and end, from above.
        self.edges = sorted(y for who, row in group.rows.items() for y in (row - 25, row + group.heights[who]))


def draw_group(group: Group) -> bytes:
    """All but the alignment and the key."""
    frame = Frame(group)
    parts = [draw_background(group, frame), draw_seconds(group, frame), draw_speakers(group, frame)]
    return b"".join(parts + [draw_segment(segment, group.left - SECOND) for segment in group.segments()])


def draw_background(group: Group, frame: Frame) -> bytes:
    ys, width = frame.edges, frame.width
    top, bottom = ys[0], ys[-1]
    references = len({segment.speaker for segment in group.sides[REFERENCE].values()})
    if not references or not group.sides[SYSTEM]:
        return COLOR % (GREEN if references else RED) + BAND % (top + 1, width, bottom - top - 1)
    middle = (ys[2 * references - 1] + ys[2 * references]) / 2
    green = COLOR % GREEN + BAND % (top + 1, width, middle - top - 1)
    return green + COLOR % RED + BAND % (middle - top + 1, width, bottom - middle - 1)


def draw_seconds(group: Group, frame: Frame) -> bytes:
    parts = [COLOR % b"orange", DOTTED, FONT % (b"arial", b"8px", b"BOLD")]
    for step in range(int((frame.last - frame.first) // SECOND) + 1):
        time = frame.first + step * SECOND
        x = time - frame.start + SECOND
        parts.append(b"jg.drawLine(scale*%.0f, 0, scale*%.0f, %.0f);\n" % (x, x, group.height))
        what = b"%.15g" % (time / SECOND), x, group.height
        parts.append(b'jg.drawStringRect("%b", scale*%.1f - 9, %.0f + 2, 20, "center");\n' % what)
    return b"".join(parts)


def draw_speakers(group: Group, frame: Frame) -> bytes:
    parts = [COLOR % b"black", FONT % (b"verdana", b"12px", b"PLAIN")]
    for speaker, row in group.rows.items():
        # A name that begins with the mark of the other side behind that of its own loses both.
        name = escape_script(speaker.removeprefix(b"ref:").removeprefix(b"hyp:"))
        what = name, 0, row - 8 + (group.heights[speaker] - 30) / 2, frame.width
        parts.append(b'jg.drawStringRect("%b",%.0f, %.0f, scale*%.0f, "left");\n' % what)
    ys = frame.edges
    between = [(above + below) / 2 for above, below in zip(ys[1:-1:2], ys[2:-1:2], strict=True)]
    parts += [COLOR % b"yellow", STROKE % 1, *(ACROSS % (y, frame.width, y) for y in (ys[0], *between, ys[-1]))]
    return b"".join(parts)


def draw_segment(segment: Segment, offset: float) -> bytes:
    """The tokens, and dotted lines where they branch; `offset` is taken off a time to find its place."""
    tokens = list(segment.tokens.values())
    dotted = []
    for token in tokens:
        dotted += join_branches([segment.tokens[name] for name in token.previous], offset, at_end=True)
        dotted += join_branches([segment.tokens[name] for name in token.following], offset, at_end=False)
    dotted += join_branches([token for token in tokens if not token.previous], offset, at_end=False)
    dotted += join_branches([token for token in tokens if not token.following], offset, at_end=True)
    head = [COLOR % b"grey", DOTTED] if dotted else []
    return b"".join([*head, *dotted, *(draw_token(token, offset) for token in tokens)])


def join_branches(tokens: list[Token], offset: float, *, at_end: bool) -> list[bytes]:
    points = [((token.end_x if at_end else token.start_x) - offset, token.y) for token in tokens]
    return [BRANCH % (*one, *other) for one, other in pairwise(points)]


def draw_token(token: Token, offset: float) -> bytes:
    """A line from beginning to end: with the word and two beads, or for a silence with bars."""
    start, end = token.start_x - offset, token.end_x - offset
    line = LINE % (start, token.y, end, token.y)
    if not token.text:
        if token.segment == (0, 0):
            return b""
        bars = (LINE % (x, token.y - 4, x, token.y + 4) for x in (start, end))
        return b"".join([COLOR % b"brown", STROKE % token.stroke, line, *bars])
    bead = b"images/white_dk.gif" if token.timed else b"images/white_lt.gif"
    length = float(b"%.0f" % (SECOND * token.duration))
    text = escape_script(token.text), start, token.y + (-17 if token.side == REFERENCE else 6), length
    return b"".join(
        [
            COLOR % b"DimGray" + STROKE % token.stroke + line + FONT % (b"arial", b"11px", b"PLAIN"),
            b'jg.drawStringRect("%b", %.0f*scale + 1, %.0f, %.0f*scale - 1, "center");\n' % text,
            *(b'jg.drawImage("%b", %.0f*scale - 7, %.0f - 7, 14, 14);\n' % (bead, x, token.y) for x in (start, end)),
        ]
    )


def draw_step(group: Group, kind: bytes, reference: bytes, hypothesis: bytes) -> bytes:
    """Counts and draws a step of the alignment: a line between two tokens, or a mark at one."""
    if kind not in {*PAIR_COLORS, b"I", b"D"} or (kind == b"C" and not reference and not hypothesis):
        raise perl.DieError(b"Unknown type %b" % kind, NAME, 1542)
    group.counts[kind] += 1
    group.words += kind in {b"S", b"D", b"P"} or (kind == b"C" and bool(reference))
    offset = group.left - SECOND
    one, other = (group.find_token(name) or NOWHERE for name in (reference, hypothesis))
    if kind in {b"I", b"D"}:
        return draw_mark(other if kind == b"I" else one, offset, b"black")
    if kind == b"C" and not (reference and hypothesis):
        return draw_mark(one if reference else other, offset, b"green")
    line = LINE % (one.middle_x - offset, one.y, other.middle_x - offset, other.y)
    return COLOR % PAIR_COLORS[kind] + STROKE % 2 + line


def draw_mark(token: Token, offset: float, color: bytes) -> bytes:
    """What stands alone: a bar down from the reference, or up from the system, with three shorter ones across."""
    way = -1 if token.side == SYSTEM else 1
    x, y = token.middle_x - offset, token.y
    bars = draw_bars(b"jg.drawLine(%.0f*scale - %d, %.0f, %.0f*scale + %d, %.0f);\n", x, y, way)
    return b"".join([COLOR % color, STROKE % 1, LINE % (x, y, x, y + way * 13), *bars])


def draw_bars(line: bytes, x: float, y: float, way: int) -> list[bytes]:
    """The three bars across a mark."""
    ends = [(half, y + way * far) for half, far in ((8, 13), (5, 15), (2, 17))]
    return [line % (x, half, end, x, half, end) for half, end in ends]


def draw_key(y: float) -> bytes:
    parts = [FONT % (b"verdana", b"12px", b"PLAIN"), STROKE % 1]
    parts += draw_mark_keys(y, 1, (b"Deletion", b"Optionally Deletable"), 4)
    parts += draw_mark_keys(y + 50, -1, (b"Insertion", b"Optionally Insertable"), -17)
    parts.append(STROKE % 2)
    for color, x, down, name in (
        (b"green", 205, 65, b"Correct"),
        (b"red", 5, 65, b"Substitution"),
        (b"blue", 5, 90, b"Speaker error"),
    ):
        line = FIXED_LINE % (x, y + down, x + 20, y + down)
        parts += [COLOR % color, line, LABEL % (name, x + 45, y + down - 7, 100)]
    y += 90
    parts += [STROKE % 1, COLOR % b"brown", FIXED_LINE % (205, y, 225, y)]
    parts += [FIXED_LINE % (x, y - 4, x, y + 4) for x in (205, 225)]
    parts.append(LABEL % (b"Empty Segment", 250, y - 7, 100))
    for fill, color, down, name in ((GREEN, b"green", 25, b"References"), (RED, b"red", 50, b"Systems")):
        box = b"jg.fillRect(%.0f, %.0f, %.0f, %.0f);\n" % (5, y + down - 3, 25, 8)
        parts += [COLOR % fill, box, COLOR % color, LABEL % (name, 50, y + down - 7, 100)]
    return b"".join(parts)


def draw_mark_keys(y: float, way: int, names: tuple[bytes, bytes], down: int) -> list[bytes]:
    parts = []
    for color, x, name, width in ((b"black", 15, names[0], 100), (b"green", 215, names[1], 200)):
        parts += [COLOR % color, FIXED_LINE % (x, y, x, y + way * 13)]
        parts += draw_bars(b"jg.drawLine(%.0f - %d, %.0f, %.0f + %d, %.0f);\n", x, y, way)
        parts.append(LABEL % (name, x + 35, y + down, width))
    return parts
