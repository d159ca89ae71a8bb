"""Utterance IDs: what they look like, which column of a table holds them, and how two files spell them."""

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from os.path import commonprefix

from mondegreen.corpus import Corpus, are_distinct
from mondegreen.errors import ScoreError, join_ids
from mondegreen.formats.columns import KEYS, PREDICTIONS, REFERENCES, TEXTS, fold_name
from mondegreen.formats.format import SYSTEM_PREFIX, Side, holds_both
from mondegreen.io.source import is_pattern
from mondegreen.notes import Note

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


# What stands behind the name of an utterance where that is the name of a file.
FILE_SUFFIXES = (
    "wav flac mp3 ogg opus m4a aac wma sph mp4 webm txt json jsonl srt vtt tsv lab trn ctm stm".split()  # noqa: SIM905
)
ROWS = 1000
WORDS = re.compile(r"[^\W\d_]+")


def match_ids(reference: Corpus, hypothesis: Corpus, ours: Side, theirs: Side) -> tuple[Corpus, Corpus]:
    """Both sides under IDs that fit each other, with notes on what is doubtful about them."""
    if ours.by_order:
        return pair_by_order(reference, hypothesis, ours, theirs)
    if reference.keyed and hypothesis.keyed and len(reference) and len(hypothesis):
        if not (ours.key or theirs.key):
            reference, hypothesis = choose_ids(reference, hypothesis)
        hypothesis = respell_ids(reference, hypothesis)
    return reference, hypothesis.add_notes(*find_doubts(reference, hypothesis, ours, theirs))


def pair_by_order(reference: Corpus, hypothesis: Corpus, ours: Side, theirs: Side) -> tuple[Corpus, Corpus]:
    """Both sides as their order pairs them, whatever their IDs are."""
    if len(hypothesis) and len(reference) != len(hypothesis):
        what = f"hold {len(reference)} and {len(hypothesis)} texts, so their order cannot pair them (--pair-by order)"
        raise ScoreError(f"{reference.name} and {hypothesis.name} {what}")
    if not len(hypothesis):
        return reference, hypothesis
    both = reference.keyed and hypothesis.keyed
    differ = sum(map(str.__ne__, reference.keys, hypothesis.keys)) if both else 0
    keyed = reference if reference.keyed and are_distinct(reference.keys) else hypothesis
    if not (keyed.keyed and are_distinct(keyed.keys)):
        keyed = Corpus.by_position(reference.texts, "")
    files = [path for path in (ours.path, theirs.path) if os.path.isdir(path) or is_pattern(path)]  # noqa: PTH112
    left, right = (replace(each, keys=keyed.keys, keyed=keyed.keyed) for each in (reference, hypothesis))
    if differ:
        right = right.add_notes(Note("ids-differ", name_both(reference, hypothesis), detail={"differ": differ}))
    return left, right.add_notes(*[Note("file-order-pairs", path) for path in files[:1]])


def check_second_text(corpus: Corpus) -> None:
    """Refuses a table of hypotheses of which several columns could be the text."""
    if holds_both(corpus):
        could = [name for name in corpus.fields if name.startswith(SYSTEM_PREFIX)]
        others = could if len(could) > 1 else []
    else:
        others = [name for name, values in corpus.fields.items() if could_be_text(name, values, corpus.texts)]
    if others:
        there = ", ".join(f'"{name}"' for name in others)
        what = f"{there} could be the hypothesis, too, besides the column that was used"
        raise ScoreError(f"{what}; name the right one with --hyp-column", path=corpus.name)


