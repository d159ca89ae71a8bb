"""`mondegreen.score()` over everything that it takes."""

import inspect
import math
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.resolve import join_values as common

Command = Callable[..., Answer]
REFERENCES = {"u1": "the cat sat", "u2": "a b", "u3": ""}
HYPOTHESES = {"u2": "a c", "u1": "the cat sad", "u3": "d"}
WER = 100 * 3 / 5


def test_dicts_pair_by_key() -> None:
    assert mg.score(REFERENCES, HYPOTHESES)["wer"].value == WER


def test_lists_pair_by_position() -> None:
    hypotheses = [HYPOTHESES[key] for key in REFERENCES]
    assert mg.score(list(REFERENCES.values()), hypotheses)["wer"].value == WER
    assert mg.score(tuple(REFERENCES.values()), tuple(hypotheses))["wer"].value == WER


def test_paths_are_read(tmp_path: Path) -> None:
    for name, texts in (("ref", REFERENCES), ("hyp", HYPOTHESES)):
        (tmp_path / name).write_text("".join(f"{key} {text}\n" for key, text in texts.items()), encoding="utf-8")
    assert mg.score(tmp_path / "ref", str(tmp_path / "hyp"))["wer"].value == WER
    as_lines = mg.score(tmp_path / "ref", tmp_path / "hyp", format="lines")
    assert as_lines["wer"].total.words == 8


def test_corpora_are_taken_as_they_are() -> None:
    references, hypotheses = (mg.Corpus(list(each), list(each.values()), "c") for each in (REFERENCES, HYPOTHESES))
    assert mg.score(references, hypotheses)["wer"].value == WER


def test_what_does_not_fit_is_a_warning() -> None:
    with pytest.warns(mg.ScoreWarning, match="1 utterance of references not in hypotheses, scored as empty: b"):
        run = mg.score({"a": "x", "b": "y"}, {"a": "x"})
    assert run["wer"].value == 50


def test_skipping_is_in_the_signature() -> None:
    with pytest.warns(mg.ScoreWarning):
        run = mg.score({"a": "x", "b": "y"}, {"a": "x"}, missing="skip")
    assert "|missing:skip|utts:1|" in run["wer"].signature


def test_no_reference_words_is_not_a_number() -> None:
    for references, hypotheses in (([], []), ([""], ["a"]), ([""], [""])):
        run = mg.score(references, hypotheses)
        assert math.isnan(run["wer"].value)
        assert run.to_dict()["systems"][0]["metrics"]["wer"]["score"] is None


def test_batches_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    references = [f"a {number} b" for number in range(50)]
    hypotheses = [f"a {number % 3} b c" for number in range(50)]
    whole = mg.score(references, hypotheses)
    monkeypatch.setattr("mondegreen.batch.SIZE", 7)
    parts = mg.score(references, hypotheses)
    assert parts.to_dict() == whole.to_dict()
    assert parts["wer"].rows.values.tolist() == whole["wer"].rows.values.tolist()


def test_rules_of_ones_own_are_in_the_signature() -> None:
    run = mg.score(["The cat"], ["the Cat"], normalize=[str.lower, str.strip])
    assert [run["wer"].value, run["wer"].signature.split("|")[2]] == [0, "norm:lower+strip"]


def test_references_of_which_rules_leave_nothing_are_told() -> None:
    """Those that say nothing from the start are no news; each batch speaks of its own."""
    corpus = mg.Corpus(["u1", "u2", "u3"], ["um", "", "a um"], "ref")
    sentence = r"^1 utterance of ref empty after normalization, so that .* count as insertions: u1$"
    with pytest.warns(mg.ScoreWarning, match=sentence):
        mg.score(corpus, {"u1": "a", "u2": "", "u3": "a"}, normalize="drop:um")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mg.score(corpus, {"u1": "a", "u2": "", "u3": "a"}, normalize="lower")


def test_of_a_file_of_several_systems_the_first_is_scored(tmp_path: Path) -> None:
    """The others are the command line's to show."""
    entry = '{"audio_filepath": "u1", "text": "a b", "pred_text": "a b", "pred_text_worse": "x"}'
    (tmp_path / "m.json").write_text(entry + "\n", encoding="utf-8")
    assert mg.score(tmp_path / "m.json")["wer"].value == 0


def test_what_is_said_for_all_metrics() -> None:
    assert common(ties="best", only=None) == {"ties": "best"}
    assert common(only=["NOUN", "VERB"], ties=None) == {"only": "NOUN+VERB"}
    assert common(only="NOUN") == {"only": "NOUN"}


