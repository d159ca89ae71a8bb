"""Ask the original programs again for all that is recorded of them, and report what changed: `just golden`.

    python tests/golden/regenerate.py [--accept]

That is the answers that tests ask for (answers/; those that no test asks for any more are dropped) and the hand-made
cases (*.jsonl). If anything changed, the exit code is 1 and the files stay as they were; `--accept` keeps the change.
Crashes are not compared: what a crashed program left is by chance.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS))

from programs import SCTK, encode_done, prepare_case, run, select_files  # noqa: E402
from recorded import ANSWERS, GOLDEN, VARIABLE, Record, read_cases, read_records, write_records  # noqa: E402

ORIGINALS, PACKAGES = ("sclite", "perl", "onsgmls", "espeak-ng"), "sctk, opensp, libsgmls-perl and espeak-ng"
SUITES = ("sctk", "sclite", "rttm", "align")
# The test modules that ask an original.
ASKS = re.compile(
    r"^from programs import .*\b(theirs|agree)|^from (speeches|differential) import|espeak: None", re.MULTILINE
)


def main(arguments: list[str]) -> int:
    """Compare, and write the new records if that is accepted."""
    accept = arguments == ["--accept"]
    if missing := [name for name in ORIGINALS if not (SCTK / name).exists() and not shutil.which(name)]:
        say(f"not installed: {', '.join(missing)} (Debian's packages {PACKAGES})")
        return 1
    new = {GOLDEN / f"{suite}.jsonl": [rerun_case(case) for case in read_cases(suite)] for suite in SUITES}
    with TemporaryDirectory() as directory:
        failed = run_tests(directory)
        new |= {ANSWERS / f"{name}.jsonl.gz": found for name, found in collect(Path(directory)).items()}
    changes = []
    for path in sorted({*new, *ANSWERS.glob("*.gz")}):
        old = {record["id"]: record for record in read_records(path)} if path.exists() else {}
        found = {record["id"]: record for record in new.get(path, [])}
        changes += [f"{path.relative_to(GOLDEN)}: {change}" for change in list_changes(old, found)]
        if accept and found:
            kept = [old[key] if is_same(old.get(key), record) else record for key, record in found.items()]
            write_records(path, kept)
        elif accept:
            path.unlink()
    say("\n".join(changes) or "nothing changed")
    return 1 if failed or (changes and not accept) else 0


def rerun_case(case: Record) -> Record:
    """A hand-made case with what the original answers now."""
    name, *arguments = shlex.split(case["cmd"])
    with TemporaryDirectory() as directory:
        stdin = prepare_case(case, Path(directory))
        done = run(name, arguments, Path(directory), stdin)
    return {**case, **encode_done(select_files(done, case))}


def run_tests(directory: str) -> int:
    """Run the tests that ask originals, and have the answers written to a directory; not 0 if a test fails."""
    others = {TESTS / "test_recorded.py", *(TESTS / "live").iterdir()}
    modules = {path for path in TESTS.rglob("test_*.py") if ASKS.search(path.read_text(encoding="utf-8"))} - others
    parallel = ["-n", "auto"] if find_spec("xdist") else []
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *parallel, *map(str, sorted(modules))]
    environment = {**os.environ, VARIABLE: f"record:{directory}"}
    return subprocess.run(command, cwd=TESTS.parent, env=environment, check=False).returncode


def collect(directory: Path) -> dict[str, list[Record]]:
    """The recorded answers by test module."""
    found: dict[str, dict[str, Record]] = {}
    for path in sorted(directory.iterdir()):
        family = path.name.removesuffix(".jsonl").rpartition(".")[0]
        for record in read_records(path):
            first = found.setdefault(family, {}).setdefault(record["id"], record)
            if not is_same(first, record):
                say(f"{family}: the original gave two answers to the same input: {record['cmd']}")
    return {family: list(answers.values()) for family, answers in found.items()}


def list_changes(old: dict[str, Record], new: dict[str, Record]) -> Iterable[str]:
    """What changed from one set of records to another, a line for each."""
    for key in sorted({*old, *new}):
        if key not in new:
            yield f"no longer asked: {old[key]['cmd']}"
        elif key not in old:
            yield f"new: {new[key]['cmd']}"
        elif not is_same(old[key], new[key]):
            parts = [part for part in new[key] if old[key].get(part) != new[key][part]]
            yield f"changed ({', '.join(parts)}): {new[key]['cmd']}"


def is_same(old: Record | None, new: Record) -> bool:
    """Whether two answers are the same, or both crashes."""
    return old == new or (old is not None and bool(old.get("crashed")) and bool(new.get("crashed")))


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
