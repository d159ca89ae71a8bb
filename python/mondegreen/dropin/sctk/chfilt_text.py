"""What chfilt.pl makes of the text of a turn, step by step as the original does it."""

import re
from collections.abc import Iterable

from mondegreen.dropin.emulation import perl
from mondegreen.dropin.emulation.streams import warn

NAME = "chfilt.pl"
Step = tuple[bytes, bytes]

# Languages in which letters beyond ASCII have upper case, too.
LATIN1 = {b"german", b"spanish"}

# What all transcripts have: marks of what is no word, punctuation, comments, and words to others.
COMMON = [
    *((rb"--", b""), (rb"[.,?!;]", b""), (rb'"', b""), (rb"#", b" "), (rb"\[\[[^]]*\]\]", b""), (rb"\[[^]]*\]", b"")),
    *((rb"//", b""), (rb"</*aside/*>", b"")),
]
MISSISSIPPI = [(rb"\^(\S)", rb"\1"), (rb"\*(\S)", rb"\1"), (rb"@(\S)", rb"\1"), (rb"(?i)<as/>[^<>]+</as>", b"")]
SPELLED_ONCE = [(rb"~(\S) ", rb"\1 "), (rb"~(\S'[sS]) ", rb"\1 "), (rb"~(\S)(\S)", rb"\1 ~\2")]
LETTERS = [(rb"\(\(\s*\)\)", b""), (rb"~([A-Za-z-])", rb"\1."), (rb"\^", b"")]
FRAGMENTS = [(rb"(\S*)[-=]\s", rb" \1- "), (rb"\s[-=](\S*)", rb" -\1 ")]
OPTIONAL_FRAGMENTS = [
    *((rb"(\S+)-(\S+)[-=]\s", rb" \1 (\2-) "), (rb"(\S*)[-=]\s", rb" (\1-) "), (rb"\s[-=](\S*)", rb" (-\1) "))
]
HYPHENED = re.compile(rb"[A-Za-z][_-][A-Za-z]")
FOREIGN_TAG = re.compile(rb'<foreign\s+language="[^"]+">([^><]+)</foreign>', re.IGNORECASE)

# Marks of single languages in the encodings of the corpora, before those that all have.
BEFORE: dict[bytes, list[Step]] = {
    b"japanese": [
        *((rb"\xa1\xa2 ", b", "), (rb"\xa1\xa3 ", b". "), (rb"\xa1\xa4 ", b", "), (rb"\xa1\xa8 ", b"; ")),
        *((rb"\xa1\xa9 ", b"? "), (rb"\xa1\xaa ", b"! "), (rb"\xa1\xd7 ", b" "), (rb" \xa1\xd6", b" ")),
        *((rb"\xa1\xe3([\x00-\x7f])", rb"<\1"), (rb"([\x00-\x7f])\xa1\xe4", rb"\1>")),
        (rb"@([^@\[\]]+)\[\[([^,\[\]]+)\s*,[^\[\]]+\]\]", rb" { \1 / \2 } "),
    ],
    b"mandarin": [(rb"@([^@]+)@", rb"\1"), (rb"\*([^*]+)\*", rb"\1")],
}
# After them.
AFTER: dict[bytes, list[Step]] = {
    b"spanish": [(rb"[\xa0-\xbf]", b""), (rb"\*\*", b""), (rb"\+", b""), (rb"%", b"")],
    b"german": [(rb"&", b""), (rb"\+", b""), (rb"\*\*", b""), (rb"%", b"")],
    b"arabic": [(rb"&", b""), (rb"\*\*", b"")],
    b"mandarin": [
        *((rb"\+", b""), (rb"&", b""), (rb"\xa3[\xac\xad] ", b" "), (rb"\s%(\S)", rb" \1"), (rb"\s\(%", b" (")),
        (rb"%\s", b" "),
    ],
    b"japanese": [(rb"\+", b""), (rb"=", b"-"), (rb"\xa1[\xa1-\xae] ", b" ")],
    b"english": [(rb"&", b""), (rb"\*\*", b""), (rb"\*", b""), (rb"\+", b""), (rb"@", b"")],
}
# Hesitations.
WORDS = {
    b"spanish": b"AAA EEE III MMM EMM AMM IMM EH MMH OH UH EY UY PSS HM UF SHH PFF OY HA AH".split(),
    b"german": b"\xc4H MM \xc4HM HM HA EI UH H\xc4 HO UFF OI HUH BAH UI".split(),
}
PATTERNS = {
    b"mandarin": [rb"\s\xda\xc0\s", rb"\s\xdf\xc0\s", rb"\s\xe0\xc5\s", rb"\s\xdf\xed\s", rb"\s\xba\xc7\s"],
    b"english": [rb"[\s(][%]*(?:UH|UM|EH|MM|AH|HM|HUH|HA|ER|OOF|HEE|ACH|EEE|EW)[\s)]"],
}
ARABIC = "تردّد".encode()
ARABIC_WORDS = [word.encode() for word in ("أه", "إيه", "أم", "أوو", "هاي", "مهم")]
# A word that answers, one that is foreign, talk on the other channel, and noises.
ARABIC_MARKS = [
    ("%*(أهه) ".encode(), rb"\1 "),
    ("%أجنبي ".encode(), b" "),
    ("%تداخل.*%تداخل".encode() + rb"\\ ", b" "),
    *((b"%" + word.encode() + rb"\\* ", b" ") for word in ("صمت", "إنقطاع", "ضجّة", "تنفّس", "سعال", "ضحك", "أصوات")),
]
JAPANESE_MARK = re.compile(rb"\xa1[\xa1-\xb8\xba\xbb\xbd-\xff]")
DELETE = 0x7F  # from here on bytes are halves of Japanese characters

