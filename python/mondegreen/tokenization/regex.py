"""What a pattern finds."""

import re

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import TextFunction


class Regex(TextFunction):
    r"""Takes the matches of a regular expression, in Python's notation, and drops the rest.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer(r"regex:\w+'?|\S")("l'été, déjà")
        ["l'", 'été', ',', 'déjà']

    Caveats: what the pattern does not find is not compared. Groups do not matter, and an empty find is no token. A
        pattern that can fail in very many ways takes very long on a long text.
    """

    name = "regex"
    options = (Option("pattern", (), "a regular expression"),)
    unnamed = "pattern"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        pattern = self.chosen["pattern"]
        try:
            self.pattern = re.compile(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            raise ScoreError(f'"{pattern}" is not a regular expression: {error}') from error
        self.signed = [pattern]

    def __call__(self, text: str) -> list[str]:
        return [found for each in self.pattern.finditer(text) if (found := each[0])]
