"""What the pages tell their readers to type."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "python" / "mondegreen" / "docs").glob("*.md"))]
RECIPES = sorted((ROOT / "egs").glob("*/README.md"))


def typed(page: Path) -> Iterator[str]:
    """A page's commands, without their first word, up to where the shell takes over."""
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```|((?:^    .*\n)+)", text, flags=re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in "".join(block).replace("\\\n", " ").splitlines()]
    inline = re.findall(r"`(mondegreen [^`]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
    for line in (*lines, *(each.replace("\n", " ") for each in inline)):
        command = re.split(r" (?:\||>|#|&&)", line.strip())[0]
        if command.startswith("mondegreen "):
            yield command.removeprefix("mondegreen ")
