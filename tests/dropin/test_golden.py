"""Our programs on the cases of tests/golden, whose originals need not be installed."""

import shlex
from pathlib import Path

import pytest

from mondegreen.dropin import by_name
from programs import ours, prepare, recorded_done, select
from recorded import Record, cases

CASES = [case for suite in ("sctk", "sclite") for case in cases(suite)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_ours_does_what_the_original_did(tmp_path: Path, case: Record) -> None:
    name, *arguments = shlex.split(case["cmd"])
    assert name in by_name()
    done = ours(name, arguments, tmp_path, prepare(case, tmp_path))
    assert select(done, case) == recorded_done(case)
