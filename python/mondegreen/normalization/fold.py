"""Tokens that count as one."""

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.text_function import TextFunction


class Fold(TextFunction):
    """Replaces the listed tokens, such as the fillers `uh um er`, by the first of them.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("fold:uh um er")("er well um yes")
        'uh well uh yes'

    Caveats: only whole tokens between whitespace, and only as they are written. To leave fillers out altogether,
        `drop` them.
    """

    name = "fold"
    options = (Option("tokens", (), "tokens separated by spaces"),)
    unnamed = "tokens"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        first, *others = self.chosen["tokens"].split()
        if not others:
            raise ScoreError(f'"fold:{first}" folds nothing; list the tokens that are to become "{first}"')
        self.folded = dict.fromkeys(others, first)
        self.signed = [first, *sorted(set(others) - {first})]

    def __call__(self, text: str) -> str:
        for token in self.folded:
            if token in text:  # perhaps only inside a word; but most texts have none at all
                break
        else:
            return text
        return " ".join([self.folded.get(word, word) for word in text.split()])
