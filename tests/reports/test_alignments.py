"""Aligned pairs: which, in which units, and how many are held."""

from collections.abc import Iterator

import pytest

import mondegreen as mg
from mondegreen.reports import View
from mondegreen.reports.alignments import report_alignments
from mondegreen.reports.blocks import AlignedPair, Alignments
from mondegreen.results.word_groups import list_weighted_metrics
from toys import TOYS

REFERENCES = {"right": "a b", "wrong": "a b c", "mute": "", "lost": "x"}
HYPOTHESES = {"right": "a b", "wrong": "a d c e", "mute": "", "lost": ""}


def aligned(run: mg.Run, view: View) -> list[AlignedPair]:
    (block,) = report_alignments([run], view)
    assert isinstance(block, Alignments)
    return list(block.pairs)


@pytest.fixture
def run() -> mg.Run:
    return mg.score(REFERENCES, HYPOTHESES)


def test_pairs_with_errors(run: mg.Run) -> None:
    assert aligned(run, View()) == [
        AlignedPair("wrong", ["a", "b", "c", ""], ["a", "d", "c", "e"], "CSCI"),
        AlignedPair("lost", ["x"], [""], "D"),
    ]


def test_all_pairs(run: mg.Run) -> None:
    found = aligned(run, View(all=True))
    assert [pair.key for pair in found] == list(REFERENCES)
    assert found[2] == AlignedPair("mute", [], [], "")


def test_some_pairs_right_or_wrong_in_the_order_asked_for(run: mg.Run) -> None:
    found = aligned(run, View(utterances=("lost", "right")))
    assert [(pair.key, pair.steps) for pair in found] == [("lost", "D"), ("right", "CC")]


def test_an_unknown_utterance_is_the_users_slip(run: mg.Run) -> None:
    with pytest.raises(mg.ScoreError, match=r'no utterance "wrung"; the utterance IDs are right, wrong, mute, \.\.\.'):
        aligned(run, View(utterances=("wrong", "wrung")))


UNITS = [
    ("characters", ["a", " ", "b"], ["a", "", "b"], "CDC"),
    ("letters", ["a", "b"], ["a", "b"], "CC"),
    ("words", ["a", "b"], ["ab", ""], "SD"),
]


@pytest.mark.parametrize(("unit", "references", "hypotheses", "steps"), UNITS)
def test_units(unit: str, references: list[str], hypotheses: list[str], steps: str) -> None:
    found = aligned(mg.score(["a b"], ["ab"], policy="kaldi"), View(unit=unit, all=True))
    assert [(pair.references, pair.hypotheses, pair.steps) for pair in found] == [(references, hypotheses, steps)]


def test_rules_and_tokenizers_of_the_run_are_kept() -> None:
    run = mg.score(["A-B"], ["a-c"], normalize=[str.lower], tokenize=lambda text: text.split("-"))
    assert aligned(run, View()) == [AlignedPair("1", ["a", "b"], ["a", "c"], "CS")]


def test_speakers_are_named_where_they_are_known() -> None:
    reference = mg.Corpus(["u", "v"], ["a", "b"], "ref", fields={"speaker": ["s", ""], "room": ["x", "y"]})
    (block,) = report_alignments([mg.score(reference, mg.Corpus(["u", "v"], ["x", "x"], "hyp"))], View())
    assert isinstance(block, Alignments)
    assert block.fields == ["speaker"]
    assert [pair.fields for pair in block.pairs] == [{"speaker": "s"}, {"speaker": ""}]


def test_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    run = mg.score([f"a {number}" for number in range(20)], [f"a {number % 3}" for number in range(20)])
    whole = aligned(run, View())
    monkeypatch.setattr("mondegreen.batch.SIZE", 6)
    assert aligned(run, View()) == whole
    assert [pair.key for pair in whole] == [str(number + 1) for number in range(3, 20)]


def test_pairs_come_a_batch_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is aligned before it is asked for, so that half a million pairs are never held."""
    monkeypatch.setattr("mondegreen.batch.SIZE", 2)
    run = mg.score(["a"] * 6, ["b"] * 6)
    opened: list[object] = []

    def watched(self: mg.Run) -> Iterator[object]:
        for batch in original(self):
            opened.append(batch)
            yield batch

    original = mg.Run.batches
    monkeypatch.setattr(mg.Run, "batches", watched)
    (block,) = report_alignments([run], View())
    assert isinstance(block, Alignments)
    pairs = iter(block.pairs)
    assert opened == []
    for count in (1, 1, 2, 2, 3, 3):
        next(pairs)
        assert len(opened) == count


def test_nothing() -> None:
    assert list(report_alignments([], View())) == []
    assert aligned(mg.score([], []), View(all=True)) == []


def test_of_each_system_a_block() -> None:
    runs = [mg.score(REFERENCES, HYPOTHESES)] * 2
    found = [block for block in report_alignments(runs, View(unfolded=True)) if isinstance(block, Alignments)]
    assert [(block.name, block.title, block.system) for block in found] == [
        ("alignments", "hypotheses against references", "hypotheses"),
        ("alignments", "hypotheses (2) against references", "hypotheses (2)"),
    ]
    assert [(block.weighed, block.folds, block.fields) for block in found] == [(False, False, [])] * 2
    (folded,) = report_alignments(runs[:1], View())
    assert isinstance(folded, Alignments)
    assert folded.folds


def test_what_weighs_the_errors_is_said() -> None:
    """The metric and its model; each error has its weight, and a substitution the cosine of its words."""
    run = mg.score(["a b"], ["x c"], ["ember"], policy="sub-first", resources=mg.Resources(None, TOYS))
    (metric,) = list_weighted_metrics([run])
    (block,) = report_alignments([run], View(weights=metric))
    assert isinstance(block, Alignments)
    assert block.weighed
    assert block.note.startswith("weighted by ember with ")
    (pair,) = block.pairs
    assert sum(pair.weights) == pytest.approx(run["ember"].total.weight)
    assert len(pair.weights) == len(pair.cosines) == len(pair.steps) == 2


@pytest.mark.parametrize(("keys", "here"), [([], "none"), (["u"], "u"), (["u", "v", "w"], "u, v, w")])
def test_the_keys_that_there_are_are_named(keys: list[str], here: str) -> None:
    run = mg.score(mg.Corpus(keys, ["a"] * len(keys), "ref"), mg.Corpus(keys, ["a"] * len(keys), "hyp"))
    with pytest.raises(mg.ScoreError) as caught:
        aligned(run, View(utterances=("x",)))
    assert str(caught.value) == f'ref: there is no utterance "x"; the utterance IDs are {here}'