def test_one_metric_may_stand_alone() -> None:
    assert list(mg.score(["a"], ["a"], "wer").scores) == ["wer"]


def test_a_metric_asked_for_twice_is_measured_once() -> None:
    assert list(mg.score(["a"], ["a"], ["wer", "cer:spaces=yes", "wer", "cer"]).scores) == ["wer", "cer"]


def test_alignment_policy_divides_the_errors() -> None:
    counts = {}
    for policy in ("kaldi", "sub-first"):
        total = mg.score(["a b"], ["b c"], ["wer"], policy=policy)["wer"].total
        counts[policy] = [total.substitutions, total.deletions, total.insertions]
    assert counts == {"kaldi": [0, 1, 1], "sub-first": [2, 0, 0]}


def test_bad_arguments() -> None:
    with pytest.raises(mg.ScoreError, match='policy is "kaldy"; did you mean kaldi'):
        mg.score(["a"], ["a"], policy="kaldy")  # type: ignore[arg-type]
    with pytest.raises(mg.ScoreError, match="did you mean wer"):
        mg.score(["a"], ["a"], ["were"])
    with pytest.raises(mg.ScoreError, match="cannot be read"):
        mg.score("the-cat-sat", "the-cat-sad")


def test_python_warns_of_a_bootstrap_over_too_few() -> None:
    """Twenty are enough, as the manual says."""
    texts = [f"a b {place}" for place in range(20)]
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        mg.score(texts, texts, ["wer"], ci=True)
        assert [str(each.message) for each in said] == []
        mg.score(texts[:19], texts[:19], ["wer"], ci=True)
    assert [(each.category, str(each.message)) for each in said] == [
        (mg.ScoreNote, "19 utterances: too few to trust a bootstrap, whose intervals are too narrow below 20")
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"by": "speaker", "utt2spk": "u2s"},
        {"column": ["speaker=u2s"], "ci": True, "resample_by": "speaker", "resamples": 50, "seed": 3},
        {"batch_size": 2, "normalize": ["lower", "punctuation"]},
        {"hyp_format": "kaldi", "extra": "empty", "missing": "skip"},
        {"metrics": ["cer"], "tokenize": "characters", "policy": "sclite"},
    ],
)
def test_python_can_do_what_the_command_line_can(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ref").write_text("u1 a B c\nu2 d e\nu3 f\nu4 g h i\n", encoding="utf-8")
    Path("hyp").write_text("u1 a b, c\nu2 d x\nu4 g h\nu5 j\n", encoding="utf-8")
    Path("u2s").write_text("u1 x\nu2 y\nu3 x\nu4 z\nu5 z\n", encoding="utf-8")
    words = []
    for name, value in options.items():
        for each in value if isinstance(value, list) else [value]:
            words += [f"--{name.replace('_', '-')}", *([] if each is True else [str(each)])]
    answer = command("score", "ref", "hyp", *words, "--save", "by-command", "--as", "json")
    assert answer.code == 0, answer.err
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = mg.score("ref", "hyp", save="by-python", **options)
    # Notes say what to add in the words of either.
    found = [mg.Run.load(name).to_dict()["systems"][0] | {"notes": []} for name in ("by-python", "by-command")]
    assert found[0] == found[1]
    assert found[0]["metrics"] == run.to_dict()["systems"][0]["metrics"]


def test_what_is_for_files_is_refused_of_lists() -> None:
    with pytest.raises(mg.ScoreError, match=r"^batch_size is for files; give paths, or leave it out"):
        mg.score(["a"], ["a"], batch_size=3)


def test_errors_name_keywords(tmp_path: Path) -> None:
    with pytest.raises(mg.ScoreError, match=r"^resume does nothing without save$"):
        mg.score(tmp_path, tmp_path, resume=True)
    with pytest.raises(TypeError, match="there is no option algn"):
        mg.score(["a"], ["a"], algn="kaldi")  # type: ignore[call-arg]


def test_the_signature_is_the_plan() -> None:
    parameters = inspect.signature(mg.score).parameters
    assert list(parameters)[:3] == ["references", "hypotheses", "metrics"]
    assert parameters["policy"].default == "kaldi"
    assert parameters["policy"].kind is inspect.Parameter.KEYWORD_ONLY


def test_metrics_that_can_be_read_but_once() -> None:
    """They are asked for what is to be read, measured and noted, and would be the default ones the second time."""
    run = mg.score(["a"], ["b"], (name for name in ("ser", "mer")))
    assert list(run.scores) == ["ser", "mer"]
