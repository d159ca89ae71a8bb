"""Code points."""

from mondegreen.normalization.text_function import TextFunction


class Characters(TextFunction):
    """Splits into Unicode code points without whitespace.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("characters")("le été")
        ['l', 'e', 'é', 't', 'é']

    Caveats: a letter with an accent is one code point or two, as it was typed; `--normalize nfc` makes it one where it
        can, and `graphemes` always. For a character error rate alone, the metric `cer` is faster.
    """

    name = "characters"

    def __call__(self, text: str) -> list[str]:
        return list("".join(text.split()))
