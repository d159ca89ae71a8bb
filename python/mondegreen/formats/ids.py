"""What utterance IDs look like, and what words look like that stand where IDs would."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from os.path import commonprefix

# How many lines that all end in different parentheses are no accident.
MANY = 5
# How many lines of a file are looked at, at most.
HEAD = 1000
# A digit beside a letter, an underscore or a slash, numbers with hyphens, long numbers and those with leading zeros, or
# a point inside. `1st`, `90s`, `twenty-one`, `1990` and `e.g.` are words as well.
ID_PATTERN = re.compile(r"(?=.*\d)(?=.*[^\W\d_])|.*[_/\\]|.*\d-\d|0\d|\d{5}|.*\w\.\w")
WORD = re.compile(
    r"[1-9]\d*(?:st|nd|rd|th|s|er|e|ème|º|ª)|(?!0\d|\d{5})\d+(?:[.,:/-](?!000)\d{1,4}){0,2}%?", re.IGNORECASE
)
# What one line alone may begin with as well: `covid-19`, `mp3`, `and/or`.
SHORT = re.compile(
    r"(?!(?:u|utt|utterance|s|spk|seg|rec|file|id|sample)-?\d+$)"
    r"(?:[^\W\d_]+-?\d{1,2}|\d?[^\W\d_]\d?[^\W\d_]?|[^\W\d_]+[/.][^\W\d_]+)"
)
MARKS = ".,:;!?\"'()[]{}«»„“”…\u2018\u2019"
# What stands between the cells of a table without a first line that names them.
CELLS = re.compile(r"[,;|\"]")
LAST = re.compile(r"[:,;!?.\"')\]}»”…]$")


def looks_like_id(token: str) -> bool:
    """Whether no text would have this as a word; at doubt it would."""
    if CELLS.search(token) or LAST.search(token) or not ID_PATTERN.match(token):
        return False
    return not WORD.fullmatch(token)


def look_like_ids(ids: Sequence[str]) -> bool:
    """Whether all of the first IDs are such."""
    found = list(islice(ids, HEAD))
    return bool(found) and all(map(looks_like_id, found))


def are_repeated(ids: Sequence[str]) -> bool:
    """Whether more than one in ten of the first comes again, as the first words of texts do and IDs do not."""
    found = list(islice(ids, HEAD))
    return len(set(found)) < 0.9 * len(found)


def have_a_pattern(ids: Sequence[str]) -> bool:
    """Whether IDs that may be words are made alike: they are counted from 0 or 1, or begin alike."""
    if len(ids) < 2:
        return False
    if all(each.isdecimal() for each in ids):
        return [int(each) for each in ids] in (list(range(start, start + len(ids))) for start in (0, 1))
    begin = commonprefix(list(ids))  # noqa: RUF071 - of letters, not of directories
    return len(begin) > 2 or all(len(each) == 1 and each.isupper() for each in ids)


def measure_overlap(ids: Sequence[str], texts: Iterable[Sequence[str]]) -> float:
    """Which share of the IDs are words of the texts, whatever their case."""
    words = {each.strip(MARKS).casefold() for side in texts for text in side for each in text.split()}
    return sum(each.strip(MARKS).casefold() in words for each in ids) / max(1, len(ids))


def first_fields(lines: Sequence[str]) -> list[str]:
    """The first field of each line that is not blank."""
    return [fields[0] for line in lines if (fields := line.split(None, 1))]


def last_brackets(lines: Sequence[str]) -> list[str]:
    """What stands in the last parentheses of each line that is neither blank nor a comment; nothing if one has none."""
    found = []
    for line in lines:
        text = line.rstrip(" \t")
        if not text or text.startswith((";;", "**")):
            continue
        start = text.rfind("(")
        if not text.endswith(")") or start < 0 or start + 2 == len(text):
            return []
        found.append(text[start + 1 : -1])
    return found


def detect_id_format(lines: Sequence[str]) -> str | None:
    """The format with an ID on each line that these lines have for certain, if they have."""
    head = list(islice(lines, HEAD))
    brackets = last_brackets(head)
    if look_like_ids(brackets) or (len(brackets) >= MANY and len(set(brackets)) == len(brackets)):
        return "trn"
    ids = first_fields(head)
    if look_like_ids(ids) or (ids and are_tabbed(head)):
        return "kaldi"
    return None


def are_tabbed(lines: Sequence[str]) -> bool:
    """Whether each line has a tab behind its first field, which no text has."""
    nonblank = [line for line in lines if line.strip()]
    return len(nonblank) > 1 and all("\t" in line and " " not in line.partition("\t")[0].strip() for line in nonblank)
