"""The way of an utterance from the command line to the table stays short: what `tests/bench/trace.py` counts."""

import re
import subprocess
import sys

from pages import ROOT

# At most so many functions of ours, in so many modules, and so many that lead to five others or more.
MOST = {"functions": 322, "modules": 60, "hops": 55}


def test_a_score_passes_few_functions() -> None:
    """Lower the numbers where they were brought down; a step that raises one had better replace another."""
    words = [sys.executable, str(ROOT / "tests" / "bench" / "trace.py")]
    said = subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout
    found = re.fullmatch(r"(\d+) functions in (\d+) modules; (\d+) hops of the main line\n", said)
    assert found is not None
    counts = dict(zip(MOST, map(int, found.groups()), strict=True))
    assert {name: count for name, count in counts.items() if count > MOST[name]} == {}
