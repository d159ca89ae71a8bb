"""NIST's global mapping files."""

from mondegreen.normalise.glmfile import read_glm
from mondegreen.normalise.mappings import Mappings
from mondegreen.normalise.spec import Named, digest_parts, make_signature


class Glm(Named):
    r"""Replaces by the rules of a NIST global mapping file (GLM), such as `OK => O. K. / [ ] __ [ ]`.

    Example:
        >>> from pathlib import Path; from tempfile import TemporaryDirectory
        >>> from mondegreen.normalise import rule
        >>> with TemporaryDirectory() as folder:
        ...     table = Path(folder, "en.glm")
        ...     lines = ";; a comment", "* case_sensitive = 'F'", "uh => %HES / [ ] __ [ ]", "CANNOT => CAN NOT"
        ...     _ = table.write_text("\n".join(lines))
        ...     rule(f"glm:{table}")("Uh I cannot huh")
        '%HES I CAN NOT huh'

    Caveats: as `csrfilt -s` does it, on a file in UTF-8. Rules work on characters, not on words: without a context,
        "CANNOT" is also found in "CANNOTS". From left to right, the first rule of the file that fits is used, and
        contexts are those of the text as it was. What is written keeps the case that the file gives it, so put `lower`
        after a file in which case does not matter, and `upper` before one in which it does.
        A text has one reading. So of alternatives `{HE'S / HE IS}` the first is written that is not what was found,
        and words in parentheses, which may be left out, are: that hesitations do not count, and that either spelling
        is right, comes to the same as in `sclite -D`, but words are counted otherwise; `hubscr.pl` does it as NIST.
        Rules under INPUT_DEPENDENT_APPLICATION are used on the side that it speaks of, references being "ref" and
        "stm", hypotheses "hyp" and "ctm". COPY_NO_HIT = F is refused. Unlike csrfilt, which cuts the rule, a "/" in
        what is to be found is a character like others. `hyphens` does what `csrfilt -dh` does.
    """

    name = "glm"
    argument = "FILE"

    def __init__(self, argument: str) -> None:
        table = read_glm(argument.strip())
        self.signature = make_signature(self.name, [digest_parts([table.cased, *table.parts()])])
        fold = None if table.cased else upper_by_character
        self.either = Mappings(table.both(), fold)
        sides = {"references": table.references, "hypotheses": table.hypotheses}
        alike = table.references == table.hypotheses
        self.sides = {side: self.either if alike else Mappings(rules, fold) for side, rules in sides.items()}

    def __call__(self, text: str, side: str = "") -> str:
        """The text with all replacements made: those of a side, or those that both share."""
        # Contexts speak of blanks, and an utterance begins and ends with one.
        words = f" {' '.join(text.split())} "
        new = self.sides.get(side, self.either)(words)
        return text if new is words else " ".join(new.split())


def upper_by_character(text: str) -> str:
    """The text in upper case where that is one character for one, so that places stay the same."""
    whole = text.upper()
    if len(whole) == len(text):  # no character becomes fewer than one, so none became more
        return whole
    return "".join([upper if len(upper := one.upper()) == 1 else one for one in text])
