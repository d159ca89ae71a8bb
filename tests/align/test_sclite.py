"""The policy `sclite` against sclite itself: what it printed once, and what it prints now."""

from pathlib import Path

import pytest

import mondegreen as mg
from oracles import random_pairs, sgml_paths, trn, untrn
from programs import theirs
from recorded import Record, read_cases


def agree(references: list[list[str]], hypotheses: list[list[str]], report: str) -> None:
    """Asserts that each utterance of the report has our steps."""
    expected = sgml_paths(report)
    assert len(expected) == len(references)
    found = mg.align(references, hypotheses, policy="sclite")
    for at, path in expected.items():
        assert found[at].tolist() == path, (references[at], hypotheses[at])


@pytest.mark.parametrize("case", read_cases("align"), ids=lambda case: case["id"])
def test_steps_are_those_that_sclite_printed(case: Record) -> None:
    references, hypotheses = (untrn(case["in"][f"{side}.trn"]) for side in ("ref", "hyp"))
    agree(references, hypotheses, case["stdout"])


@pytest.mark.parametrize("longest", [12, 120])
def test_steps_are_those_that_sclite_prints(tmp_path: Path, longest: int) -> None:
    compare(longest, tmp_path, longest)


def compare(seed: int, folder: Path, longest: int) -> None:
    """That sclite takes the same steps on random pairs."""
    pairs = random_pairs(seed, 600, longest)
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    (folder / "ref.trn").write_text(trn(references), encoding="utf-8")
    (folder / "hyp.trn").write_text(trn(hypotheses), encoding="utf-8")
    words = "-r ref.trn trn -h hyp.trn trn -i spu_id -s -f 0 -o sgml stdout"
    agree(references, hypotheses, theirs("sclite", words.split(), folder).output.decode())
