"""Punctuation as spaces."""

from mondegreen.component import Option
from mondegreen.errors import ScoreError
from mondegreen.normalization.marks import INNER, OUTER, Marks, drop_emoji_remains, is_mark, is_tidy, is_unmarked
from mondegreen.normalization.text_function import TextFunction


class Punctuation(TextFunction):
    """Removes punctuation and symbols, but not the apostrophes and hyphens within words.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("punctuation")("'Wait -- l'avant-garde, 3.5 %!'")
        "Wait l'avant-garde 3.5"
        >>> make_normalizer("punctuation:none")("l'avant-garde")
        'l avant garde'
        >>> make_normalizer("punctuation:'%")("'l'avant-garde, 100 %'")
        "'l'avant garde 100 %'"

    Caveats: what is removed becomes a blank, so "and/or" becomes two words, as does "U.S." Apostrophes and hyphens
        of any shape stay between letters or digits, and points and commas between digits; "'cause" and "dogs'" lose
        theirs. With characters after the colon, those stay wherever they are, and nothing else does;
        `punctuation:none` keeps nothing. All of Unicode's categories P and S go, "%", "$", "_" and emoji among them:
        first `drop` tokens such as "<unk>", or they become the word "unk".
    """

    name = "punctuation"
    options = (Option("keep", ("inner", "none"), "marks that stay wherever they are", str),)
    unnamed = "keep"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.within = self.chosen["keep"] == "inner"
        self.done = is_tidy if self.within else is_unmarked
        kept = INNER if self.within else get_kept_marks(self.chosen["keep"])
        self.marks = Marks(kept, " ")
        self.signed = [] if self.within else ["".join(sorted(kept)) or "none"]

    def __call__(self, text: str) -> str:
        if self.done(text):
            return text
        spaced = self.marks.apply(text)
        if self.within:
            spaced = OUTER.sub(" ", spaced)
        words = spaced.split()
        return " ".join(words if spaced.isascii() else drop_emoji_remains(words))


def get_kept_marks(keep: str) -> frozenset[str]:
    """The characters that an option says to keep."""
    kept = frozenset("" if keep == "none" else "".join(keep.split()))
    for one in sorted(kept):
        if not is_mark(one):
            raise ScoreError(f'"punctuation:{keep}" is to keep "{one}", which is not punctuation')
    return kept
