"""Fills the fourth column of network.tsv and timed.tsv with what NIST's sclite aligns.

Columns: options, reference, hypothesis, alignment, and with option w the weights of words. Options are letters of
sclite's: D, c, w, or - for none. In timed.tsv a word is `word=start+duration` and sclite runs with -T.
Run `python3 regenerate.py [SCLITE]`; the tests read the files and need no sclite.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SCLITE = sys.argv[1] if len(sys.argv) > 1 else "/usr/lib/sctk/bin/sclite"


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


def main() -> None:
    for name in ("network.tsv", "timed.tsv"):
        cases = [line.split("\t") for line in (HERE / name).read_text().splitlines()]
        for case in cases:
            with tempfile.TemporaryDirectory() as folder:
                if name == "timed.tsv":
                    case[3] = align_times(case[0], case[1:3], Path(folder))
                else:
                    case[3] = align_text(case[0], case[1:3], (case[4:] or [""])[0], Path(folder))
        (HERE / name).write_text("".join("\t".join(case) + "\n" for case in cases))


if __name__ == "__main__":
    main()
