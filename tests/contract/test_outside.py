"""Tests stay within the checkout: whoever has nothing else has all that they need, but for the suite tests/shared."""

import re
from pathlib import Path

import pytest

from pages import ROOT

TESTS = ROOT / "tests"
BESIDE = "../shared"
CLIMB = re.compile(r"(?:__file__\)(?:\.(?:resolve|absolute)\(\))?|\bROOT)((?:\.parents\[\d+\]|\.parent\b)+)")


def climbs_out(path: str, text: str) -> list[str]:
    """The places in a file, by its path in the checkout, that lead above the checkout or to the data beside it."""
    found = [BESIDE] * (BESIDE in text)
    for hit in CLIMB.finditer(text):
        numbers = [int(number) for number in re.findall(r"\d+", hit[1])]
        steps = sum(number + 1 for number in numbers) + len(re.findall(r"\.parent\b", hit[1]))
        depth = 0 if hit[0].startswith("ROOT") else len(Path(path).parts)
        found += [hit[0]] * (steps > depth)
    return found


@pytest.mark.parametrize(
    ("text", "outside"),
    [
        ("Path(__file__).parents[1] / 'tests'", False),
        ("Path(__file__).parents[2]", True),
        ("Path(__file__).resolve().parents[1].parent", True),
        ("Path(__file__).parent.parent", False),
        ("Path(__file__).absolute().parent.parent.parent", True),
        ("ROOT / 'tests'", False),
        ("ROOT.parent / 'data'", True),
        (f"read {BESIDE}/data", True),
    ],
)
def test_what_leads_outside_is_noticed(text: str, outside: bool) -> None:
    assert bool(climbs_out("tests/some.py", text)) == outside


def test_no_test_looks_outside_the_checkout() -> None:
    found = {}
    for path in set(TESTS.rglob("*")) - {Path(__file__)}:  # which has examples
        place = path.relative_to(ROOT)
        if path.suffix in {".py", ".sh", ".rs", ".md"} and place.parts[1] not in {"shared", "golden"}:
            found[str(place)] = climbs_out(str(place), path.read_text(encoding="utf-8"))
    assert "tests/conftest.py" in found
    assert {place: hits for place, hits in found.items() if hits} == {}
