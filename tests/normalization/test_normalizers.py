"""Each rule by a table of cases, each with its reason; and how lists of rules are written."""

import re
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen import ScoreError
from mondegreen.normalization import format_signature, make_normalizer, normalize, parse_normalizers


class Own(str):
    __slots__ = ()


CASES = [
    ("lower", "ÀÇ ΑΣ Я", "àç ας я", "other scripts, and the sigma that ends a word"),
    ("lower", "ǅ", "ǆ", "a letter in title case"),
    ("lower", "İI", "i\u0307i", "Turkish is not asked about"),
    ("upper", "ﬁn ß ŉ", "FIN SS \u02bcN", "one letter may become two"),
    ("nfc", "e\u0301 A\u030a \u212b", "é Å Å", "composed, and the ångström sign is the letter"),
    ("nfc", "ﬁ ² \u0958", "ﬁ ² \u0915\u093c", "compatibility stays; a letter that the standard excludes is cut"),
    ("nfc", "\u1112\u1161\u11ab", "한", "Korean letters to a syllable"),
    ("nfkc", "ﬁ ² Ｑ \u00a0x", "fi 2 Q  x", "ligature, raised, wide, no-break"),
    ("nfkc", "½ …", "1\u20442 ...", "one character to three"),
    ("nfkc", "a\u00b4b", "a \u0301b", "a spacing accent brings a blank, as the page warns"),
    ("punctuation", "Well, yes!", "Well yes", "at a word's end"),
    ("punctuation", "«Ça va ?» – oui…", "Ça va oui", "marks of other languages, alone and attached"),
    ("punctuation", "l'été l’été aujourd'hui", "l'été l’été aujourd'hui", "apostrophes of both shapes within words"),
    ("punctuation", "'tis dogs' 'n' rock'", "tis dogs n rock", "apostrophes at the edge"),
    ("punctuation", "well-known wor- -ly a--b - --", "well-known wor ly a b", "hyphens within words, else not"),
    ("punctuation", "rock-'n'-roll", "rock n roll", "two together are a pause"),
    ("punctuation", "3.5 1,000 .5 5. a.b 3.x", "3.5 1,000 5 5 a b 3 x", "points and commas between digits"),
    ("punctuation", "٣٫٥ ३.५", "٣ ٥ ३.५", "digits of any script, but not their own points"),
    ("punctuation", "and/or U.S. a_b", "and or U S a b", "what joined words becomes a blank"),
    ("punctuation", "100 % $5 <unk> a+b", "100 5 unk a b", "symbols too"),
    ("punctuation", "。你好，世界！", "你好 世界", "wide marks"),
    ("punctuation", "क्या? नहीं।", "क्या नहीं", "vowel signs are not punctuation"),
    (
        "punctuation",
        "e\u0301te\u0301, cafe\u0301-bar",
        "e\u0301te\u0301 cafe\u0301-bar",
        "accents stay with their letter",
    ),
    ("punctuation", "ok ❤\ufe0f 👩\u200d👧 👍🏽 yes", "ok yes", "an emoji leaves nothing behind"),
    ("punctuation", "col·laborar צה״ל", "col·laborar צה״ל", "what Catalan and Hebrew spell with"),
    ("punctuation:none", "l'été well-known 3.5", "l été well known 3 5", "nothing is kept"),
    ("punctuation:'", "'l'été' well-known 3.5", "'l'été' well known 3 5", "kept everywhere, and nothing else"),
    ("punctuation:% $", "100% $5 (ok)", "100% $5 ok", "blanks in the list do not matter"),
    ("hyphens", "uh-huh twenty-one", "uh huh twenty one", "split"),
    ("hyphens", "wor- -ly - a", "wor- -ly - a", "fragments and dashes stay"),
    ("hyphens", "a\u2010b c\u2011d e\u2013f", "a b c d e\u2013f", "hyphens of any shape, but no dashes"),
    ("drop:<unk> [noise]", "<unk> a [noise] b <unk>", "a b", "first, between and last"),
    ("drop:<unk> [noise]", "<unk>a [NOISE] [noise].", "<unk>a [NOISE] [noise].", "whole tokens as written"),
    ("drop:<unk>", "<unk> <unk>", "", "nothing else was said"),
    ("fold:uh um er", "um a er b uh erm", "uh a uh b uh erm", "fillers become the first"),
    ("fold:%hes uh", "uh huh", "%hes huh", "whole tokens"),
    (
        "lower:tr",
        "ISPARTA \u0130zmir I\u0307z",
        "\u0131sparta izmir iz",
        "two letters, of which each has its own capital",
    ),
    ("lower:az", "I", "\u0131", "as in Turkish"),
    (
        "diacritics",
        "Ça naïve Ångström Łódź Straße",
        "Ca naive Angstrom Łodz Straße",
        "ł and ß are no letters with marks",
    ),
    ("diacritics", "e\u0301 \u1ea5 й ё ή", "e a и е η", "decomposed, two marks, Cyrillic, Greek"),
    ("diacritics", "שָׁלוֹם كِتَابٌ آل", "שלום كتاب آل", "points of vowels, but not madda"),
    ("diacritics", "नमस्ते दुनिया ไก่ เก้า កម្ពុជា தமிழ்", "नमस्ते दुनिया ไก่ เก้า កម្ពុជា தமிழ்", "vowels and tones stay"),
    ("diacritics", "が \u304b\u3099 한", "が が 한", "voiced Japanese and Korean syllables"),
    ("diacritics:de", "Müller Élan", "Müller Elan", "an umlaut is a letter, an accent is not"),
    ("diacritics:es", "mañana está", "mañana esta", "ñ is a letter"),
    ("diacritics:tr", "\u0130Ş kâğıt", "\u0130Ş kağıt", "a capital with its dot"),
    ("diacritics:ru", "йёй", "йей", "й is a letter, and ё is read as е"),
    ("whisper-basic", "Hello, <unk> (x) [y] W", "hello w", "brackets, punctuation, one blank"),
    (
        "whisper-basic:nodia",
        "Œuvre Øre Æther Straße Đặng Ðar Þorn Łódź",
        "oeuvre ore aether strasse dang dar thorn lodz",
        "letters that openai-whisper lists, for they have no marks",
    ),
    ("whisper-basic", "Œuvre Øre Straße Łódź", "œuvre øre straße łódź", "and keeps where marks stay"),
    ("whisper-basic", "a [b> c <d] e (f) g () h", "a c e g h", "a bracket is closed by either kind"),
    ("whisper-basic:marks", "नमस्ते, दुनिया! ไก่", "नमस्ते दुनिया ไก่", "marks stay"),
    ("leaderboard:multilingual", " Über, señor ", "über señor", "no blanks at the ends"),
    ("leaderboard:multilingual-nodia", "Über Łódź", "uber lodz", "no marks either"),
]


