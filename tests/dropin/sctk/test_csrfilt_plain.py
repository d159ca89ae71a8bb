"""csrfilt.sh on ctm files whose lines are all plain, which are rewritten word by word, beside the original."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from programs import Call, agree_on_calls

WORDS = "uh uh-huh cannot it's a-b OK x".split()  # noqa: SIM905
STARTS = ["0", "1.5", "12.25", "007.125", "3."]
RULES = """;; rules
* CASE_SENSITIVE = '{}'
uh => %HESITATION / [ ] __ [ ]
cannot => can not / [ ] __ [ ]
it's => {{ it is / it has }} / [ ] __ [ ]
OK => [] / [ ] __ [ ]
"""


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call."""
    lines = [
        f"f{rng.randint(1, 2)} A {rng.choice(STARTS)} {rng.choice(['0.30', '1', '.5'])} "
        f"{rng.choice(WORDS)} {rng.choice(['0.9', '1', '-', '0.123456'])}\n"
        for _ in range(rng.randint(0, 40))
    ]
    if rng.random() < 0.3:
        lines.insert(0, ";; a comment\n")
    if rng.random() < 0.2:
        lines.append(rng.choice(["f A 1 1 x\n", "f A 1 1 x 0.5", "\n", "f A 1 1 (x) 0.5\n", "f\tA 1 1 x 0.5\n"]))
    more = rng.choice(["", "", "x => (y) / [ ] __ [ ]\n", "* COPY_NO_HIT = 'F'\n", "* FORMAT = 'X'\n"])
    (folder / "r.glm").write_text(RULES.format(rng.choice("TF")) + more, encoding="utf-8")
    yield Call("csrfilt.sh", ["-i", "ctm", *rng.choice([[], ["-dh"], ["-s"]]), "r.glm"], "".join(lines).encode())


@pytest.mark.parametrize("seed", range(60))
def test_the_original_agrees(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)
