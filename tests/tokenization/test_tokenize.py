"""Each tokenizer by a table of cases, each with its reason; and what becomes of one that gives no tokens."""

import random
import re
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.alignment import UnitName
from mondegreen.normalization.text_function import name_function
from mondegreen.tokenization import UNITS as TEXT_UNITS
from mondegreen.tokenization import format_signature, make_tokenizer, squeeze_spaces, tokenize_texts
from mondegreen.tokenization.characters import compile_units
from mondegreen.tokenization.words import Words
from programs import theirs

CASES = [
    ("characters", "aé 日", ["a", "é", "日"], "code points without blanks"),
    ("characters", "e\u0301", ["e", "\u0301"], "an accent of its own counts"),
    ("graphemes", "abc d", ["a", "b", "c", "d"], "plain letters"),
    ("graphemes", "e\u0301e", ["e\u0301", "e"], "a letter and its accent"),
    ("graphemes", "\u0301a \u0301", ["\u0301", "a", "\u0301"], "marks with nothing to stand on"),
    ("graphemes", "ที่ น้ำ", ["ที่", "น้ำ"], "Thai vowels and tones, the vowel am too"),
    ("graphemes", "नि", ["नि"], "a vowel sign written before its letter"),
    ("graphemes", "🇫🇷🇩🇪🇫", ["🇫🇷", "🇩🇪", "🇫"], "flags are pairs"),
    ("graphemes", "👩\u200d👩\u200d👧👍🏽", ["👩\u200d👩\u200d👧", "👍🏽"], "a family, and a tone of skin"),
    ("graphemes", "❤\ufe0f1\ufe0f\u20e3", ["❤\ufe0f", "1\ufe0f\u20e3"], "forms of emoji, a key cap"),
    ("graphemes", "\u1112\u1161\u11ab한", ["\u1112\u1161\u11ab", "한"], "Korean syllables in letters and whole"),
    ("graphemes", "か\u3099ｶ\uff9e", ["か\u3099", "ｶ\uff9e"], "Japanese voicing marks"),
    ("mixed", "I like 北京 very much", ["I", "like", "北", "京", "very", "much"], "Chinese among English"),
    ("mixed", "去meeting了", ["去", "meeting", "了"], "no blank between"),
    ("mixed", "テストです ok", ["テ", "ス", "ト", "で", "す", "ok"], "Katakana and Hiragana"),
    ("mixed", "ที่บ้าน", ["ที่", "บ้", "า", "น"], "Thai, marks staying with their letter"),
    ("mixed", "한국어 말 été où", ["한국어", "말", "été", "où"], "Korean and others by words"),
    ("mixed", "10月 3日 ３日", ["10", "月", "3", "日", "３", "日"], "digits are not of those scripts"),
    ("mixed", "人々〇 𠮷", ["人", "々", "〇", "𠮷"], "the repeat mark, zero, and Han beyond 16 bits"),
    ("punctuated", "Well, yes!", ["Well", ",", "yes", "!"], "marks apart"),
    ("punctuated", "l'été 'tis", ["l'été", "'", "tis"], "within a word, at its edge"),
    ("punctuated", "3.5 5. a.b", ["3.5", "5", ".", "a", ".", "b"], "points of numbers"),
    ("punctuated", "what?! ...", ["what", "?", "!", ".", ".", "."], "each by itself"),
    ("punctuated", "a--b", ["a", "-", "-", "b"], "two hyphens are a dash"),
    ("punctuated", "你好。", ["你好", "。"], "wide marks"),
    ("treebank", "Isn't he the boss's?", ["Is", "n't", "he", "the", "boss", "'s", "?"], "contractions in two"),
    ("treebank", "at 3:15, $3,000.50.", ["at", "3:15", ",", "$", "3,000.50", "."], "marks within numbers stay"),
    ("treebank", "Mr. X said. He left.", ["Mr.", "X", "said.", "He", "left", "."], "only the last point is apart"),
    ("treebank", "I cannot, gonna wanna go", ["I", "can", "not", ",", "gon", "na", "wan", "na", "go"], "two in one"),
    ("treebank", "'Tis 'odd' (\"so\")...", ["'", "Tis", "'", "odd", "'", "(", '"', "so", '"', ")", "..."], "quotes"),
    ("treebank", "a:, b", ["a", ":", ",", "b"], "marks that follow each other"),
    (
        "treebank",
        "«a» “b” ‘c’ „d a`b",
        ["«", "a", "»", "“", "b", "”", "‘", "c", "’", "„", "d", "a", "`", "b"],
        "of others",
    ),
    ("treebank", "``so'' more'n", ["``", "so", "''", "more", "'n"], "and of TeX, which are one"),
    (r"regex:\w+", "Well, yes!", ["Well", "yes"], "what is not found is left out"),
    (r"regex:(\w)(\w)?", "abc", ["ab", "c"], "groups do not matter"),
    (r"regex:\w*", "a b", ["a", "b"], "an empty find is no token"),
    (r"regex:[^,]+", "a b,c", ["a b", "c"], "blanks may be part of a token, commas part of a pattern"),
]


