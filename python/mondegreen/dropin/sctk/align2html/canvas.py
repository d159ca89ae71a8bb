"""Calls of the graphics that a page draws with, and texts that stay texts in it."""


def script_text(text: bytes) -> bytes:
    """A text within quotes of a script, which it cannot end; the original writes it as it is."""
    return text.replace(b"\\", rb"\\").replace(b'"', rb"\"").replace(b"<", rb"\x3c")


def html_text(text: bytes) -> bytes:
    """A text of a page, or within quotes of a tag, from which it makes nothing either."""
    return text.replace(b"<", b"&lt;").replace(b">", b"&gt;").replace(b'"', b"&quot;")


def page_link(file: bytes) -> bytes:
    """The address of a file in the same folder, whose name might look like another kind of address."""
    return html_text(b"./" + file if b":" in file else file)


def colour(name: bytes) -> bytes:
    """Draws in that colour from here on."""
    return b'jg.setColor("%b");\n' % name


def stroke(width: int) -> bytes:
    """Draws lines of that width from here on."""
    return b"jg.setStroke(%d);\n" % width


DOTTED = b"jg.setStroke(Stroke.DOTTED);\n"


def font(family: bytes, size: bytes, weight: bytes = b"PLAIN") -> bytes:
    """Writes in that font from here on."""
    return b'jg.setFont("%b","%b",Font.%b);\n' % (family, size, weight)


def line(x1: float, y1: float, x2: float, y2: float) -> bytes:
    """A line between times, which move with the scale."""
    return b"jg.drawLine(%.0f*scale, %.0f, %.0f*scale, %.0f);\n" % (x1, y1, x2, y2)


def branch(x1: float, y1: float, x2: float, y2: float) -> bytes:
    """The same, as the original writes it of the ends of tokens that branch."""
    return b"jg.drawLine(scale*%.0f, %.0f, scale*%.0f, %.0f);\n" % (x1, y1, x2, y2)


def fixed_line(x1: float, y1: float, x2: float, y2: float) -> bytes:
    """A line of the key, which no scale moves."""
    return b"jg.drawLine(%.0f, %.0f, %.0f, %.0f);\n" % (x1, y1, x2, y2)


def across(y: float, width: float) -> bytes:
    """A line from one end of the picture to the other."""
    return b"jg.drawLine(0, %.0f, scale*%.0f - 1, %.0f);\n" % (y, width, y)


def band(y: float, width: float, height: float) -> bytes:
    """A filled stretch of the background."""
    return b"jg.fillRect(0, %.0f, scale*%.0f - 1, %.0f);\n" % (y, width, height)
