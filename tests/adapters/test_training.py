"""What training loops call: transformers, torchmetrics, Lightning, evaluate, SpeechBrain and icefall."""

import io
import logging
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mondegreen as mg
from mondegreen.adapters.evaluate import find_module
from mondegreen.adapters.icefall import store_transcripts, write_error_stats
from mondegreen.adapters.speechbrain import ErrorRateStats
from mondegreen.adapters.transformers import make_compute_metrics

LETTERS = "_ab c"
REFERENCES, HYPOTHESES = ["the cat sat", "a dog"], ["the cat sad", "a big dog"]


class Processor:
    """A processor of transformers in small: ID 0 pads."""

    tokenizer = SimpleNamespace(pad_token_id=0)

    def batch_decode(self, ids: Any, *, skip_special_tokens: bool = False, group_tokens: bool = True) -> list[str]:
        texts = []
        for row in np.asarray(ids).tolist():
            assert -100 not in row
            kept = [
                each
                for place, each in enumerate(row)
                if skip_special_tokens or not (group_tokens and place and row[place - 1] == each)
            ]
            texts.append("".join(LETTERS[each] for each in kept if each))
        return texts


def test_transformers_compute_metrics() -> None:
    """By hand: "ab" and "b a" beside "ab" and "b b"; padding of the labels is no character."""
    compute = make_compute_metrics(Processor())
    evaluated = SimpleNamespace(
        label_ids=np.array([[1, 2, -100], [2, 3, 1]]), predictions=np.array([[1, 2, 0], [2, 3, 2]])
    )
    assert compute(evaluated) == {"wer": pytest.approx(100 / 3), "cer": pytest.approx(100 / 5)}
    assert compute(evaluated) == {"wer": pytest.approx(100 / 3), "cer": pytest.approx(100 / 5)}  # nothing is left over


def test_transformers_compute_metrics_of_logits() -> None:
    """CTC joins repeated predictions, and not the repeated letters of labels; steps that pad are -100 throughout."""
    logits = np.full((1, 5, 5), -5.0)
    for step, best in enumerate([1, 1, 0, 2]):
        logits[0, step, best] = 3.0
    logits[0, 4] = -100
    compute = make_compute_metrics(Processor(), "cer", ctc=True)
    assert compute(SimpleNamespace(label_ids=np.array([[1, 2, 2, -100, -100]]), predictions=(logits, None))) == {
        "cer": pytest.approx(100 / 3)
    }
    with pytest.raises(mg.ScoreError, match="the tokenizer has no pad_token_id"):
        make_compute_metrics(SimpleNamespace(pad_token_id=None))


def test_torchmetrics_gives_fractions_of_the_whole() -> None:
    torchmetrics = pytest.importorskip("torchmetrics", reason="torchmetrics is not installed")
    from mondegreen.adapters import torchmetrics as ours

    names = ["WordErrorRate", "CharErrorRate"]
    for name in names:
        mine, theirs = getattr(ours, name)(), getattr(torchmetrics.text, name)()
        for reference, hypothesis in zip(REFERENCES, HYPOTHESES):
            mine.update([hypothesis], [reference])
            theirs.update([hypothesis], [reference])
        assert float(mine.compute()) == pytest.approx(float(theirs.compute()))
        mine.reset()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # torchmetrics' own, of an empty epoch
            assert np.isnan(float(mine.compute()))
        assert float(mine(["a x"], ["a b"])) == pytest.approx(float(theirs(["a x"], ["a b"])))
    several = ours.TextMetric("wer,mer")
    several.update(HYPOTHESES, REFERENCES)
    assert {label: float(each) for label, each in several.compute().items()} == {
        "wer": pytest.approx(2 / 5), "mer": pytest.approx(2 / 6)
    }  # fmt: skip


def test_lightning_logs_what_steps_return() -> None:
    pytest.importorskip("lightning", reason="lightning is not installed")
    from mondegreen.adapters.lightning import LogErrorRates

    logged: list[dict[str, float]] = []
    module, trainer = SimpleNamespace(log_dict=logged.append), SimpleNamespace(sanity_checking=False)
    callback = LogErrorRates("wer")
    callback.on_validation_epoch_start(trainer, module)
    callback.on_validation_batch_end(trainer, module, {"references": REFERENCES, "hypotheses": HYPOTHESES}, None, 0)
    callback.on_validation_epoch_end(trainer, module)
    assert logged == [{"val_wer": 40.0}]
    with pytest.raises(mg.ScoreError, match="validation_step must return a dict with references and hypotheses"):
        callback.on_validation_batch_end(trainer, module, None, None, 0)


