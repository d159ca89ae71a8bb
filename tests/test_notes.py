"""Notes: each kind has one sentence, metrics make kinds idle, and a run keeps its notes through saving and loading."""

import re
import warnings
from dataclasses import asdict
from pathlib import Path
from string import Formatter

import pytest

import mondegreen as mg
from mondegreen.errors import ScoreNote, ScoreWarning
from mondegreen.notes import HINTS, WARNINGS, Note, report_notes, restore_notes

PACKAGE = Path(mg.__file__).parent
MISSING = Note("missing", "ref", ("a", "b", "c", "d"), {"other": "hyp", "treatment": "skipped"})
SENTENCES = [
    (MISSING, "4 utterances of ref not in hyp, skipped: a, b, c, ..."),
    (
        Note("missing", "ref", ("a",), {"noun": "session", "other": "h", "treatment": "x"}),
        "1 session of ref not in h, x: a",
    ),
    (Note("duplicate", "", ("a", "a"), {"kept": "last"}), "2 duplicate utterance IDs, kept the last of each: a, a"),
    (
        Note("words-outside", "{side}", detail={"count": 1}),
        "1 word of {side} outside all segments, assigned to the nearest",
    ),
    (
        Note("settings-differ", "ref", ("a",), {"common": "2 utterances"}),
        "settings are compared over the 2 utterances that all of them have; 1 missing from some: a",
    ),
]


@pytest.mark.parametrize(("note", "sentence"), SENTENCES)
def test_the_sentence_of_a_note(note: Note, sentence: str) -> None:
    assert str(note) == sentence


def test_each_kind_is_used_and_no_other() -> None:
    made = [
        kind for path in PACKAGE.rglob("*.py") for kind in re.findall(r'Note\(\s*"([a-z-]+)"', path.read_text("utf-8"))
    ]
    assert {*made, "other"} == {*WARNINGS, *HINTS}
    assert not WARNINGS.keys() & HINTS.keys()
    with pytest.raises(ValueError, match='no kind of notes is called "mising"'):
        Note("mising")


@pytest.mark.parametrize("kind", [*WARNINGS, *HINTS])
def test_a_sentence_is_one_line_that_names_all_it_is_given(kind: str) -> None:
    sentence = (WARNINGS | HINTS)[kind]
    names = {name for _, name, _, _ in Formatter().parse(sentence) if name}
    said = str(Note(kind, "SIDE", ("ID",), {name: f"<{name}>" for name in names - {"side", "ids", "count"}}))
    assert "\n" not in said
    assert all(f"<{name}>" in said for name in names - {"side", "ids", "count"})
    assert all(text in said for name, text in (("side", "SIDE"), ("ids", "ID")) if name in names)


def test_hints_are_notes_and_all_else_is_a_warning() -> None:
    hint = Note("index")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        report_notes([MISSING, hint], "run")
    assert [(each.category, str(each.message)) for each in caught] == [
        (ScoreWarning, f"run: {MISSING}"),
        (ScoreNote, f"run: {hint}"),
    ]


def test_a_metric_that_reads_alternatives_makes_the_note_on_them_idle() -> None:
    corpora = (
        mg.Corpus(["u"], ["a"], "ref", notes=(Note("alternatives", "ref", ("u",)), MISSING)),
        mg.Corpus(["u"], ["a"], "hyp"),
    )
    for metrics, kinds in (
        (["wer:alternatives=yes"], ["missing"]),
        (["wer:alternatives=yes", "wer:alternatives=yes:compounds=yes"], ["missing"]),
        (["wer:alternatives=yes", "wer"], ["alternatives", "missing"]),
    ):
        with pytest.warns(ScoreWarning) as caught:
            run = mg.score(*corpora, metrics=metrics)
        assert [note.kind for note in run.notes] == kinds
        assert [str(each.message) for each in caught] == [*map(str, run.notes)]
    assert run.pairs.list_notes({"alternatives"}) == (MISSING,)


def test_a_run_keeps_its_notes_when_it_is_saved(tmp_path: Path) -> None:
    reference = mg.Corpus(
        ["a", "b", "c"], ["x", "?", "y"], "ref", notes=(Note("words-outside", "ref", detail={"count": 3}),)
    )
    with pytest.warns(ScoreWarning):
        run = mg.score(reference, mg.Corpus(["a", "b", "d"], ["x", "z", "q"], "hyp"), normalize="punctuation")
    assert [note.kind for note in run.notes] == ["words-outside", "missing", "extra", "emptied"]
    assert [note.ids for note in run.notes] == [(), ("c",), ("d",), ("b",)]
    run.save(tmp_path / "run")
    assert mg.Run.load(tmp_path / "run").notes == run.notes
    assert mg.Run.load(tmp_path / "run").to_dict()["systems"][0]["notes"] == [*map(str, run.notes)]
    assert restore_notes([asdict(MISSING)]) == (MISSING,)


def test_a_saved_note_of_an_unknown_kind_is_an_error(tmp_path: Path) -> None:
    with pytest.warns(ScoreWarning):
        mg.score({"a": "x", "b": "y"}, {"a": "x"}).save(tmp_path / "run")
    about = tmp_path / "run" / "run.json"
    unknown = '"notes": [{"kind": "newer", "side": "", "ids": [], "detail": {}}]'
    about.write_text(about.read_text("utf-8").replace('"notes": []', unknown), "utf-8")
    with pytest.raises(mg.ScoreError, match="its files are damaged or were not saved by mondegreen"):
        mg.Run.load(tmp_path / "run")


def test_python_hears_of_each_note_once_and_whole() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        run = mg.score({"u1": "a b", "u2": "c", "u3": "D"}, {"u1": "a b", "u3": "d", "u9": "x"})
    assert all(isinstance(each.message, mg.ScoreWarning) for each in caught)
    notes = [each.message.note for each in caught if isinstance(each.message, mg.ScoreWarning)]
    assert [(note.kind, note.side, note.ids) for note in notes if note] == [
        ("missing", "references", ("u2",)),
        ("extra", "hypotheses", ("u9",)),
        ("normalization", "hypotheses", ()),
    ]
    assert [str(note) for note in notes] == [str(each.message) for each in caught]
    assert tuple(notes) == run.notes
    assert caught[-1].category is mg.ScoreNote