@pytest.mark.parametrize(("spec", "text", "expected", "why"), CASES, ids=[f"{c[0]}-{c[3]}" for c in CASES])
def test_tokenizer(spec: str, text: str, expected: list[str], why: str) -> None:
    one = make_tokenizer(spec)
    assert one is not None
    assert one(text) == expected


def test_words_are_left_to_the_core() -> None:
    assert make_tokenizer("words") is None


UNITS = [
    ("words", None, ["我们", "ab", "c"]),
    ("words", str.split, ["我们", "ab", "c"]),
    ("words", lambda text: list(text.replace(" ", "")), ["我", "们", "a", "b", "c"]),
    ("mixed", None, ["我", "们", "ab", "c"]),
    ("mixed", str.split, ["我", "们", "ab", "c"]),  # whatever words are
    ("letters", None, "我们abc"),
    ("characters", None, "我们 ab c"),
]


@pytest.mark.parametrize(("unit", "own", "expected"), UNITS)
def test_units(unit: str, own: Callable[[str], Any] | None, expected: Any) -> None:
    assert tokenize_texts(["我们  ab c ", ""], unit, own) == [expected, type(expected)()]


@pytest.mark.parametrize("unit", TEXT_UNITS)
def test_the_core_cuts_into_these_units(unit: UnitName) -> None:
    assert mg.align(["ab c"], ["ab c"], unit=unit).matches.tolist() == [
        {"words": 2, "characters": 4, "letters": 3}[unit]
    ]


@pytest.mark.parametrize("joint", ["", "\u0301", "\u200d", "\u20e3", "\ufe0f"])
def test_letters_digits_and_signs_stand_for_themselves(joint: str) -> None:
    """Whatever hangs on them; only pictures join with what follows a joiner."""
    one = make_tokenizer("graphemes")
    assert one is not None
    shown = [chr(code) for code in range(0x21, 0x7F)]
    assert one("".join(sign + joint for sign in shown)) == [sign + joint for sign in shown]
    assert one(" ".join([*shown, "e\u0301"])) == [*shown, "e\u0301"]


def test_the_words_of_the_core_are_those_of_the_tokenizer() -> None:
    texts = ["l'\u00a0été  indien", "", " \u3000 ", "a\x1fb\u2028c", "a\u200bb"]
    assert [Words()(text) for text in texts] == [text.split() for text in texts]
    assert mg.score(texts, [" ".join(Words()(text)) for text in texts], ["wer"])["wer"].total.errors == 0
    assert name_function(Words()) == "words"


WRONG = [
    ("charcters", 'there is no tokenizer "charcters"; did you mean characters?'),
    ("mixed:zh", '"zh" in "mixed:zh" is not an option; mixed has no options'),
    ("regex", "regex needs a regular expression; write regex:PATTERN"),
    ("regex:(", '"(" is not a regular expression: '),
]


@pytest.mark.parametrize(("spec", "sentence"), WRONG, ids=[spec for spec, _ in WRONG])
def test_what_is_wrong_is_said(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=re.escape(sentence)):
        make_tokenizer(spec)


def test_signatures() -> None:
    assert format_signature(make_tokenizer("graphemes"), "words") == "graphemes"
    assert format_signature(make_tokenizer("graphemes"), "letters") == "letters"
    assert format_signature(make_tokenizer(r"regex:\w+|,"), "words") == r"regex(\w%2B%7C%2C)"


def graphs(text: str) -> Any:
    return text.encode()


STRAY: list[tuple[Callable[[str], Any], str]] = [
    (str.upper, 'the tokenizer upper gave A B for "a b", not a list of strings'),
    (graphs, "the tokenizer graphs gave b'a b' for"),
    (lambda text: [1, 2], 'gave [1, 2] for "a b", not a list of strings'),
    (lambda text: ["a", None], "gave ['a', None] for"),
    (lambda text: None, "gave None for"),
    (lambda text: iter(["a"]), "gave <list_iterator"),
    (lambda text: range(10**8, 10**10), "gave range(100000000, 10000000000) for"),
    (lambda text: int("9" * 40), f"gave {'9' * 40} for"),
    (lambda text: int("9" * 41), f"gave {'9' * 40}... for"),
    (lambda text: ["a", *range(99)], "gave ['a', 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ... for"),
]


