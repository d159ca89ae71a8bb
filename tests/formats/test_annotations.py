"""Annotations of Praat and ELAN, in the forms that the programs write."""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read, write

LONG = '''File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 2.3
tiers? <exists>
size = 3
item []:
    item [1]:
        class = "IntervalTier"
        name = "Eve"
        xmin = 0
        xmax = 2.3
        intervals: size = 2
        intervals [1]:
            xmin = 0
            xmax = 1.5
            text = "she said ""no"""
        intervals [2]:
            xmin = 1.5
            xmax = 2.3
            text = ""
    item [2]:
        class = "TextTier"
        name = "bell"
        xmin = 0
        xmax = 2.3
        points: size = 1
        points [1]:
            number = 1.5
            mark = "ding"
    item [3]:
        class = "IntervalTier"
        name = "Tom 2"
        xmin = 0
        xmax = 2.3
        intervals: size = 1
        intervals [1]:
            xmin = 0.5
            xmax = 2.3
            text = "why 3 [4]
 now"
'''
SHORT = '''File type = "ooTextFile"
Object class = "TextGrid"

0
2.3
<exists>
3
"IntervalTier"
"Eve"
0
2.3
2
0
1.5
"she said ""no"""
1.5
2.3
""
"TextTier"
"bell"
0
2.3
1
1.5
"ding"
"IntervalTier"
"Tom 2"
0
2.3
1
0.5
2.3
"why 3 [4]
 now"
'''
ALIGNED = """File type = "ooTextFile"
Object class = "TextGrid"
0 1 <exists> 4
"IntervalTier" "eve - words" 0 1 3 0 0.2 "" 0.2 0.6 "good" 0.6 1 "day"
"IntervalTier" "eve - phones" 0 1 1 0.2 0.6 "g"
"IntervalTier" "tom - words" 0 1 1 0.5 0.9 "hi"
"IntervalTier" "tom - phones" 0 1 1 0.5 0.9 "h"
"""
ELAN = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2020-01-01T00:00:00+01:00" FORMAT="3.0" VERSION="3.0">
  <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
  <TIME_ORDER>
    <TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="500"/>
    <TIME_SLOT TIME_SLOT_ID="ts2" TIME_VALUE="2300"/>
    <TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="0"/>
    <TIME_SLOT TIME_SLOT_ID="ts4" TIME_VALUE="1500"/>
    <TIME_SLOT TIME_SLOT_ID="ts5"/>
  </TIME_ORDER>
  <TIER LINGUISTIC_TYPE_REF="utterance" PARTICIPANT="Tom" TIER_ID="T1">
    <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2">
      <ANNOTATION_VALUE>why &amp; how</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>
  </TIER>
  <TIER LINGUISTIC_TYPE_REF="utterance" TIER_ID="Eve">
    <ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts3" TIME_SLOT_REF2="ts4">
      <ANNOTATION_VALUE>she said no</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>
  </TIER>
  <TIER LINGUISTIC_TYPE_REF="translation" PARENT_REF="Eve" TIER_ID="English">
    <ANNOTATION><REF_ANNOTATION ANNOTATION_ID="a3" ANNOTATION_REF="a2">
      <ANNOTATION_VALUE>elle dit non</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>
  </TIER>
</ANNOTATION_DOCUMENT>
"""


def load(folder: Path, text: str, name: str = "talk") -> Corpus:
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name)


@pytest.mark.parametrize("text", [LONG, SHORT])
@pytest.mark.parametrize("name", ["talk", "talk.TextGrid"])
def test_each_interval_with_a_text_is_an_utterance(text: str, name: str, tmp_path: Path) -> None:
    found = load(tmp_path, text, name)
    assert (found.format, list(found.texts), found.words) == ("textgrid", ['she said "no"', "why 3 [4] now"], None)
    assert found.fields == {"start": ["0", "0.5"], "end": ["1.5", "2.3"], "speaker": ["Eve", "Tom 2"]}
    assert "tiers ignored" in str(found.notes[-1])
    assert "bell" in str(found.notes[-1])


def test_words_of_an_aligner_are_timed(tmp_path: Path) -> None:
    found = load(tmp_path, ALIGNED)
    assert (list(found.texts), found.fields["speaker"]) == (["good day", "hi"], ["eve", "tom"])
    assert found.words is not None
    assert [[(each.word, each.start, each.end) for each in said] for said in found.words] == [
        [("good", 0.2, 0.6), ("day", 0.6, 1.0)],
        [("hi", 0.5, 0.9)],
    ]
    assert "eve - phones, tom - phones" in str(found.notes[-1])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (LONG.replace("xmax = 1.5", "xmax = -1"), "the end, -1, is before the start, 0|the end, -1, is negative"),
        (SHORT[: SHORT.index('"why')], "this is not a TextGrid, or it is cut short"),
        (SHORT.replace('"IntervalTier"', '"Other"'), "this is not a TextGrid, or it is cut short"),
    ],
)
def test_what_is_wrong_with_intervals_is_said(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=what):
        load(tmp_path, text)


@pytest.mark.parametrize("name", ["talk", "talk.eaf"])
def test_each_annotation_of_an_independent_tier_is_an_utterance(name: str, tmp_path: Path) -> None:
    found = load(tmp_path, ELAN, name)
    assert (found.format, list(found.texts)) == ("elan", ["she said no", "why & how"])
    assert found.fields == {
        "start": ["0.0", "0.5"],
        "end": ["1.5", "2.3"],
        "speaker": ["Eve", "Tom"],
        "tier": ["Eve", "T1"],
    }
    assert "English" in str(found.notes[-1])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (ELAN.replace('TIME_SLOT_REF2="ts4"', 'TIME_SLOT_REF2="ts5"'), "annotation a2: its slots have no times"),
        (ELAN.replace('TIME_VALUE="1500"', 'TIME_VALUE="-5"'), "annotation a2: the end, -0.005, is negative"),
        (ELAN.replace("</TIER>", "", 1), ":23: this is not XML: mismatched tag"),
        (ELAN.replace("<ANNOTATION_DOC", '<!DOCTYPE a [<!ENTITY b "c">]>\n<ANNOTATION_DOC', 1), ":2: ELAN declares no"),
    ],
)
def test_what_is_wrong_with_annotations_is_said(text: str, what: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=what):
        load(tmp_path, text)


@pytest.mark.parametrize("text", [LONG, ELAN])
def test_they_are_not_written(text: str, tmp_path: Path) -> None:
    found = load(tmp_path, text)
    with pytest.raises(ScoreError, match=f"{found.format} is read, not written"):
        write(found, tmp_path / "new", found.format)
