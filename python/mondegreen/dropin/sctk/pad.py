"""Texts in the middle of a line, as SCTK puts them there in its two ways."""

SCREEN = 80


def centred(text: bytes, width: int) -> bytes:
    """The text with blanks on both sides; the odd one stands behind."""
    before = max(0, (width - len(text)) // 2)
    return (b" " * before + text).ljust(width)


def pad(width: int) -> bytes:
    """The blanks before something of that width: one less than would centre it, as SCTK counts from one."""
    return b" " * ((SCREEN - width) // 2 - 1)


def padded(text: bytes) -> bytes:
    """A line of the text behind these blanks."""
    return pad(len(text)) + text + b"\n"
