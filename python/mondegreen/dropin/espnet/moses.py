"""Filters of translations: `detokenizer.perl` and `lowercase.perl` of Moses, `remove_punctuation.pl` of ESPnet."""

from __future__ import annotations

import re
import unicodedata

from mondegreen.dropin.espnet.detokenizer import detokenize
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
