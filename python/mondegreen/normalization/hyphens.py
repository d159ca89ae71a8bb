"""Hyphens as spaces."""

import re

from mondegreen.normalization.text_function import TextFunction

# The hyphen first, because a pattern that begins with a look behind is slow to find.
HYPHEN = re.compile(r"[-\u2010\u2011](?<=[^\s(].)(?=[^\s)])")


class Hyphens(TextFunction):
    """Splits words at their hyphens.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("hyphens")("a twenty-one-year-old wor- word")
        'a twenty one year old wor- word'

    Caveats: a hyphen that begins or ends a word stays, because there it marks a fragment. Like `csrfilt -dh`, it is
        best used after a table or a GLM file whose rules have hyphens.
    """

    name = "hyphens"

    def __call__(self, text: str) -> str:
        return HYPHEN.sub(" ", text)
