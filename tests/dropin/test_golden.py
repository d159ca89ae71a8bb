"""Our programs on the cases of tests/golden, whose originals need not be installed."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from mondegreen.dropin import by_name
from programs import Done, files, ours

GOLDEN = Path(__file__).parents[1] / "golden"
COMMANDS = {path.parent: shlex.split(path.read_text(encoding="utf-8")) for path in sorted(GOLDEN.glob("*/*/cmd"))}
CASES = [case for case, command in COMMANDS.items() if command[0] in by_name()]
DATE = re.compile(rb"(creation_date=|Creation date: )\"[^\"]*\"")


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_ours_does_what_the_original_did(tmp_path: Path, case: Path) -> None:
    shutil.copytree(case / "in", tmp_path, dirs_exist_ok=True)
    (tmp_path / "out").mkdir()
    name, *arguments = COMMANDS[case]
    feed = case / "stdin"
    stdin = (case / "in" / feed.read_text(encoding="utf-8").strip()).read_bytes() if feed.exists() else b""
    done = ours(name, arguments, tmp_path, stdin)
    if (case / "only").exists():
        patterns = (case / "only").read_text(encoding="utf-8").split()
        kept = [name for name in done.files if any(Path(name).match(pattern) for pattern in patterns)]
        done = done._replace(files={name: done.files[name] for name in kept})
    expect = case / "expect"
    written = files(expect / "files") if (expect / "files").exists() else {}
    assert undated(done) == Done(
        int((expect / "rc").read_text(encoding="utf-8")),
        (expect / "stdout").read_bytes(),
        (expect / "stderr").read_bytes(),
        written,
    )


def undated(done: Done) -> Done:
    """Without the dates, which golden files have none of."""
    return done._replace(
        output=DATE.sub(rb'\1"DATE"', done.output),
        files={name: DATE.sub(rb'\1"DATE"', data) for name, data in done.files.items()},
    )