# Words that were unclear, `((so they said))`.
PLAIN = rb"[^ \t\n\r\f(){}]+"
IN_PARENTHESES = rb"\(" + PLAIN + rb"\)"
WORD = rb"(?:" + PLAIN + rb"|" + IN_PARENTHESES + rb")"
REST = rb"(" + WORD + rb"(?:\s+" + WORD + rb")*\s*\)\))"
CHOICE = rb"\{[^{}]+\}"
OPENED = rb"\(\(\s*"
CLOSED = rb"\s*\)\)"
ALONE = (IN_PARENTHESES, rb"\1"), (CHOICE, rb"(\1)"), (PLAIN, rb"(\1)")
# Each round takes a word out of the double parentheses; the numbers say how often a step is taken in it.
ROUND = [
    (re.compile(rb"\(\((\s*<[^>]+>\s*)\)\)"), rb"\1", 1),
    (re.compile(rb"\(\((\s*<[^>]+>\s*)([^)]*)\)\)"), rb"\1 ((\2))", 1),
    *((re.compile(OPENED + b"(" + word + rb")\s+" + REST), b" " + new + rb" ((\2", 0) for word, new in ALONE),
    *((re.compile(OPENED + b"(" + word + b")" + CLOSED), b" " + new + b" ", 0) for word, new in ALONE),
    (re.compile(OPENED + rb"\)\)"), b"", 0),
]
MOST_ROUNDS = 100
UNCLEAR = re.compile(rb"\(\(.*\)\)")
# Words of other languages, `<French oui>`.
OTHER_LANGUAGE = re.compile(rb"(<\s*\S+\s+)([^<>]*)>")
TAG = re.compile(rb"<[^ \t\n\r\f<>]+>")
PARENTHESIZED = re.compile(rb"\(.+\)")


class TextOptions:
    """What is asked for of texts."""

    def __init__(self, given: dict[str, bytes]) -> None:
        self.language = given["l"]
        self.marks_optional, self.both_hyphens, self.mississippi = (letter in given for letter in "dam")
        self.translations = parse_translations(given.get("t", b""), self.language)
        self.equivalents = parse_equivalents(given.get("q", b""), self.language)
        self.hesitation = b" (%HESITATION) " if self.marks_optional else b"%HESITATION"


