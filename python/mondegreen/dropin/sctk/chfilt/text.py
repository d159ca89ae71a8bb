"""What chfilt.pl makes of the text of a turn, step by step as the original does it."""

import re
from collections.abc import Iterable

from mondegreen.dropin.sctk.chfilt.languages import AFTER, BEFORE, arabic_hesitations, hesitations, spaced_japanese
from mondegreen.dropin.sctk.chfilt.optional import foreign, unclear
from mondegreen.dropin.sctk.chfilt.options import Options, upper

Steps = Iterable[tuple[bytes, bytes]]

TAG = re.compile(rb'<foreign\s+language="[^"]+">([^><]+)</foreign>', re.IGNORECASE)
# What all transcripts have: marks of what was not said, punctuation, comments, and words to others.
COMMON = [
    *((rb"--", b""), (rb"[.,?!;]", b""), (rb'"', b""), (rb"#", b" "), (rb"\[\[[^]]*\]\]", b""), (rb"\[[^]]*\]", b"")),
    *((rb"//", b""), (rb"</*aside/*>", b"")),
]
MISSISSIPPI = [(rb"\^(\S)", rb"\1"), (rb"\*(\S)", rb"\1"), (rb"@(\S)", rb"\1"), (rb"(?i)<as/>[^<>]+</as>", b"")]
SPELT_ONCE = [(rb"~(\S) ", rb"\1 "), (rb"~(\S'[sS]) ", rb"\1 "), (rb"~(\S)(\S)", rb"\1 ~\2")]
LETTERS = [(rb"\(\(\s*\)\)", b""), (rb"~([A-Za-z-])", rb"\1."), (rb"\^", b"")]
FRAGMENTS = [(rb"(\S*)[-=]\s", rb" \1- "), (rb"\s[-=](\S*)", rb" -\1 ")]
OPTIONAL_FRAGMENTS = [
    *((rb"(\S+)-(\S+)[-=]\s", rb" \1 (\2-) "), (rb"(\S*)[-=]\s", rb" (\1-) "), (rb"\s[-=](\S*)", rb" (-\1) "))
]
HYPHENED = re.compile(rb"[A-Za-z][_-][A-Za-z]")


def normalised(text: bytes, options: Options) -> bytes:
    """The text as it stands in the output."""
    text = b" " + text.replace(b"\t", b" ").replace(b" ", b"  ") + b" "
    text = steps(text, [(rb"\s\(\(", b" (( "), (rb"\)\)\s", b" )) ")])
    text = tagged(text, options)
    if options.language != b"arabic":
        text = upper(text, options.language)
    text = re.sub(rb"\{[^{}]*\}", b"", text)
    text = before(text, options)
    text = steps(text, COMMON)
    if options.mississippi:
        text = spelt(steps(text, MISSISSIPPI))
    text = steps(text, LETTERS)
    text = unclear(text) if options.marks_optional else steps(text, [(rb"\s\(\(", b" "), (rb"\)\)\s", b" ")])
    text = (
        foreign(text)
        if options.marks_optional
        else steps(text, [(rb"<\s*\S+\s+([^<>]*)>", rb"\1"), (rb"<[^<>]*>", b"")])
    )
    text = hesitations(steps(text, AFTER.get(options.language, ())), options)
    text = steps(text, OPTIONAL_FRAGMENTS if options.marks_optional else FRAGMENTS)
    text = mapped(re.sub(rb" +", b" ", text), options)
    return text.replace(b"()", b"") if options.marks_optional else text


def steps(text: bytes, changes: Steps) -> bytes:
    """The text after all changes, in their order."""
    for pattern, new in changes:
        text = re.sub(pattern, new, text)
    return text


def tagged(text: bytes, options: Options) -> bytes:
    """The text without the tags of foreign words, which may be marked as unclear."""
    if not options.marks_optional:
        return re.sub(rb"(?i)<foreign\s+language=[^>]+>([^><]+)</foreign>", rb"\1", text)
    text = re.sub(rb"(?i)\(\(\s*" + TAG.pattern + rb"\s*\)\)", rb"((\1))", text)
    return TAG.sub(rb"((\1))", text)


def before(text: bytes, options: Options) -> bytes:
    """What a language needs before all else."""
    if options.language == b"arabic":
        text = arabic_hesitations(text, options)
    if options.language == b"japanese":
        text = spaced_japanese(text)
    if options.language == b"mandarin":
        more = 1
        while more:  # underlines of words of another language
            text, more = re.subn(rb"(<[^_>]*)_", rb"\1 ", text)
    return steps(text, BEFORE.get(options.language, ()))


def spelt(text: bytes) -> bytes:
    """Spelt words, `~ABC`, as letters."""
    while b"~" in text:
        old = text
        for pattern, new in SPELT_ONCE:
            text = re.sub(pattern, new, text, count=1)
        if text == old:
            break  # the original goes on for ever
    return text


def mapped(text: bytes, options: Options) -> bytes:
    """The text with words translated, with their equivalents, and with both ways to write what has hyphens."""
    for table in (options.translations, options.equivalents):
        if table:
            text = b"".join(b" " + (table.get(word) or word) for word in text.split()) + b"\n"
    if options.both_hyphens:
        text = b"".join(b" " + either(word) for word in text.split()) + b"\n"
    return text


def either(word: bytes) -> bytes:
    """A word with hyphens as several words, as one, and as it is."""
    if not HYPHENED.search(word):
        return word
    forms = tuple(re.sub(rb"[_-]", new, word) for new in (b" ", b"", b"-"))
    return b"{ %b / %b / %b }" % forms
