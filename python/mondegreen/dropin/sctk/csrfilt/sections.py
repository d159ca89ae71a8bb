"""The parts of a global mapping file that are for the input at hand."""

import re

from mondegreen.dropin.sctk.perl import compiled, lines

SECTION = re.compile(rb';;\s+INPUT_DEPENDENT_APPLICATION\s*=\s*"([^"]*)"')


def sections(rules: bytes, kind: bytes, purpose: bytes) -> tuple[bytes, bytes]:
    """The lines before the first section, and those of sections for this kind of input or its purpose.

    The expression of a section is looked for in the name of either. The second part of the result is a complaint: an
    expression that cannot be read ends the file there.
    """
    applies = True
    kept: list[bytes] = []
    for count, line in enumerate(lines(rules), 1):
        found = SECTION.match(line)
        if found:
            try:
                applies = concerns(found[1].lower(), kind, purpose)
            except re.error as error:
                what = (str(error).encode(), found[1].lower(), count)
                return b"".join(kept), b"%b in regex; m/%b/ at -e line 9, <> line %d.\n" % what
        if applies:
            kept.append(line)
    return b"".join(kept), b""


def concerns(expression: bytes, *names: bytes) -> bool:
    """Whether the expression is found in one of the names; an empty one is in none, as Perl takes it for the last."""
    return bool(expression) and any(map(compiled(expression).search, names))
