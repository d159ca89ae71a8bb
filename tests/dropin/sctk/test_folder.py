"""Any scored run as sclite's reports, and read back."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from differential import DATE, ORIGINAL

Command = Callable[..., Answer]
REFERENCE = "le chat dort (anne-1)\nété (anne-2)\na b c d (bob-1)\n"
HYPOTHESIS = "le chien dort (anne-1)\nété (anne-2)\na c d e (bob-1)\n"
SPEAKERS = "anne-1 anne\nanne-2 anne\nbob-1 bob\n"


@pytest.fixture
def scored(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    monkeypatch.chdir(tmp_path)
    for name, text in (("ref.trn", REFERENCE), ("hyp.trn", HYPOTHESIS), ("utt2spk", SPEAKERS)):
        Path(name).write_text(text, encoding="utf-8")
    return lambda *words: command("score", "ref.trn", "hyp.trn", "--utt2spk", "utt2spk", "--align", "sclite", *words)


def undated(path: Path) -> bytes:
    return DATE.sub(b"", path.read_bytes())


@pytest.mark.skipif(not ORIGINAL.exists(), reason="the original sclite (Debian's sctk) is not installed")
def test_a_run_with_sclites_ties_is_reported_as_sclite_reports_it(scored: Callable[..., Answer]) -> None:
    answer = scored("--as", "sclite", "--output", "ours")
    assert [answer.code, answer.out, answer.err] == [0, "", ""]
    Path("theirs").mkdir()
    inputs = ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "rm", "-s", "-e", "utf-8"]
    reports = ["-f", "0", "-O", "theirs", "-o", "sum", "rsum", "pra", "dtl", "sgml"]
    subprocess.run([ORIGINAL, *inputs, *reports], check=True, capture_output=True)
    assert sorted(path.name for path in Path("ours").iterdir()) == sorted(
        path.name for path in Path("theirs").iterdir()
    )
    for path in Path("ours").iterdir():
        theirs = undated(Path("theirs") / path.name)
        assert undated(path).replace(b"with substitutions  ", b"with substitions    ") == theirs, path


def test_what_was_written_can_be_scored_again(scored: Callable[..., Answer], command: Command) -> None:
    scored("--as", "sclite", "--output", "ours")
    sgml = "ours/hyp.trn.sgml"
    first = json.loads(scored("--as", "json").out)["systems"][0]["metrics"]["wer"]["score"]
    for pair in ((sgml, sgml), ("ref.trn", sgml), (sgml, "hyp.trn")):
        answer = command("score", *pair, "--align", "sclite", "--as", "json")
        assert [answer.code, answer.err] == [0, ""]
        assert json.loads(answer.out)["systems"][0]["metrics"]["wer"]["score"] == first


def test_speakers_come_back(scored: Callable[..., Answer], command: Command) -> None:
    scored("--as", "sclite", "--output", "ours")
    answer = command("score", "ref.trn", "ours/hyp.trn.sgml", "--by", "speaker", "--as", "json")
    assert answer.code == 0
    assert set(json.loads(answer.out)["systems"][0]["groups"]["speaker"]) == {"anne", "bob"}


def test_the_folder_has_to_be_named(scored: Callable[..., Answer]) -> None:
    answer = scored("--as", "sclite")
    assert answer.code == 2
    assert "say into which folder by --output DIR" in answer.err


def test_two_hypotheses_of_one_name_are_refused(scored: Callable[..., Answer], command: Command) -> None:
    Path("other").mkdir()
    Path("other/hyp.trn").write_text(HYPOTHESIS, encoding="utf-8")
    answer = command("score", "ref.trn", "hyp.trn", "other/hyp.trn", "--as", "sclite", "--output", "ours")
    assert answer.code == 2
    assert 'two hypotheses are called "hyp.trn"' in answer.err
    assert not Path("ours").exists()
