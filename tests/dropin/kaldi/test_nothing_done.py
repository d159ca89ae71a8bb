"""Kaldi's rule for all of these programs: code 0 where anything was done, and 1 where nothing was."""

from pathlib import Path

import pytest

from programs import ours

LATTICE = "u-1 \n0 1 5 1,2,1_1\n1 0,0,\n\n"
# Each with its words; `lat` is an archive with one lattice of one path, or with none.
PROGRAMS = [
    "lattice-1best ark:lat ark:/dev/null",
    "lattice-add-penalty ark:lat ark:/dev/null",
    "lattice-best-path ark:lat ark:/dev/null",
    "lattice-copy ark:lat ark:/dev/null",
    "lattice-depth ark:lat",
    "lattice-depth-per-frame ark:lat ark:/dev/null",
    "lattice-equivalent ark:lat ark:lat",
    "lattice-interp ark:lat ark:lat ark:/dev/null",
    "lattice-mbr-decode ark:lat ark:/dev/null",
    "lattice-project ark:lat ark:/dev/null",
    "lattice-prune ark:lat ark:/dev/null",
    "lattice-rmali ark:lat ark:/dev/null",
    "lattice-scale ark:lat ark:/dev/null",
    "lattice-to-ctm-conf ark:lat /dev/null",
    "lattice-to-nbest ark:lat ark:/dev/null",
    "lattice-to-post ark:lat ark:/dev/null",
    "lattice-union ark:lat ark:lat ark:/dev/null",
    "nbest-to-ctm ark:lat /dev/null",
    "nbest-to-lattice ark:lat ark:/dev/null",
    "nbest-to-linear ark:lat ark:/dev/null",
    "lattice-confidence ark:two ark:/dev/null",
    "align-text ark:text ark:text ark:/dev/null",
]


@pytest.mark.parametrize("done", [True, False])
@pytest.mark.parametrize("words", PROGRAMS, ids=[words.split()[0] for words in PROGRAMS])
def test_the_code_says_whether_anything_was_done(tmp_path: Path, words: str, done: bool) -> None:
    two = LATTICE.replace("0 1 5 1,2,1_1\n", "0 1 5 1,2,1_1\n0 1 6 2,3,1_1\n")
    for name, text in {"lat": LATTICE, "two": two, "text": "u-1 a b\n"}.items():
        (tmp_path / name).write_text(text if done else "", encoding="utf-8")
    program, *arguments = words.split()
    found = ours(program, arguments, tmp_path)
    assert found.code == (0 if done else 1), found.complaints.decode()
    assert type(found.code) is int
