"""English words as the Penn Treebank has them: marks apart, and contractions cut in two."""

import re

from mondegreen.normalization.text_function import TextFunction

# What is set apart, in this order: later patterns see the spaces that earlier ones made. A text begins and ends with
# a space from the contractions on.
MARKS = [
    (re.compile(r"[«“\u2018„]|`+"), r" \g<0> "),  # quotes that open
    (re.compile(r'^"|(?<=[ (\[{<])(?:"|\'\')'), r" \g<0> "),
    (re.compile(r"(?<!\w)'(?!(?:re|ve|ll|m|t|s|d|n)\b)(?=\w)", re.IGNORECASE), "' "),
    (re.compile(r"[:,](?=\D|$)"), r" \g<0> "),  # but no comma within a number, nor a colon of a time
    (re.compile(r"\.{2,}"), r" \g<0> "),
    (re.compile(r"[;@#$%&?!\u2012-\u2015]"), r" \g<0> "),
    (re.compile(r"(?<=[^.])\.(?=[\])}>\"'»”\u2019 ]*\s*$)"), " . "),  # that at the end: others may be of abbreviations
    (re.compile(r"(?<=[^'])'(?= )"), " '"),
    (re.compile(r"[\][(){}<>*]|--"), r" \g<0> "),
]
CONTRACTIONS = [
    (re.compile(r"''|[\"»”\u2019]"), r" \g<0> "),
    (re.compile(r"(?<=[^' ])(?:'[sSmMdD]|')(?= )"), r" \g<0>"),
    (re.compile(r"(?<=[^' ])(?:'ll|'LL|'re|'RE|'ve|'VE|n't|N'T)(?= )"), r" \g<0>"),
    (re.compile(r"\b(can)(not)\b|\b(d)('ye)\b|\b(gim|lem)(me)\b|\b(gon)(na)\b|\b(got)(ta)\b", re.IGNORECASE), "halves"),
    (re.compile(r"\b(more)('n)\b|\b(wan)(na)(?=\s)", re.IGNORECASE), "halves"),
    (re.compile(r"(?<= )('t)(is|was)\b", re.IGNORECASE), "halves"),
]


class Treebank(TextFunction):
    """Tokenizes English as the Penn Treebank does: punctuation apart, `isn't` as `is` and `n't`.

    Example:
        >>> from mondegreen.tokenization import make_tokenizer
        >>> make_tokenizer("treebank")("They'll say (3,000 times): it isn't so.")
        ['They', "'ll", 'say', '(', '3,000', 'times', ')', ':', 'it', 'is', "n't", 'so', '.']

    Caveats: word vectors and lists of words of English were often made from such tokens. Takes one sentence at a time:
        of single points only the last is set apart. As NLTK's word tokenizer has them; but quotes stay as they are,
        where that writes `` and '', and of marks that follow each other, such as `:,`, each is set apart.
    """

    name = "treebank"

    def __call__(self, text: str) -> list[str]:
        for pattern, apart in MARKS:
            text = pattern.sub(apart, text)
        text = f" {text} "
        for pattern, apart in CONTRACTIONS:
            text = pattern.sub(split_halves if apart == "halves" else apart, text)
        return text.split()


def split_halves(found: re.Match[str]) -> str:
    return f" {' '.join(part for part in found.groups() if part)} "
