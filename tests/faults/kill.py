"""Kills a long run at random moments, again and again: `python tests/faults/kill.py [ROUNDS [SEED [UTTERANCES]]]`.

Each time the folder must hold the old run or the new one, whole, and `--resume` must end with what an undisturbed run
gives. What fails is told with its round; the exit code is 1 then.
"""

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MONDEGREEN = [sys.executable, "-m", "mondegreen"]
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT)


def texts(folder: Path, draw: random.Random, count: int) -> None:
    """A reference, an old hypothesis and a new one."""
    words = [f"w{number}" for number in range(500)]
    said = [draw.choices(words, k=12) for _ in range(count)]
    for name, share in (("ref", 0.0), ("old", 0.1), ("new", 0.3)):
        lines = (" ".join(draw.choice(words) if draw.random() < share else word for word in each) for each in said)
        text = "".join(f"utt-{number:07} {line}\n" for number, line in enumerate(lines))
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def score(hypothesis: str, save: str, *more: str) -> list[str]:
    """The command that saves a run by shards."""
    return [*MONDEGREEN, "score", "ref.txt", hypothesis, "--save", save, "--batch-size", "2000", *more]


def totals(folder: Path) -> object:
    """What a saved run says of its scores; it is read whole, so that damage shows."""
    words = [*MONDEGREEN, "study", "correlate", str(folder), "--as", "json"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False)
    found = json.loads(done.stdout) if done.returncode == 0 else done.stderr
    return found["systems"][0]["metrics"] if isinstance(found, dict) else found


def one_round(folder: Path, draw: random.Random, known: list[object], longest: float) -> str:
    """Kills a run once; what is wrong afterwards, or nothing."""
    goal = folder / "run"
    subprocess.run(score("old.txt", "run"), cwd=folder, capture_output=True, check=True)
    with subprocess.Popen(score("new.txt", "run"), cwd=folder, stdout=-3, stderr=-3) as process:
        time.sleep(draw.random() * longest)
        process.send_signal(draw.choice(SIGNALS))
        process.wait()
    if totals(goal) not in known:
        return f"neither the old run nor the new: {totals(goal)}"
    subprocess.run(score("new.txt", "run", "--resume"), cwd=folder, capture_output=True, check=True)
    if totals(goal) != known[1]:
        return f"--resume gave another run: {totals(goal)}"
    left = [path.name for path in folder.iterdir() if path.name.startswith("run.") or path.name.startswith(".mon")]
    return f"left behind: {left}" if any("unfinished" in name for name in left) else ""


def main() -> int:
    """All rounds."""
    usual = ((1, 20), (2, 1), (3, 40_000))
    rounds, seed, count = (int(sys.argv[place]) if len(sys.argv) > place else number for place, number in usual)
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts(folder, draw, count)
        known: list[object] = []
        begun = time.monotonic()
        for hypothesis in ("old.txt", "new.txt"):
            subprocess.run(score(hypothesis, "whole"), cwd=folder, capture_output=True, check=True)
            known.append(totals(folder / "whole"))
        longest = (time.monotonic() - begun) / 2
        faults = [fault for number in range(rounds) if (fault := told(number, one_round(folder, draw, known, longest)))]
    print(f"{rounds} rounds, {len(faults)} faults")
    return 1 if faults else 0


def told(number: int, fault: str) -> str:
    """The fault, told, or that there is none."""
    print(f"round {number + 1}: {fault or 'well'}", flush=True)
    return fault


if __name__ == "__main__":
    sys.exit(main())
