"""sclite's sgml: what was scored before as a corpus."""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write
from mondegreen.formats.format import take_side

HEAD = '<SYSTEM title="t" ref_fname="r" hyp_fname="h" creation_date="d" format="2.4">\n<SPEAKER id="s">\n'
PATH = '<PATH id="(s-1)" word_cnt="3" sequence="0">\n{}\n</PATH>\n'
END = "</SPEAKER>\n</SYSTEM>\n"


def corpus(folder: Path, text: str) -> Corpus:
    (folder / "old.sgml").write_text(text, encoding="utf-8")
    return read(folder / "old.sgml")


def test_both_sides_are_there(tmp_path: Path) -> None:
    items = 'C,"le","le":S,"chat","chien":D,"été",:I,,"a:b":C,"(uh)",""'
    found = corpus(tmp_path, HEAD + PATH.format(items) + PATH.format("").replace("s-1", "s-2") + END)
    assert [found.format, found.keys] == ["sgml", ["s-1", "s-2"]]
    assert found.texts == ["le chien a:b", ""]
    assert found.fields == {"speaker": ["s", "s"], "reference": ["le chat été (uh)", ""]}
    assert take_side(found, "ref").texts == ["le chat été (uh)", ""]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HEAD + PATH.format('X,"a","b"') + END, 4),  # no such step
        (HEAD + PATH.format('C,"a","b') + END, 4),  # a quotation mark is missing
        ((HEAD + PATH.format('C,"a","a"') + END) * 2, 8),  # two systems
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(ScoreError) as raised:
        corpus(tmp_path, text)
    assert raised.value.line == line


def test_texts_are_no_alignments(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="sgml holds alignments"):
        write(Corpus(["a"], ["b"], "c"), tmp_path / "new.sgml", "sgml")


def test_a_line_for_each_part_reads_as_one_for_all(tmp_path: Path) -> None:
    """`sclite -o nl.sgml` writes the same parts, with line breaks for commas and colons."""
    items = 'C,"le","le",0.100+0.300:S,"chat","chien",0.300+0.400:D,"été",,:I,,"(uh)",1.000+1.200'
    broken = items.replace(":", "\n").replace(",", "\n")
    one, many = (corpus(tmp_path, HEAD + PATH.format(each) + END) for each in (items, broken))
    assert one == many
    assert (many.texts, many.fields["reference"]) == (["le chien (uh)"], ["le chat été"])
    with pytest.raises(ScoreError, match=r"old.sgml:5: the last path does not end"):
        corpus(tmp_path, HEAD + PATH.format('C\n"a"\n"a"').partition('\n"a"\n</')[0])
