"""The policy `sclite` against sclite itself: what it printed once, and what it prints now."""

import subprocess
from pathlib import Path

import pytest

import mondegreen as mg
from oracles import needs_sctk, random_pairs, sgml_paths, trn, untrn

GOLDEN = Path(__file__).parent.parent / "golden" / "align"


def agree(references: list[list[str]], hypotheses: list[list[str]], report: str) -> None:
    """Asserts that each utterance of the report has our steps."""
    expected = sgml_paths(report)
    assert len(expected) == len(references)
    found = mg.align(references, hypotheses, policy="sclite")
    for at, path in expected.items():
        assert found[at].tolist() == path, (references[at], hypotheses[at])


@pytest.mark.parametrize("case", sorted(GOLDEN.iterdir()), ids=lambda case: case.name)
def test_steps_are_those_that_sclite_printed(case: Path) -> None:
    references, hypotheses = (
        untrn((case / "in" / f"{side}.trn").read_text(encoding="utf-8")) for side in ("ref", "hyp")
    )
    agree(references, hypotheses, (case / "expect" / "stdout").read_text(encoding="utf-8"))


@pytest.mark.parametrize("longest", [12, 120])
def test_steps_are_those_that_sclite_prints(tmp_path: Path, longest: int) -> None:
    needs_sctk()
    pairs = random_pairs(longest, 600, longest)
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    (tmp_path / "ref.trn").write_text(trn(references), encoding="utf-8")
    (tmp_path / "hyp.trn").write_text(trn(hypotheses), encoding="utf-8")
    command = "sctk sclite -r ref.trn trn -h hyp.trn trn -i spu_id -s -f 0 -o sgml stdout"
    done = subprocess.run(command.split(), cwd=tmp_path, capture_output=True, encoding="utf-8", check=True)
    agree(references, hypotheses, done.stdout)
