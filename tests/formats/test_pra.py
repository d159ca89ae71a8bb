"""What sclite prints, read back as two texts; the examples are Debian's sclite 2.4.10 on made-up lines.

Blanks at the ends of its lines are left out here, since editors do so too.
"""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read
from mondegreen.formats.format import take_side

HEAD = "\n\n\t\tDUMP OF SYSTEM ALIGNMENT STRUCTURE\n\nSystem name:   h\n\nSpeakers: \n    0:  s\n\n"
FIRST = "Speaker sentences   0:  s   #utts: 3\n"
UTTERANCES = """id: (s-1)
Scores: (#C #S #D #I) 3 1 0 1
REF:  a B c d *
HYP:  a X c d E
Eval:   S     I

id: (s-2)
Scores: (#C #S #D #I) 1 0 1 0
REF:  (uh) look UP
HYP:       look **
Eval:           D

id: (s-3)
Scores: (#C #S #D #I) 0 0 0 1
REF:  *
HYP:  Z
Eval: I

"""
SENSITIVE = """id: (s-1)
Scores: (#C #S #D #I) 1 1 0 0
Attributes: Case_sensitve
REF:  the Quick
HYP:  the quick
Eval:     S

"""
SEGMENT = """id: (a-000)
Labels: <o,f0>
File: w
Channel: 1
Scores: (#C #S #D #I) 2 0 0 0
Ref times: t1= 0.00 t2= 1.00
REF:  hello   world
HYP:  hello   world
H_T1: 0.10    0.30
H_T2: 0.30    0.40
Eval:

"""
OLD = """  Alignments (case independant mode)

File: show
Channel: 1
ALLL
Speaker: Eve
Start-time: 53.868
End-time: 58.282
Scores: (#C #S #D #I) 2 0 1 0
REF:  BON soir
HYP:  *** soir
Eval: D

>> REF:  à
>> HYP:  à
>> Eval:

"""


def load(folder: Path, text: str, name: str = "h.pra") -> Corpus:
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


def test_both_sides_are_there(tmp_path: Path) -> None:
    found = load(tmp_path, HEAD + FIRST + UTTERANCES)
    assert (found.format, list(found.keys)) == ("pra", ["s-1", "s-2", "s-3"])
    assert list(found.texts) == ["a x c d e", "look", "z"]
    assert list(take_side(found, "ref").texts) == ["a b c d", "(uh) look up", ""]
    assert found.fields["speaker"] == ["s"] * 3
    assert [note.kind for note in found.notes] == ["letter-case"]


def test_what_espnet_keeps_begins_with_summaries(tmp_path: Path) -> None:
    summary = "\n\n                     SYSTEM SUMMARY PERCENTAGES by SPEAKER\n\n,---\n|h\n`---\n"
    assert list(load(tmp_path, summary + HEAD + FIRST + UTTERANCES, "result.txt").keys) == ["s-1", "s-2", "s-3"]


def test_letters_stay_where_case_counted(tmp_path: Path) -> None:
    found = load(tmp_path, HEAD + FIRST + SENSITIVE)
    assert (list(found.texts), found.fields["reference"], found.notes) == (["the quick"], ["the Quick"], ())


def test_a_segment_brings_its_place(tmp_path: Path) -> None:
    found = load(tmp_path, HEAD + "Speaker sentences   0:  a   utt# 0 of 1\n" + SEGMENT, "h.prf")
    assert (list(found.keys), list(found.texts)) == (["a-000"], ["hello world"])
    assert {name: value for name, (value,) in found.fields.items()} == {
        "speaker": "a",
        "recording": "w",
        "channel": "1",
        "reference": "hello world",
    }


def test_older_versions_give_no_ids(tmp_path: Path) -> None:
    found = load(tmp_path, OLD)
    assert (list(found.keys), list(found.texts)) == (["show-1-53.868-58.282"], ["soir à"])
    assert found.fields["reference"] == ["bon soir à"]


def test_words_of_stars_are_told_from_missing_ones(tmp_path: Path) -> None:
    block = "id: (s-1)\nScores: (#C #S #D #I) 2 0 {} 0\nREF:  star * alone \nHYP:  star * alone \n\n"
    found = load(tmp_path, HEAD + FIRST + block.format(1))
    assert (list(found.texts), found.fields["reference"]) == (["star alone"], ["star * alone"])
    with pytest.raises(ScoreError, match=r"h\.pra:12: the words do not agree with the counts above them"):
        load(tmp_path, HEAD + FIRST + block.format(2))


def test_one_system_a_file(tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=r"h\.pra:31: a second system begins here"):
        load(tmp_path, (HEAD + FIRST + UTTERANCES) * 2)
    (tmp_path / "x.txt").write_text("a b\n", encoding="utf-8")
    with pytest.raises(ScoreError, match="this has no alignments of sclite"):
        read(tmp_path / "x.txt", "pra")