@pytest.mark.parametrize("name", ["wer", "cer"])
def test_evaluate_loads_the_modules_offline(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    evaluate = pytest.importorskip("evaluate", reason="evaluate is not installed")
    found = evaluate.load(find_module(name), cache_dir=str(tmp_path)).compute(
        references=REFERENCES, predictions=HYPOTHESES
    )
    assert found == getattr(mg, name)(REFERENCES, HYPOTHESES)


def test_evaluate_has_two_modules() -> None:
    assert (Path(find_module("wer")) / "wer.py").is_file()
    with pytest.raises(mg.ScoreError, match='there is no module of evaluate "mer"'):
        find_module("mer")


def test_speechbrain_stats_are_summed_over_batches() -> None:
    """By hand: 1 of 3 tokens is wrong, then 1 is too many beside 2; labels are made of indices without padding."""
    stats = ErrorRateStats()
    labels = ["", "a", "b", "c"]
    stats.append(
        ["u1"], predict=[[1, 2, 2]], target=[[1, 2, 1, 0]], target_len=[0.75],
        ind2lab=lambda batch: [[labels[each] for each in row] for row in batch],
    )  # fmt: skip
    stats.append(["u2"], [["a", "x", "c"]], [["a", "c"]])
    found = stats.summarize()
    assert found == {
        "WER": 40.0, "SER": 100.0, "num_edits": 2, "num_scored_tokens": 5, "num_erroneous_sents": 2,
        "num_erraneous_sents": 2,
        "num_scored_sents": 2, "num_absent_sents": 0, "num_ref_sents": 2, "insertions": 1, "deletions": 0,
        "substitutions": 1, "error_rate": 40.0,
    }  # fmt: skip
    assert stats.summarize("WER") == 40.0
    out = io.StringIO()
    stats.write_stats(out)
    assert out.getvalue().startswith("%WER 40.00 [ 2 / 5, 1 ins, 0 del, 1 sub ]\n%SER 100.00 [ 2 / 2 ]\n")
    assert (
        "u2, %WER 50.00 [ 1 / 2, 1 ins, 0 del, 0 sub ]\na ; <eps> ; c\n= ;   I   ; =\na ;   x   ; c\n" in out.getvalue()
    )
    stats.clear()
    assert stats.summarize("num_scored_sents") == 0


def test_speechbrain_stats_merge_and_split_tokens() -> None:
    merged = ErrorRateStats(merge_tokens=True)
    merged.append(["u"], [list("a_bx")], [list("a_bc")])
    assert merged.summarize("num_scored_tokens") == 2
    merged.append(["v"], [list("_a c_")], [list("__a c")])  # nothing between two spaces is no word, a blank is a letter
    assert merged.summarize("num_scored_tokens") == 3
    out = io.StringIO()
    merged.write_stats(out)
    assert "v, %WER 0.00 [ 0 / 1, 0 ins, 0 del, 0 sub ]\na c\n = \na c\n" in out.getvalue()
    plain = ErrorRateStats()
    plain.append(["u"], [["", " "]], [["", "x"]])
    plain.write_stats(out)
    assert "  ; x\n= ; S\n  ;  \n" in out.getvalue()
    split = ErrorRateStats(split_tokens=True)
    split.append(["u"], [["a", "bx"]], [["a", "bc"]])
    assert split.summarize("num_scored_tokens") == 4
    with pytest.raises(mg.ScoreError, match="a batch holds 2 IDs, 1 predictions and 1 targets"):
        split.append(["u", "v"], [["a"]], [["a"]])


def test_icefall_writes_its_files(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """By hand; an ID that comes twice is scored twice, as icefall does it."""
    results = [("u1", ["the", "cat", "sat"], ["the", "cat", "sad"]), ("u1", ["a", "dog"], ["a", "big", "dog"])]
    out = io.StringIO()
    with caplog.at_level(logging.INFO):
        assert write_error_stats(out, "test-clean", results) == 40.0
    assert caplog.messages == ["[test-clean] %WER 40.00% [2 / 5, 1 ins, 0 del, 1 sub ]"]
    assert out.getvalue().splitlines()[0] == "%WER = 40.00"
    assert "u1:\tthe cat (sat->sad)" in out.getvalue().splitlines()
    assert "u1:\ta (*->big) dog" in out.getvalue().splitlines()
    assert write_error_stats(io.StringIO(), "t", results, enable_log=False, compute_CER=True) == 30.77  # 4 of 13
    store_transcripts(tmp_path / "recogs.txt", [results[0], ("u2", *results[1][1:])])
    assert mg.score(str(tmp_path / "recogs.txt"), metrics="wer")["wer"] == 40
