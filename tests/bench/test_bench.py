import subprocess
import sys
from pathlib import Path


def test_harness_runs_on_a_small_corpus() -> None:
    """No time is asserted, for a test shares its machine."""
    command = [sys.executable, str(Path(__file__).with_name("run.py")), "--scale", "0.002"]
    output = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    for row in ("words", "jiwer", "rapidfuzz", "a long pair", "importing"):
        assert row in output
