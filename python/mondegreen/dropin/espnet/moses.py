"""Filters of translations: `detokenizer.perl` and `lowercase.perl` of Moses, `remove_punctuation.pl` of ESPnet.

The detokenizer puts words and punctuation marks together as they are printed. Which marks belong to the word before or
after them is Moses' rule (scripts/tokenizer/detokenizer.perl at 3445289), and so are its quirks: only blanks part
words, so that a tab at the end stays with the last mark and keeps it apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence

from mondegreen.dropin.kaldi.scripts import DieError, Script, script

# What remove_punctuation.pl takes for punctuation beside what Unicode does, and what it spares.
SIGNS, SPARED = "$+<=>^`|~", ("'", "<space>")
# Words that stand for these while the original removes the others; where a text holds them, it is changed.
STANDING = (("<space>", "spacemark"), ("'", "apostrophe"))
# What is a space to Perl; to Python, some control characters are too.
SPACES = re.compile(r"[^\S\x1c-\x1f]+")
LANGUAGES = ("cs", "en", "fr", "it", "fi")
USAGE = """\
Usage ./detokenizer.perl (-l [en|fr|it|cs|...]) < tokenizedfile > detokenizedfile
Options:
  -u     ... uppercase the first char in the final sentence.
  -q     ... don't report detokenizer revision.
  -b     ... disable Perl buffering.
  -penn  ... assume input is tokenized as per tokenizer.perl's -penn option.
"""
ENTITIES = (
    ("&bar;", "|"),
    ("&#124;", "|"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&bra;", "["),
    ("&ket;", "]"),
    ("&quot;", '"'),
    ("&apos;", "'"),
    ("&#91;", "["),
    ("&#93;", "]"),
    ("&amp;", "&"),
)
OPENING, CLOSING = set("([{¿¡"), re.compile(r"[,.?!:;\\%}\])]+")
FRENCH_MARKS = re.compile(r"[?!:;\\%]")
QUOTES, DOUBLE_QUOTES = re.compile(r"['\"„“`]+"), re.compile("[„“”]+")
# Languages in which a word that ends in an apostrophe belongs to the next.
ELIDING = ("fr", "it")
DASHES = ("-", "\N{EN DASH}")
CZECH_ENDINGS = re.compile(r"li$|mail.*", re.IGNORECASE)
FINNISH_ENDINGS = re.compile(
    "(N|n|A|a|Ä|ä|ssa|Ssa|ssä|Ssä|sta|stä|Sta|Stä|hun|Hun|hyn|Hyn|han|Han|hän|Hän|hön|Hön|un|Un|yn|Yn|an|An|än|Än"
    "|ön|Ön|seen|Seen|lla|Lla|llä|Llä|lta|Lta|ltä|Ltä|lle|Lle|ksi|Ksi|kse|Kse|tta|Tta|ine|Ine)"
    "(ni|si|mme|nne|nsa)?(ko|kö|han|hän|pa|pä|kaan|kään|kin)?"
)
IDEOGRAPHS = (
    (0x1100, 0x11FF),
    (0x2E80, 0xA4CF),
    (0xA840, 0xA87F),
    (0xAC00, 0xD7AF),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE4F),
    (0xFF65, 0xFFDC),
    (0x20000, 0x2FFFF),
)


def remove_punctuation(line: str) -> str:
    """The line without marks, as remove_punctuation.pl leaves it; apostrophes and `<space>` stay."""
    kept = re.split(f"({'|'.join(map(re.escape, SPARED))})", line)
    return " ".join("".join(part if part in SPARED else remove_marks(part) for part in kept).split())


def remove_marks(text: str) -> str:
    return "".join(sign for sign in text if sign not in SIGNS and not unicodedata.category(sign).startswith("P"))


def remove_punctuation_as_perl(line: str) -> str:
    """The same with the original's quirk: the words `apostrophe` and `spacemark` become what they stand for."""
    text = f" {line} "
    for sign, word in STANDING:
        text = text.replace(sign, word)
    text = remove_marks(text)
    for sign, word in reversed(STANDING):
        text = text.replace(word, sign)
    return SPACES.sub(" ", text).strip(" ")


@script("detokenizer.perl")
def run_detokenizer(call: Script) -> None:
    """Print lines with words and marks put together."""
    words = iter(call.arguments)
    language, flags = "en", set()
    for word in words:
        if word == "-l":
            language = next(words, "")
        else:
            flags.add(word)
    if "-h" in flags:
        call.write(USAGE)
        return
    if found := flags & {"-u", "-penn"}:
        raise DieError(f"{call.name}: {' '.join(sorted(found))} is not among what this program does; use Moses' own", 2)
    if language not in LANGUAGES:
        call.say(f"Warning: No built-in rules for language {language}.")
    if "-q" not in flags:
        call.say(f"Detokenizer Version $Revision: 4134 $\nLanguage: {language}")
    for line in call.stdin:
        text = line.decode("utf-8", "surrogateescape")
        bare = text.removesuffix("\n")
        call.write(text if not bare.strip() else f"{detokenize(bare, language)}\n")