@pytest.mark.parametrize(("spec", "text", "expected", "why"), CASES, ids=[f"{c[0]}-{c[3]}" for c in CASES])
def test_rule(spec: str, text: str, expected: str, why: str) -> None:
    assert make_normalizer(spec)(text) == expected


def test_what_does_not_concern_a_rule_comes_back_as_it_was() -> None:
    text = " a\u00a0 b\t c "
    specs = ("lower", "nfc", "punctuation", "hyphens", "drop:x", "fold:x y")
    assert {make_normalizer(spec)(text) for spec in specs} == {text}


LISTS = [
    ("", "none"),
    ("lower", "lower"),
    (" lower , nfc ", "lower+nfc"),
    ("nfc,lower", "nfc+lower"),
    ("drop:[b] [a],lower", "drop([a],[b])+lower"),
    ('drop:", a",nfc', "drop(%2C,a)+nfc"),
    ("drop:a|b+c", "drop(a%7Cb%2Bc)"),
    ("drop:a:b", "drop(a:b)"),
    ("fold:um uh er", "fold(um,er,uh)"),
    ("fold:um er uh", "fold(um,er,uh)"),
    ("punctuation", "punctuation"),
    ("punctuation:none", "punctuation(none)"),
    ("punctuation:-'", "punctuation('-)"),
    ('punctuation:",."', "punctuation(%2C.)"),
    ('punctuation:keep=""""', 'punctuation(")'),
    ("punctuation:inner", "punctuation"),
    ("fold:uh um uh um er", "fold(uh,er,um)"),  # each once, and the first not among the others
    ("drop:x%(y)", "drop(x%25%28y%29)"),  # what divides signatures, and nothing else
    ("lower:any", "lower"),
    ("lower:tr", "lower(tr)"),
    ("lower:az", "lower(az)"),
    ("diacritics:none", "diacritics"),
    ("diacritics: SV ", "diacritics(sv)"),
    ("whisper-basic:keep", "whisper-basic(1)"),
    ("whisper-basic:nodia", "whisper-basic(1,nodia)"),
    ("leaderboard:multilingual", "leaderboard(1,multilingual)"),
    ("call:string.capwords", "call(string.capwords)"),
    ("upper,hyphens,nfkc", "upper+hyphens+nfkc"),
]