def could_be_text(name: str, values: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a column holds texts beside those that were taken: by its name, or by the words that both have."""
    if fold_name(name) in (*TEXTS, *REFERENCES, *PREDICTIONS):
        return any(map(has_letters, values))
    if fold_name(name) in KEYS:
        return False
    some = [value for value in islice(values, ROWS) if value.strip()]
    if len(set(some)) <= len(some) / 2 and len(some) > 3:
        return False  # a few values that come again, as topics do
    words, known = collect_words(some), collect_words(islice(texts, ROWS))
    return bool(words) and len(words & known) >= len(words) / 2


def has_rivals(corpus: Corpus) -> bool:
    """Whether another column of a table may be the text, or the ID."""
    fields = corpus.fields.items()
    return any(
        could_be_text(*each, corpus.texts) or are_phrases(each[1]) or fold_name(each[0]) in KEYS for each in fields
    )


def has_letters(value: str) -> bool:
    return WORDS.search(value) is not None


def collect_words(texts: "Iterator[str] | Sequence[str]") -> set[str]:
    """The words of texts; of scripts that do not part them, the characters."""
    found: set[str] = set()
    for text in texts:
        for word in WORDS.findall(text.casefold()):
            found.update([word] if word.isascii() or len(word) < 8 else word)
    return found


def choose_ids(reference: Corpus, hypothesis: Corpus) -> tuple[Corpus, Corpus]:
    """Both sides by the column of IDs that they share, if the usual one does not pair them.

    Two columns of IDs that pair different rows are refused.
    """
    left, right = id_columns(reference), id_columns(hypothesis)
    if not left and not right:
        return reference, hypothesis
    fit = id_overlap(reference.keys, hypothesis.keys)
    if fit < 0.5:
        pairs = [(one, other) for one in ("", *left) for other in ("", *right)]
        ours, theirs = {"": reference.keys, **left}, {"": hypothesis.keys, **right}
        one, other = max(pairs, key=lambda each: id_overlap(ours[each[0]], theirs[each[1]]))
        if id_overlap(ours[one], theirs[other]) < 0.5:
            return reference, hypothesis
        note = Note("id-column", name_both(reference, hypothesis), detail={"column": f'"{one or other}"'})
        return replace(reference, keys=ours[one]), replace(hypothesis, keys=theirs[other]).add_notes(note)
    for name in left.keys() & right.keys():
        if id_overlap(left[name], right[name]) >= 0.5 and pairs_differ(reference, hypothesis, left[name], right[name]):
            what = f'the utterance IDs pair other rows than "{name}" does'
            raise ScoreError(f"{reference.name} and {hypothesis.name}: {what}; name one with --id-column")
    return reference, hypothesis


def id_columns(corpus: Corpus) -> dict[str, Sequence[str]]:
    """The fields that may be IDs as well: by their names, and as no value is repeated."""
    fields = corpus.fields.items()
    return {name: values for name, values in fields if fold_name(name) in KEYS and are_distinct(values) and all(values)}


def id_overlap(ours: Sequence[str], theirs: Sequence[str]) -> float:
    left, right = set(map(strip_path, ours)), set(map(strip_path, theirs))
    return len(left & right) / max(1, min(len(left), len(right)))


def pairs_differ(reference: Corpus, hypothesis: Corpus, ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether another column of IDs pairs other utterances."""
    other = dict(zip(hypothesis.keys, map(strip_path, theirs), strict=True))
    known = set(other.values())
    pairs = [(strip_path(value), other[key]) for key, value in zip(reference.keys, ours, strict=True) if key in other]
    return any(one != two and one in known for one, two in pairs)


def respell_ids(reference: Corpus, hypothesis: Corpus) -> Corpus:
    """The hypothesis with the reference's spelling of IDs that differ by a directory or an ending of a file."""
    if reference.keys == hypothesis.keys:
        return hypothesis
    left, right = set(reference.keys), set(hypothesis.keys)
    missing, extra = group_by_stem(left - right), group_by_stem(right - left)
    found = {extra[name]: missing[name] for name in extra if name in missing}
    if not found:
        return hypothesis
    spellings = join_ids([f"{theirs} with {ours}" for theirs, ours in found.items()])
    note = Note("ids-respelled", hypothesis.name, tuple(found), {"spellings": spellings})
    return replace(hypothesis, keys=[found.get(key, key) for key in hypothesis.keys]).add_notes(note)


def group_by_stem(keys: set[str]) -> dict[str, str]:
    """The utterance IDs that no other is like, each by what is left of it without directory and ending."""
    times = Counter(map(strip_path, keys))
    return {name: key for key in sorted(keys) if times[name := strip_path(key)] == 1}


def strip_path(key: str) -> str:
    """An ID without the directory and the ending that it has where it is the name of a file."""
    name = key.replace("\\", "/").rpartition("/")[2] or key
    begin, point, end = name.rpartition(".")
    return begin if point and begin and end.lower() in FILE_SUFFIXES else name


def find_doubts(reference: Corpus, hypothesis: Corpus, ours: Side, theirs: Side) -> Iterator[Note]:
    """What makes it likely that not what was meant is compared."""
    if len(reference) != len(hypothesis) or len(reference) == 0:
        return
    both = name_both(reference, hypothesis)
    if reference.format == hypothesis.format == "lines" and (first := find_one_sided(reference, hypothesis)):
        yield Note("ids-as-words", first, detail={"both": both})
    if not are_equal(reference.texts, hypothesis.texts):
        return
    if same_file(ours.path, theirs.path):
        if theirs.among and not hypothesis.fields:
            return
        yield Note("itself", reference.name)
    elif reference.keyed and not are_equal(reference.keys, hypothesis.keys) and len(set(reference.texts)) > 1:
        yield Note("same-texts", both)
    elif not theirs.text and any(map(are_phrases, hypothesis.fields.values())):
        yield Note("column-doubtful", hypothesis.name, detail={"columns": ", ".join(hypothesis.fields)})


def name_both(reference: Corpus, hypothesis: Corpus) -> str:
    return f"{reference.name} and {hypothesis.name}"


def are_equal(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    return ours == theirs if type(ours) is type(theirs) else list(ours) == list(theirs)


def find_one_sided(reference: Corpus, hypothesis: Corpus) -> str | None:
    """The one side whose lines begin with what can only be IDs, if it is one."""
    found = [side.name for side in (reference, hypothesis) if detect_id_format(side.texts)]
    return found[0] if len(found) == 1 else None


def are_phrases(values: Sequence[str]) -> bool:
    """Whether a column holds several words in each cell, mostly different ones."""
    some = [value for value in islice(values, ROWS) if value]
    return sum(len(WORDS.findall(value)) for value in some) > 2 * len(some) and len(set(some)) > len(some) / 2


def same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - `-` and what ends in a blank are no paths
    except (OSError, ValueError):
        return False
