"""Dictionaries of every format, and what is wrong with some."""

from pathlib import Path

import pytest

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import Pair, load, pos
from oracles import shared

TMX = """\
<?xml version="1.0"?><tmx version="1.4"><header/><body>
<tu><tuv xml:lang="en"><seg>ice <b>cream</b></seg></tuv><tuv xml:lang="fr"><seg>glace</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>alone</seg></tuv></tu>
</body></tmx>
"""


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.txt", "House maison\n\nhouse domicile\nhouse maison\n", [("house", "maison"), ("house", "domicile")]),
        ("a.txt", "house\tla maison\n", [("house", "la maison")]),  # a tab in the first line
        ("a.tsv", "\ufeffice cream\tglace\tn\r\n", [("ice cream", "glace")]),
        ("a.csv", 'en,fr,freq_x\nhouse,"maison, la",12\n', [("house", "maison, la")]),
        ("a.tmx", TMX, [("ice cream", "glace")]),
    ],
)
def test_formats(tmp_path: Path, name: str, text: str, expected: list[tuple[str, str]]) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", newline="")
    assert load(str(tmp_path / name)).words == expected


def test_capitals_may_count(tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_text("Polish polonais\npolish vernis\n", encoding="utf-8")
    assert load(str(path), keep_case=True).words[0] == ("Polish", "polonais")
    assert {source for source, _ in load(str(path)).words} == {"polish"}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.txt", "a b\na b c\n", r"a\.txt:2: .* but there are 3; entries of several words need a tab"),
        ("a.tsv", "a\tb\na\t\n", r"a\.tsv:2: a source word, a tab and a target word"),
        ("a.csv", "en,fr\na\n", r"a\.csv:2: a source word and a target word"),
        ("a.csv", 'en,fr\n\n"house\nboat",péniche\na\n', r"a\.csv:5: a source word and a target word"),
        ("a.tmx", "<tmx>", r"a\.tmx:1: this is no TMX"),
        ("a.tmx", '<!DOCTYPE x [<!ENTITY a "b">]><tmx/>', "defines entities"),
        ("a.txt", "\n", "there is no pair"),
        ("a.csv", "", "there is no pair"),
        ("a.csv", 'en,fr\n"house,maison\nboat,péniche\n', r"a\.csv:3: this is not CSV: unexpected end"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError, match=message):
        load(str(tmp_path / name))


def test_evaluation_lists_tell_frequencies_and_tags() -> None:
    folder = shared("lexicon") / "cwe"
    estonian = load(str(folder / "ET-SK_EVAL_DF.csv")).pairs
    assert estonian[0] == Pair("aadress", "adresa", 961.0, "S")
    with pytest.warns(ScoreWarning, match="1 row without a translation"):
        czech = load(str(folder / "CS-SK_eval_DF.csv")).pairs
    # The authors count 1,497 pairs and 1,158 words.
    assert len(czech) == 1497
    assert len({pair.source for pair in czech}) == 1158


def test_rows_without_a_word_are_told(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("en,fr\nhouse,maison\nghost,\n,chat\n", encoding="utf-8")
    with (
        pytest.warns(ScoreWarning, match="1 row without a word left out"),
        pytest.warns(ScoreWarning, match="1 row without a translation, so that nothing is right there"),
    ):
        assert load(str(path)).words == [("house", "maison"), ("ghost", "")]


def test_parts_of_speech_are_read_beside_each_other() -> None:
    folder = shared("lexicon") / "MUSE_dicos"
    german = pos.load(str(folder / "en-de.5000-6500"))
    assert set(german) == {"n", "pn", "v", "a", "o", "nw"}
    # All 1,500 words of MUSE's test list.
    assert len({head for pairs in german.values() for head, _ in pairs}) == 1500
    assert set(pos.load(str(folder / "en-es.5000-6500"))) == {"pn", "o"}
    with pytest.raises(ScoreError, match=r"there is no .*nowhere\.n\.txt"):
        pos.load(str(folder / "nowhere"))