def parse_translations(pairs: bytes, language: bytes) -> dict[bytes, bytes]:
    """What is written for which word, of `A=B:C=D`."""
    parts = [perl.uppercase(pair, latin1=language in LATIN1).split(b"=") for pair in pairs.split(b":") if pair]
    return {words[0]: b"".join(words[1:2]) for words in parts}


def parse_equivalents(classes: bytes, language: bytes) -> dict[bytes, bytes]:
    """The alternatives of each word, of `A=B=C:D=E`."""
    found = {}
    for each in filter(None, classes.split(b":")):
        text = perl.uppercase(each, latin1=language in LATIN1)
        found.update(dict.fromkeys(text.rstrip(b"=").split(b"="), b"{ %b }" % text.replace(b"=", b" / ")))
    return found


def normalize_text(text: bytes, options: TextOptions) -> bytes:
    marks_optional, language = options.marks_optional, options.language
    text = b" " + text.replace(b"\t", b" ").replace(b" ", b"  ") + b" "
    text = apply_steps(text, [(rb"\s\(\(", b" (( "), (rb"\)\)\s", b" )) ")])
    text = strip_foreign_tags(text, marks_optional=marks_optional)
    if language != b"arabic":
        text = perl.uppercase(text, latin1=language in LATIN1)
    text = normalize_script(re.sub(rb"\{[^{}]*\}", b"", text), options)
    text = apply_steps(text, COMMON)
    if options.mississippi:
        text = spell_words(apply_steps(text, MISSISSIPPI))
    text = apply_steps(text, LETTERS)
    if marks_optional:
        text = mark_foreign(mark_unclear(text))
    else:
        text = apply_steps(text, [(rb"\s\(\(", b" "), (rb"\)\)\s", b" ")])
        text = apply_steps(text, [(rb"<\s*\S+\s+([^<>]*)>", rb"\1"), (rb"<[^<>]*>", b"")])
    text = mark_hesitations(apply_steps(text, AFTER.get(language, ())), options)
    text = apply_steps(text, OPTIONAL_FRAGMENTS if marks_optional else FRAGMENTS)
    text = map_words(re.sub(rb" +", b" ", text), options)
    return text.replace(b"()", b"") if marks_optional else text


def apply_steps(text: bytes, steps: Iterable[Step]) -> bytes:
    for pattern, new in steps:
        text = re.sub(pattern, new, text)
    return text


def strip_foreign_tags(text: bytes, *, marks_optional: bool) -> bytes:
    """The text without the tags of foreign words, which may be marked as unclear."""
    if not marks_optional:
        return re.sub(rb"(?i)<foreign\s+language=[^>]+>([^><]+)</foreign>", rb"\1", text)
    text = re.sub(rb"(?i)\(\(\s*" + FOREIGN_TAG.pattern + rb"\s*\)\)", rb"((\1))", text)
    return FOREIGN_TAG.sub(rb"((\1))", text)


def normalize_script(text: bytes, options: TextOptions) -> bytes:
    """The text after what its language needs before all else."""
    if options.language == b"arabic":
        text = mark_arabic(text, marks_optional=options.marks_optional)
    if options.language == b"japanese":
        text = space_japanese(text)
    if options.language == b"mandarin":
        more = 1
        while more:  # underscores of words of another language
            text, more = re.subn(rb"(<[^_>]*)_", rb"\1 ", text)
    return apply_steps(text, BEFORE.get(options.language, ()))


def mark_arabic(text: bytes, *, marks_optional: bool) -> bytes:
    """Hesitations and marks in Arabic script, which are known by their percent signs."""
    new = b" (%%%b)  " % ARABIC if marks_optional else b"%%%b " % ARABIC
    return apply_steps(text, [*((b"[% ]" + word + b" ", new) for word in ARABIC_WORDS), *ARABIC_MARKS])


def space_japanese(text: bytes) -> bytes:
    """The text with a space after each mark of two bytes, and a line feed at its end."""
    out = bytearray()
    last = -1
    half = False
    for byte in text.rstrip(b"\n"):
        if byte >= DELETE:
            half = not half
        out.append(byte)
        if not half and last >= 0 and JAPANESE_MARK.fullmatch(bytes([last, byte])):
            out += b" "
        last = byte
    return bytes(out) + b"\n"


