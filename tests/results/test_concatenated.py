"""Runs in memory, merged: the run of all their utterances."""

import pytest

import mondegreen as mg

REFERENCES = {"u1": "the cat sat", "u2": "a dog barked", "u3": "", "u4": "x y"}
HYPOTHESES = {"u1": "the cat sad", "u2": "a dog", "u3": "oh", "u4": "x y"}
METRICS = ["wer", "cer", "mer", "ser", "wip"]


def part(*keys: str, **options: str) -> mg.Run:
    ours, theirs = ({key: side[key] for key in keys} for side in (REFERENCES, HYPOTHESES))
    return mg.score(ours, theirs, METRICS, **options)  # type: ignore[arg-type]


def test_the_whole_is_scored_from_the_rows_of_its_parts() -> None:
    whole, merged = part(*REFERENCES), mg.Run.merge(part("u1"), part("u2", "u3"), part("u4"))
    assert {label: score.to_dict() for label, score in merged.items()} == {
        label: score.to_dict() for label, score in whole.items()
    }
    assert list(merged.pairs.keys) == list(REFERENCES)
    assert merged.pair_counts == whole.pair_counts
    assert merged.columns() == whole.columns()


def test_what_was_paired_by_order_is_numbered_through() -> None:
    merged = mg.Run.merge(mg.score(["a"], ["a"]), mg.score(["b", "c"], ["x", "c"]), name="dev")
    assert merged.name == "dev"
    assert list(merged.pairs.keys) == ["1", "2", "3"]
    assert merged["wer"].total.errors == 1


def test_fields_that_only_some_have_are_empty_elsewhere() -> None:
    rows = [mg.Utterance("u9", "a", {"speaker": "s"})]
    with_speaker = mg.score(mg.Corpus.of(rows, "r"), {"u9": "a"}, METRICS)
    assert mg.Run.merge(part("u1"), with_speaker).pairs.fields == {"speaker": ["", "s"]}


@pytest.mark.parametrize(
    ("runs", "sentence"),
    [
        ([], "there is nothing to merge"),
        ([part("u1", "u2"), part("u2")], "1 utterance in more than one run: u2"),
        ([part("u1"), part("u2", normalize="lower")], "wer of hypotheses was measured with other settings"),
        ([part("u1"), mg.score({"u2": "a"}, {"u2": "a"}, ["wer"])], r"has other metrics \(wer\) than"),
        ([part("u1"), mg.score(["a"], ["a"], METRICS)], "only hypotheses has utterance IDs"),
    ],
)
def test_what_is_no_part_of_the_same_is_refused(runs: list[mg.Run], sentence: str) -> None:
    with pytest.raises(mg.ScoreError, match=sentence):
        mg.Run.merge(*runs)
