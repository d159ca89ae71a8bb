"""The makers of CTMs, the oracle and the older scorers on bad days; what they leave on good ones is in test_runs.py."""

import io
from pathlib import Path

import pytest

from kaldi_recipe import recipe
from mondegreen.dropin.kaldi import (
    get_ctm,
    get_ctm_conf,
    get_ctm_conf_fast,
    get_ctm_fast,
    oracle_wer,
    score_combine,
    score_mbr,
)
from mondegreen.dropin.kaldi.scripts import ScriptDoor

PLACES = ("data", "lang", "exp/decode")
MAKERS = [get_ctm.run, get_ctm_conf.run]
FAST = [get_ctm_fast.run, get_ctm_conf_fast.run]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return recipe(tmp_path)


def run(script: ScriptDoor, *words: str) -> tuple[int, str, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = script([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()


def places(script: ScriptDoor) -> list[str]:
    return [*PLACES, "exp/ctm"] if script in FAST else [*PLACES]


@pytest.mark.parametrize("script", MAKERS + FAST, ids=lambda script: script.name)
def test_a_model_is_needed_and_a_way_to_align(script: ScriptDoor, here: Path) -> None:
    code, out, _ = run(script, *places(script))
    assert code == 1
    assert "no such file exp/decode/../final.mdl" in out
    (here / "exp/final.mdl").write_bytes(b"")
    code, out, _ = run(script, *places(script))
    assert code == 1
    assert "lang/phones/align_lexicon.int exists: cannot align." in out


@pytest.mark.parametrize("script", MAKERS + FAST, ids=lambda script: script.name)
def test_a_job_that_fails_ends_the_script(script: ScriptDoor, here: Path) -> None:
    (here / "exp/final.mdl").write_bytes(b"no model")
    (here / "lang/phones").mkdir()
    (here / "lang/phones/word_boundary.int").write_text("1 begin\n", encoding="utf-8")
    code, _, err = run(script, *places(script))
    assert code == 1
    assert err.startswith("run.pl: ")
    log = "exp/ctm/log/get_ctm.1.log" if script in FAST else "exp/decode/scoring/log/get_ctm.9.log"
    said = (here / log).read_text(encoding="utf-8")
    assert "ERROR (lattice-align-words[5.5]" in said
    assert "# Ended (code 0)" not in said


@pytest.mark.parametrize("script", [*FAST, oracle_wer.run], ids=lambda script: script.name)
def test_jobs_must_be_counted(script: ScriptDoor, here: Path) -> None:
    (here / "exp/final.mdl").write_bytes(b"")
    (here / "lang/phones").mkdir()
    (here / "lang/phones/word_boundary.int").write_text("1 begin\n", encoding="utf-8")
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    (here / "exp/decode/num_jobs").write_text("many\n", encoding="utf-8")
    code, _, err = run(script, *places(script))
    assert code == 1
    assert "exp/decode/num_jobs does not say how many jobs there are" in err


def test_the_oracle_finds_the_least_errors(here: Path) -> None:
    (here / "lang/oov.txt").write_text("a\n", encoding="utf-8")
    (here / "data/text").write_text("u1 a c\nu2 d\nu3 a c\n", encoding="utf-8")
    code, out, err = run(oracle_wer.run, *PLACES)
    assert (code, err) == (0, "")
    # Only u2 has no path without an error.
    assert "Oracle WER is: 20.00% [ 1 / 5, 0 insertions, 0 deletions, 1 substitutions ]" in out
    assert (here / "exp/decode/oracle_wer").read_text(encoding="utf-8").startswith("20.00% [ 1 / 5,")
    assert not list((here / "exp/decode/log").glob(".*"))


@pytest.mark.parametrize(
    "script", [*MAKERS, *FAST, oracle_wer.run, score_mbr.run, score_combine.run], ids=lambda script: script.name
)
def test_a_wrong_number_of_folders_shows_the_usage(script: ScriptDoor) -> None:
    code, out, _ = run(script, "data")
    assert code == 1
    assert "Usage: " in out
