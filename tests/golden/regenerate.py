"""Asks the original programs anew for all that is recorded of them, and says what changed: `just golden`.

    python tests/golden/regenerate.py [--accept]

These are the answers that tests ask for (answers/, of which those that no test asks for any more are dropped) and the
cases made by hand (*.jsonl). If anything changed, the exit code is 1 and all stays as it was; `--accept` keeps the change.
What crashed is not looked into: what it left is by chance.
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

from programs import SCTK, prepare, run, select, to_record  # noqa: E402
from recorded import ANSWERS, GOLDEN, VARIABLE, Record, cases, records, write  # noqa: E402

ORIGINALS, PACKAGES = ("sclite", "perl", "onsgmls", "espeak-ng"), "sctk, opensp, libsgmls-perl and espeak-ng"
SUITES = ("sctk", "sclite", "align")
# The modules of tests that ask an original.
ASKS = re.compile(
    r"^from programs import .*\b(theirs|agree)|^from (speeches|differential) import|espeak: None", re.MULTILINE
)


def main(words: list[str]) -> int:
    """Compares, and writes if that is accepted."""
    accept = words == ["--accept"]
    if missing := [name for name in ORIGINALS if not (SCTK / name).exists() and not shutil.which(name)]:
        say(f"not installed: {', '.join(missing)} (Debian's packages {PACKAGES})")
        return 1
    new: dict[Path, list[Record]] = {GOLDEN / f"{suite}.jsonl": list(map(made, cases(suite))) for suite in SUITES}
    with TemporaryDirectory() as folder:
        failed = ask(folder)
        new |= {ANSWERS / f"{name}.jsonl.gz": found for name, found in collected(Path(folder)).items()}
    changes = []
    for path in sorted({*new, *ANSWERS.glob("*.gz")}):
        old = {record["id"]: record for record in records(path)} if path.exists() else {}
        found = {record["id"]: record for record in new.get(path, [])}
        changes += [f"{path.relative_to(GOLDEN)}: {change}" for change in differences(old, found)]
        if accept and found:
            write(path, [old[key] if alike(old.get(key), record) else record for key, record in found.items()])
        elif accept:
            path.unlink()
    say("\n".join(changes) or "nothing changed")
    return 1 if failed or (changes and not accept) else 0


def made(case: Record) -> Record:
    """A case with what the original does with it now."""
    name, *arguments = shlex.split(case["cmd"])
    with TemporaryDirectory() as folder:
        stdin = prepare(case, Path(folder))
        done = run(name, arguments, Path(folder), stdin)
    return {**case, **to_record(select(done, case))}


def ask(folder: str) -> int:
    """Runs the tests that ask originals, and has their answers written into a folder."""
    others = {TESTS / "test_recorded.py", *(TESTS / "live").iterdir()}
    modules = {path for path in TESTS.rglob("test_*.py") if ASKS.search(path.read_text(encoding="utf-8"))} - others
    parallel = ["-n", "auto"] if find_spec("xdist") else []
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *parallel, *map(str, sorted(modules))]
    return subprocess.run(command, cwd=TESTS.parent, env={**os.environ, VARIABLE: f"record:{folder}"}, check=False).returncode


def collected(folder: Path) -> dict[str, list[Record]]:
    """The answers by their test modules."""
    found: dict[str, dict[str, Record]] = {}
    for path in sorted(folder.iterdir()):
        name = path.name.removesuffix(".jsonl").rpartition(".")[0]
        for record in records(path):
            before = found.setdefault(name, {}).setdefault(record["id"], record)
            if not alike(before, record):
                say(f"{name}: the original answers now this, now that: {record['cmd']}")
    return {name: list(answers.values()) for name, answers in found.items()}


def differences(old: dict[str, Record], new: dict[str, Record]) -> Iterable[str]:
    """What changed from one set of records to another."""
    for key in sorted({*old, *new}):
        if key not in new:
            yield f"nobody asks any more: {old[key]['cmd']}"
        elif key not in old:
            yield f"new: {new[key]['cmd']}"
        elif not alike(old[key], new[key]):
            parts = [part for part in new[key] if old[key].get(part) != new[key][part]]
            yield f"changed ({', '.join(parts)}): {new[key]['cmd']}"


def alike(old: Record | None, new: Record) -> bool:
    """Whether two answers are the same, or both a crash."""
    return old == new or (old is not None and bool(old.get("crashed")) and bool(new.get("crashed")))


def say(line: str) -> None:
    """Prints a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
