"""Whisper's normalizer for English."""

from mondegreen.normalization.english import apply_normalizer, load_english
from mondegreen.normalization.text_function import TextFunction


class WhisperEnglish(TextFunction):
    """Whisper's English normalizer: contractions and titles written out, numbers in digits, American spelling.

    Example:
        >>> from mondegreen.normalization import make_normalizer
        >>> make_normalizer("whisper-english")("Uh, I can't pay Mr. Smith twenty dollars for colour.")
        'i can not pay mister smith $20 for color'

    Caveats: of the package whisper-normalizer (`pip install 'mondegreen[normalize]'`), or else of openai-whisper; the
        signature holds the package and its version, because the version changes numbers. Its slips stay: every "'s"
        becomes "is", "St" is a saint, and "one point five percent" is "one.5%". For English alone.
    """

    name = "whisper-english"

    def __init__(self, **chosen: str) -> None:
        super().__init__(**chosen)
        self.normalizer, package = load_english(self.name)
        self.signed = [package]

    def __call__(self, text: str) -> str:
        return apply_normalizer(self.normalizer, text, self.name)