@script("lowercase.perl")
def run_lowercase(call: Script) -> None:
    """Print lines in lower case, each letter by itself, as Perl does."""
    for line in call.stdin:
        call.write(lower_letters(line.decode("utf-8", "surrogateescape")))


def lower_letters(text: str) -> str:
    return "".join(map(str.lower, text))


@script("remove_punctuation.pl")
def run_remove_punctuation(call: Script) -> None:
    """Print lines without punctuation but for apostrophes."""
    for line in call.stdin:
        text = line.decode("utf-8", "surrogateescape").removesuffix("\n")
        call.write(f"{remove_punctuation_as_perl(text)}\n")


def detokenize(line: str, language: str) -> str:
    """The line as it is printed; a line of markup or of nothing stays as it is."""
    if not line.strip() or re.fullmatch(r"<.+>", line):
        return line
    text = f" {line} ".replace(" @-@ ", "-")
    for entity, sign in ENTITIES:
        text = text.replace(entity, sign)
    return (
        re.sub(" +", " ", Detokenizer(text.rstrip(" ").split(" "), language).join()).removeprefix(" ").removesuffix(" ")
    )


class Detokenizer:
    """The words of a line, and what was put together of them so far."""

    def __init__(self, words: Sequence[str], language: str) -> None:
        self.words, self.language = words, language
        self.text, self.space = "", " "
        self.quotes = Counter[str]()

    def join(self) -> str:
        at = 0
        while at < len(self.words):
            at += self.add(at, self.words[at])
        return self.text

    def add(self, at: int, word: str) -> int:
        """Adds the word at that place, perhaps with the one after it, and gives how many were added."""
        before = self.words[at - 1] if at else ""
        after = self.words[at + 1] if at + 1 < len(self.words) else ""
        if word and is_ideograph(word[0]):
            # In Korean blanks part words.
            joined = self.language != "ko" and before and is_ideograph(before[-1])
            self.text, self.space = self.text + (word if joined else self.space + word), " "
        elif word and all(sign in OPENING or unicodedata.category(sign) == "Sc" for sign in word):
            self.attach_to_next(word)
        elif CLOSING.fullmatch(word):
            if self.language == "fr" and FRENCH_MARKS.fullmatch(word):
                self.text += " "
            self.attach_to_last(word)
        elif self.is_ending(at, before, word):
            self.attach_to_last(word.lower() if self.language == "fi" else word)
        elif self.language in ELIDING and at <= len(self.words) - 2 and ends_elided(word) and after[:1].isalpha():
            self.attach_to_next(word)
        elif self.language == "cs" and at < len(self.words) - 3 and word[-1:].isalpha() and after in DASHES:
            if CZECH_ENDINGS.match(self.words[at + 2]):
                self.attach_to_next(word + after)
                return 2
            self.set_apart(word)
        elif QUOTES.fullmatch(word):
            self.add_quote(before, word)
        else:
            self.set_apart(word)
        return 1

    def is_ending(self, at: int, before: str, word: str) -> bool:
        """Whether it belongs to the word before: English `'s`, Czech decimals, the case of a Finnish abbreviation."""
        if self.language == "en":
            return at > 0 and word[:1] == "'" and word[1:2].isalpha() and before[-1:].isalnum()
        if self.language == "cs":
            is_number = re.compile("[0-9]+").fullmatch
            return bool(at > 1 and is_number(self.words[at - 2]) and before in (".", ",") and is_number(word))
        return self.language == "fi" and before.endswith(":") and FINNISH_ENDINGS.fullmatch(word) is not None

    def add_quote(self, before: str, word: str) -> None:
        kind = '"' if DOUBLE_QUOTES.fullmatch(word) else word
        if self.language == "cs" and word in ("„", "“"):
            self.quotes[kind] = int(word == "“")
        opens = self.quotes[kind] % 2 == 0
        if opens and self.language == "en" and word == "'" and before.endswith("s"):
            self.attach_to_last(word)  # of a possessive
            return
        self.quotes[kind] += 1
        if opens:
            self.attach_to_next(word)
        else:
            self.attach_to_last(word)

    def attach_to_next(self, word: str) -> None:
        self.text, self.space = self.text + self.space + word, ""

    def attach_to_last(self, word: str) -> None:
        self.text, self.space = self.text + word, " "

    def set_apart(self, word: str) -> None:
        self.text, self.space = self.text + self.space + word, " "


def ends_elided(word: str) -> bool:
    return word.endswith("'") and word[-2:-1].isalpha()


def is_ideograph(sign: str) -> bool:
    return any(first <= ord(sign) <= last for first, last in IDEOGRAPHS)
