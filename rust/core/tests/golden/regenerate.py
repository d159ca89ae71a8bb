"""Asks NIST's sclite again for the paths of network.jsonl and timed.jsonl, in the layout of all recorded answers.

`python3 regenerate.py` prints the lines that changed and exits with 1 if there are any; `--accept` keeps them. The
tests read the files and need no sclite. MONDEGREEN_SCTK in the environment names its directory (Debian's by default).
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCLITE = Path(os.environ.get("MONDEGREEN_SCTK", "/usr/lib/sctk/bin"), "sclite")


def ask_sclite(case: dict[str, Any]) -> str:
    """The first path that the command prints: of each step what it is, and the words of both sides."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case["in"].items():
            Path(folder, name).write_text(text, encoding="utf-8")
        command = [str(SCLITE), *case["cmd"].split()[1:]]
        done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=True)
    path = re.findall(r"<PATH [^>]*>\n(.*)\n</PATH>", done.stdout)[0]
    return ":".join(",".join(item.split(",")[:3]) for item in path.split(":"))


def main(words: list[str]) -> int:
    accept, changed = words == ["--accept"], False
    for name in ("network.jsonl", "timed.jsonl"):
        cases = [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]
        for case in cases:
            path = ask_sclite(case)
            if path != case["path"]:
                changed = True
                sys.stdout.write(f"{name}: {case['id']}: {path}\n")
            case["path"] = path
        if accept:
            lines = (json.dumps(case, ensure_ascii=False, sort_keys=True) + "\n" for case in cases)
            (HERE / name).write_text("".join(lines), encoding="utf-8")
    return 1 if changed and not accept else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
