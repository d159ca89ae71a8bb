"""Random inputs for SCTK's programs, and what the original sclite makes of them."""

import random
from pathlib import Path

from mondegreen.dropin.sctk.system import System, read_sgml
from programs import theirs

WORDS = ["a", "b", "cc", "ddd", "eeee", "f", "(uh)", "(um)", "hm-", "l'\xe9t\xe9"]
TITLES = ["Overall", "F0//Base//Long Title", "Male", "x", ""]
DESCRIPTIONS = ["all", "a much longer description of it", ""]


def reference(rng: random.Random, *, labelled: bool, longest: int = 9) -> tuple[str, list[tuple[float, list[str]]]]:
    """An stm of some speakers, and when each of its segments begins with what words."""
    lines, segments = definitions(rng) if labelled else [], []
    speakers = rng.randint(1, 6)
    for number in range(rng.randint(1, 25)):
        begin = 5.0 * number
        words = rng.choices(WORDS, k=rng.choice([0, rng.randint(1, longest)]) if rng.random() < 0.3 else longest // 2)
        labels = rng.choice(["<o,f0> ", "<o,F1> ", "<o,> ", "<o,m> ", "<o> ", ""]) if labelled else ""
        speaker = f"spk_{rng.randrange(speakers)}"
        lines.append(f"rec a {speaker} {begin:.2f} {begin + 5:.2f} {labels}{' '.join(words)}\n")
        segments.append((begin, words))
    return "".join(lines), segments


def definitions(rng: random.Random) -> list[str]:
    """What labels and categories mean."""
    lines = [
        f';; LABEL "{label}" "{rng.choice(TITLES)}" "{rng.choice(DESCRIPTIONS)}"\n' for label in ("o", "f0", "F1", "m")
    ]
    if rng.random() < 0.6:
        lines += [';; CATEGORY "0" "" ""\n', ';; CATEGORY "1" "Sex//of it" "Talker"\n']
    return lines


def hypothesis(rng: random.Random, segments: list[tuple[float, list[str]]], *, confident: bool, errors: float) -> str:
    """A ctm of the segments' words with errors."""
    lines = []
    for begin, words in segments:
        heard = [word for word in words if rng.random() > errors / 2]
        heard = [rng.choice(WORDS) if rng.random() < errors else word for word in heard]
        if rng.random() < errors:
            heard.insert(rng.randint(0, len(heard)), rng.choice(WORDS))
        for place, word in enumerate(heard):
            start = begin + 5 * (place + 0.5) / (len(heard) + 1)
            sure = f" {rng.random() * (1.02 if rng.random() < 0.05 else 1):.3f}" if confident else ""
            lines.append(f"rec a {start:.3f} 0.1 {word}{sure}\n")
    return "".join(lines) or "rec a 0.0 0.1 a\n"


def weights(rng: random.Random) -> str:
    """A list of what words weigh."""
    lines = [f"{word} {rng.random() * 3:.3f}\n" for word in sorted(WORDS)]
    return ";; 'Headings' 'Word Spelling' 'IDF'\n" + "".join(lines)


CALL = ["-r", "ref.stm", "stm", "-h", "hyp.ctm", "ctm"]


def score(folder: Path, *options: str) -> tuple[System, dict[str, bytes]]:
    """What the original sclite finds in ref.stm and hyp.ctm of the folder, and the reports that it writes."""
    done = theirs("sclite", [*CALL, "-f", "0", "-O", ".", "-n", "rep", *options], folder)
    assert done.code == 0
    first, *lines = done.files["rep.sgml"].splitlines(keepends=True)
    if b' Column "' in first:  # sclite cannot read its own quotes
        first = first.replace(b' Column "', b" Column '").replace(b'"">', b"'\">")
    (system,) = read_sgml(b"".join([first, *lines]))
    if system.weights is not None:
        system.weights = system.weights.replace(b"'", b'"')
    return system, done.files


def sgml(folder: Path, title: str, *options: str) -> bytes:
    """The same as the text that another program reads."""
    done = theirs("sclite", [*CALL, title, "-f", "0", "-o", "sgml", "stdout", *options], folder)
    assert done.code == 0
    return done.output


class Coarse(random.Random):
    """Draws times of quarters of a second, so that many are equal."""

    def uniform(self, a: float, b: float) -> float:
        return round(super().uniform(a, b) * 4) / 4
