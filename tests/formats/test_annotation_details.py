"""Annotations of Praat and ELAN at their limits: what they are known by, all kinds of tiers, and what is wrong."""

from pathlib import Path

import pytest

from mondegreen import Corpus, ScoreError
from mondegreen.formats import read

HEAD = 'File type = "ooTextFile"\nObject class = "TextGrid"\n'
TIER = '"IntervalTier" "Eve" 0 2 1 0 2 "a b"\n'


def load(folder: Path, text: str, kind: str | None = None, name: str = "talk") -> Corpus:
    (folder / name).write_text(text, encoding="utf-8")
    return read(folder / name, kind)


@pytest.mark.parametrize(
    "head",
    [
        HEAD,
        '"ooTextFile"\n"TextGrid"\n',
        '  "ooTextFile short"\n"TextGrid"\n',
        'File type="ooTextFile"\n\nObject class = "TextGrid 1"\n',
    ],
)
def test_a_textgrid_is_known_by_its_first_three_lines(head: str, tmp_path: Path) -> None:
    """Praat reads files whose explanations are left out, too, and its older versions wrote `short`."""
    found = load(tmp_path, f"{head}0 2 <exists> 1\n{TIER}")
    assert (found.format, list(found.texts), found.notes) == ("textgrid", ["a b"], ())
    later = head.replace('"TextGrid', '\n\n"TextGrid')
    assert load(tmp_path, f"{later}0 2 <exists> 1\n{TIER}").format == "lines"


def test_a_textgrid_without_tiers_has_no_texts(tmp_path: Path) -> None:
    assert len(load(tmp_path, f"{HEAD}0 2 <absent>\n")) == 0
    assert len(load(tmp_path, f"{HEAD}0 2 <exists> 0\n")) == 0
    empty = load(tmp_path, f'{HEAD}0 2 <exists> 2\n"IntervalTier" "Eve" 0 2 0\n"TextTier" "bell" 0 2 0\n')
    assert (len(empty), "bell" in str(empty.notes[0])) == (0, True)


def test_numbers_stand_by_themselves(tmp_path: Path) -> None:
    """So that neither the number in `intervals [1]:` nor one with a unit is a time; exponents are."""
    text = '"IntervalTier" "Eve" +0 2e0 1 intervals [1]: x1 5s 0.5e-1 2.0 "a"\n'
    found = load(tmp_path, f"{HEAD}0 2 <exists> 1\n{text}")
    assert found.fields == {"start": ["0.5e-1"], "end": ["2.0"], "speaker": ["Eve"]}


@pytest.mark.parametrize("cut", ["2", '0 2 "a" 2', '0 2 "a" 2 3'])
def test_a_tier_that_is_cut_short(cut: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match="talk: this is not a TextGrid, or it is cut short"):
        load(tmp_path, f'{HEAD}0 2 <exists> 1\n"IntervalTier" "Eve" 0 2 2 {cut}\n')


def test_intervals_stand_in_the_order_of_their_times(tmp_path: Path) -> None:
    """Those without a text are none, and a tier without a name is nobody's."""
    tiers = (
        '"IntervalTier" "" 0 9 3 0 2 " " 2 3 "b  c\n\nd" 10 11 "e"\n"TextTier" "x" 0 2 1 1 "y"\n'
        '"IntervalTier" "Tom" 0 9 1 1 2 "a"\n'
    )
    found = load(tmp_path, f"{HEAD}0 9 <exists> 3\n{tiers}")
    assert list(found.texts) == ["a", "b c d", "e"]
    assert found.fields == {"start": ["1", "2", "10"], "end": ["2", "3", "11"], "speaker": ["Tom", "", ""]}


def test_words_of_one_speaker_have_none(tmp_path: Path) -> None:
    """A tier of an aligner that is called `words` is of whoever speaks; other tiers are named as ignored."""
    tiers = (
        '"IntervalTier" "words" 0 2 2 0 1 "good" 1 2 "day"\n"IntervalTier" "phones" 0 2 1 0 1 "g"\n'
        '"IntervalTier" "notes - words2" 0 2 1 0 1 "x"\n"IntervalTier" "eve - words" 0 2 1 0 2 ""\n'
    )
    found = load(tmp_path, f"{HEAD}0 2 <exists> 4\n{tiers}")
    assert list(found.texts) == ["good day", ""]
    assert found.fields == {"start": ["0.0", "0"], "end": ["2.0", "0"], "speaker": ["", "eve"]}
    assert "phones, notes - words2" in str(found.notes[-1])
    alone = load(tmp_path, f'{HEAD}0 2 <exists> 1\n"IntervalTier" "words" 0 2 2 0 1 "good" 1 2 "day"\n')
    assert (list(alone.fields), alone.notes) == (["start", "end"], ())
    # Phones alone are texts like others.
    found = load(tmp_path, f'{HEAD}0 2 <exists> 1\n"IntervalTier" "phones" 0 2 1 0 1 "g"\n')
    assert (list(found.texts), found.words) == (["g"], None)


