"""Any scored run as sclite's reports, and read back."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import Answer
from programs import drop_dates, files, theirs

Command = Callable[..., Answer]
REFERENCE = "le chat dort (anne-1)\nété (anne-2)\na b c d (bob-1)\n"
HYPOTHESIS = "le chien dort (anne-1)\nété (anne-2)\na c d e (bob-1)\n"
SPEAKERS = "anne-1 anne\nanne-2 anne\nbob-1 bob\n"


@pytest.fixture
def scored(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Answer]:
    monkeypatch.chdir(tmp_path)
    for name, text in (("ref.trn", REFERENCE), ("hyp.trn", HYPOTHESIS), ("utt2spk", SPEAKERS)):
        Path(name).write_text(text, encoding="utf-8")
    return lambda *words: command("score", "ref.trn", "hyp.trn", "--utt2spk", "utt2spk", "--policy", "sclite", *words)


def test_a_run_with_sclites_ties_is_reported_as_sclite_reports_it(scored: Callable[..., Answer]) -> None:
    inputs = ["-r", "ref.trn", "trn", "-h", "hyp.trn", "trn", "-i", "rm", "-s", "-e", "utf-8"]
    expected = theirs("sclite", [*inputs, "-f", "0", "-o", "sum", "rsum", "pra", "dtl", "sgml"], Path.cwd())
    answer = scored("--as", "sclite", "--output", "ours")
    assert [answer.code, answer.out, answer.err] == [0, "", ""]
    found = {name: drop_dates(report) for name, report in files(Path("ours")).items()}
    right, wrong = b"with substitutions  ", b"with substitions    "  # as the original spells it
    assert {name: report.replace(right, wrong) for name, report in found.items()} == expected.files


def test_what_was_written_can_be_scored_again(scored: Callable[..., Answer], command: Command) -> None:
    scored("--as", "sclite", "--output", "ours")
    sgml = "ours/hyp.trn.sgml"
    first = json.loads(scored("--as", "json").out)["systems"][0]["metrics"]["wer"]["score"]
    for pair in ((sgml, sgml), ("ref.trn", sgml), (sgml, "hyp.trn")):
        answer = command("score", *pair, "--policy", "sclite", "--as", "json")
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
    assert "name a directory with --output DIR" in answer.err


def test_two_hypotheses_of_one_name_are_refused(scored: Callable[..., Answer], command: Command) -> None:
    Path("other").mkdir()
    Path("other/hyp.trn").write_text(HYPOTHESIS, encoding="utf-8")
    answer = command("score", "ref.trn", "hyp.trn", "other/hyp.trn", "--as", "sclite", "--output", "ours")
    assert answer.code == 2
    assert 'two hypotheses are called "hyp.trn"' in answer.err
    assert not Path("ours").exists()


def cells(report: str, start: str) -> list[str]:
    """The cells of the row of that name."""
    row = next(line for line in report.splitlines() if re.match(rf"\s*\|\s*{start}\s*\|", line))
    return row.replace("|", " ").split()


def test_other_metrics_have_columns_in_the_summary(scored: Callable[..., Answer]) -> None:
    words = ["--metrics", "wer,cer,mer", "--by", "speaker"]
    assert scored(*words, "--as", "sclite", "--output", "ours").code == 0
    found = json.loads(scored(*words, "--as", "json").out)["systems"][0]
    report = Path("ours/hyp.trn.sys").read_text(encoding="utf-8")
    assert cells(report, "SPKR")[-3:] == ["S.Err", "cer", "mer"]
    for start, metrics in (("Sum/Avg", found["metrics"]), *found["groups"]["speaker"].items()):
        assert cells(report, start)[-2:] == [f"{metrics[name]['score']:.2f}" for name in ("cer", "mer")]
    each = [found["groups"]["speaker"][name]["cer"]["score"] for name in ("anne", "bob")]
    assert cells(report, "Mean")[-2] == f"{sum(each) / 2:.2f}"
    # But for them the report is sclite's, and the counts have no place for them.
    scored("--as", "sclite", "--output", "plain")
    assert [cells(report, name)[:-2] for name in ("anne", "Sum/Avg", "Mean")] == [
        cells(Path("plain/hyp.trn.sys").read_text(encoding="utf-8"), name) for name in ("anne", "Sum/Avg", "Mean")
    ]
    assert Path("ours/hyp.trn.raw").read_bytes() == Path("plain/hyp.trn.raw").read_bytes()


def test_a_metric_that_is_not_defined_of_a_speaker_says_so(command: Command, tmp_path: Path) -> None:
    (tmp_path / "ref").write_text("a-1 x y\nb-1\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("a-1 x z\nb-1\n", encoding="utf-8")
    (tmp_path / "utt2spk").write_text("a-1 a\nb-1 b\n", encoding="utf-8")
    paths = [str(tmp_path / name) for name in ("ref", "hyp")]
    words = ["--utt2spk", str(tmp_path / "utt2spk"), "--metrics", "cer", "--as", "sclite", "--output", str(tmp_path)]
    assert command("score", *paths, *words).code == 0
    report = (tmp_path / "hyp.sys").read_text(encoding="utf-8")
    assert [cells(report, name)[-1] for name in ("a", "b", "Sum/Avg", "Mean", "S.D.")] == [
        *("33.33", "---", "33.33", "33.33", "0.00")  # of three characters one: a blank counts
    ]
