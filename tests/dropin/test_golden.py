"""Our programs on the cases of tests/golden, whose originals need not be installed."""

import shlex
from pathlib import Path

import pytest

from mondegreen.dropin import list_programs
from programs import decode_done, ours, prepare_case, select_files
from recorded import Record, read_cases

CASES = [case for suite in ("sctk", "sclite", "rttm") for case in read_cases(suite)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_ours_does_what_the_original_did(tmp_path: Path, case: Record) -> None:
    name, *arguments = shlex.split(case["cmd"])
    assert name in list_programs()
    done = ours(name, arguments, tmp_path, prepare_case(case, tmp_path))
    assert select_files(done, case) == decode_done(case)