@pytest.mark.parametrize(("own", "sentence"), STRAY, ids=[sentence for _, sentence in STRAY])
def test_what_is_no_list_of_strings_is_said(own: Callable[[str], Any], sentence: str) -> None:
    with pytest.raises(ScoreError, match=re.escape(sentence)):
        mg.score(["a b"], ["a"], metrics=["wer"], tokenize=own)


@pytest.mark.parametrize("own", [list, tuple])
def test_lists_and_tuples_are_taken(own: Callable[[str], Any]) -> None:
    assert tokenize_texts(["ab"], "words", own) == [own("ab")]


def test_errors_of_a_metric_by_each_tokenizer() -> None:
    words = {
        spec: int(mg.score(["去 meeting, 了"], ["去"], ["wer"], tokenize=make_tokenizer(spec))["wer"].total["words"])
        for spec in ("words", "characters", "mixed", "punctuated")
    }
    assert words == {"words": 3, "characters": 10, "mixed": 3, "punctuated": 4}


def test_unicode_names_agree_on_what_is_cut_by_characters() -> None:
    """The names of letters say their script; Python's `re` does not know it."""
    scripts = (
        "CJK UNIFIED",
        "CJK COMPAT",
        "HIRAGANA",
        "KATAKANA",
        "BOPOMOFO",
        "THAI",
        "LAO",
        "KHMER",
        "MYANMAR",
        "HENTAIGANA",
    )
    single, wrong = compile_units(), []
    for code in range(0x80, 0x32400):
        letter = chr(code)
        title = unicodedata.name(letter, "").removeprefix("HALFWIDTH ")
        if unicodedata.category(letter) in {"Lo", "Lm"} and "VOICED SOUND MARK" not in title:
            apart = len(single.findall(f"{letter}x")) == 2
            if apart != title.startswith(scripts) and "IDEOGRAPHIC" not in title:
                wrong.append(title)
    assert wrong == []


def test_perl_agrees_on_graphemes(tmp_path: Path) -> None:
    """Perl's \\X is Unicode's extended grapheme cluster."""
    compare_with_perl(random.Random(1), tmp_path)


def compare_with_perl(rng: random.Random, folder: Path) -> None:
    """That Perl finds the same graphemes in random texts."""
    units = [
        "a",
        "é",
        "o\u0301",
        "नि",
        "\u0915\u0941",
        "ที่",
        "น้ำ",
        "한",
        "\u1112\u1161\u11ab",
        "🇫🇷",
        "👩\u200d👧",
        "❤\ufe0f",
    ]
    units += ["👍🏽", "日", "ｶﾞ", "1\ufe0f\u20e3", "ب\u0651", "\U0001d165", "א\u05b8", "ఆ", "கோ"]
    texts = ["".join(rng.choices(units, k=rng.randint(1, 12))) for _ in range(500)]
    words = ["-CSD", "-ne", r'chomp; print join("|", /\X/g), "\n"']
    done = theirs("perl", words, folder, "".join(f"{text}\n" for text in texts).encode())
    one = make_tokenizer("graphemes")
    assert one is not None
    assert name_function(one) == "graphemes"
    assert ["|".join(one(text)) for text in texts] == done.output.decode().splitlines()


def test_treebank_as_nltk_has_it() -> None:
    """But for quotes, which stay as they are, and a comma or colon after another, which NLTK leaves together."""
    nltk = pytest.importorskip("nltk.tokenize", reason="NLTK is not installed")
    peer, ours = nltk.NLTKWordTokenizer(), make_tokenizer("treebank")
    assert ours is not None
    rng = random.Random(1)
    parts = ["a", "b", "'s", "n't", "'", ",x", ":3", ".", "...", "..", " ", " ", "cannot", "gonna", "'tis", "d'ye"]
    parts += ["(", ")", "--", "&", "?", "%", "'ll", "[", "lemme", "“", "”", "’", "*", "–", "i'm", "wanna "]
    parts += ["«", "»", "‘", "„", ";", "@", "#", "$", "!", "‒", "―", "{", "}", "<", ">", "1,2", "3:4", "more'n"]
    parts += ["gimme", "gotta", "'ve", "'re", "N'T", "'S", "'d", "'twas", "''", "", "]"]
    for _ in range(5000):
        text = "".join(rng.choices(parts, k=rng.randint(0, 9)))
        expected = [token.replace("``", '"').replace("''", '"') for token in peer.tokenize(text)]
        assert [token.replace("''", '"') for token in ours(text)] == expected, text


@pytest.mark.parametrize("text", ["a{}b", "{}a", "a{}", "a {}b", "a{} b", "{}", "", "a b"])
def test_one_blank_stands_between_words(text: str) -> None:
    """Any space of Python's is squeezed wherever it stands."""
    spaces = [one for one in map(chr, range(sys.maxunicode + 1)) if one.isspace()]
    for one in spaces:
        assert squeeze_spaces(text.format(one)) == " ".join(text.format(one).split())