SLOTS = "".join(f'<TIME_SLOT TIME_SLOT_ID="t{at}" TIME_VALUE="{at * 100}"/>' for at in range(4))
BEGIN = f"<ANNOTATION_DOCUMENT><TIME_ORDER>{SLOTS}</TIME_ORDER>"


def annotation(first: int, last: int, text: str | None) -> str:
    value = "<ANNOTATION_VALUE/>" if text is None else f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>"
    times = f'TIME_SLOT_REF1="t{first}" TIME_SLOT_REF2="t{last}"'
    aligned = f'<ALIGNABLE_ANNOTATION ANNOTATION_ID="a{first}" {times}>{value}</ALIGNABLE_ANNOTATION>'
    return f"<ANNOTATION>{aligned}</ANNOTATION>"


def elan(*annotations: str, of: str = 'TIER_ID="Eve"', before: str = "", more: str = "") -> str:
    return f"{before}{BEGIN}<TIER {of}>{''.join(annotations)}</TIER>{more}</ANNOTATION_DOCUMENT>"


@pytest.mark.parametrize(("lines", "known"), [(0, True), (19, True), (20, False)])
def test_elan_is_known_by_its_first_twenty_lines(lines: int, known: bool, tmp_path: Path) -> None:
    comment = "<!--" + "\n" * lines + "-->" if lines else ""
    text = elan(annotation(0, 1, "a"), before=comment)
    assert (load(tmp_path, text).format == "elan") is known
    assert list(load(tmp_path, text, "elan").texts) == ["a"]


@pytest.mark.parametrize(
    "before",
    [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<?xml version="1.0"?>',
        '\n<?xml version="1.0" encoding="UTF-16"?>\n',
    ],
)
def test_what_a_document_declares_was_of_its_bytes(before: str, tmp_path: Path) -> None:
    if before.startswith("\n"):
        before = before[1:]
    found = load(tmp_path, elan(annotation(0, 1, "é"), before=before))
    assert list(found.texts) == ["é"]


def test_annotations_stand_in_the_order_of_their_times(tmp_path: Path) -> None:
    """Whatever tier they are of; a text of nothing is none, and one over lines is one."""
    more = f'<TIER TIER_ID="Tom" PARTICIPANT="T.">{annotation(0, 2, "z")}</TIER>'
    found = load(tmp_path, elan(annotation(2, 3, " a\n b "), annotation(1, 2, None), annotation(0, 1, " "), more=more))
    assert list(found.texts) == ["z", "a b"]
    assert found.fields == {
        "start": ["0.0", "0.2"],
        "end": ["0.2", "0.3"],
        "speaker": ["T.", "Eve"],
        "tier": ["Tom", "Eve"],
    }


def test_a_tier_that_depends_is_named_only_if_it_has_something(tmp_path: Path) -> None:
    more = '<TIER TIER_ID="empty" PARENT_REF="Eve"/><TIER TIER_ID="full" PARENT_REF="Eve">{}</TIER>'
    found = load(tmp_path, elan(annotation(0, 1, "a"), more=more.format(annotation(0, 1, "b"))))
    assert (list(found.texts), len(found.notes)) == (["a"], 1)
    assert "full" in str(found.notes[0])
    assert "empty" not in str(found.notes[0])
    assert load(tmp_path, elan(annotation(0, 1, "a"), more=more.format(""))).notes == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (elan(annotation(0, 9, "a")), "talk: annotation a0: its slots have no times; align it in ELAN"),
        (elan(annotation(9, 1, "")), "talk: annotation a9: its slots have no times; align it in ELAN"),
        (elan(annotation(2, 1, "a")), r"talk: annotation a2: the end, 0\.1, is before the start, 0\.2"),
        (elan(before="<!ENTITY a>\n"), "talk:1: ELAN declares no entities; remove the DOCTYPE"),
        (elan() + "\n<b/>", "talk:2: this is not XML: junk after document element"),
        (elan("\0"), "talk:1: this is not XML: "),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(ScoreError, match=sentence):
        load(tmp_path, text, "elan")
