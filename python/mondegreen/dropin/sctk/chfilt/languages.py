"""The marks of single languages, and their hesitations, in the encodings of the corpora."""

import re

from mondegreen.dropin.sctk.chfilt.options import Options

# Before the marks that all languages have.
BEFORE: dict[bytes, list[tuple[bytes, bytes]]] = {
    b"japanese": [
        *((rb"\xa1\xa2 ", b", "), (rb"\xa1\xa3 ", b". "), (rb"\xa1\xa4 ", b", "), (rb"\xa1\xa8 ", b"; ")),
        *((rb"\xa1\xa9 ", b"? "), (rb"\xa1\xaa ", b"! "), (rb"\xa1\xd7 ", b" "), (rb" \xa1\xd6", b" ")),
        *((rb"\xa1\xe3([\x00-\x7f])", rb"<\1"), (rb"([\x00-\x7f])\xa1\xe4", rb"\1>")),
        (rb"@([^@\[\]]+)\[\[([^,\[\]]+)\s*,[^\[\]]+\]\]", rb" { \1 / \2 } "),
    ],
    b"mandarin": [(rb"@([^@]+)@", rb"\1"), (rb"\*([^*]+)\*", rb"\1")],
}
# After them.
AFTER: dict[bytes, list[tuple[bytes, bytes]]] = {
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
WORDS = {
    b"spanish": b"AAA EEE III MMM EMM AMM IMM EH MMH OH UH EY UY PSS HM UF SHH PFF OY HA AH".split(),
    b"german": b"\xc4H MM \xc4HM HM HA EI UH H\xc4 HO UFF OI HUH BAH UI".split(),
}
MANDARIN = [rb"\s\xda\xc0\s", rb"\s\xdf\xc0\s", rb"\s\xe0\xc5\s", rb"\s\xdf\xed\s", rb"\s\xba\xc7\s"]
ENGLISH = rb"[\s(][%]*(?:UH|UM|EH|MM|AH|HM|HUH|HA|ER|OOF|HEE|ACH|EEE|EW)[\s)]"
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


def hesitations(text: bytes, options: Options) -> bytes:
    """The text with the language's hesitations written as such."""
    new = b" " + options.hesitation + b" "
    language = options.language
    for word in WORDS.get(language, ()):
        text = text.replace(b" %b " % word, new)
    if language == b"arabic":
        text = (re.sub(rb"\s\+(\S+)\+\s", rb" \1 ", text, count=1) + b" ").replace(b" ", b"  ", 1)
    for pattern in MANDARIN if language == b"mandarin" else ():
        text = re.sub(pattern, new, text)
    if language == b"english":
        text = re.sub(ENGLISH, new, text)
        if options.mississippi:
            text = re.sub(rb"[\s(][%]*(MHM)[\s)]", rb" \1 ", text)
    return text


def arabic_hesitations(text: bytes, options: Options) -> bytes:
    """Hesitations and marks in Arabic script, which are known by their percent signs."""
    new = b" (%%%b)  " % ARABIC if options.marks_optional else b"%%%b " % ARABIC
    for word in ARABIC_WORDS:
        text = re.sub(b"[% ]" + word + b" ", new, text)
    for pattern, kept in ARABIC_MARKS:
        text = re.sub(pattern, kept, text)
    return text


def spaced_japanese(text: bytes) -> bytes:
    """The text with a blank after each mark of two bytes, and a line feed at its end."""
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
