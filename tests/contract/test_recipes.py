"""The table of recipes: every program that their scripts call is linked, or named among those that are not ours."""

import re

from mondegreen.dropin import list_programs
from recipe_runs import find_programs
from recipes import TARGET

ROW = re.compile(r"\| `(.+?)` \| (.+?) \| (.+?) \| (.*?) ?\|")


def test_programs_are_linked_or_named_as_needed() -> None:
    text = TARGET.read_text(encoding="utf-8")
    (told,) = re.findall(r"^Not ours: (.*)\.$", text, re.MULTILINE)
    missing = set(told.split(", "))
    rows = [ROW.fullmatch(line) for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) > 100
    ours = set(list_programs())
    for row in rows:
        assert row is not None
        for part in filter(None, row[4].split("; ")):
            needed = part.startswith("needs ")
            names = set(part.removeprefix("needs ").removeprefix("Python's ").split(", "))
            assert names <= (missing if needed else ours), row[1]


def test_sums_are_those_of_the_rows() -> None:
    for section in TARGET.read_text(encoding="utf-8").split("\n## ")[1:]:
        results = [found[3] for found in map(ROW.fullmatch, section.splitlines()) if found]
        identical = sum(each.startswith("runs identically") for each in results)
        runs = sum(each.startswith("runs (") for each in results)
        assert f"{len(results)} scripts: {identical} run identically, {runs} run." in section


def test_programs_are_found_where_a_script_calls_them() -> None:
    script = "# sclite\nlattice-scale --x=1 ark:- | $dir/bin/sox -t; hub=$ROOT/sctk/bin/hubscr.pl\necho lattice-scales"
    known = {"lattice-scale", "sox", "hubscr.pl", "sclite"}
    assert find_programs(script, known) == "hubscr.pl, lattice-scale; needs sox"
