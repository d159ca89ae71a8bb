"""Lists as Python prints them, `['A', "DON'T"]`, read without running anything."""

import re
from ast import literal_eval

# Marks around, what needs no escape, and escapes; a quotation mark of the other kind stands as it is.
QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
WORDS = re.compile(rf"\[\s*(?:(?:{QUOTED})\s*(?:,\s*(?:{QUOTED})\s*)*,?\s*)?\]")
ITEM = re.compile(QUOTED)
# The longest that one word may be when its escapes are resolved.
LONGEST = 100_000


def parse_list(text: str) -> list[str] | None:
    """The strings of a list; none if the text is no list of strings."""
    if not WORDS.fullmatch(text):
        return None
    found = [unescape_string(item) for item in ITEM.findall(text)]
    words = [word for word in found if word is not None]
    return words if len(words) == len(found) else None


def unescape_string(item: str) -> str | None:
    """The string that stands between quotation marks; none if an escape is wrong."""
    if "\\" not in item:
        return item[1:-1]
    if len(item) > LONGEST:
        return None
    try:
        word = literal_eval(item)
        word.encode()
    except (SyntaxError, ValueError):  # half a character is a ValueError, too
        return None
    return str(word)
