"""Words between whitespace."""

from mondegreen.normalization.text_function import TextFunction


class Words(TextFunction):
    """Splits at whitespace; the default tokenizer.

    Example:
        >>> from mondegreen.tokenization.words import Words
        >>> Words()("l' été  indien")
        ["l'", 'été', 'indien']

    Caveats: whitespace is Unicode's, the no-break space included. Punctuation stays with its word: "yes," and "yes"
        are different.
    """

    name = "words"

    def __call__(self, text: str) -> list[str]:
        return text.split()
