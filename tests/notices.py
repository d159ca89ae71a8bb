"""The licences of the crates in the wheel, from what cargo knows of them: run as a program, it writes them anew."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

from pages import ROOT

NOTICES = ROOT / "rust" / "THIRD-PARTY.txt"
HEAD = """\
The compiled part of mondegreen holds code of the crates below, under their licences. Where a crate offers a choice, its
terms under MIT are given if those are among them. It holds parts of Rust's standard library as well, which is offered
under MIT or Apache-2.0 (Copyright (c) The Rust Project Contributors, https://www.rust-lang.org/policies/licenses).
Made by tests/notices.py.
"""
RULE = "-" * 80
# Of several files with terms, that which is named so is enough.
PREFERRED = re.compile(r"(?i)mit")
TERMS = re.compile(r"(?i)(un)?licen[cs]e|copying|notice")


def described() -> dict[str, Any] | None:
    """What cargo knows of all crates; nothing where their manifests are not at hand."""
    words = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline"]
    try:
        done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    except FileNotFoundError:
        return None
    return None if done.returncode else dict(json.loads(done.stdout))


def built_in(about: dict[str, Any]) -> list[dict[str, Any]]:
    """The crates whose code is in the module: what it needs when it runs, on any machine, but no procedural macros."""
    packages = {each["id"]: each for each in about["packages"]}
    needs = {
        node["id"]: [each["pkg"] for each in node["deps"] if any(kind["kind"] is None for kind in each["dep_kinds"])]
        for node in about["resolve"]["nodes"]
    }
    found: set[str] = set()
    left = [each["id"] for each in about["packages"] if each["name"] == "mondegreen-py"]
    while left:
        name = left.pop()
        is_macro = any("proc-macro" in target["kind"] for target in packages[name]["targets"])
        if name not in found and not is_macro:
            found.add(name)
            left += needs[name]
    return sorted((packages[name] for name in found if packages[name]["source"]), key=title)


def title(package: dict[str, Any]) -> str:
    return f"{package['name']} {package['version']}"


def terms(package: dict[str, Any]) -> str:
    """The text of a crate's licence; where it brings none, what its manifest says."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if path.is_file() and TERMS.match(path.name))
    chosen = [path for path in files if PREFERRED.search(path.name)] or files
    if not chosen:
        authors = ", ".join(re.sub(r" *<.*?>", "", author) for author in package["authors"]) or package["repository"]
        return f"The crate comes without a text of its licence. Its manifest says: {package['license']}, by {authors}."
    texts = (path.read_text(encoding="utf-8") for path in chosen)
    return "\n\n".join("\n".join(line.rstrip() for line in text.strip().splitlines()) for text in texts)


def notices(about: dict[str, Any]) -> str:
    """All licences, each once, under the names of the crates that have it."""
    crates: dict[str, list[str]] = {}
    for package in built_in(about):
        crates.setdefault(terms(package), []).append(f"{title(package)} ({package['license']})")
    parts = ("\n".join([RULE, *names, RULE, "", text]) for text, names in crates.items())
    return "\n\n".join([HEAD.rstrip(), *parts]) + "\n"


if __name__ == "__main__":
    known = described()
    if known is None:
        raise SystemExit("cargo does not have the manifests of the crates; `cargo fetch` gets them")
    NOTICES.write_text(notices(known), encoding="utf-8")
