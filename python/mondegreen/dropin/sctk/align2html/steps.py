"""The steps of a group's alignment: what each counts, and how it is drawn."""

from mondegreen.dropin.sctk.align2html import canvas
from mondegreen.dropin.sctk.align2html.model import PIXELS_PER_SECOND, SYSTEM, Group, Token
from mondegreen.dropin.sctk.perl import DieError, place

NAME = "align2html.pl"
# The colours of pairs: correct, substituted, and right words of the wrong speaker.
PAIRED = {b"C": b"green", b"S": b"red", b"P": b"blue"}
NOWHERE = Token(b"", b"", "", (0.0, 0.0), [], [])


def draw_alignment(group: Group) -> bytes:
    """Draws all steps, and counts them."""
    return b"".join(draw_step(group, *step) for step in group.alignment)


def draw_step(group: Group, kind: bytes, reference: bytes, hypothesis: bytes) -> bytes:
    """Draws a step: a line between two tokens, or a mark at one."""
    if kind not in {*PAIRED, b"I", b"D"} or (kind == b"C" and not reference and not hypothesis):
        raise DieError(b"Unknown type %b" % kind + place(NAME, 1542))
    count(group, kind, has_reference=bool(reference))
    offset = group.left - PIXELS_PER_SECOND
    one, other = (group.token(name) or NOWHERE for name in (reference, hypothesis))
    if kind == b"I":
        return mark(other, offset, b"black")
    if kind == b"D":
        return mark(one, offset, b"black")
    if kind == b"C" and not (reference and hypothesis):
        return mark(one if reference else other, offset, b"green")
    line = canvas.line(one.middle_x - offset, one.y, other.middle_x - offset, other.y)
    return canvas.colour(PAIRED[kind]) + canvas.stroke(2) + line


def count(group: Group, kind: bytes, *, has_reference: bool) -> None:
    """Counts a step."""
    counts = group.counts
    counts.correct += kind == b"C"
    counts.substituted += kind == b"S"
    counts.inserted += kind == b"I"
    counts.deleted += kind == b"D"
    counts.misattributed += kind == b"P"
    counts.words += kind in {b"S", b"D", b"P"} or (kind == b"C" and has_reference)


def mark(token: Token, offset: float, colour: bytes) -> bytes:
    """What stands alone: a bar down from the reference, or up from the system, with three shorter ones across."""
    way = -1 if token.side == SYSTEM else 1
    x, y = token.middle_x - offset, token.y
    across = b"jg.drawLine(%.0f*scale - %d, %.0f, %.0f*scale + %d, %.0f);\n"
    bars = [
        across % (x, width, y + way * down, x, width, y + way * down) for width, down in ((8, 13), (5, 15), (2, 17))
    ]
    return b"".join([canvas.colour(colour), canvas.stroke(1), canvas.line(x, y, x, y + way * 13), *bars])


def draw_key(y: float) -> bytes:
    """What the marks and colours mean, below a picture."""
    text = canvas.font(b"verdana", b"12px") + canvas.stroke(1)
    optional = b"Optionally Deletable", b"Optionally Insertable"
    parts = [text, *lone_keys(y, 1, (b"Deletion", optional[0]), 4)]
    parts += lone_keys(y + 50, -1, (b"Insertion", optional[1]), -17)
    y += 65
    parts += [canvas.stroke(2), *pair_key(b"green", 205, y, b"Correct"), *pair_key(b"red", 5, y, b"Substitution")]
    y += 25
    parts += [*pair_key(b"blue", 5, y, b"Speaker error"), canvas.stroke(1), *pair_key(b"brown", 205, y, b"")]
    parts += [canvas.fixed_line(x, y - 4, x, y + 4) for x in (205, 225)]
    parts.append(label(b"Empty Segment", 250, y - 7))
    parts += band_key(b"#eeffee", b"green", y + 25, b"References") + band_key(b"#ffeeee", b"red", y + 50, b"Systems")
    return b"".join(parts)


def lone_keys(y: float, way: int, names: tuple[bytes, bytes], down: int) -> list[bytes]:
    """The marks of what stands alone: counted in black, and in green where it may be left out."""
    parts = []
    across = b"jg.drawLine(%.0f - %d, %.0f, %.0f + %d, %.0f);\n"
    for colour, x, name, width in ((b"black", 15, names[0], 100), (b"green", 215, names[1], 200)):
        parts += [canvas.colour(colour), canvas.fixed_line(x, y, x, y + way * 13)]
        for half, far in ((8, 13), (5, 15), (2, 17)):
            parts.append(across % (x, half, y + way * far, x, half, y + way * far))
        parts.append(label(name, x + 35, y + down, width))
    return parts


def pair_key(colour: bytes, x: int, y: float, name: bytes) -> list[bytes]:
    """A line of some colour, and what it means."""
    parts = [canvas.colour(colour), canvas.fixed_line(x, y, x + 20, y)]
    return [*parts, label(name, x + 45, y - 7)] if name else parts


def band_key(fill: bytes, colour: bytes, y: float, name: bytes) -> list[bytes]:
    """A background, and what it means."""
    box = b"jg.fillRect(%.0f, %.0f, %.0f, %.0f);\n" % (5, y - 3, 25, 8)
    return [canvas.colour(fill), box, canvas.colour(colour), label(name, 50, y - 7)]


def label(name: bytes, x: float, y: float, width: int = 100) -> bytes:
    """A text of the key."""
    return b'jg.drawStringRect("%b", %.0f, %.0f, %d, "left");\n' % (name, x, y, width)
