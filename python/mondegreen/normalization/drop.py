"""Tokens that do not count."""

from mondegreen.normalization.spec import Named, make_signature


class Drop(Named):
    """Leaves out the listed tokens, such as `<unk>` or `[noise]`.

    Example:
        >>> from mondegreen.normalization import make_rule
        >>> make_rule("drop:<unk> [noise]")("so [noise] be <unk> it")
        'so be it'

    Caveats: only whole tokens between white space, and only as they are written: "[Noise]" and "[noise]," stay.
        Both sides lose them, so an utterance of nothing else becomes empty.
    """

    name = "drop"
    argument = "TOKENS"

    def __init__(self, argument: str) -> None:
        self.tokens = frozenset(argument.split())
        self.signature = make_signature(self.name, sorted(self.tokens))

    def __call__(self, text: str) -> str:
        """The text without the tokens."""
        for token in self.tokens:
            if token in text:  # perhaps only inside a word; but most texts have none at all
                break
        else:
            return text
        return " ".join([word for word in text.split() if word not in self.tokens])