def spell_words(text: bytes) -> bytes:
    """Spelled words, `~ABC`, as letters."""
    while b"~" in text:
        old = text
        for pattern, new in SPELLED_ONCE:
            text = re.sub(pattern, new, text, count=1)
        if text == old:
            break  # the original goes on for ever
    return text


def mark_unclear(text: bytes) -> bytes:
    """The text with each unclear word in parentheses of its own."""
    text = re.sub(rb"\s+\)", b")", re.sub(rb"\(\s+", b"(", text))
    last = b"x" * 17
    rounds = 1
    while UNCLEAR.search(text):
        for pattern, new, times in ROUND:
            text = pattern.sub(new, text, count=times)
        rounds += 1
        if text == last:
            warn(b"Warning: unable to fully alternate an unitelligible marker\n         %b\n" % text)
            break
        if rounds > MOST_ROUNDS:
            raise perl.DieError(b"Unable to alternate an unitelligible marker '%b'\n" % text)
        last = text
    return text


def mark_foreign(text: bytes) -> bytes:
    """The text with words of other languages in parentheses, and without tags of noises."""
    idle = 0
    while found := OTHER_LANGUAGE.search(text):
        head, words = found[1], found[2]
        new = b"".join(
            (b" " + word) if PARENTHESIZED.fullmatch(word) else (b" " if index else b"") + b"(%b)" % word
            for index, word in enumerate(words.split())
        )
        marks = text.count(b"<")
        text, count = replace_tag(text, head, new)
        idle += text.count(b"<") >= marks  # the pattern found something else, perhaps for ever
        if not count or idle > MOST_ROUNDS:
            detail = b"    text: %b    head: '%b'\n    otxt: '%b'\n    new: '%b'\n    merge: '%b%b>'"
            what = (text, head, words, new, head, words)
            message = b"OptDel substitution of non-language marker failed\n" + detail % what
            raise perl.DieError(message, NAME, 547)
    return TAG.sub(b"", text)


def replace_tag(text: bytes, head: bytes, new: bytes) -> tuple[bytes, int]:
    """The text with what follows the head replaced. The original takes the head for a pattern."""
    try:
        found = perl.compile_pattern(head + rb"[^>]*>")
    except re.error:
        found = perl.compile_pattern(re.escape(head) + rb"[^>]*>")
    return found.subn(lambda _: new, text, count=1)


def mark_hesitations(text: bytes, options: TextOptions) -> bytes:
    """The text with the language's hesitations written as such."""
    new = b" " + options.hesitation + b" "
    for word in WORDS.get(options.language, ()):
        text = text.replace(b" %b " % word, new)
    if options.language == b"arabic":
        text = (re.sub(rb"\s\+(\S+)\+\s", rb" \1 ", text, count=1) + b" ").replace(b" ", b"  ", 1)
    text = apply_steps(text, [(pattern, new) for pattern in PATTERNS.get(options.language, ())])
    if options.language == b"english" and options.mississippi:
        text = re.sub(rb"[\s(][%]*(MHM)[\s)]", rb" \1 ", text)
    return text


def map_words(text: bytes, options: TextOptions) -> bytes:
    """The text with words translated, with their equivalents, and with both ways to write what has hyphens."""
    for table in (options.translations, options.equivalents):
        if table:
            text = b"".join(b" " + (table.get(word) or word) for word in text.split()) + b"\n"
    if options.both_hyphens:
        text = b"".join(b" " + list_spellings(word) for word in text.split()) + b"\n"
    return text


def list_spellings(word: bytes) -> bytes:
    """A word with hyphens as several words, as one, and as it is."""
    if not HYPHENED.search(word):
        return word
    spellings = tuple(re.sub(rb"[_-]", new, word) for new in (b" ", b"", b"-"))
    return b"{ %b / %b / %b }" % spellings