@pytest.mark.parametrize(("spec", "signature"), LISTS, ids=[spec for spec, _ in LISTS])
def test_lists_and_their_signatures(spec: str, signature: str) -> None:
    assert format_signature(parse_normalizers(spec)) == signature


WRONG = [
    ("punctuation:b.a", '"punctuation:b.a" is to keep "a", which is not punctuation'),
    ("lowr", 'there is no normalizer "lowr"; did you mean lower?'),
    ("lower,,nfc", 'there is no normalizer ""'),
    ("upper:en", '"en" in "upper:en" is not an option; upper has no options'),
    ("drop", "drop needs tokens separated by spaces; write drop:TOKENS"),
    ("rewrite:", "rewrite needs a table; write rewrite:FILE"),
    ("fold:uh", '"fold:uh" folds nothing; list the tokens that are to become "uh"'),
    ("punctuation:a", '"punctuation:a" is to keep "a", which is not punctuation'),
    ("call:.f", '"call:.f": write call:MODULE.FUNCTION'),
    ("call:string.", '"call:string.": write call:MODULE.FUNCTION'),
    ("drop:a=b", 'drop has no option "a"; choose from tokens; a value that holds "=" stands between double'),
    ("drop:a:tokens=b", "drop:tokens is given twice, with its name and without"),
    ("lower:language=tr:language=az", 'language is given twice in "lower:language=tr:language=az"'),
    ('drop:"a', 'a quote is opened and not closed in drop:"a'),
    ("glm:nowhere.glm", "nowhere.glm: cannot be read: No such file"),
    ("rewrite:nowhere.tsv", "nowhere.tsv: cannot be read: No such file"),
]


@pytest.mark.parametrize(("spec", "sentence"), WRONG, ids=[spec for spec, _ in WRONG])
def test_what_is_wrong_is_said(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError, match=re.escape(sentence)):
        parse_normalizers(spec)


def test_an_installed_package_adds_a_normalizer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ends.py").write_text("def strip(marks=''):\n    return lambda text: text.strip(marks or None)\n")
    info = tmp_path / "ends-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ends\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[mondegreen.normalizers]\nstrip = ends:strip\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert [make_normalizer("strip")(" -a- "), make_normalizer("strip:-")("-a-")] == ["-a-", "a"]


def test_rules_apply_in_the_order_of_the_list() -> None:
    assert normalize(["<UNK> A"], parse_normalizers("drop:<unk>,lower")) == ["<unk> a"]
    assert normalize(["<UNK> A"], parse_normalizers("lower,drop:<unk>")) == ["a"]


def test_a_rule_of_ones_own_may_give_its_own_kind_of_text() -> None:
    assert normalize(["a"], [Own]) == ["a"]


def test_a_rule_that_asks_for_the_side_is_told_it() -> None:
    class Sided:
        sides = ("references", "hypotheses")

        def __call__(self, text: str, side: str = "none") -> str:
            return f"{text} {side}"

    for side, expected in (("references", "a references"), ("hypotheses", "a hypotheses"), ("", "a none")):
        assert normalize(["a"], [Sided()], side) == [expected]
    run = mg.score(["a"], ["a"], ["wer"], normalize=[Sided()])
    assert [list(side) for side in (next(iter(run.batches())).references, next(iter(run.batches())).hypotheses)] == [
        ["a references"],
        ["a hypotheses"],
    ]


def test_a_rule_of_ones_own_that_gives_no_text() -> None:
    with pytest.raises(ScoreError, match="the normalizer split gave a list; it must give a text"):
        normalize(["a b"], [str.split])  # type: ignore[list-item]
