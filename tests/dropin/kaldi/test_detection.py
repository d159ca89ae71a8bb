"""compute-atwv and compute-eer: the numbers below were printed by Kaldi's own programs (commit f400766)."""

import io
from pathlib import Path

import pytest

from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.detection import compute_atwv, compute_eer

REFERENCE = b"KW1 1 100 150 1\nKW1 1 400 460 1\nKW2 2 10 60 1\nKW3 3 700 750 1\nKW2 5 80 120 1\n"
FOUND = b"""KW1 1 105 148 0.9
KW1 1 390 470 0.3
KW2 2 300 360 0.7
KW2 2 12 55 0.62
KW4 3 1 50 0.8
KW3 3 690 760 0.51
KW1 1 98 150 0.2
"""
ALIGNMENT = """language,file,channel,termid,term,ref_bt,ref_et,sys_bt,sys_et,sys_score,sys_decision,alignment
,1,1,KW1,KW1,1,1.5,1.05,1.48,0.9,YES,CORR
,1,1,KW1,KW1,4,4.6,3.9,4.7,0.3,NO,MISS
,2,1,KW2,KW2,,,3,3.6,0.7,YES,FA
,2,1,KW2,KW2,0.1,0.6,0.12,0.55,0.62,YES,CORR
,3,1,KW4,KW4,,,0.01,0.5,0.8,YES,FA
,3,1,KW3,KW3,7,7.5,6.9,7.6,0.51,YES,CORR
,1,1,KW1,KW1,,,0.98,1.5,0.2,NO,CORR!DET
,5,1,KW2,KW2,0.8,1.2,,,,,MISS
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref").write_bytes(REFERENCE)
    (tmp_path / "hyp").write_bytes(FOUND)
    return tmp_path


def run(program: ProgramEntry, *words: str, stdin: bytes = b"") -> tuple[int, str, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = program([word.encode() for word in words], io.BytesIO(stdin), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()


@pytest.mark.parametrize(
    ("words", "values"),
    [
        (["3600"], "0.5740 0.8333 0.7407 0.3000 0.7407"),
        (
            ["--cost-fa=0.2", "--score-threshold=0.6", "--sweep-step=0.1", "--max-distance=5", "900"],
            "-0.4090 0.8333 0.1667 0.7000 0.6667",
        ),
    ],
)
def test_term_weighted_values(words: list[str], values: str, here: Path) -> None:
    code, out, _ = run(compute_atwv, *words, "ark:ref", "ark:hyp")
    names = ["ATWV", "STWV", "MTWV", "MTWV threshold", "OTWV"]
    lines = [f"aproximate {name} = {value}\n" for name, value in zip(names, values.split(), strict=True)]
    assert (code, out) == (0, "".join(lines))


def test_the_alignment_of_terms(here: Path) -> None:
    assert run(compute_atwv, "--frames-per-sec=50", "3600", "ark:ref", "ark:hyp", "half.csv")[0] == 0
    first = (here / "half.csv").read_text(encoding="utf-8").splitlines()[1]
    assert first == ",1,1,KW1,KW1,2,3,2.1,2.96,0.9,YES,CORR"  # twice the times
    assert run(compute_atwv, "3600", "ark:ref", "ark:hyp", "ali.csv")[0] == 0
    assert (here / "ali.csv").read_text(encoding="utf-8") == ALIGNMENT


def test_the_equal_error_rate() -> None:
    scores = "0.9 target\n-0.3 target\n1.7 target\n0.2 target\n0.1 nontarget\n-0.5 nontarget\n0.5 nontarget\n"
    assert run(compute_eer, "-", stdin=scores.encode())[:2] == (0, "50")


@pytest.mark.parametrize(
    ("score", "found", "missed"), [("0.5", "YES,CORR", None), ("0.49", "NO,MISS", None), ("0.5", "YES,FA", "KW9")]
)
def test_a_term_is_found_from_one_half_on(score: str, found: str, missed: str | None, here: Path) -> None:
    """As kws-scoring.cc of Kaldi compares it, whatever --score-threshold says."""
    (here / "ref").write_bytes(b"KW1 1 100 150 1\n")
    (here / "hyp").write_text(f"{missed or 'KW1'} 1 100 150 {score}\n", encoding="utf-8")
    assert run(compute_atwv, "--score-threshold=0.9", "3600", "ark:ref", "ark:hyp", "ali.csv")[0] == 0
    assert (here / "ali.csv").read_text(encoding="utf-8").splitlines()[1].endswith(f",{score},{found}")


@pytest.mark.parametrize(
    ("program", "words", "stdin", "said"),
    [
        (compute_eer, ["-"], b"0.5 target\n", "No non-target scores seen."),
        (compute_eer, ["-"], b"x target\n", "first field must be float"),
        (compute_eer, ["-"], b"1 both\n", "second field must be"),
        (compute_eer, ["-"], b"1\n", "must have two fields"),
        (compute_atwv, ["0", "ark:ref", "ark:hyp"], b"", "The duration is either negative or zero"),
        (compute_atwv, ["-1", "ark:ref", "ark:hyp"], b"", "The duration is either negative or zero"),
        (compute_atwv, ["x", "ark:ref", "ark:hyp"], b"", "The duration parameter is not a number"),
        (compute_atwv, ["--sweep-step=0", "9", "ark:ref", "ark:hyp"], b"", "--sweep-step is above 0, not 0"),
        (compute_atwv, ["9", "ark:ref", "ark:-"], b"KW1 1 2 3\n", "4 entries expected, 3 given!"),
        (compute_atwv, ["9", "ark:-", "ark:hyp"], b"KW1 1 2 3 4 5\n", "reference file -- 4 entries expected, 5 given!"),
    ],
)
def test_bad_input(program: ProgramEntry, words: list[str], stdin: bytes, said: str, here: Path) -> None:
    code, out, err = run(program, *words, stdin=stdin)
    assert (code, out) == (255, "")
    assert said in err
