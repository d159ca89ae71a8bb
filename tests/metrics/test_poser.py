"""Rates over parts of speech, by a rule that takes the first letter for the tag, and by files of tags."""

from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.batch import Batch, Settings
from mondegreen.metrics import make_metric
from toys import TOYS

REFERENCES = {"u1": "le chat dort", "u2": "oui", "u3": ""}
HYPOTHESES = {"u1": "le chien dort bien", "u2": "", "u3": ""}
SPEC = "ref-tags=ref.tags:hyp-tags=hyp.tags"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "spec", "errors", "total"),
    [
        ("le chat", "la chose", "uposer", 0, 2),
        ("le chat", "la chose", "dposer", 2, 2),  # other last letters
        ("le chat", "la porte", "uposer", 1, 2),
        ("l'été", "l'hiver", "uposer", 0, 1),
        ("l'été", "l'hiver", "uposer:units=text", 1, 2),
        ("a", "", "uposer", 1, 1),
        ("", "a", "dposer", 1, 0),
    ],
)
def test_tags_are_compared(reference: str, hypothesis: str, spec: str, errors: int, total: int) -> None:
    own = mg.Resources(chosen=TOYS)
    rows = make_metric(spec).measure(Batch([reference], [hypothesis], Settings(resources=own)))
    assert rows.values[0, :2].tolist() == [errors, total]


@pytest.fixture
def tags(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.tags").write_text("u1 DETMS NMS VERB\nu2 ADV\nother X X\n")
    (tmp_path / "hyp.tags").write_text("u1 DETMS NFS VERB ADV\nu2\n")
    (tmp_path / "map").write_text("DETMS DET\nNMS NOUN\nNFS NOUN\nVERB VERB\nADV ADV\n")
    return tmp_path


def test_tags_come_from_files(tags: Path) -> None:
    run = mg.score(REFERENCES, HYPOTHESES, [f"dposer:{SPEC}", f"uposer:{SPEC}:map=map"])
    assert [score.total.errors for score in run.scores.values()] == [3, 2]
    assert [score.total.words for score in run.scores.values()] == [4, 4]
    signature = run[f"uposer:{SPEC}:map=map"].signature
    assert all(f"|{kind}:{name}@" in signature for kind, name in [("ref-tags", "ref.tags"), ("map", "map")])


@pytest.mark.parametrize(
    ("file", "content", "complaint"),
    [
        ("hyp.tags", "u1 DETMS NFS VERB\n", "^hyp.tags: utterance u1: 3 tags for 4 words$"),
        ("hyp.tags", "u1 A B C D\nu2 A\n", "^hyp.tags: utterance u2: 1 tags for 0 words$"),
        ("ref.tags", "u1 A B C\n", "^ref.tags: utterance u2: it has no tags here$"),
        ("ref.tags", "u1 A B C\nu1 A B D\n", 'ref.tags:2: utterance u1: a second value, "A B D"'),
        ("map", "DETMS DET\n", '^map: it has no line for the tag "NMS"$'),
    ],
)
def test_bad_files_are_told(tags: Path, file: str, content: str, complaint: str) -> None:
    (tags / file).write_text(content)
    with pytest.raises(mg.ScoreError, match=complaint):
        mg.score(REFERENCES, HYPOTHESES, [f"uposer:{SPEC}:map=map"])


def test_a_tagger_may_join_words(tags: Path) -> None:
    (tags / "hyp.tags").write_text("u1 DETMS NFS VERB\n")
    spec = f"dposer:{SPEC}:counts=any"
    assert mg.score(REFERENCES, HYPOTHESES, [spec])[spec].total.errors == 2


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("uposer:ref-tags=a", "^uposer: tags from files need both"),
        ("dposer:map=a", "^dposer: tags from files need both"),
        (f"uposer:{SPEC}:units=text", "^uposer: tags from files belong to the tokens as they are"),
    ],
)
def test_options_that_do_not_go_together(spec: str, complaint: str) -> None:
    with pytest.raises(mg.ScoreError, match=complaint):
        make_metric(spec)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(mg.ScoreError, match=r"^nowhere: cannot be read: "):
        mg.score(["a"], ["a"], ["uposer:ref-tags=nowhere:hyp-tags=nowhere"])
