"""Builds the documentation site into target/site: the pages that `mondegreen help` shows, READMEs, and the API.

    python .ci/site.py        needs `pip install '.[docs]'`; MkDocs checks the links, and nothing is fetched

The pages stay where they are: they are copied to target/pages, and links between them follow.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from os.path import relpath
from pathlib import Path

import mondegreen

ROOT = Path(__file__).resolve().parent.parent
PAGES, SITE = ROOT / "target" / "pages", ROOT / "target" / "site"
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)|!\[([^\]]*)\]\(([^)\s]+)\)")
# Where pages of the repository stand on the site; of a directory, its README.md is the page.
PLACES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    ".github/SECURITY.md": "security-policy.md",
    "tests/README.md": "tests.md",
    "tests/bench/RECORD.md": "speed.md",
}
GATHERED = {
    "python/mondegreen/docs/*.md": "{stem}.md",
    "python/mondegreen/dropin/*/README.md": "drop-ins/{parent}.md",
    "egs/*/README.md": "recipes/{parent}.md",
    "egs/*/RESULTS.md": "recipes/{parent}-results.md",
}
API = """# Python API

Every command has its function, with the same options as keywords.

{members}
"""


def list_pages() -> dict[Path, str]:
    """The pages of the repository, and where each stands on the site."""
    found = {ROOT / source: place for source, place in PLACES.items()}
    for pattern, place in GATHERED.items():
        for path in sorted(ROOT.glob(pattern)):
            found.setdefault(path, place.format(stem=path.stem, parent=path.parent.name))
    taken = sorted(found.values())
    if len(set(taken)) < len(taken):
        raise SystemExit(f"two pages have one place: {[each for each in taken if taken.count(each) > 1]}")
    return found


def rewrite_links(text: str, source: Path, pages: dict[Path, str]) -> str:
    """A page whose links lead to places on the site; a link to what the site lacks becomes its text."""
    here = Path(pages[source]).parent

    def rewrite(found: re.Match[str]) -> str:
        label, link, part = (found[1], found[2], found[3] or "") if found[2] else (found[4], found[5], "")
        if "://" in link or link.startswith("mailto:"):
            return found[0]
        path = (source.parent / link).resolve()
        if not path.exists():
            raise SystemExit(f"{source.relative_to(ROOT)}: there is no {link}")
        path = path / "README.md" if path.is_dir() else path
        if path in pages:
            return f"[{label}]({relpath(pages[path], here)}{part})"
        if found[2]:
            return label
        copy = PAGES / "pictures" / path.name
        copy.parent.mkdir(exist_ok=True)
        shutil.copy2(path, copy)
        return f"![{label}]({relpath(copy.relative_to(PAGES), here)})"

    fenced = re.split(r"(^```.*?^```)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else LINK.sub(rewrite, part) for part in fenced)


def lay_pages() -> None:
    """Writes the pages, and that of the API, into target/pages."""
    shutil.rmtree(PAGES, ignore_errors=True)
    PAGES.mkdir(parents=True)
    pages = list_pages()
    for source, place in pages.items():
        target = PAGES / place
        target.parent.mkdir(exist_ok=True)
        target.write_text(rewrite_links(source.read_text(encoding="utf-8"), source, pages), encoding="utf-8")
    members = "\n\n".join(
        f"::: mondegreen.{name}" for name in sorted(mondegreen.__all__, key=str.lower) if name[0] != "_"
    )
    (PAGES / "api.md").write_text(API.format(members=members), encoding="utf-8")


def main() -> int:
    """Lays the pages and has MkDocs make the site of them, where every warning is an error."""
    lay_pages()
    options = ["--strict", "--config-file", str(ROOT / ".ci" / "mkdocs.yml"), "--site-dir", str(SITE)]
    return subprocess.run([sys.executable, "-m", "mkdocs", "build", "--quiet", *options], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
