"""Tokens that do not count."""

from mondegreen.component import Option
from mondegreen.normalization.text_function import TextFunction


class Drop(TextFunction):
    """Removes the listed tokens, such as `<unk>` or `[noise]`.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("drop:<unk> [noise]")("so [noise] be <unk> it")
        'so be it'

    Caveats: only whole tokens between whitespace, and only as they are written: "[Noise]" and "[noise]," stay.
        Both sides lose them, so an utterance of nothing else becomes empty.
    """

    name = "drop"
    options = (Option("tokens", (), "tokens separated by spaces"),)
    unnamed = "tokens"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.tokens = frozenset(self.chosen["tokens"].split())
        self.signed = sorted(self.tokens)

    def __call__(self, text: str) -> str:
        for token in self.tokens:
            if token in text:  # perhaps only inside a word; but most texts have none at all
                break
        else:
            return text
        return " ".join([word for word in text.split() if word not in self.tokens])
