"""What a configuration of ESPnet 3 says of its measures, or does not say."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from dropin.espnet.test_bad_input import refused
from espnet_recipe import write

Command = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for side, text in (("ref", "u1 a b"), ("hyp", "u1 a c")):
        write(tmp_path / f"exp/asr/test/{side}.scp", f"{text}\n")


WER, CER, TER = (f"espnet3.systems.asr.metrics.{unit}.{unit.upper()}" for unit in ("wer", "cer", "ter"))


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (f"metrics: [{{metric: {{_target_: {WER}}}", "metrics.yaml:2: is not YAML"),
        (f"{WER}: 1", "metrics.yaml: holds no list of metrics"),
        ("metrics: [{metric: {_target_: espnet3.Own}}]", f"metrics.yaml: names none of the metrics {WER}"),
        (
            f"metrics: [{{metric: {{_target_: {WER}, hyp_key: asr}}, inputs: [ref, hyp]}}]",
            f'the inputs of {WER} lack "asr"',
        ),
        (f"metrics: [{{metric: {{_target_: {TER}, bpemodel: '${{dir}}/m'}}}}]", "${dir}/m stands for what only ESPnet"),
        (f"metrics: [{{metric: {{_target_: {TER}}}}}]", "--bpemodel"),
        (f"metrics: [{{metric: {{_target_: {WER}}}}}]\ndataset: {{test: {{name: a}}}}", "holds no list of test sets"),
        (
            f"metrics: [{{metric: {{_target_: {WER}}}}}]\ndataset: {{test: [{{name: dev}}]}}",
            "exp/asr: has no test set dev with hyp.scp and ref.scp, which the configuration",
        ),
    ],
)
def test_a_configuration_of_espnet3_that_says_nothing(command: Command, tmp_path: Path, config: str, said: str) -> None:
    write(tmp_path / "conf/metrics.yaml", f"{config}\n")
    assert said in refused(command)


def test_rates_that_the_configuration_of_espnet3_lacks(command: Command, tmp_path: Path) -> None:
    write(tmp_path / "conf/metrics.yaml", f"metrics: [{{metric: {{_target_: {WER}}}}}]\n")
    assert f"metrics.yaml: names none of the metrics {CER}\n" in refused(command, "--rates", "cer")


def test_options_count_more_than_the_configuration_of_espnet3(command: Command, tmp_path: Path) -> None:
    """Of two metrics of a class the last counts, as for ESPnet 3; what is not ours is named."""
    clean = f"{{metric: {{_target_: {WER}, clean_types: [none, nosuch]}}}}"
    found = ", ".join([clean, f"{{metric: {{_target_: {CER}}}}}", "{metric: {_target_: espnet3.Own}}", clean])
    path = write(tmp_path / "own.yaml", f"metrics: [{found}]\n")
    assert "nosuch" in refused(command, "--metrics-config", str(path))
    answer = command("espnet", "score", "exp/asr", "--metrics_config", str(path), "--cleaner", "none")
    assert answer.code == 0, answer.err
    assert "own.yaml: espnet3.Own not computed here" in answer.err
    expected = {WER: {"test": {"WER": 50.0}}, CER: {"test": {"CER": 33.33}}}
    assert json.loads((tmp_path / "exp/asr/metrics.json").read_text(encoding="utf-8")) == expected


def test_a_configuration_that_was_found_is_told(command: Command, tmp_path: Path) -> None:
    """Its cleaners and sets change what is scored; one that was named needs no word."""
    path = write(tmp_path / "conf/metrics.yaml", f"metrics: [{{metric: {{_target_: {WER}}}}}]\n")
    told = "conf/metrics.yaml: says what is measured; name another file by --metrics-config"
    assert told in command("espnet", "score", "exp/asr").err
    assert told not in command("espnet", "score", "exp/asr", "--metrics-config", str(path)).err


def test_a_configuration_is_of_test_sets_of_espnet3(command: Command, tmp_path: Path) -> None:
    write(tmp_path / "exp/asr2/decode/test/text", "u1 a c\n")
    write(tmp_path / "dump/raw/test/text", "u1 a b\n")
    path = write(tmp_path / "own.yaml", f"metrics: [{{metric: {{_target_: {WER}}}}}]\n")
    assert command("espnet", "score", "exp/asr2", "--rates", "wer").code == 0
    answer = command("espnet", "score", "exp/asr2", "--rates", "wer", "--metrics-config", str(path))
    assert answer.code == 2
    assert "exp/asr2: has no test set of ESPnet 3, whose measures --metrics-config tells; leave it out" in answer.err
