"""Lists of what words weigh beside the original, also with weights below 0, and what is no weight."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import Answer
from programs import Call, agree, agree_on_calls

CALL = ["-r", "ref", "-h", "hyp", "-i", "rm", "-w", "list", "-o", "wws", "prf", "sgml"]
LISTS = {
    "lone carriage return": "a 2\rb 3\nc 4\n",
    "line ends of Windows": "a 2\r\nb 3\r\n",
    "one word": "a\n",
    "half a comment": "; b 1\na 2\n",
    "columns": ";; 'Headings' 'Word Spelling' 'One' 'Two'\na 2 3\nb 3 4\n",
    "another heading": ";; 'Headings' 'Other'\na 2\n",
    "missing": ";; Default missing weight '3.5'\na 1\n",
    "missing without a value": ";; default Missing Weight 3\n",
    "less than nothing": ";; Default missing weight '-1'\na 1\nb -2.5\n",
    "no word": "",
}


@pytest.mark.parametrize("name", LISTS)
def test_the_original_agrees(tmp_path: Path, name: str) -> None:
    (tmp_path / "list").write_bytes(LISTS[name].encode())
    (tmp_path / "ref").write_text("a b c d (s-1)\nb b x (s-2)\n", encoding="utf-8")
    (tmp_path / "hyp").write_text("a x c (s-1)\nb b b (s-2)\n", encoding="utf-8")
    agree("sclite", CALL, tmp_path)


def draw(rng: random.Random, folder: Path) -> Iterator[Call]:
    """A call with weights of either sign."""
    weights = [f"{word} {rng.choice([-2, -1, -0.5, 0, 0.3, 1, 2.25, 1e4])}\n" for word in "abc"]
    (folder / "list").write_text("".join(weights), encoding="utf-8")
    for name in ("ref", "hyp"):
        texts = (" ".join(rng.choices(["a", "b", "c", "d", "{ a / b c }"], k=rng.randint(0, 8))) for _ in range(4))
        (folder / name).write_text("".join(f"{text} (s-{at})\n" for at, text in enumerate(texts)), encoding="utf-8")
    yield Call("sclite", CALL)


@pytest.mark.parametrize("seed", range(12))
def test_the_original_agrees_on_weights_of_either_sign(tmp_path: Path, seed: int) -> None:
    agree_on_calls(draw(random.Random(seed), tmp_path), tmp_path)


@pytest.mark.parametrize(
    ("text", "line"), [("a 1\nb nan\n", 2), ("a inf\n", 1), (";; Default missing weight '-inf'\n", 1)]
)
def test_what_is_no_weight_is_named(
    command: Callable[..., Answer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, line: int
) -> None:
    """The original aligns nothing by it."""
    monkeypatch.chdir(tmp_path)
    Path("list").write_text(text, encoding="utf-8")
    Path("ref").write_text("a b (s-1)\n", encoding="utf-8")
    answer = command("sclite", "-r", "ref", "-h", "ref", "-i", "rm", "-w", "list", "-o", "wws")
    assert answer.code == 1
    assert re.fullmatch(rf"sclite: list:{line}: '\S+' is no weight; give a number\n", answer.err)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["list", "ref"]
