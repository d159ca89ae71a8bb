"""Dictionaries of every format, and what is wrong with some."""

from pathlib import Path

import pytest

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import Pair, load
from mondegreen.lexicon.evaluate import groups

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
        ("a.tmx", "<tmx>", r"a\.tmx:1: this is not TMX"),
        ("a.tmx", '<!DOCTYPE x [<!ENTITY a "b">]><tmx/>', "defines entities"),
        ("a.txt", "\n", "this dictionary holds no pair"),
        ("a.csv", "", "this dictionary holds no pair"),
        ("a.csv", 'en,fr\n"house,maison\nboat,péniche\n', r"a\.csv:3: this is not CSV: unexpected end"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, name: str, text: str, message: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ScoreError, match=message):
        load(str(tmp_path / name))


def test_rows_without_a_word_are_told(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text("en,fr\nhouse,maison\nghost,\n,chat\n", encoding="utf-8")
    with (
        pytest.warns(ScoreWarning, match="1 row without a word, skipped"),
        pytest.warns(ScoreWarning, match="1 row without a translation, so no answer can be right"),
    ):
        assert load(str(path)).words == [("house", "maison"), ("ghost", "")]


def test_frequencies_and_parts_of_speech_are_those_of_the_source_word(tmp_path: Path) -> None:
    """The first of several columns counts, and an entry need not have either."""
    path = tmp_path / "d.csv"
    rows = ["et,sk,et_word_freqs,parallel_freqs,et_pos_tag,sk_pos_tags", "maja,dom,12.5,7,S,A", "jah,hej,,3,,I"]
    path.write_text("\n".join([*rows, ""]), encoding="utf-8")
    assert load(str(path)).pairs == [Pair("maja", "dom", 12.5, "S"), Pair("jah", "hej", None, "")]


def test_parts_of_speech_are_read_beside_each_other(tmp_path: Path) -> None:
    for name, text in {"n": "House\tmaison\nhouse\tdomicile\n", "pn": "rome\trome\n", "x": "a\tb\n"}.items():
        (tmp_path / f"en-fr.1.{name}.txt").write_text(text, encoding="utf-8")
    found = groups.load_classes(str(tmp_path / "en-fr.1"))
    assert found == {"n": {("house", "maison"), ("house", "domicile")}, "pn": {("rome", "rome")}}
    assert groups.load_classes(str(tmp_path / "en-fr.1"), keep_case=True)["n"] >= {("House", "maison")}
    with pytest.raises(ScoreError, match=r"there is no .*nowhere\.n\.txt"):
        groups.load_classes(str(tmp_path / "nowhere"))
