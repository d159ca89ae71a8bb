"""Fills the fourth column of network.tsv and timed.tsv with what NIST's sclite aligns.

Columns: options, reference, hypothesis, alignment, and with option w the weights of words. Options are letters of
sclite's: D, c, w, or - for none. In timed.tsv a word is `word=start+duration` and sclite runs with -T.
`python3 regenerate.py` prints the lines that changed and exits with 1 if there are any; `--accept` keeps them. The
tests read the files and need no sclite. MONDEGREEN_SCTK in the environment names its directory (Debian's by default).
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SCLITE = Path(os.environ.get("MONDEGREEN_SCTK", "/usr/lib/sctk/bin"), "sclite")


def run(folder: Path, form: str, options: list[str]) -> list[str]:
    sides = ["-r", folder / "ref", form, "-h", folder / "hyp", form, *(["-i", "rm"] if form == "trn" else [])]
    command = [SCLITE, *sides, *options, "-f", "0", "-o", "sgml", "stdout"]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    paths = re.findall(r"<PATH [^>]*>\n(.*)\n</PATH>", text)
    return [":".join(",".join(item.split(",")[:3]) for item in path.split(":")) for path in paths]


def align_text(letters: str, sides: list[str], weights: str, folder: Path) -> str:
    for name, text in zip(("ref", "hyp"), sides):
        (folder / name).write_text(f"{text} (s-1)\n")
    options = [f"-{letter}" for letter in letters if letter in "Dc"]
    if "w" in letters:
        table = folder / "weights"
        rows = sorted(entry.replace("=", " ") for entry in weights.split())
        table.write_text("\n".join([";; 'Headings' 'Word Spelling' 'W'", ";; Default missing weight '0'", *rows, ""]))
        options += ["-w", str(table)]
    return run(folder, "trn", options)[0]


def align_times(letters: str, sides: list[str], folder: Path) -> str:
    marks = {"{": "<ALT_BEGIN>", "/": "<ALT>", "}": "<ALT_END>"}
    for name, text in zip(("ref", "hyp"), sides):
        lines = []
        for token in text.split():
            word, _, times = token.partition("=")
            start, _, duration = times.partition("+")
            if token in marks:
                lines.append(f"f 1 * * {marks[token]}\n")
            elif word != "@":  # an empty alternative
                lines.append(f"f 1 {start} {duration} {word}\n")
        (folder / name).write_text("".join(lines))
    return run(folder, "ctm", ["-T", *(["-D"] if "D" in letters else [])])[0]


def main(words: list[str]) -> int:
    accept, changed = words == ["--accept"], False
    for name in ("network.tsv", "timed.tsv"):
        before = (HERE / name).read_text().splitlines()
        cases = [line.split("\t") for line in before]
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                if name == "timed.tsv":
                    case[3] = align_times(case[0], case[1:3], Path(folder))
                else:
                    case[3] = align_text(case[0], case[1:3], (case[4:] or [""])[0], Path(folder))
        after = ["\t".join(case) for case in cases]
        for number, (old, new) in enumerate(zip(before, after, strict=True), 1):
            if old != new:
                changed = True
                sys.stdout.write(f"{name}:{number}: {new}\n")
        if accept:
            (HERE / name).write_text("".join(f"{line}\n" for line in after))
    return 1 if changed and not accept else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
