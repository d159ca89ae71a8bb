"""The commands of the pages `paper-*`, and what they say of public data that lies under the names that they use."""

import json
import logging
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "python" / "mondegreen" / "docs"

Said = dict[str, Any]

TAGGED = 10  # test dictionaries have a part of speech for every word


def commands(page: str) -> dict[str, str]:
    """The commands of a page by the letter above them."""
    text = (DOCS / f"paper-{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL)
    joined = "\n".join(blocks).replace("\\\n", " ")
    return dict(re.findall(r"^# ([A-Z])\b[^\n]*\n(mondegreen [^\n]+)", joined, flags=re.MULTILINE))


def ask(page: str, letter: str, command: str, place: Path, results: Path) -> Said | None:
    """What a command says as JSON; None where a file that it names is not there."""
    kept = results / f"{page}.{letter}.json"
    if not kept.exists():
        words = shlex.split(command)[1:]
        lacking = [
            word for word in words if re.search(r"\.(txt|tsv|csv|npz|npy|json)$", word) and not list_files(place, word)
        ]
        if lacking:
            logging.warning("%s %s: %s is not there; its lines keep their dates", page, letter, lacking[0])
            return None
        run(
            place,
            [file for word in words for file in list_files(place, word) or [word]] + ["--output", str(kept.resolve())],
        )
    said: Said = json.loads(kept.read_text(encoding="utf-8"))
    return said


def list_files(place: Path, word: str) -> list[str]:
    """The files of a word of a command: `name=file` is one, and `{weight}` stands for any."""
    file = word.rpartition("=")[2] if re.fullmatch(r"\w+=[^:]+", word) else word
    found = sorted(path.name for path in place.glob(re.sub(r"{\w+}", "*", file)))
    return found if "*" in file else [word] * bool(found)


def run(place: Path, words: list[str]) -> None:
    single = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")  # others use the machine too
    line = [sys.executable, "-m", "mondegreen", *words]
    subprocess.run(line, check=True, cwd=place, env=os.environ | single, stdout=subprocess.DEVNULL)


def prepare(command: str, place: Path) -> None:
    """Runs a command of which only a file is wanted, unless that is there; one for en-de for all dictionaries."""
    pairs = ["en-de"]
    if "en-de" in command:
        pairs = sorted(path.name.removesuffix(".5000-6500.n.txt") for path in place.glob("*.n.txt"))
        pairs = [pair for pair in pairs if (place / f"{pair}.txt").exists()]
        pairs *= len(pairs) == TAGGED
    for pair in pairs:
        words = shlex.split(command.replace("en-de", pair))[1:]
        target = next(words[at + 1] for at, word in enumerate(words) if word in ("--output", "--save-table"))
        if not (place / target).exists():
            run(place, words)
